// Where everybody came from: the last seconds of each path, fading.
import type {Crowd} from '../crowd';
import type {Rgb} from '../palette';
import type {Source} from '../sources/source';
import type {Frame} from '../types';
import {Lines} from './lines';

const MOST_SEGMENTS = 250000;

export class Trails {
    on = false;
    seconds = 5;
    readonly lines = new Lines(1.6, 8);
    private key = '';
    private complete = true;

    /** Follows the people of `frame` back through the frames that are in memory. */
    update(source: Source, shown: Frame | null, crowd: Crowd): void {
        const frame = this.on ? shown : null;
        if (this.keyOf(source, frame, crowd) === this.key) return;
        this.complete = true;
        this.lines.clear();
        if (frame && frame.id.length > 0) this.build(source, frame, (slot) => crowd.colourOf(slot));
        else source.wantBehind(0, 1);
        this.lines.commit();
        this.key = this.keyOf(source, frame, crowd);
    }

    private keyOf(source: Source, frame: Frame | null, crowd: Crowd): string {
        if (!frame) return '';
        return `${frame.index}/${this.seconds}/${crowd.colourVersion}/${this.complete ? '' : source.revision}`;
    }

    private build(source: Source, frame: Frame, paint: (slot: number) => Rgb): void {
        const {people} = source;
        const span = Math.max(1, Math.round(this.seconds * source.info.fps));
        const steps = Math.max(2, Math.min(span, 60, Math.floor(MOST_SEGMENTS / frame.id.length)));
        const stride = Math.max(1, Math.floor(span / steps));
        source.wantBehind(span, stride);
        const [lx, ly] = source.info.periodic;
        const n = people.count;
        const lastX = new Float32Array(n),
            lastY = new Float32Array(n),
            seen = new Int32Array(n).fill(-1);
        const slots = people.slots(frame);
        for (let i = 0; i < slots.length; ++i) {
            lastX[slots[i]] = frame.x[i];
            lastY[slots[i]] = frame.y[i];
            seen[slots[i]] = frame.index;
        }
        const oldest = frame.number - span;
        let newer = frame.index;
        for (let index = frame.index - 1; index >= source.first; --index) {
            if (index % stride !== 0) continue;
            const earlier = source.get(index);
            if (!earlier) {
                this.complete = false;
                break;
            }
            if (earlier.number < oldest) break;
            const alpha0 = 0.75 * (1 - (frame.number - earlier.number) / span),
                alpha1 = 0.75 * (1 - (frame.number - source.numberAt(newer)) / span);
            const earlierSlots = people.slots(earlier);
            for (let i = 0; i < earlierSlots.length; ++i) {
                const slot = earlierSlots[i];
                if (seen[slot] !== newer) continue;
                const x = earlier.x[i],
                    y = earlier.y[i];
                const jump =
                    (lx > 0 && Math.abs(x - lastX[slot]) > lx / 2) || (ly > 0 && Math.abs(y - lastY[slot]) > ly / 2);
                if (!jump) this.lines.add(x, y, 0.01, lastX[slot], lastY[slot], 0.01, paint(slot), alpha0, alpha1);
                lastX[slot] = x;
                lastY[slot] = y;
                seen[slot] = index;
            }
            newer = index;
        }
    }
}

// Turns frames into what is drawn of people: where each stands now and in which colour.
import {category, DENSITY, NEUTRAL, SPEED, type Rgb} from './palette';
import {rowOf, type People} from './people';
import type {Bracket} from './sources/source';
import type {Frame} from './types';
import type {Figures} from './scene/figures';

export type ColourMode = 'speed' | 'density' | 'group' | 'profile' | 'goal';
export const COLOUR_MODES: ColourMode[] = ['speed', 'density', 'group', 'profile', 'goal'];

export const SPEED_TOP = 2; // m/s
export const DENSITY_TOP = 4; // people per m²
export const DENSITY_RADIUS = 1.5; // m

/** People within DENSITY_RADIUS of each, itself included, per m² of that circle. */
export function localDensity(frame: Frame, periodic: [number, number]): Float32Array {
    const n = frame.id.length;
    const result = new Float32Array(n);
    if (n === 0) return result;
    let x0 = Infinity,
        y0 = Infinity,
        x1 = -Infinity,
        y1 = -Infinity;
    for (let i = 0; i < n; ++i) {
        x0 = Math.min(x0, frame.x[i]);
        x1 = Math.max(x1, frame.x[i]);
        y0 = Math.min(y0, frame.y[i]);
        y1 = Math.max(y1, frame.y[i]);
    }
    // Cells no smaller than the radius, no more of them than four per person.
    const cell = Math.max(DENSITY_RADIUS, Math.sqrt(((x1 - x0 + 1) * (y1 - y0 + 1)) / (4 * n)));
    const columns = Math.floor((x1 - x0) / cell) + 1,
        rows = Math.floor((y1 - y0) / cell) + 1;
    const start = new Uint32Array(columns * rows + 1),
        cellOf = new Uint32Array(n);
    for (let i = 0; i < n; ++i) {
        cellOf[i] = Math.floor((frame.y[i] - y0) / cell) * columns + Math.floor((frame.x[i] - x0) / cell);
        ++start[cellOf[i] + 1];
    }
    for (let k = 0; k < columns * rows; ++k) start[k + 1] += start[k];
    const filled = start.slice(),
        order = new Uint32Array(n);
    for (let i = 0; i < n; ++i) order[filled[cellOf[i]]++] = i;

    const r2 = DENSITY_RADIUS ** 2,
        area = Math.PI * r2;
    const [lx, ly] = periodic;
    const countNear = (x: number, y: number): number => {
        const c0 = Math.max(0, Math.floor((x - DENSITY_RADIUS - x0) / cell)),
            c1 = Math.min(columns - 1, Math.floor((x + DENSITY_RADIUS - x0) / cell));
        const k0 = Math.max(0, Math.floor((y - DENSITY_RADIUS - y0) / cell)),
            k1 = Math.min(rows - 1, Math.floor((y + DENSITY_RADIUS - y0) / cell));
        let near = 0;
        for (let k = k0; k <= k1; ++k)
            for (let c = c0; c <= c1; ++c)
                for (let at = start[k * columns + c]; at < start[k * columns + c + 1]; ++at) {
                    const j = order[at],
                        dx = frame.x[j] - x,
                        dy = frame.y[j] - y;
                    if (dx * dx + dy * dy <= r2) ++near;
                }
        return near;
    };
    const shifts = (length: number): number[] => (length > 2 * DENSITY_RADIUS ? [0, length, -length] : [0]);
    for (let i = 0; i < n; ++i) {
        let near = 0;
        for (const sx of shifts(lx)) for (const sy of shifts(ly)) near += countNear(frame.x[i] + sx, frame.y[i] + sy);
        result[i] = near / area;
    }
    return result;
}

export class Crowd {
    mode: ColourMode = 'speed';
    /** Increases whenever colours change; trails follow it. */
    colourVersion = 0;
    private key = '';
    private densities: {frame: Frame; values: Float32Array} | null = null;
    private slotColours = new Uint8Array(0);
    private nextRow = new Int32Array(0);
    private shown: Bracket | null = null;

    constructor(
        private readonly people: People,
        private readonly figures: Figures,
        private readonly periodic: [number, number],
    ) {}

    /** Whether anybody has what the mode shows. */
    known(mode: ColourMode): boolean {
        if (mode === 'speed' || mode === 'density') return true;
        const column = this.people[mode];
        for (let slot = 0; slot < this.people.count; ++slot) if (column[slot] >= 0) return true;
        return false;
    }

    density(frame: Frame): Float32Array {
        if (this.densities?.frame !== frame) this.densities = {frame, values: localDensity(frame, this.periodic)};
        return this.densities.values;
    }

    /** The frame that is drawn: not yet the one at the play head after a jump. */
    get frame(): Frame | null {
        return this.shown?.from ?? null;
    }

    pose(bracket: Bracket | null): void {
        this.shown = bracket;
        const {figures, people} = this;
        if (!bracket) {
            figures.count = 0;
            return;
        }
        const {from, to, part} = bracket;
        const n = from.id.length;
        figures.reserve(n);
        figures.count = n;
        const slots = people.slots(from);
        const {pose} = figures;
        for (let i = 0; i < n; ++i) {
            pose[4 * i] = from.x[i];
            pose[4 * i + 1] = from.y[i];
            pose[4 * i + 2] = from.heading[i];
            pose[4 * i + 3] = people.radius[slots[i]];
        }
        if (to && part > 0) this.interpolate(from, to, part, slots, pose);
        this.colour(from, slots);
    }

    private interpolate(from: Frame, to: Frame, part: number, slots: Int32Array, pose: Float32Array): void {
        const {people} = this;
        const toSlots = people.slots(to);
        if (this.nextRow.length < people.count) this.nextRow = new Int32Array(2 * people.count);
        const {nextRow} = this;
        for (let i = 0; i < from.id.length; ++i) nextRow[slots[i]] = -1;
        for (let j = 0; j < to.id.length; ++j) nextRow[toSlots[j]] = j;
        const [lx, ly] = this.periodic;
        for (let i = 0; i < from.id.length; ++i) {
            const j = nextRow[slots[i]];
            if (j < 0) continue;
            let dx = to.x[j] - from.x[i],
                dy = to.y[j] - from.y[i];
            if (lx > 0) dx -= lx * Math.round(dx / lx);
            if (ly > 0) dy -= ly * Math.round(dy / ly);
            const turn = to.heading[j] - from.heading[i];
            pose[4 * i] += part * dx;
            pose[4 * i + 1] += part * dy;
            pose[4 * i + 2] += part * (turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)));
        }
    }

    private colour(frame: Frame, slots: Int32Array): void {
        const {figures, people, mode} = this;
        const key = `${frame.index}/${frame.id.length}/${mode}/${people.version}`;
        if (key === this.key && figures.tint.length >= 4 * slots.length) return;
        this.key = key;
        ++this.colourVersion;
        ++figures.tintVersion;
        if (this.slotColours.length < 3 * people.count) this.slotColours = new Uint8Array(6 * people.count);
        const {slotColours} = this;
        const {tint} = figures;
        const density = mode === 'density' ? this.density(frame) : null;
        const column = mode === 'speed' || mode === 'density' ? null : people[mode];
        for (let i = 0; i < slots.length; ++i) {
            const slot = slots[i];
            if (column) {
                const colour = category(column[slot]);
                tint[4 * i] = colour[0];
                tint[4 * i + 1] = colour[1];
                tint[4 * i + 2] = colour[2];
            } else {
                const fraction = density ? density[i] / DENSITY_TOP : frame.speed[i] / SPEED_TOP;
                const table = density ? DENSITY.table : SPEED.table;
                const at = 3 * Math.round(255 * Math.min(1, Math.max(0, fraction || 0)));
                tint[4 * i] = table[at];
                tint[4 * i + 1] = table[at + 1];
                tint[4 * i + 2] = table[at + 2];
            }
            if (people.anyWaits && people.waits(frame.id[i], frame.number))
                for (let c = 0; c < 3; ++c) tint[4 * i + c] = NEUTRAL[c];
            tint[4 * i + 3] = 255;
            slotColours[3 * slot] = tint[4 * i];
            slotColours[3 * slot + 1] = tint[4 * i + 1];
            slotColours[3 * slot + 2] = tint[4 * i + 2];
        }
    }

    colourOf(slot: number): Rgb {
        const at = 3 * slot;
        return at + 2 < this.slotColours.length
            ? [this.slotColours[at], this.slotColours[at + 1], this.slotColours[at + 2]]
            : NEUTRAL;
    }

    /** Where somebody is drawn now, relative to the origin; null when not there. */
    placeOf(id: number): {x: number; y: number; heading: number; radius: number; row: number} | null {
        const frame = this.shown?.from;
        if (!frame) return null;
        const row = rowOf(frame, id);
        if (row < 0) return null;
        const {pose} = this.figures;
        return {x: pose[4 * row], y: pose[4 * row + 1], heading: pose[4 * row + 2], radius: pose[4 * row + 3], row};
    }

    /** The id nearest to a place, counting from the body's border, not farther than `reach` metres. */
    nearest(x: number, y: number, reach: number): number | null {
        const frame = this.shown?.from;
        if (!frame) return null;
        const {pose} = this.figures;
        let best: number | null = null,
            least = reach;
        for (let i = 0; i < frame.id.length; ++i) {
            const distance = Math.hypot(pose[4 * i] - x, pose[4 * i + 1] - y) - pose[4 * i + 3];
            if (distance < least) [best, least] = [frame.id[i], distance];
        }
        return best;
    }
}

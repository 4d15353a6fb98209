// Who was chosen, and what is known of it: its path, its reasons, whether the picture follows it.
import {rowOf} from './people';
import {Reasons} from './reasons';
import {isLive, type Source} from './sources/source';
import type {Frame, Track} from './types';

const TRACK_EVERY_MS = 500;

export class Chosen {
    id: number | null = null;
    following = false;
    track: Track | null = null;
    /** The shape of the explanation that is pointed at, by its place in the list. */
    highlighted: number | null = null;
    readonly reasons: Reasons;

    /** Something to draw or to say. */
    changed = (): void => {};
    trackChanged = (): void => {};
    failed: (message: string) => void = () => {};

    private trackTime = 0;
    private trackReceived = 0;

    constructor(private readonly source: Source) {
        this.reasons = new Reasons(source);
        this.reasons.changed = () => this.changed();
        this.reasons.failed = (message) => this.failed(message);
    }

    choose(id: number | null): void {
        if (id === this.id) return;
        this.id = id;
        this.highlighted = null;
        if (id === null) this.following = false;
        if (isLive(this.source)) this.source.choose(id);
        this.forget();
        void this.loadTrack();
        this.changed();
    }

    /** What was known is no longer true: somebody else is chosen, or the run began anew. */
    forget(): void {
        this.track = null;
        this.reasons.forget();
        this.trackChanged();
    }

    follow(on: boolean): void {
        if (this.following === on) return;
        this.following = on && this.id !== null;
        this.changed();
    }

    /** What follows the play head at its own pace. */
    keepUp(frame: Frame | undefined, now: number): void {
        const {id, source} = this;
        if (id === null) return;
        if (frame) this.reasons.keepUp(id, frame, now);
        if (!isLive(source) || now - this.trackTime <= TRACK_EVERY_MS || source.received === this.trackReceived) return;
        this.trackReceived = source.received;
        void this.loadTrack();
    }

    private async loadTrack(): Promise<void> {
        const {id} = this;
        if (id === null) return;
        this.trackTime = performance.now();
        try {
            const track = await this.source.track(id);
            if (this.id !== id) return;
            this.track = track;
            this.trackChanged();
            this.changed();
        } catch (error) {
            this.failed(error instanceof Error ? error.message : 'The path could not be read.');
        }
    }

    /** Its numbers in a frame, in the map's coordinates; null when it is not there. */
    numbersIn(
        frame: Frame | undefined,
    ): {id: number; x: number; y: number; heading: number; speed: number; frame: number} | null {
        const {id} = this;
        const row = frame && id !== null ? rowOf(frame, id) : -1;
        if (!frame || id === null || row < 0) return null;
        const [ox, oy] = this.source.info.origin;
        const [x, y] = [frame.x[row] + ox, frame.y[row] + oy];
        return {id, x, y, heading: frame.heading[row], speed: frame.speed[row], frame: frame.number};
    }
}

// The play head: a place in the list of frames, between frames while playing. Knows nothing of drawing.
import type {Bracket, Source} from './sources/source';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
const SHOWN_PER_SECOND = 40; // frames beyond this rate are left out while playing
const AHEAD_S = 4;
export const LONGEST_BRIDGE_S = 2; // nobody is interpolated across a longer gap between frames
const SMOOTH_FROM_MS = 45; // live frames that come slower than this are interpolated

export class Player {
    /** Place in the list of frames; whole unless playing. */
    head = 0;
    playing = false;
    speed = 1;
    /** True while the frame needed next has not arrived. */
    waiting = false;
    /** Live only: shows the newest frame whatever comes. */
    atEdge: boolean;
    /** Live only: the run has everything as fast as possible. */
    changed = (): void => {};

    private lastArrival = 0;
    private arrivalGap = 0;
    private edgeStart = 0;

    constructor(readonly source: Source) {
        this.atEdge = source.kind === 'live';
    }

    get empty(): boolean {
        return this.source.last < this.source.first;
    }
    /** Frames left out while playing fast: a power of two, so that what is kept serves slower playing too. */
    get stride(): number {
        if (!this.playing || this.source.kind === 'live') return 1;
        return 2 ** Math.max(0, Math.floor(Math.log2((this.speed * this.source.info.fps) / SHOWN_PER_SECOND)));
    }

    time(head = this.head): number {
        if (this.empty) return 0;
        const {source} = this;
        const i = Math.floor(head),
            f = head - i;
        const here = source.numberAt(i);
        const number = f > 0 && i < source.last ? here + f * (source.numberAt(i + 1) - here) : here;
        return number / source.info.fps;
    }

    /** The place of a moment: the inverse of `time`. */
    placeOf(seconds: number): number {
        const {source} = this;
        const number = seconds * source.info.fps;
        let low = source.first,
            high = source.last;
        if (high <= low || number <= source.numberAt(low)) return low;
        if (number >= source.numberAt(high)) return high;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (source.numberAt(middle) <= number) low = middle;
            else high = middle;
        }
        const a = source.numberAt(low),
            b = source.numberAt(high);
        return low + (b > a ? (number - a) / (b - a) : 0);
    }

    seek(place: number): void {
        const {source} = this;
        if (this.empty) return;
        this.head = Math.max(source.first, Math.min(source.last, this.playing ? place : Math.round(place)));
        if (source.kind === 'live') this.atEdge = false;
        this.ask();
        this.changed();
    }

    /** A place between frames, standing: for pictures of a film. */
    show(place: number): void {
        const {source} = this;
        if (this.empty) return;
        this.playing = false;
        this.head = Math.max(source.first, Math.min(source.last, place));
        if (source.kind === 'live') this.atEdge = false;
        this.ask();
    }

    /** All that the place of the head needs to be drawn is here. */
    get complete(): boolean {
        const at = Math.floor(this.head + 1e-9);
        return [at, Math.min(this.source.last, Math.ceil(this.head - 1e-9))].every(
            (i) => this.source.get(i) !== undefined,
        );
    }

    seekTime(seconds: number): void {
        this.seek(this.placeOf(seconds));
    }

    step(by: number): void {
        this.playing = false;
        this.seek((by > 0 ? Math.floor(this.head + 1e-9) : Math.ceil(this.head - 1e-9)) + by);
    }

    play(): void {
        if (this.empty) return;
        if (this.head >= this.source.last && this.source.kind !== 'live') this.head = this.source.first;
        this.playing = true;
        this.ask();
        this.changed();
    }

    pause(): void {
        this.playing = false;
        if (!this.empty) this.head = Math.max(this.source.first, Math.min(this.source.last, Math.round(this.head)));
        this.ask();
        this.changed();
    }

    setSpeed(speed: number): void {
        this.speed = Math.min(SPEEDS[SPEEDS.length - 1], Math.max(SPEEDS[0], speed));
        this.changed();
    }

    goLive(): void {
        this.atEdge = true;
        this.playing = false;
        this.head = Math.max(this.source.first, this.source.last);
        this.changed();
    }

    /** A live frame came; remembers how fast they come, to glide from one to the next. */
    frameArrived(now: number): void {
        const gap = now - this.lastArrival;
        this.arrivalGap = gap > 1000 ? 0 : this.arrivalGap ? 0.7 * this.arrivalGap + 0.3 * gap : gap;
        this.lastArrival = now;
        this.edgeStart = now;
    }

    restarted(): void {
        this.head = this.source.first;
        this.arrivalGap = 0;
    }

    private ask(): void {
        const stride = this.stride;
        const ahead = this.playing ? Math.ceil((AHEAD_S * this.speed * this.source.info.fps) / stride) + 2 : 8;
        this.source.want(Math.floor(this.head / stride) * stride, ahead, stride);
    }

    /** Moves on by `seconds` of the person's time. Returns whether the picture changes. */
    advance(seconds: number, now: number): boolean {
        const {source} = this;
        if (this.empty) return false;
        if (source.kind === 'live' && this.head < source.first) this.head = source.first; // forgotten meanwhile
        if (this.atEdge && source.kind === 'live') {
            const smooth = this.arrivalGap > SMOOTH_FROM_MS && source.last > source.first;
            // `now` is when the browser began this picture; a frame that came since must not move the head back.
            const part = smooth ? Math.max(0, Math.min(1, (now - this.edgeStart) / this.arrivalGap)) : 1;
            const head = source.last - 1 + part;
            const moved = head !== this.head;
            this.head = Math.max(source.first, head);
            return moved;
        }
        if (!this.playing) return false;
        const next = this.placeOf(this.time() + Math.min(seconds, 0.25) * this.speed);
        const stride = this.stride;
        this.waiting = !source.get(Math.floor(next / stride) * stride);
        if (this.waiting) {
            // Stand, and ask for what is missing rather than for what is shown.
            source.want(Math.floor(next / stride) * stride, 8, stride);
            return false;
        }
        this.head = next;
        if (next >= source.last) {
            if (source.kind === 'live') {
                this.goLive();
                return true;
            }
            this.head = source.last;
            this.playing = false;
            this.changed();
        }
        this.ask();
        return true;
    }

    /** What to show now; null while it is on its way. */
    bracket(): Bracket | null {
        const {source} = this;
        if (this.empty) return null;
        const exact = Math.floor(this.head + 1e-9);
        const stride = this.stride;
        const low = Math.floor(exact / stride) * stride;
        let from = source.get(low),
            place = low;
        if (!from) [from, place] = [source.get(exact), exact];
        if (!from) return null;
        const step = place === low ? stride : 1;
        const to = source.get(Math.min(source.last, place + step)) ?? null;
        if (!to || to === from) return {from, to: null, part: 0};
        if (to.number - from.number > Math.max(step, LONGEST_BRIDGE_S * source.info.fps))
            return {from, to: null, part: 0};
        const part = (this.head - place) / (to.index - place);
        return part < 1e-6 ? {from, to: null, part: 0} : {from, to, part: Math.min(1, part)};
    }
}

// A server that seeks in a recording. Frames are fetched ahead of the play head in answers of a few megabytes; a jump
// cancels what is under way and asks for the frame it needs first.
import {People} from '../people';
import type {AgentColumns, Explanation, Frame, Info, Series, Track} from '../types';
import {decodeFrames, decodeTrack} from './decode';
import {FrameCache} from './frame_cache';
import {mapOfServer} from './map';
import {ask, askJson, GONE, Trouble} from './server';
import {spread, type MapQuestions, type Source} from './source';

const MEMORY = 400 << 20;
const ANSWER = 4 << 20;
const MOST_PER_ANSWER = 256;
const URGENT = 2; // frames asked for when the one to be shown is missing: it, and the one to glide to
const AGAIN_MS = 1000;

export class ReplaySource implements Source {
    readonly kind = 'replay';
    readonly people: People;
    readonly map: MapQuestions | null;
    readonly first = 0;
    readonly explanationRevision = 0;
    readonly last: number;
    changed = (): void => {};
    trouble: (message: string | null) => void = () => {};

    private readonly cache = new FrameCache(MEMORY);
    private bytesPerFrame: number;
    private fetching: {first: number; last: number; stride: number; urgent: boolean; stop: AbortController} | null =
        null;
    private wanted = {index: 0, ahead: 1, stride: 1};
    private behind = {frames: 0, stride: 1};
    revision = 0;
    private resting = false;
    private readonly explanations = new Map<string, Explanation | null>();

    constructor(
        readonly info: Info,
        agents: AgentColumns,
    ) {
        this.people = new People(info);
        this.people.add(agents);
        this.map = mapOfServer(info);
        this.last = info.frames - 1;
        this.bytesPerFrame = 16 + 20 * Math.max(1, agents.id.length);
    }

    numberAt(index: number): number {
        return this.info.frame_numbers?.[index] ?? this.info.first_frame + index;
    }

    get(index: number): Frame | undefined {
        return this.cache.get(index);
    }

    want(index: number, ahead: number, stride: number): void {
        this.wanted = {index: Math.max(0, Math.min(this.last, index)), ahead: Math.max(1, ahead), stride};
        this.next();
    }

    wantBehind(frames: number, stride: number): void {
        if (frames === this.behind.frames && stride === this.behind.stride) return;
        this.behind = {frames, stride};
        this.next();
    }

    /** The first of the frames that trails need and that is not here, with how many follow; null if none is missing. */
    private missingBehind(index: number): {first: number; count: number; stride: number} | null {
        const {frames, stride} = this.behind;
        const room = Math.floor(MEMORY / 3 / this.bytesPerFrame) * stride;
        const start = Math.ceil(Math.max(0, index - Math.min(frames, room)) / stride) * stride;
        for (let i = start; i < index; i += stride)
            if (!this.cache.has(i)) return {first: i, count: Math.ceil((index - i) / stride), stride};
        return null;
    }

    private next(): void {
        const {index, stride} = this.wanted;
        // Never so far ahead that what lies ahead pushes out what is shown.
        const ahead = Math.min(this.wanted.ahead, Math.max(2, Math.floor(MEMORY / 2 / this.bytesPerFrame)));
        if (this.last < 0 || this.resting) return;
        const {fetching} = this;
        const coming = (i: number): boolean =>
            fetching !== null &&
            i >= fetching.first &&
            i <= fetching.last &&
            (i - fetching.first) % fetching.stride === 0;
        if (fetching) {
            // A short question is let finish even if its answer is no longer wanted: dragging along the timeline would otherwise
            // cancel every one of them and show nothing.
            if (this.cache.has(index) || coming(index) || fetching.urgent) return;
            fetching.stop.abort();
            this.fetching = null;
        }
        let missing = index;
        for (let k = 0; k < ahead && missing <= this.last && this.cache.has(missing); ++k)
            missing = index + (k + 1) * stride;
        const most = Math.max(1, Math.min(MOST_PER_ANSWER, Math.floor(ANSWER / this.bytesPerFrame)));
        if (missing > this.last || missing >= index + ahead * stride || this.cache.has(missing)) {
            const earlier = this.missingBehind(index);
            if (earlier) void this.fetch(earlier.first, Math.min(most, earlier.count), earlier.stride, false);
            return;
        }
        const urgent = missing === index;
        const count = Math.min(urgent ? URGENT : most, Math.floor((this.last - missing) / stride) + 1);
        void this.fetch(missing, count, stride, urgent);
    }

    private async fetch(first: number, count: number, stride: number, urgent: boolean): Promise<void> {
        const stop = new AbortController();
        const mine = {first, last: first + (count - 1) * stride, stride, urgent, stop};
        this.fetching = mine;
        try {
            const frames = await this.frames(first, count, stride, stop.signal);
            if (this.fetching === mine) this.fetching = null;
            this.trouble(null);
            this.changed();
            if (frames.length > 0) this.next();
        } catch (error) {
            if (stop.signal.aborted) return;
            if (this.fetching === mine) this.fetching = null;
            this.trouble(error instanceof Error ? error.message : GONE);
            this.resting = true;
            setTimeout(() => {
                this.resting = false;
                this.next();
            }, AGAIN_MS);
        }
    }

    private async frames(first: number, count: number, stride: number, signal: AbortSignal): Promise<Frame[]> {
        const answer = await ask('frames', {first, count, stride}, signal, () =>
            this.trouble('The server is still reading the result…'),
        );
        const buffer = await answer.arrayBuffer();
        const frames = decodeFrames(buffer);
        if (frames.length > 0) this.bytesPerFrame = Math.max(16, buffer.byteLength / frames.length);
        this.cache.add(frames, buffer.byteLength);
        ++this.revision;
        return frames;
    }

    async sample(first: number, last: number, most: number, signal: AbortSignal): Promise<Frame[]> {
        const places = spread(first, last, most);
        if (places.length === 0) return [];
        const kept = places.map((place) => this.cache.get(place));
        if (kept.every((frame) => frame !== undefined)) return kept as Frame[];
        const stride = Math.ceil((last - first + 1) / most);
        const result: Frame[] = [];
        for (let at = first; at <= last && result.length < most;) {
            const left = Math.min(most - result.length, Math.floor((last - at) / stride) + 1);
            const perAnswer = Math.max(1, Math.floor(ANSWER / this.bytesPerFrame));
            // Not put into the cache: a look at the whole recording must not push out what is being played.
            const answer = await ask('frames', {first: at, count: Math.min(left, perAnswer), stride}, signal);
            const frames = decodeFrames(await answer.arrayBuffer());
            if (frames.length === 0) throw new Trouble('The server sent no frames.');
            result.push(...frames);
            at = frames[frames.length - 1].index + stride;
        }
        return result;
    }

    series(): Promise<Series> {
        return askJson<Series>('series');
    }

    async track(id: number): Promise<Track | null> {
        const track = decodeTrack(await (await ask('track', {id})).arrayBuffer());
        return track.index.length > 0 ? track : null;
    }

    canExplain(id: number): boolean {
        return this.info.explained.includes(id);
    }

    async explain(id: number, frame: Frame): Promise<Explanation | null> {
        if (!this.canExplain(id)) return null;
        const key = `${id}/${frame.number}`;
        const known = this.explanations.get(key);
        if (known !== undefined) return known;
        const explanation = await askJson<Explanation | null>('explain', {id, frame: frame.number});
        if (this.explanations.size > 500) this.explanations.clear();
        this.explanations.set(key, explanation);
        return explanation;
    }
}

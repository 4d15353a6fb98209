// Where frames come from. The rest of the page does not know whether they are fetched, streamed or lie in the page.
import type {People} from '../people';
import type {
    CellsAnswer,
    ChartAnswer,
    Explanation,
    Frame,
    Info,
    LiveState,
    RouteAnswer,
    RouteQuestion,
    Series,
    Track,
} from '../types';

/** An explanation this many frames old is still shown while the next is on its way. */
export const STALE_FRAMES = 3;

export interface Bracket {
    /** The frame at or before the play head. */
    from: Frame;
    /** The frame after it, for interpolation; null where there is none. */
    to: Frame | null;
    /** Part of the way from `from` to `to`, 0–1. */
    part: number;
}

/** What can be asked about the map. */
export interface MapQuestions {
    /** Cells of the body they were exported for are all there is. */
    readonly fixedBody: boolean;
    /** Of finding ways; none where nobody can be asked. */
    readonly methods: string[];
    /** What there are heading charts of. */
    readonly charts: string[];
    cells(body: number): Promise<CellsAnswer>;
    chart(of: number): Promise<ChartAnswer>;
    route(question: RouteQuestion): Promise<RouteAnswer>;
}

export interface Source {
    readonly kind: 'replay' | 'live' | 'embedded' | 'map';
    readonly info: Info;
    readonly people: People;
    /** Called whenever there is something new to draw. */
    changed: () => void;
    /** A sentence for the person in front of the page, null once it is no longer true. */
    trouble: (message: string | null) => void;

    /** Frames are counted from `first` (0 but in a live run, which forgets) to `last`; last < first: there are none. */
    readonly first: number;
    readonly last: number;
    numberAt(index: number): number;
    /** A frame if it is in memory. */
    get(index: number): Frame | undefined;
    /** Increases when frames come into memory. */
    readonly revision: number;
    /** Says what will be shown soon; `stride` > 1 while playing so fast that frames are left out. */
    want(index: number, ahead: number, stride: number): void;
    /** Frames before the play head that are needed too, for trails; fetched when nothing more urgent is. */
    wantBehind(frames: number, stride: number): void;
    /** Up to `most` evenly spread frames of first…last. */
    sample(first: number, last: number, most: number, signal: AbortSignal): Promise<Frame[]>;
    series(): Promise<Series>;
    track(id: number): Promise<Track | null>;
    /** Of this frame; in a live run, while that is on its way, of one at most STALE_FRAMES before it. */
    explain(id: number, frame: Frame): Promise<Explanation | null>;
    /** Increases when an explanation comes unasked: what was answered before may have a better answer now. */
    readonly explanationRevision: number;
    canExplain(id: number): boolean;
    /** Null where there is no map to ask about. */
    readonly map: MapQuestions | null;
}

export interface LiveControl {
    readonly state: LiveState | null;
    readonly received: number;
    /** Frames per second that arrived lately. */
    readonly rate: number;
    readonly connected: boolean;
    /** Called after every frame that is not the newest one once more. */
    arrived: (frame: Frame) => void;
    /** The run began anew: everything kept is gone. */
    restarted: () => void;
    send(command: {do: string; value?: number; id?: number | null}): void;
    choose(id: number | null): void;
}

export function isLive(source: Source): source is Source & LiveControl {
    return source.kind === 'live';
}

/** Rounded places of `most` members of first…last, ends included. */
export function spread(first: number, last: number, most: number): number[] {
    const n = last - first + 1;
    if (n <= 0 || most <= 0) return [];
    if (n <= most) return Array.from({length: n}, (_, i) => first + i);
    if (most === 1) return [first];
    return Array.from({length: most}, (_, i) => first + Math.round((i * (n - 1)) / (most - 1)));
}

export function seriesOf(frames: Frame[]): Series {
    const series: Series = {index: [], count: [], speed: []};
    for (const frame of frames) {
        let sum = 0;
        for (const speed of frame.speed) sum += speed;
        series.index.push(frame.index);
        series.count.push(frame.id.length);
        series.speed.push(frame.id.length ? sum / frame.id.length : 0);
    }
    return series;
}

/** One agent through frames that are all in memory. */
export function trackOf(frames: Iterable<Frame>, id: number): Track | null {
    const rows: number[][] = [];
    for (const frame of frames) {
        const row = frame.id.indexOf(id);
        if (row >= 0)
            rows.push([frame.index, frame.number, frame.x[row], frame.y[row], frame.heading[row], frame.speed[row]]);
    }
    if (rows.length === 0) return null;
    const column = (c: number): number[] => rows.map((row) => row[c]);
    return {
        index: Uint32Array.from(column(0)),
        number: Uint32Array.from(column(1)),
        x: Float32Array.from(column(2)),
        y: Float32Array.from(column(3)),
        heading: Float32Array.from(column(4)),
        speed: Float32Array.from(column(5)),
    };
}

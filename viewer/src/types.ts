// What the page is told: the forms of docs/viewer_protocol.md.

export interface Health {
    ok: boolean;
    /** All there is to say about the run, in words. */
    sentences?: string[];
    [other: string]: unknown;
}

export interface Goal {
    name: string;
    polygon: number[] | null;
    point: [number, number];
    exit: boolean;
}

export interface Door {
    name: string;
    a: [number, number];
    b: [number, number];
    /** At the beginning. */
    closed: boolean;
    moves: {time: number; closes: boolean}[];
}

export interface LayerShape {
    points: number[];
    closed: boolean;
    class?: string;
}

export interface Info {
    kind: 'replay' | 'live' | 'map';
    title: string;
    file: string | null;
    version: string;
    fps: number;
    frames: number;
    first_frame: number;
    frame_numbers: number[] | null;
    duration: number;
    bounds: [number, number, number, number];
    origin: [number, number];
    periodic: [number, number];
    floor: {outer: number[]; holes: number[][]}[];
    walls: number[][];
    goals: Goal[];
    sources: {polygon: number[]; goal: string}[];
    slow: {polygon: number[]; factor: number}[];
    doors: Door[];
    /** What can be asked about the map; null where there is none. No methods: no ways are offered. */
    map: {body: number; methods: string[]; charts: string[]} | null;
    layers: {name: string; shapes: LayerShape[]}[];
    profiles: string[];
    goal_names: string[];
    groups: string[];
    models: Record<string, string>;
    explained: number[];
    health: Health | null;
    metadata: Record<string, string>;
}

export interface AgentColumns {
    id: number[];
    radius: number[];
    profile: number[];
    goal: number[];
    group: number[];
    profiles?: string[];
    goal_names?: string[];
    groups?: string[];
    /** Who waits when: id, first and last frame number of each wait; −1: it has no end. */
    waits?: number[];
    /** The run began anew: those told of before are no longer so. */
    waits_anew?: boolean;
}

/** One recorded moment. Places are relative to `Info.origin`. */
export interface Frame {
    index: number;
    number: number;
    id: Uint32Array;
    x: Float32Array;
    y: Float32Array;
    heading: Float32Array;
    speed: Float32Array;
}

export interface Track {
    index: Uint32Array;
    number: Uint32Array;
    x: Float32Array;
    y: Float32Array;
    heading: Float32Array;
    speed: Float32Array;
}

export interface Series {
    index: number[];
    count: number[];
    speed: number[];
}

export type ShapeKind = 'vector' | 'segment' | 'circle' | 'point' | 'polygon' | 'half_plane';
export type Role = 'wish' | 'decision' | 'goal' | 'neighbour' | 'wall' | 'prediction' | 'limit';

export interface Shape {
    kind: ShapeKind;
    role: Role;
    a: [number, number];
    b: [number, number];
    value: number;
    points?: [number, number][] | number[];
    label: string;
    unit: string;
    about: number;
}

export interface Explanation {
    id: number;
    frame: number;
    model: string;
    position: [number, number];
    shapes: Shape[];
}

/** What a live run says about itself. */
export interface LiveState {
    time: number;
    step: number;
    paused: boolean;
    speed: number;
    finished: boolean;
    agents: number;
    steps_per_s: number;
    health: Health | null;
    /** The run failed. */
    error?: string;
}

/** A map cut into cells, for bodies of one width. Places are in millimetres, relative to `Info.origin`. */
export interface CellsAnswer {
    body: number;
    cells: {sides: number[]; corners: number[]; ways: number[]};
    portals: {ends: number[]; cells: number[]; width: number[]; door: number[]; bottleneck: number[]};
    /** What each member is part of, −1: nothing. Cells first, then groups, parts before the whole. */
    tree: number[];
}

/** Heading charts of one goal, one for each turning radius. */
export interface ChartAnswer {
    name: string;
    lower: [number, number];
    cell: number;
    columns: number;
    rows: number;
    /** In 1/256 turn, row by row; −1: no path, −2: blocked. */
    charts: {radius: number; heading: number[]}[];
}

export interface RouteQuestion {
    from: [number, number];
    to: [number, number];
    method: string;
    body: number;
    /** Doors, by their place in `Info.doors`. */
    closed: number[];
}

export interface RouteAnswer {
    status:
        | 'found'
        | 'start_blocked'
        | 'goal_blocked'
        | 'too_narrow'
        | 'unreachable'
        | 'refused'
        | 'building'
        | 'superseded';
    explanation: string;
    length?: number;
    expansions?: number;
    time_us?: number;
    /** In the map's coordinates. */
    points?: number[];
    portals?: number[];
}

export interface Embedded {
    info: Info;
    cells?: CellsAnswer | null;
    agents: AgentColumns;
    series: Series;
    explanations: Explanation[];
    frames: string;
}

/** Fills what a sender left out, so that the rest of the page need not ask. */
export function completeInfo(given: Partial<Info>): Info {
    const bounds =
        given.bounds?.length === 4 && given.bounds.every(Number.isFinite)
            ? given.bounds
            : ([0, 0, 10, 10] as [number, number, number, number]);
    return {
        kind: given.kind ?? 'replay',
        title: given.title || given.file || 'untitled',
        file: given.file ?? null,
        version: given.version ?? '',
        fps: given.fps && given.fps > 0 ? given.fps : 10,
        frames: given.frames ?? 0,
        first_frame: given.first_frame ?? 0,
        frame_numbers: given.frame_numbers ?? null,
        duration: given.duration ?? 0,
        bounds,
        origin: given.origin ?? [0, 0],
        periodic: given.periodic ?? [0, 0],
        floor: given.floor ?? [],
        walls: given.walls ?? [],
        goals: given.goals ?? [],
        sources: given.sources ?? [],
        slow: given.slow ?? [],
        doors: given.doors ?? [],
        map: given.map ?? null,
        layers: given.layers ?? [],
        profiles: given.profiles ?? [],
        goal_names: given.goal_names ?? [],
        groups: given.groups ?? [],
        models: given.models ?? {},
        explained: given.explained ?? [],
        health: given.health ?? null,
        metadata: given.metadata ?? {},
    };
}

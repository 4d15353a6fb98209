// Where people were, and how fast: means over frames in square cells, smoothed so that places show and not single visits.
import type {Frame} from './types';

export type HeatKind = 'density' | 'speed';

export interface HeatMap {
    /** Lower left corner, relative to the origin of frames. */
    x: number;
    y: number;
    cell: number;
    columns: number;
    rows: number;
    /** Standard deviation of the smoothing, in metres. */
    smoothed: number;
    /** People per m², or m/s; NaN where nobody was near. */
    values: Float32Array;
    /** How much there is behind a value: 1 from one visit at that very place on, less at the rim of a single one. */
    weight: Float32Array;
    largest: number;
    frames: number;
}

const MOST_CELLS = 400 * 400;
const SMOOTH = 0.7; // m, and at least a cell: about the room one person takes up in a crowd that still walks
const REACH = 3; // standard deviations
const FAINT = 0.02; // of a visit: below, nobody was near

/** About half a metre, larger on large maps. */
export function cellSize(width: number, height: number): number {
    const fine = Math.max(0.5, Math.sqrt((Math.max(1, width) * Math.max(1, height)) / MOST_CELLS));
    return fine <= 0.5 ? 0.5 : Math.ceil(fine * 2) / 2;
}

/** Spreads every number over its neighbours by a bell curve, first along rows, then along columns; what would leave stays inside. */
function spreadOut(values: Float64Array, columns: number, rows: number, deviation: number): Float64Array {
    const reach = Math.ceil(REACH * deviation);
    const bell = Float64Array.from({length: reach + 1}, (_, k) => Math.exp((-k * k) / (2 * deviation * deviation)));
    const along = (from: Float64Array, length: number, step: number, lines: number, next: number): Float64Array => {
        const to = new Float64Array(from.length);
        for (let line = 0; line < lines; ++line) {
            for (let i = 0; i < length; ++i) {
                const value = from[line * next + i * step];
                if (value === 0) continue;
                const low = Math.max(0, i - reach),
                    high = Math.min(length - 1, i + reach);
                let whole = 0;
                for (let k = low; k <= high; ++k) whole += bell[Math.abs(k - i)];
                for (let k = low; k <= high; ++k) to[line * next + k * step] += (value * bell[Math.abs(k - i)]) / whole;
            }
        }
        return to;
    };
    return along(along(values, columns, 1, rows, columns), rows, columns, columns, 1);
}

export function heatMap(frames: Frame[], kind: HeatKind, bounds: [number, number, number, number]): HeatMap {
    const [x0, y0, x1, y1] = bounds;
    const cell = cellSize(x1 - x0, y1 - y0);
    const columns = Math.max(1, Math.ceil((x1 - x0) / cell - 1e-9)),
        rows = Math.max(1, Math.ceil((y1 - y0) / cell - 1e-9));
    const visits = new Float64Array(columns * rows),
        speeds = new Float64Array(columns * rows);
    for (const frame of frames) {
        for (let i = 0; i < frame.id.length; ++i) {
            const c = Math.floor((frame.x[i] - x0) / cell),
                r = Math.floor((frame.y[i] - y0) / cell);
            if (c < 0 || r < 0 || c >= columns || r >= rows) continue;
            ++visits[r * columns + c];
            speeds[r * columns + c] += frame.speed[i];
        }
    }
    const smoothed = Math.max(SMOOTH, cell);
    const deviation = smoothed / cell;
    const near = spreadOut(visits, columns, rows, deviation);
    const pace = kind === 'speed' ? spreadOut(speeds, columns, rows, deviation) : null;
    const one = 1 / (2 * Math.PI * deviation * deviation); // a single visit where it was
    const values = new Float32Array(columns * rows).fill(NaN),
        weight = new Float32Array(columns * rows);
    const present: number[] = [];
    for (let k = 0; k < values.length; ++k) {
        if (near[k] < FAINT * one) continue;
        values[k] = pace ? pace[k] / near[k] : near[k] / (frames.length * cell * cell);
        weight[k] = Math.min(1, near[k] / one);
        if (visits[k] > 0) present.push(values[k]);
    }
    // A few crowded places must not take all the colours: the scale ends at the 99th percentile of where people were.
    present.sort((a, b) => a - b);
    const largest = present.length ? present[Math.floor(0.99 * (present.length - 1))] : 0;
    return {x: x0, y: y0, cell, columns, rows, smoothed, values, weight, largest, frames: frames.length};
}

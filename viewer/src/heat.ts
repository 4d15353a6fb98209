// Where people were, and how fast: means over frames in square cells.
import type {Frame} from './types';

export type HeatKind = 'density' | 'speed';

export interface HeatMap {
    /** Lower left corner, relative to the origin of frames. */
    x: number;
    y: number;
    cell: number;
    columns: number;
    rows: number;
    /** People per m², or m/s; NaN where nobody was. */
    values: Float32Array;
    largest: number;
    frames: number;
}

const MOST_CELLS = 400 * 400;

/** About half a metre, larger on large maps. */
export function cellSize(width: number, height: number): number {
    const fine = Math.max(0.5, Math.sqrt((Math.max(1, width) * Math.max(1, height)) / MOST_CELLS));
    return fine <= 0.5 ? 0.5 : Math.ceil(fine * 2) / 2;
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
    const values = new Float32Array(columns * rows).fill(NaN);
    const present: number[] = [];
    for (let k = 0; k < values.length; ++k) {
        if (visits[k] === 0) continue;
        values[k] = kind === 'density' ? visits[k] / (frames.length * cell * cell) : speeds[k] / visits[k];
        present.push(values[k]);
    }
    // A few crowded cells must not take all the colours: the scale ends at the 99th percentile.
    present.sort((a, b) => a - b);
    const largest = present.length ? present[Math.floor(0.99 * (present.length - 1))] : 0;
    return {x: x0, y: y0, cell, columns, rows, values, largest, frames: frames.length};
}

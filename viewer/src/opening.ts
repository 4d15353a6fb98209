// What a page shows first: on a large map people would be dots, so it opens where most of them are.
import type {Frame} from './types';

const PARTS = 4; // a window moves by so many parts of itself

/** The middle of those people whom a window of this size, put where it holds most of them, shows; null without people. */
export function busiest(frames: Frame[], width: number, height: number): {x: number; y: number} | null {
    const w = width / PARTS,
        h = height / PARTS;
    const cells = new Map<string, {n: number; x: number; y: number; c: number; r: number}>();
    for (const {x, y} of frames) {
        for (let i = 0; i < x.length; ++i) {
            const c = Math.floor(x[i] / w),
                r = Math.floor(y[i] / h);
            const key = `${c} ${r}`;
            let cell = cells.get(key);
            if (!cell) cells.set(key, (cell = {n: 0, x: 0, y: 0, c, r}));
            ++cell.n;
            cell.x += x[i];
            cell.y += y[i];
        }
    }
    let best: {n: number; x: number; y: number} | null = null;
    for (const {c, r} of cells.values()) {
        // The window around this cell.
        const sum = {n: 0, x: 0, y: 0};
        for (let dc = -1; dc < PARTS - 1; ++dc) {
            for (let dr = -1; dr < PARTS - 1; ++dr) {
                const cell = cells.get(`${c + dc} ${r + dr}`);
                if (!cell) continue;
                sum.n += cell.n;
                sum.x += cell.x;
                sum.y += cell.y;
            }
        }
        if (!best || sum.n > best.n) best = sum;
    }
    return best && {x: best.x / best.n, y: best.y / best.n};
}

// Who stands under a pixel of the 3D view.
import type {View} from './camera';
import type {Figures} from './figures';

const HEIGHT = 1.75;

type Pixel = [number, number];

function distanceToSegment([x, y]: Pixel, [ax, ay]: Pixel, [bx, by]: Pixel): number {
    const [dx, dy] = [bx - ax, by - ay];
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.max(0, Math.min(1, along));
    return Math.hypot(ax + part * dx - x, ay + part * dy - y);
}

/** The row of whoever is nearest on the screen, feet to head, not farther than its radius and `reach` pixels; −1: nobody. */
export function rowUnder(at: Pixel, view: View, {pose, count}: Figures, reach: number): number {
    let least = Infinity;
    let row = -1;
    for (let i = 0; i < count; ++i) {
        const [x, y, , radius] = pose.subarray(4 * i, 4 * i + 4);
        const foot = view.project(x, y);
        const head = view.project(x, y, HEIGHT);
        if (!foot || !head) continue;
        const distance = distanceToSegment(at, foot, head);
        if (distance < least && distance < radius / view.metresPerPixel + reach) [least, row] = [distance, i];
    }
    return row;
}

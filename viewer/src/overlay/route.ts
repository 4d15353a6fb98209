// The route on the flat drawing: portals it crosses, the taut line, and how long it is.
import {fixed} from '../format';
import type {RouteTool, Place} from '../map/route';
import type {View} from '../scene/camera';
import {css, type Theme} from '../theme';
import type {OverlayLayer} from './layer';

function drawRoute(
    context: CanvasRenderingContext2D,
    route: RouteTool,
    {view, theme, origin}: {view: View; theme: Theme; origin: [number, number]},
): void {
    const on = ([x, y]: Place): [number, number] | null => view.project(x - origin[0], y - origin[1], 0.02);
    const {answer, answered} = route;
    const points = answer?.points ?? [],
        portals = answer?.portals ?? [];

    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.beginPath();
    for (let i = 0; i + 3 < portals.length; i += 4) {
        const a = on([portals[i], portals[i + 1]]),
            b = on([portals[i + 2], portals[i + 3]]);
        if (!a || !b) continue;
        context.moveTo(a[0], a[1]);
        context.lineTo(b[0], b[1]);
    }
    context.lineWidth = 1.5;
    context.strokeStyle = css(theme.source, 0.9);
    context.stroke();

    for (const [width, colour] of [
        [6, css(theme.floor, 0.85)],
        [3, css(theme.accent)],
    ] as const) {
        context.beginPath();
        let pen = false;
        for (let i = 0; i + 1 < points.length; i += 2) {
            const p = on([points[i], points[i + 1]]);
            if (p && pen) context.lineTo(p[0], p[1]);
            else if (p) context.moveTo(p[0], p[1]);
            pen = p !== null;
        }
        context.lineWidth = width;
        context.strokeStyle = colour;
        context.stroke();
    }

    const found = answer?.status === 'found';
    const mark = (place: Place | null, filled: boolean, wrong: boolean): void => {
        const p = place && on(place);
        if (!p) return;
        context.beginPath();
        context.arc(p[0], p[1], 6, 0, 2 * Math.PI);
        context.fillStyle = css(filled ? (wrong ? theme.trouble : theme.accent) : theme.floor);
        context.fill();
        context.lineWidth = 2.5;
        context.strokeStyle = css(wrong ? theme.trouble : theme.accent);
        context.stroke();
    };
    mark(route.start, false, answer?.status === 'start_blocked');
    const goal = answered?.to ?? null;
    const waiting = !answer || answer.status === 'building';
    mark(goal, true, !waiting && !found);

    const at = goal && on(goal);
    if (!at || !found || answer.length === undefined) return;
    const text = `${fixed(answer.length, answer.length < 1000 ? 1 : 0)} m`;
    context.font = '650 12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    const width = context.measureText(text).width + 14;
    const x = at[0] + 14 + width > view.width ? at[0] - 14 - width : at[0] + 14;
    const y = Math.max(14, at[1] - 16);
    context.beginPath();
    context.roundRect(x, y - 11, width, 22, 6);
    context.fillStyle = css(theme.accent);
    context.fill();
    context.fillStyle = css(theme.floor);
    context.fillText(text, x + 7, y + 0.5);
}

export const routeLayer: OverlayLayer = {
    key: 'route',
    present: ({route}) => route !== null,
    draw: (context, {route, view, theme, info}) => drawRoute(context, route!, {view, theme, origin: info.origin}),
};

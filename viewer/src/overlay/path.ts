// The whole path of the chosen agent, a ring at its start and a dot at its end.
import {LONGEST_BRIDGE_S} from '../player';
import {css} from '../theme';
import {chosenPlace, type OverlayLayer, type OverlayScene} from './layer';

function draw(context: CanvasRenderingContext2D, scene: OverlayScene): void {
    const {view} = scene;
    const track = scene.chosen.track!;
    const place = chosenPlace(scene);
    const [lx, ly] = scene.info.periodic;
    const n = track.x.length;
    const stride = Math.max(1, Math.floor(n / 4000));
    for (const [width, colour] of [
        [4, css(scene.theme.floor, 0.7)],
        [2, css(scene.theme.accent)],
    ] as [number, string][]) {
        context.beginPath();
        let pen = false;
        for (let i = 0; i < n; i = i + stride < n || i === n - 1 ? i + stride : n - 1) {
            const p = view.project(track.x[i], track.y[i], 0.02);
            const before = Math.max(0, i - stride);
            const jump =
                (lx > 0 && Math.abs(track.x[i] - track.x[before]) > lx / 2) ||
                (ly > 0 && Math.abs(track.y[i] - track.y[before]) > ly / 2);
            const gone =
                track.index[i] - track.index[before] > stride ||
                track.number[i] - track.number[before] > stride * LONGEST_BRIDGE_S * scene.info.fps;
            if (!p || jump || gone) pen = false;
            if (!p) continue;
            if (pen) context.lineTo(p[0], p[1]);
            else context.moveTo(p[0], p[1]);
            pen = true;
        }
        context.lineWidth = width;
        context.strokeStyle = colour;
        context.lineJoin = 'round';
        context.stroke();
    }
    for (const [i, filled] of [
        [0, false],
        [n - 1, true],
    ] as [number, boolean][]) {
        const p = view.project(track.x[i], track.y[i], 0.02);
        // Not on the agent itself: in a live run the path always ends there.
        if (!p || (place && Math.hypot(place.x - track.x[i], place.y - track.y[i]) < 2 * place.radius)) continue;
        context.beginPath();
        context.arc(p[0], p[1], 4, 0, 2 * Math.PI);
        context.fillStyle = css(filled ? scene.theme.accent : scene.theme.floor);
        context.fill();
        context.lineWidth = 2;
        context.stroke();
    }
}

export const pathLayer: OverlayLayer = {
    key: 'path',
    shortcut: {letter: 'p', help: 'Path of the chosen agent'},
    present: ({chosen}) => chosen.track !== null,
    draw,
};

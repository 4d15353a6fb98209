// The flat drawing over the 3D one: names, the chosen agent with its path, explanations. Thin exact lines and text are easier on
// a 2D canvas than in WebGL.
import type {RouteTool} from '../map/route';
import type {View} from '../scene/camera';
import type {Floor} from '../scene/floor';
import {css, type Theme} from '../theme';
import type {Explanation, Track} from '../types';
import {drawExplanation, type DrawnShape} from './explain';
import {drawRoute} from './route';

export interface OverlayScene {
    view: View;
    theme: Theme;
    floor: Floor;
    origin: [number, number];
    periodic: [number, number];
    names: boolean;
    chosen: {id: number; place: {x: number; y: number; radius: number} | null; following: boolean} | null;
    track: Track | null;
    showPath: boolean;
    explanation: Explanation | null;
    highlighted: number | null;
    /** Where it is switched on. */
    route: RouteTool | null;
}

export class Overlay {
    /** What the picture explains, and as which shapes. */
    explained: Explanation | null = null;
    drawn: DrawnShape[] = [];
    private used = false;
    private readonly context: CanvasRenderingContext2D;

    constructor(private readonly canvas: HTMLCanvasElement) {
        this.context = canvas.getContext('2d')!;
    }

    resize(width: number, height: number, ratio: number): void {
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    draw(scene: OverlayScene): void {
        const {context} = this;
        const {view} = scene;
        // Nothing to draw on nothing: an untouched canvas costs the browser nothing.
        const something =
            (scene.names && scene.floor.names.length > 0) || scene.chosen !== null || scene.route !== null;
        if (!something && !this.used) return;
        this.used = something;
        context.clearRect(0, 0, view.width, view.height);
        this.drawn = [];
        this.explained = scene.explanation;
        if (scene.names) this.names(scene);
        if (scene.route) drawRoute(context, scene.route, scene);
        if (scene.showPath && scene.track) this.path(scene, scene.track);
        if (scene.chosen?.place) this.ring(scene, scene.chosen.place, scene.chosen.following);
        const taken: [number, number, number, number][] = [];
        if (scene.chosen?.place) {
            const at = view.project(scene.chosen.place.x, scene.chosen.place.y);
            if (at) taken.push([at[0] - 10, at[1] - 10, at[0] + 10, at[1] + 10]);
        }
        if (scene.explanation)
            this.drawn = drawExplanation(context, scene.explanation, {
                view,
                theme: scene.theme,
                origin: scene.origin,
                agent: scene.chosen?.place ?? null,
                highlighted: scene.highlighted,
                taken,
            });
    }

    private names(scene: OverlayScene): void {
        const {context} = this;
        context.font = '600 11px system-ui, sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        const taken: [number, number, number, number][] = [];
        for (const name of scene.floor.names) {
            if (!scene.floor.isShown(name.layer)) continue;
            // A door's name must not be wider than the door: it would hide it.
            if (
                name.least !== undefined &&
                name.least / scene.view.metresPerPixel < context.measureText(name.text).width
            )
                continue;
            const at = scene.view.project(name.x, name.y);
            if (!at) continue;
            const half = context.measureText(name.text).width / 2 + 4;
            // A name at the border of the map is pulled into the picture; one whose place is not in it is left out.
            if (at[0] < 0 || at[0] > scene.view.width || at[1] < 0 || at[1] > scene.view.height) continue;
            at[0] = Math.max(half, Math.min(scene.view.width - half, at[0]));
            const box: [number, number, number, number] = [at[0] - half, at[1] - 8, at[0] + half, at[1] + 8];
            if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]))
                continue;
            taken.push(box);
            context.lineWidth = 3;
            context.strokeStyle = css(scene.theme.floor, 0.8);
            context.strokeText(name.text, at[0], at[1]);
            context.fillStyle = css(scene.theme[name.tone]);
            context.fillText(name.text, at[0], at[1]);
        }
        context.textAlign = 'left';
    }

    private path(scene: OverlayScene, track: Track): void {
        const {context} = this;
        const {
            view,
            periodic: [lx, ly],
        } = scene;
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
                const gone = track.index[i] - track.index[before] > stride;
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
            const place = scene.chosen?.place;
            if (!p || (place && Math.hypot(place.x - track.x[i], place.y - track.y[i]) < 2 * place.radius)) continue;
            context.beginPath();
            context.arc(p[0], p[1], 4, 0, 2 * Math.PI);
            context.fillStyle = css(filled ? scene.theme.accent : scene.theme.floor);
            context.fill();
            context.lineWidth = 2;
            context.stroke();
        }
    }

    private ring(scene: OverlayScene, place: {x: number; y: number; radius: number}, following: boolean): void {
        const {context} = this;
        const {view, theme} = scene;
        const radius = Math.max(place.radius + 3 * view.metresPerPixel, 8 * view.metresPerPixel);
        const around = Array.from({length: 40}, (_, k) =>
            view.project(
                place.x + radius * Math.cos((k * Math.PI) / 20),
                place.y + radius * Math.sin((k * Math.PI) / 20),
                0.02,
            ),
        );
        if (around.some((p) => p === null)) return;
        context.beginPath();
        around.forEach((p, i) => (i === 0 ? context.moveTo(p![0], p![1]) : context.lineTo(p![0], p![1])));
        context.closePath();
        context.lineWidth = 4.5;
        context.strokeStyle = css(theme.floor, 0.9);
        context.stroke();
        context.lineWidth = 2.5;
        context.setLineDash(following ? [6, 4] : []);
        context.strokeStyle = css(theme.accent);
        context.stroke();
        context.setLineDash([]);
    }
}

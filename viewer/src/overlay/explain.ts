// Draws why somebody decided as it did. Velocities and accelerations are arrows, 1 m/s or 1 m/s² as long as 1 m; half-planes are
// borders in the plane of velocities with its origin at the agent, with a band on the side that is ruled out. They end at the circle of the
// largest speed, where the model draws one: nothing beyond it can be chosen. What all of them permit is tinted.
import {rgb, type Rgb} from '../palette';
import type {View} from '../scene/camera';
import {css, type Theme} from '../theme';
import type {Explanation, Role, Shape} from '../types';
import {chosenPlace, type OverlayLayer, type OverlayScene} from './layer';

const LARGEST_SPEED = 2.5; // m/s, where the model draws no circle
const STUB = 0.3; // m of border, each way, of a half-plane that lies outside the circle
const BAND = 0.1; // m of the side that is ruled out
const HEAD_PIXELS = 9;
const MOST_LABELS = 10;

const ROLE_COLOURS: Record<Role, Rgb> = {
    wish: rgb('#56b4e9'),
    decision: rgb('#0072b2'),
    goal: rgb('#009e73'),
    neighbour: rgb('#d55e00'),
    wall: rgb('#a6761d'),
    prediction: rgb('#cc79a7'),
    limit: rgb('#8c8c8c'),
};

export function roleColour(role: Role, theme: Theme): Rgb {
    if (role === 'decision') return theme.dark ? rgb('#f0e442') : rgb('#0072b2');
    return ROLE_COLOURS[role] ?? ROLE_COLOURS.limit;
}

export interface DrawnShape {
    kind: Shape['kind'];
    role: Role;
    label: string;
    unit: string;
    about: number;
    /** Corners as drawn, in the map's coordinates. */
    world: [number, number][];
    /** The same on the screen, pixels of the drawing. */
    screen: ([number, number] | null)[];
    radius?: number;
}

export function pointsOf(shape: Shape): [number, number][] {
    const points = shape.points ?? [];
    if (points.length > 0 && typeof points[0] === 'number') {
        const flat = points as number[];
        return Array.from({length: flat.length >> 1}, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
    }
    return points as [number, number][];
}

/** The radius of the circle of speeds that a model draws round the agent. */
export function largestSpeed({shapes, position}: Explanation): number {
    const circle = shapes.find(
        ({kind, unit, a}) =>
            kind === 'circle' && unit === 'm/s' && Math.hypot(a[0] - position[0], a[1] - position[1]) < 1e-3,
    );
    return circle?.value ?? LARGEST_SPEED;
}

/** The velocities that all half-planes permit, as a polygon; empty where they contradict each other. */
export function permitted(shapes: Shape[], speed: number): [number, number][] {
    let polygon = Array.from({length: 64}, (_, k): [number, number] => [
        speed * Math.cos((k * Math.PI) / 32),
        speed * Math.sin((k * Math.PI) / 32),
    ]);
    for (const {kind, b, value} of shapes) {
        if (kind !== 'half_plane') continue;
        const inside = ([x, y]: [number, number]): number => b[0] * x + b[1] * y - value;
        polygon = polygon.flatMap((p, i) => {
            const q = polygon[(i + 1) % polygon.length];
            const atP = inside(p),
                atQ = inside(q);
            const kept: [number, number][] = atP >= 0 ? [p] : [];
            if (atP >= 0 !== atQ >= 0) {
                const t = atP / (atP - atQ);
                kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
            }
            return kept;
        });
    }
    return polygon;
}

/** The corners that are drawn, in the map's coordinates. */
export function corners(shape: Shape, speed = LARGEST_SPEED): [number, number][] {
    const [ax, ay] = shape.a,
        [bx, by] = shape.b ?? [0, 0];
    switch (shape.kind) {
        case 'vector':
            return [
                [ax, ay],
                [ax + bx, ay + by],
            ];
        case 'segment':
            return [
                [ax, ay],
                [bx, by],
            ];
        case 'polygon':
            return pointsOf(shape);
        case 'half_plane': {
            const x = ax + bx * shape.value,
                y = ay + by * shape.value;
            const reach = Math.max(STUB, Math.sqrt(Math.max(0, speed * speed - shape.value * shape.value)));
            return [
                [x - by * reach, y + bx * reach],
                [x + by * reach, y - bx * reach],
            ];
        }
        default:
            return [[ax, ay]];
    }
}

/** What the table shows as the size of a shape, NaN where a number would say nothing. */
export function magnitude(shape: Shape): number {
    if (shape.kind === 'vector') return Math.hypot(shape.b[0], shape.b[1]);
    if (shape.kind === 'circle' || shape.kind === 'half_plane') return shape.value;
    if (shape.kind === 'segment' && !shape.unit) return Math.hypot(shape.b[0] - shape.a[0], shape.b[1] - shape.a[1]);
    return shape.unit ? shape.value : NaN;
}

/** What is small and exact is drawn last, on top: areas, then lines, then vectors, then the decision. */
function rank({kind, role}: Shape): number {
    if (kind === 'polygon' || kind === 'half_plane') return 0;
    if (kind === 'circle') return 1;
    if (role === 'decision') return 4;
    return kind === 'vector' ? 3 : 2;
}

export interface ExplainScene {
    view: View;
    theme: Theme;
    origin: [number, number];
    /** Where the agent is drawn now, relative to the origin: between frames it has moved on. */
    agent: {x: number; y: number} | null;
    highlighted: number | null;
    /** Places on the screen that labels may not cover. */
    taken: [number, number, number, number][];
}

export function drawExplanation(
    context: CanvasRenderingContext2D,
    explanation: Explanation,
    scene: ExplainScene,
): DrawnShape[] {
    const {view, theme, origin, agent, highlighted} = scene;
    const shift = agent
        ? [agent.x + origin[0] - explanation.position[0], agent.y + origin[1] - explanation.position[1]]
        : [0, 0];
    // Shapes at the agent move with it, those elsewhere stay.
    const shiftOf = (shape: Shape): number[] =>
        shape.kind !== 'segment' &&
        Math.hypot(shape.a[0] - explanation.position[0], shape.a[1] - explanation.position[1]) < 1e-3
            ? shift
            : [0, 0];
    const drawn: DrawnShape[] = [];
    const labels: {
        text: string;
        at: [number, number];
        colour: Rgb;
        size: number;
        index: number;
        away: [number, number];
    }[] = [];
    const z = 0.03;
    const onScreen = (x: number, y: number): [number, number] | null => view.project(x - origin[0], y - origin[1], z);

    const path = (points: ([number, number] | null)[], close: boolean): boolean => {
        if (points.some((p) => p === null)) return false;
        context.beginPath();
        points.forEach((p, i) => (i === 0 ? context.moveTo(p![0], p![1]) : context.lineTo(p![0], p![1])));
        if (close) context.closePath();
        return true;
    };

    const order = explanation.shapes
        .map((_, i) => i)
        .sort((a, b) => rank(explanation.shapes[a]) - rank(explanation.shapes[b]) || a - b);

    const speed = largestSpeed(explanation);
    const planes = explanation.shapes.filter(({kind}) => kind === 'half_plane');
    const allowed = planes.length ? permitted(planes, speed) : [];
    if (allowed.length >= 3) {
        const [x, y] = [planes[0].a[0] + shiftOf(planes[0])[0], planes[0].a[1] + shiftOf(planes[0])[1]];
        context.fillStyle = css(theme.accent, 0.22);
        context.strokeStyle = css(theme.accent);
        context.lineWidth = 1.5;
        if (
            path(
                allowed.map(([vx, vy]) => onScreen(x + vx, y + vy)),
                true,
            )
        ) {
            context.fill();
            context.stroke();
        }
    }

    for (const index of order) {
        const shape = explanation.shapes[index];
        const colour = roleColour(shape.role, theme);
        const [sx, sy] = shiftOf(shape);
        const world = corners(shape, speed).map(([x, y]): [number, number] => [x + sx, y + sy]);
        const screen = world.map(([x, y]) => onScreen(x, y));
        const bright = highlighted === index,
            dim = highlighted !== null && !bright;
        context.globalAlpha = dim ? 0.25 : 1;
        context.lineWidth = bright ? 3.5 : shape.role === 'decision' ? 3 : 2;
        context.strokeStyle = css(colour);
        context.fillStyle = css(colour);
        context.setLineDash(shape.role === 'prediction' ? [5, 4] : []);
        context.lineJoin = 'round';
        let labelAt: [number, number] | null = screen[0] ?? null;
        let away: [number, number] = [0, -1];

        switch (shape.kind) {
            case 'vector': {
                const [from, to] = screen;
                if (!from || !to) break;
                const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
                if (length < 0.5) {
                    labelAt = null;
                    break;
                }
                const ux = (to[0] - from[0]) / length,
                    uy = (to[1] - from[1]) / length;
                const head = Math.min(HEAD_PIXELS + (bright ? 3 : 0), length);
                if (length > head) {
                    path([from, [to[0] - ux * head * 0.8, to[1] - uy * head * 0.8]], false);
                    context.stroke();
                }
                path(
                    [
                        to,
                        [to[0] - ux * head - uy * head * 0.45, to[1] - uy * head + ux * head * 0.45],
                        [to[0] - ux * head + uy * head * 0.45, to[1] - uy * head - ux * head * 0.45],
                    ],
                    true,
                );
                context.fill();
                labelAt = to;
                away = [ux, uy];
                break;
            }
            case 'segment':
                if (path(screen, false)) context.stroke();
                if (screen[0] && screen[1])
                    labelAt = [(screen[0][0] + screen[1][0]) / 2, (screen[0][1] + screen[1][1]) / 2];
                break;
            case 'circle': {
                const around = Array.from({length: 48}, (_, k) =>
                    onScreen(
                        world[0][0] + shape.value * Math.cos((k * Math.PI) / 24),
                        world[0][1] + shape.value * Math.sin((k * Math.PI) / 24),
                    ),
                );
                if (path(around, true)) {
                    context.globalAlpha *= 0.12;
                    context.fill();
                    context.globalAlpha = dim ? 0.25 : 1;
                    context.stroke();
                    const topmost = around.reduce((best, p) => (p![1] < best![1] ? p : best), around[0]);
                    labelAt = topmost;
                }
                break;
            }
            case 'point':
                if (screen[0]) {
                    context.beginPath();
                    context.arc(screen[0][0], screen[0][1], bright ? 6 : 4, 0, 2 * Math.PI);
                    context.fill();
                }
                break;
            case 'polygon':
                if (path(screen, true)) {
                    context.globalAlpha *= 0.14;
                    context.fill();
                    context.globalAlpha = dim ? 0.25 : 1;
                    context.stroke();
                }
                break;
            case 'half_plane': {
                const [bx, by] = shape.b;
                const band = [
                    world[0],
                    world[1],
                    [world[1][0] - bx * BAND, world[1][1] - by * BAND],
                    [world[0][0] - bx * BAND, world[0][1] - by * BAND],
                ].map(([x, y]) => onScreen(x, y));
                if (path(band, true)) {
                    context.globalAlpha *= bright ? 0.45 : 0.2;
                    context.fill();
                    context.globalAlpha = dim ? 0.25 : 1;
                    if (path(screen, false)) context.stroke();
                }
                labelAt = screen[0];
                break;
            }
        }
        drawn[index] = {
            kind: shape.kind,
            role: shape.role,
            label: shape.label,
            unit: shape.unit,
            about: shape.about,
            world,
            screen,
            ...(shape.kind === 'circle' ? {radius: shape.value} : {}),
        };
        if (labelAt && shape.label) {
            const text = shape.about ? `${shape.label} · ${shape.about}` : shape.label;
            const size = magnitude(shape);
            labels.push({
                text,
                at: labelAt,
                colour,
                size: bright ? Infinity : shape.role === 'decision' ? 1e9 : Number.isFinite(size) ? Math.abs(size) : 0,
                index,
                away,
            });
        }
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
    drawLabels(
        context,
        labels.sort((a, b) => b.size - a.size).filter((label) => highlighted === null || label.index === highlighted),
        scene,
    );
    return drawn;
}

function drawLabels(
    context: CanvasRenderingContext2D,
    labels: {text: string; at: [number, number]; away: [number, number]; colour: Rgb}[],
    scene: ExplainScene,
): void {
    context.font = '600 11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    const taken = [...scene.taken];
    let shown = 0;
    for (const {text, at, away, colour} of labels) {
        if (shown >= MOST_LABELS) break;
        const width = context.measureText(text).width + 8;
        const left = at[0] + away[0] * 8 + (away[0] < -0.3 ? -width : away[0] > 0.3 ? 0 : -width / 2),
            top = at[1] + away[1] * 12 - 8;
        const box: [number, number, number, number] = [left, top, left + width, top + 16];
        if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]))
            continue;
        taken.push(box);
        ++shown;
        context.fillStyle = css(scene.theme.floor, 0.85);
        context.beginPath();
        context.roundRect(left, top, width, 16, 4);
        context.fill();
        context.fillStyle = css(mix(colour, scene.theme.ink, 0.45));
        context.fillText(text, left + 4, top + 8.5);
    }
}

function mix(a: Rgb, b: Rgb, f: number): Rgb {
    return [0, 1, 2].map((k) => Math.round(a[k] + f * (b[k] - a[k]))) as Rgb;
}

/** What the picture explains: nothing where the agent is not there. */
export function explanationIn(scene: OverlayScene): Explanation | null {
    return chosenPlace(scene) && scene.chosen.reasons.of(scene.crowd.frame);
}

function draw(context: CanvasRenderingContext2D, scene: OverlayScene): DrawnShape[] {
    const {view, theme} = scene;
    const agent = chosenPlace(scene)!;
    const at = view.project(agent.x, agent.y);
    return drawExplanation(context, explanationIn(scene)!, {
        view,
        theme,
        origin: scene.info.origin,
        agent,
        highlighted: scene.chosen.highlighted,
        taken: at ? [[at[0] - 10, at[1] - 10, at[0] + 10, at[1] + 10]] : [],
    });
}

export const explanationLayer: OverlayLayer = {
    key: 'explanation',
    present: (scene) => explanationIn(scene) !== null,
    draw,
};

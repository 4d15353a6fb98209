// The picture as a file: the drawing, larger than on the screen where asked for, and below it what its colours mean.
import type {App} from './app';
import {DENSITY_TOP, SPEED_TOP} from './crowd';
import {clock, tick} from './format';
import {DENSITY, hex, SPEED, type Ramp} from './palette';
import {MODE_NAMES, namedColours} from './panels/legend';
import {css} from './theme';

const STRIP = 40; // pixels below the drawing
const EDGE = 12;
const RAMP = 120;
const FONT = 'system-ui, sans-serif';

export const SCALES = [1, 2, 4];

/** The size that a picture will have. */
export function stillSize(app: App, scale: number): [number, number] {
    const {width, height} = app.stage.view;
    return [Math.round(width * scale), Math.round((height + STRIP) * scale)];
}

/** Drawn at once; its pixels are there as soon as it is returned. */
export function stillOf(app: App, scale: number): HTMLCanvasElement {
    const [width, height] = stillSize(app, scale);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d')!;
    app.drawAt(scale, (drawing, flat) => {
        for (const layer of [drawing, flat])
            context.drawImage(layer, 0, 0, width, Math.round(app.stage.view.height * scale));
    });
    context.scale(scale, scale);
    context.translate(0, app.stage.view.height);
    drawStrip(app, context, app.stage.view.width);
    return canvas;
}

/** Title and time on the left, what colours mean beside them, the scale on the right. */
function drawStrip(app: App, context: CanvasRenderingContext2D, width: number): void {
    const {theme, source, crowd, heat} = app;
    const ink = css(theme.ink);
    context.fillStyle = css(theme.floor);
    context.fillRect(0, 0, width, STRIP);
    context.textBaseline = 'middle';
    const right = width - EDGE - drawScale(app, context, width - EDGE);
    let x = EDGE;
    const write = (words: string, weight: number, y = STRIP / 2, size = 12): number => {
        context.font = `${weight} ${size}px ${FONT}`;
        context.fillStyle = ink;
        context.fillText(words, x, y, Math.max(1, right - x));
        return context.measureText(words).width;
    };
    x += write(source.info.title, 650) + EDGE;
    if (source.kind === 'map') return;
    x += write(clock(app.player.time()), 400) + 2 * EDGE;
    const ramp = (title: string, colours: Ramp, top: number): void => {
        context.font = `400 12px ${FONT}`;
        if (x + context.measureText(title).width + EDGE + RAMP > right) return;
        x += write(title, 400) + EDGE;
        const fill = context.createLinearGradient(x, 0, x + RAMP, 0);
        for (let k = 0; k <= 16; ++k) fill.addColorStop(k / 16, hex(colours.at(k / 16)));
        context.fillStyle = fill;
        context.fillRect(x, 9, RAMP, 8);
        context.fillStyle = ink;
        context.font = `400 10px ${FONT}`;
        for (const [share, align] of [
            [0, 'left'],
            [0.5, 'center'],
            [1, 'right'],
        ] as const) {
            context.textAlign = align;
            context.fillText(`${share === 1 ? '≥ ' : ''}${tick(share * top)}`, x + share * RAMP, 27);
        }
        context.textAlign = 'left';
        x += RAMP + 2 * EDGE;
    };
    const {mode} = crowd;
    if (mode === 'speed') ramp('Speed (m/s)', SPEED, SPEED_TOP);
    else if (mode === 'density') ramp('Density (1/m²)', DENSITY, DENSITY_TOP);
    else {
        x += write(MODE_NAMES[mode], 400) + EDGE;
        for (const [colour, name] of namedColours(mode, source.people)) {
            context.font = `400 12px ${FONT}`;
            if (x + 16 + context.measureText(name).width > right) break;
            context.fillStyle = colour;
            context.beginPath();
            context.arc(x + 5, STRIP / 2, 5, 0, 2 * Math.PI);
            context.fill();
            x += 16;
            x += write(name, 400) + EDGE;
        }
        x += EDGE;
    }
    if (heat.result)
        ramp(
            heat.result.of === 'density' ? 'Heat: mean density (1/m²)' : 'Heat: mean speed (m/s)',
            heat.result.ramp,
            heat.result.largest,
        );
}

/** Returns how much room it took. */
function drawScale(app: App, context: CanvasRenderingContext2D, right: number): number {
    const {view, floor} = app.stage;
    if (view.mode !== 'top') return 0;
    const {length, words} = floor.scaleBar(view.metresPerPixel);
    context.strokeStyle = context.fillStyle = css(app.theme.ink);
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(right - length, 9);
    context.lineTo(right - length, 15);
    context.lineTo(right, 15);
    context.lineTo(right, 9);
    context.stroke();
    context.font = `400 10px ${FONT}`;
    context.textAlign = 'center';
    context.fillText(words, right - length / 2, 27);
    context.textAlign = 'left';
    return length + 2 * EDGE;
}

// Names of goals, sources, doors, … where they are on the floor.
import {css} from '../theme';
import type {OverlayLayer, OverlayScene} from './layer';

function draw(context: CanvasRenderingContext2D, scene: OverlayScene): void {
    context.font = '600 11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const taken: [number, number, number, number][] = [];
    for (const name of scene.floor.names) {
        if (!scene.floor.isShown(name.layer)) continue;
        // A door's name must not be wider than the door: it would hide it.
        if (name.least !== undefined && name.least / scene.view.metresPerPixel < context.measureText(name.text).width)
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

export const namesLayer: OverlayLayer = {
    key: 'names',
    toggle: {label: 'Names', offered: (floor) => floor.names.length > 0},
    present: ({floor}) => floor.names.length > 0,
    draw,
};

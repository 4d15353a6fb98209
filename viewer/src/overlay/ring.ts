// A ring around the chosen agent, dashed while the picture follows it.
import {css} from '../theme';
import {chosenPlace, type OverlayLayer, type OverlayScene} from './layer';

function draw(context: CanvasRenderingContext2D, scene: OverlayScene): void {
    const {view, theme} = scene;
    const place = chosenPlace(scene)!;
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
    context.setLineDash(scene.chosen.following ? [6, 4] : []);
    context.strokeStyle = css(theme.accent);
    context.stroke();
    context.setLineDash([]);
}

export const ringLayer: OverlayLayer = {
    key: 'ring',
    present: (scene) => chosenPlace(scene) !== null,
    draw,
};

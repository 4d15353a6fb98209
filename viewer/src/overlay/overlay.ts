// The flat drawing over the 3D one: its layers, which of them are on, and the canvas. Thin exact lines and text are easier on a
// 2D canvas than in WebGL.
import type {Explanation} from '../types';
import {explanationIn, type DrawnShape} from './explain';
import type {OverlayScene} from './layer';
import {LAYERS} from './layers';

export class Overlay {
    /** What the picture explains, and as which shapes. */
    explained: Explanation | null = null;
    drawn: DrawnShape[] = [];
    /** A layer was switched on or off. */
    changed = (): void => {};
    private readonly off = new Set<string>();
    private used = false;
    private readonly context: CanvasRenderingContext2D;

    constructor(private readonly canvas: HTMLCanvasElement) {
        this.context = canvas.getContext('2d')!;
    }

    isOn(key: string): boolean {
        return !this.off.has(key);
    }

    show(key: string, on: boolean): void {
        if (on) this.off.delete(key);
        else this.off.add(key);
        this.changed();
    }

    toggle(key: string): void {
        this.show(key, !this.isOn(key));
    }

    resize(width: number, height: number, ratio: number): void {
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    draw(scene: OverlayScene): void {
        const layers = LAYERS.filter((layer) => this.isOn(layer.key) && layer.present(scene));
        this.explained = explanationIn(scene);
        this.drawn = [];
        // Nothing to draw on nothing: an untouched canvas costs the browser nothing.
        if (layers.length === 0 && !this.used) return;
        this.used = layers.length > 0;
        this.context.clearRect(0, 0, scene.view.width, scene.view.height);
        for (const layer of layers) this.drawn.push(...(layer.draw(this.context, scene) ?? []));
    }
}

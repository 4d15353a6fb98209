// The drawing: what is on it and in which order it is painted. Draws only when asked.
import {ColorManagement, LinearSRGBColorSpace, Scene, WebGLRenderer} from 'three';
import {LIGHT, type Theme} from '../theme';
import type {Info} from '../types';
import {View} from './camera';
import {CellLayer} from './cell_layer';
import {ChartLayer} from './chart_layer';
import {Figures} from './figures';
import {Floor} from './floor';
import {HeatLayer} from './heat_layer';
import {Trails} from './trails';

// Colours are given and shown as sRGB throughout; nothing is lit physically.
ColorManagement.enabled = false;

/** Drawn by the processor instead of a graphics card: then every pixel counts. */
function isSoftware(): boolean {
    const gl = document.createElement('canvas').getContext('webgl2');
    const known = gl?.getExtension('WEBGL_debug_renderer_info');
    const name = gl && known ? String(gl.getParameter(known.UNMASKED_RENDERER_WEBGL)) : '';
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    return /swiftshader|llvmpipe|softpipe|software/i.test(name);
}

export class Stage {
    readonly view = new View();
    readonly figures = new Figures();
    readonly trails = new Trails();
    readonly heat: HeatLayer;
    readonly cells = new CellLayer();
    readonly chart = new ChartLayer();
    readonly floor: Floor;
    readonly renderer: WebGLRenderer;
    private readonly scene = new Scene();
    private theme: Theme = LIGHT;

    constructor(
        readonly canvas: HTMLCanvasElement,
        info: Info,
    ) {
        const software = isSoftware();
        this.renderer = new WebGLRenderer({canvas, antialias: !software, powerPreference: 'high-performance'});
        this.renderer.outputColorSpace = LinearSRGBColorSpace;
        this.renderer.setPixelRatio(software ? 1 : Math.min(2, window.devicePixelRatio || 1));
        this.floor = new Floor(info);
        this.heat = new HeatLayer(this.floor.geometry);
        this.scene.add(
            this.floor.group,
            this.cells.group,
            this.chart.group,
            this.heat.mesh,
            this.trails.lines.mesh,
            this.figures.group,
        );
    }

    setTheme(theme: Theme): void {
        const [r, g, b] = theme.ground;
        this.renderer.setClearColor((r << 16) | (g << 8) | b, 1);
        this.floor.setTheme(theme);
        this.cells.setTheme(theme);
        this.chart.setTheme(theme);
        this.theme = theme;
    }

    resize(width: number, height: number): void {
        this.renderer.setSize(width, height, false);
        this.view.width = width;
        this.view.height = height;
        this.floor.setScreen(width, height);
        this.cells.setScreen(width, height);
        this.chart.setScreen(width, height);
        this.trails.lines.setScreen(width, height);
        this.view.update();
    }

    draw(): void {
        this.floor.update(this.view.metresPerPixel, this.view.mode === '3d');
        this.figures.setTheme(this.theme, this.heat.mesh.visible);
        this.figures.commit(this.view, this.renderer.getPixelRatio());
        this.renderer.render(this.scene, this.view.camera);
    }
}

// A heading chart on the floor: short arrows where to set out, and a tint where no path with these turns leads to the goal.
import {BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial} from 'three';
import {LIGHT, type Theme} from '../theme';
import type {ChartAnswer} from '../types';
import {Lines} from './lines';

const HEIGHT = 0.004;
const ORDER = 1.5; // above cells and heat map, below regions
const STEPS = 256; // of a turn
export const NO_PATH = -1;

export class ChartLayer {
    readonly group = new Group();
    private readonly arrows = new Lines(1.3, ORDER + 0.1);
    private readonly undefinedCells: Mesh<BufferGeometry, MeshBasicMaterial>;
    private theme: Theme = LIGHT;
    private shown: {answer: ChartAnswer; chart: number; origin: [number, number]} | null = null;

    constructor() {
        this.undefinedCells = new Mesh(
            new BufferGeometry(),
            new MeshBasicMaterial({
                side: DoubleSide,
                transparent: true,
                opacity: 0.28,
                depthTest: false,
                depthWrite: false,
            }),
        );
        this.undefinedCells.frustumCulled = false;
        this.undefinedCells.renderOrder = ORDER;
        this.group.add(this.undefinedCells, this.arrows.mesh);
        this.group.visible = false;
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.paint();
    }

    setScreen(width: number, height: number): void {
        this.arrows.setScreen(width, height);
    }

    show(answer: ChartAnswer | null, chart: number, origin: [number, number]): void {
        this.shown = answer && {answer, chart, origin};
        this.paint();
    }

    private paint(): void {
        this.group.visible = this.shown !== null;
        if (!this.shown) return;
        const {
            answer: {lower, cell, columns, charts},
            chart,
            origin,
        } = this.shown;
        const places: number[] = [],
            index: number[] = [];
        this.arrows.clear();
        charts[chart].heading.forEach((heading, k) => {
            const x = lower[0] - origin[0] + (k % columns) * cell,
                y = lower[1] - origin[1] + Math.floor(k / columns) * cell;
            if (heading === NO_PATH) {
                const base = places.length / 3;
                places.push(x, y, HEIGHT, x + cell, y, HEIGHT, x + cell, y + cell, HEIGHT, x, y + cell, HEIGHT);
                index.push(base, base + 1, base + 2, base, base + 2, base + 3);
            } else if (heading >= 0) {
                this.arrow(x + cell / 2, y + cell / 2, (2 * Math.PI * heading) / STEPS, cell);
            }
        });
        this.arrows.commit();
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
        geometry.setIndex(index);
        this.undefinedCells.geometry.dispose();
        this.undefinedCells.geometry = geometry;
        this.undefinedCells.visible = places.length > 0;
        this.undefinedCells.material.color = new Color(
            ...(this.theme.trouble.map((c) => c / 255) as [number, number, number]),
        );
    }

    /** A shaft that fades in from its tail, and two barbs. */
    private arrow(x: number, y: number, heading: number, cell: number): void {
        const colour = this.theme.accent,
            reach = 0.4 * cell;
        const tip = [x + reach * Math.cos(heading), y + reach * Math.sin(heading)];
        this.arrows.add(
            x - reach * Math.cos(heading),
            y - reach * Math.sin(heading),
            HEIGHT,
            tip[0],
            tip[1],
            HEIGHT,
            colour,
            0.35,
            0.95,
        );
        for (const turn of [2.6, -2.6])
            this.arrows.add(
                tip[0],
                tip[1],
                HEIGHT,
                tip[0] + 0.8 * reach * Math.cos(heading + turn),
                tip[1] + 0.8 * reach * Math.sin(heading + turn),
                HEIGHT,
                colour,
                0.95,
            );
    }
}

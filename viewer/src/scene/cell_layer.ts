// Cells and portals of the map on the floor. One mesh holds all cells; choosing another level only paints it anew.
import {BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, ShaderMaterial} from 'three';
import {tints, type CellKind, type Cells, type PortalKind} from '../map/cells';
import type {CellsShown} from '../map/map_view';
import {category, rgb, type Rgb} from '../palette';
import {LIGHT, type Theme} from '../theme';
import {Lines} from './lines';

const HEIGHT = 0.003;
const OPACITY = 0.42;
const ORDER = 0.5; // above the floor, below heat map and regions

/** Of a cell's class; from grey to the busiest. */
export const CELL_COLOURS: Record<CellKind, Rgb> = {
    closed: rgb('#8c8c8c'),
    dead_end: rgb('#e69f00'),
    passage: rgb('#009e73'),
    crossroads: rgb('#56b4e9'),
};
export function portalColour(kind: PortalKind, theme: Theme): Rgb {
    return kind === 'bottleneck' ? rgb('#d55e00') : kind === 'narrow' ? rgb('#cc79a7') : theme.layer;
}

export class CellLayer {
    readonly group = new Group();
    private readonly fill: Mesh<BufferGeometry, ShaderMaterial>;
    private readonly borders = new Lines(1, ORDER + 0.1);
    private readonly thin = new Lines(1.2, ORDER + 0.2);
    private readonly bold = new Lines(2.6, ORDER + 0.3);
    private cells: Cells | null = null;
    private theme: Theme = LIGHT;
    private state: {shown: CellsShown; portals: boolean; level: number} = {shown: 'off', portals: false, level: 0};
    private painted = '';

    constructor() {
        this.fill = new Mesh(
            new BufferGeometry(),
            new ShaderMaterial({
                vertexShader:
                    'attribute vec4 tint; varying vec4 vTint; void main() { vTint = tint; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
                fragmentShader: 'varying vec4 vTint; void main() { gl_FragColor = vTint; }',
                side: DoubleSide,
                transparent: true,
                depthTest: false,
                depthWrite: false,
            }),
        );
        this.fill.frustumCulled = false;
        this.fill.renderOrder = ORDER;
        this.fill.visible = false;
        this.group.add(this.fill, this.borders.mesh, this.thin.mesh, this.bold.mesh);
    }

    set(cells: Cells): void {
        this.cells = cells;
        const corners = cells.corners.length / 2;
        const places = new Float32Array(3 * corners);
        for (let i = 0; i < corners; ++i) {
            places[3 * i] = cells.corners[2 * i];
            places[3 * i + 1] = cells.corners[2 * i + 1];
            places[3 * i + 2] = HEIGHT;
        }
        // Cells are convex: a fan from the first corner.
        const index = new Uint32Array(3 * Math.max(0, corners - 2 * cells.count));
        let at = 0;
        for (let c = 0; c < cells.count; ++c)
            for (let i = cells.start[c] + 1; i + 1 < cells.start[c + 1]; ++i) {
                index[at++] = cells.start[c];
                index[at++] = i;
                index[at++] = i + 1;
            }
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(places, 3));
        geometry.setAttribute('tint', new BufferAttribute(new Uint8Array(4 * corners), 4, true));
        geometry.setIndex(new BufferAttribute(index.subarray(0, at), 1));
        this.fill.geometry.dispose();
        this.fill.geometry = geometry;
        this.painted = '';
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.painted = '';
        this.paint();
    }

    setScreen(width: number, height: number): void {
        for (const lines of [this.borders, this.thin, this.bold]) lines.setScreen(width, height);
    }

    /** Returns how many groups there are where a level is shown. */
    show(shown: CellsShown, portals: boolean, level: number): number {
        this.state = {shown, portals, level};
        return this.paint();
    }

    private groups = 0;
    private paint(): number {
        const {
            cells,
            theme,
            state: {shown, portals, level},
        } = this;
        this.fill.visible = cells !== null && shown !== 'off';
        const key = `${shown}/${portals}/${shown === 'level' ? level : 0}`;
        if (!cells || key === this.painted) return this.groups;
        this.painted = key;
        for (const lines of [this.borders, this.thin, this.bold]) lines.clear();
        this.groups = 0;
        if (shown === 'class') {
            this.colour(cells, (cell) => CELL_COLOURS[cells.kind(cell)]);
            if (!portals) this.lines(cells, this.borders, () => theme.layer, 0.55);
        } else if (shown === 'level') {
            const groups = cells.groups(level);
            const {tint, groupCount} = tints(cells, groups);
            this.groups = groupCount;
            this.colour(cells, (cell) => category(tint[cell]));
            this.lines(
                cells,
                this.bold,
                (portal) => {
                    const [a, b] = cells.joins(portal);
                    return groups[a] !== groups[b] ? theme.ink : null;
                },
                0.7,
            );
        }
        if (portals) {
            const of =
                (wanted: boolean) =>
                (portal: number): Rgb | null => {
                    const kind = cells.portalKind(portal);
                    return (kind === 'open') === wanted ? portalColour(kind, theme) : null;
                };
            this.lines(cells, this.thin, of(true), 0.8);
            this.lines(cells, this.bold, of(false), 1);
        }
        for (const lines of [this.borders, this.thin, this.bold]) lines.commit();
        return this.groups;
    }

    private colour(cells: Cells, of: (cell: number) => Rgb): void {
        const attribute = this.fill.geometry.getAttribute('tint') as BufferAttribute;
        const tint = attribute.array as Uint8Array;
        for (let c = 0; c < cells.count; ++c) {
            const [r, g, b] = of(c);
            for (let i = cells.start[c]; i < cells.start[c + 1]; ++i) {
                tint[4 * i] = r;
                tint[4 * i + 1] = g;
                tint[4 * i + 2] = b;
                tint[4 * i + 3] = 255 * OPACITY;
            }
        }
        attribute.needsUpdate = true;
    }

    /** Portals, each in its colour or not at all. */
    private lines(cells: Cells, to: Lines, of: (portal: number) => Rgb | null, alpha: number): void {
        const {ends} = cells;
        for (let p = 0; p < cells.portalCount; ++p) {
            const colour = of(p);
            if (colour)
                to.add(ends[4 * p], ends[4 * p + 1], HEIGHT, ends[4 * p + 2], ends[4 * p + 3], HEIGHT, colour, alpha);
        }
    }
}

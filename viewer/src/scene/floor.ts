// What does not move: floor, walls, doors, goals, sources, slow regions and whatever layers the sender names.
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    DoubleSide,
    Group,
    Mesh,
    MeshBasicMaterial,
    ShaderMaterial,
    ShapeUtils,
    Vector2,
    Vector3,
} from 'three';
import {fixed} from '../format';
import {category, type Rgb} from '../palette';
import type {Theme} from '../theme';
import type {Door, Info} from '../types';
import {Lines} from './lines';

const WALL_HEIGHT = 1.1;
const WALL_HALF_WIDTH = 0.05;

const floorVertex = /* glsl */ `
varying vec2 vPlace;
void main() {
    vPlace = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const floorFragment = /* glsl */ `
uniform vec3 floorColour, gridColour;
uniform vec2 origin;
uniform float spacing, strength;
varying vec2 vPlace;
void main() {
    vec2 cell = (vPlace + origin) / spacing;
    vec2 width = fwidth(cell);
    vec2 near = abs(fract(cell - 0.5) - 0.5) / max(width, vec2(1e-6));
    float line = (1.0 - clamp(min(near.x, near.y), 0.0, 1.0)) * strength * (1.0 - smoothstep(0.15, 0.5, max(width.x, width.y)));
    gl_FragColor = vec4(mix(floorColour, gridColour, line), 1.0);
}`;

type Ring = [number, number][];

const unit = (colour: Rgb): Color => new Color(...(colour.map((c) => c / 255) as Rgb));

/** Triangles of polygons with holes, all at height z. */
function flat(polygons: {outer: Ring; holes: Ring[]}[], z: number): BufferGeometry {
    const places: number[] = [],
        index: number[] = [];
    for (const {outer, holes} of polygons) {
        if (outer.length < 3) continue;
        const rings = [outer, ...holes.filter((hole) => hole.length >= 3)].map((ring) =>
            ring.map(([x, y]) => new Vector2(x, y)),
        );
        const base = places.length / 3;
        for (const ring of rings) for (const p of ring) places.push(p.x, p.y, z);
        for (const [a, b, c] of ShapeUtils.triangulateShape(rings[0], rings.slice(1)))
            index.push(base + a, base + b, base + c);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
    geometry.setIndex(index);
    return geometry;
}

type Segment = [number, number, number, number];

/** Walls as boxes; the shade of a face is fixed by where it looks, so no light is needed. */
function boxes(segments: Segment[]): {place: number[]; shade: number[]; index: number[]} {
    const place: number[] = [],
        shade: number[] = [],
        index: number[] = [];
    const face = (corners: [number, number, number][], light: number): void => {
        const base = place.length / 3;
        for (const corner of corners) {
            place.push(...corner);
            shade.push(light);
        }
        index.push(base, base + 1, base + 2, base, base + 2, base + 3);
    };
    for (const [ax, ay, bx, by] of segments) {
        const length = Math.hypot(bx - ax, by - ay);
        if (length === 0) continue;
        const ux = ((bx - ax) / length) * WALL_HALF_WIDTH,
            uy = ((by - ay) / length) * WALL_HALF_WIDTH;
        const corner: [number, number][] = [
            [ax - ux + uy, ay - uy - ux],
            [bx + ux + uy, by + uy - ux],
            [bx + ux - uy, by + uy + ux],
            [ax - ux - uy, ay - uy + ux],
        ];
        for (let i = 0; i < 4; ++i) {
            const [px, py] = corner[i],
                [qx, qy] = corner[(i + 1) % 4];
            const side = Math.hypot(qx - px, qy - py) || 1;
            const light = 0.62 + 0.22 * (((qy - py) / side) * -0.5 + (-(qx - px) / side) * -0.8);
            face(
                [
                    [px, py, 0],
                    [qx, qy, 0],
                    [qx, qy, WALL_HEIGHT],
                    [px, py, WALL_HEIGHT],
                ],
                light,
            );
        }
        face(
            corner.map(([x, y]) => [x, y, WALL_HEIGHT]),
            1,
        );
    }
    return {place, shade, index};
}

function shaded({place, shade, index}: {place: number[]; shade: number[]; index: number[]}): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(place), 3));
    geometry.setAttribute('shade', new BufferAttribute(new Float32Array(shade), 1));
    geometry.setIndex(index);
    return geometry;
}

function wallMesh(geometry: BufferGeometry): Mesh<BufferGeometry, ShaderMaterial> {
    const mesh = new Mesh(
        geometry,
        new ShaderMaterial({
            vertexShader:
                'attribute float shade; varying float vShade; void main() { vShade = shade; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
            fragmentShader:
                'uniform vec3 colour; varying float vShade; void main() { gl_FragColor = vec4(colour * vShade, 1.0); }',
            uniforms: {colour: {value: new Vector3()}},
            side: DoubleSide,
            transparent: true,
        }),
    );
    mesh.frustumCulled = false;
    mesh.renderOrder = 15;
    return mesh;
}

type Tone = 'goal' | 'source' | 'slow' | 'layer';

export interface FloorLayer {
    key: string;
    label: string;
    shown: boolean;
}

export class Floor {
    readonly group = new Group();
    /** What can be switched, only what there is. */
    readonly layers: FloorLayer[] = [];
    /** `least`: shown where this many metres are wide enough on the screen to carry a name. */
    readonly names: {text: string; x: number; y: number; layer: string; tone: Tone; least?: number}[] = [];
    spacing = 1;

    /** What can be walked on, where that is known. */
    get geometry(): BufferGeometry {
        return this.ground.geometry;
    }

    /** One side of the grid's squares: its length in pixels, and in words. */
    scaleBar(metresPerPixel: number): {length: number; words: string} {
        const {spacing} = this;
        return {
            length: Math.min(200, spacing / metresPerPixel),
            words: spacing >= 1000 ? `${spacing / 1000} km` : `${fixed(spacing, 0)} m`,
        };
    }

    private readonly ground: Mesh<BufferGeometry, ShaderMaterial>;
    private readonly parts = new Map<string, {flat: Group; tall: Group | null}>();
    private readonly lines: Lines[] = [];
    private readonly paint: ((theme: Theme) => void)[] = [];
    private tall = false;
    private closed: number[] = [];
    private standingDoors: Mesh | null = null;
    private paintDoors = (): void => {};

    constructor(info: Info) {
        const [ox, oy] = info.origin;
        const ring = (points: number[]): Ring => {
            const result: Ring = [];
            for (let i = 0; i + 1 < points.length; i += 2) result.push([points[i] - ox, points[i + 1] - oy]);
            const first = result[0],
                last = result[result.length - 1];
            if (result.length > 3 && first[0] === last[0] && first[1] === last[1]) result.pop();
            return result;
        };
        const [x0, y0, x1, y1] = info.bounds;
        const margin = 0.03 * Math.max(x1 - x0, y1 - y0) + 1;
        const floor = info.floor.map(({outer, holes}) => ({outer: ring(outer), holes: (holes ?? []).map(ring)}));
        const whole = ring([
            x0 - margin,
            y0 - margin,
            x1 + margin,
            y0 - margin,
            x1 + margin,
            y1 + margin,
            x0 - margin,
            y1 + margin,
        ]);

        this.ground = new Mesh(
            flat(floor.length ? floor : [{outer: whole, holes: []}], 0),
            new ShaderMaterial({
                vertexShader: floorVertex,
                fragmentShader: floorFragment,
                side: DoubleSide,
                transparent: true,
                depthTest: false,
                depthWrite: false,
                uniforms: {
                    floorColour: {value: new Color()},
                    gridColour: {value: new Color()},
                    spacing: {value: 1},
                    strength: {value: 1},
                    origin: {value: new Vector2(((ox % 1000) + 1000) % 1000, ((oy % 1000) + 1000) % 1000)},
                },
            }),
        );
        this.ground.renderOrder = 0;
        this.ground.frustumCulled = false;
        this.group.add(this.ground);
        this.paint.push((theme) => {
            this.ground.material.uniforms.floorColour.value.copy(unit(theme.floor));
            this.ground.material.uniforms.gridColour.value.copy(unit(theme.grid));
        });
        this.layers.push({key: 'grid', label: 'Grid', shown: true});

        if (info.slow.length)
            this.area(
                'slow',
                'Slow regions',
                info.slow.map(({polygon}) => ring(polygon)),
                (theme) => theme.slow,
                0.16,
                2,
            );
        info.slow.forEach(({polygon, factor}) => this.name('slow', `× ${factor}`, ring(polygon), 'slow'));
        if (info.sources.length)
            this.area(
                'sources',
                'Sources',
                info.sources.map(({polygon}) => ring(polygon)),
                (theme) => theme.source,
                0.14,
                3,
            );
        info.sources.forEach(({polygon, goal}) =>
            this.name('sources', goal ? `source → ${goal}` : 'source', ring(polygon), 'source'),
        );
        if (info.goals.length) {
            const around = ({point}: {point: [number, number]}): Ring =>
                Array.from({length: 32}, (_, k) => [
                    point[0] - ox + 0.3 * Math.cos((k * Math.PI) / 16),
                    point[1] - oy + 0.3 * Math.sin((k * Math.PI) / 16),
                ]);
            const shapes = info.goals.map((goal) =>
                goal.polygon && goal.polygon.length >= 6 ? ring(goal.polygon) : around(goal),
            );
            this.area('goals', 'Goals', shapes, (theme) => theme.goal, 0.16, 4);
            info.goals.forEach((goal, k) =>
                this.name(
                    'goals',
                    goal.exit ? `${goal.name || 'goal'} (exit)` : goal.name || 'goal',
                    shapes[k],
                    'goal',
                ),
            );
        }
        if (info.doors.length) this.doors(info.doors, info.origin);
        for (const layer of info.layers) {
            if (!layer.shapes.length) continue;
            const key = `layer:${layer.name}`;
            const classes = [...new Set(layer.shapes.map((shape) => shape.class ?? ''))];
            const lines = new Lines(layer.name === 'portals' ? 2 : 1, 5);
            this.add(key, layer.name.charAt(0).toUpperCase() + layer.name.slice(1), lines.mesh, null, false);
            this.lines.push(lines);
            this.paint.push((theme) => {
                lines.clear();
                for (const shape of layer.shapes) {
                    const which = classes.indexOf(shape.class ?? '');
                    const colour =
                        layer.name === 'portals' ? theme.source : classes.length > 1 ? category(which) : theme.layer;
                    const points = ring(shape.points);
                    const n = points.length;
                    for (let i = 0; i + 1 < n + (shape.closed ? 1 : 0); ++i) {
                        const a = points[i],
                            b = points[(i + 1) % n];
                        lines.add(a[0], a[1], 0, b[0], b[1], 0, colour, 0.8);
                    }
                }
                lines.commit();
            });
        }

        const closed = floor.flatMap(({outer, holes}) => [outer, ...holes]);
        const open = info.walls.map(ring);
        if (closed.length || open.length)
            this.walls(
                closed,
                open,
                floor.flatMap(({holes}) => holes),
            );
    }

    private add(key: string, label: string, flatPart: Group | Mesh, tall: Group | null, shown: boolean): void {
        const group = flatPart instanceof Group ? flatPart : new Group().add(flatPart);
        this.parts.set(key, {flat: group, tall});
        this.layers.push({key, label, shown});
        this.group.add(group);
        if (tall) this.group.add(tall);
        group.visible = shown;
    }

    private name(layer: string, text: string, at: Ring, tone: Tone, least?: number): void {
        if (!at.length) return;
        const x = at.reduce((sum, p) => sum + p[0], 0) / at.length,
            y = at.reduce((sum, p) => sum + p[1], 0) / at.length;
        this.names.push({text, x, y, layer, tone, least});
    }

    private area(
        key: string,
        label: string,
        rings: Ring[],
        colour: (theme: Theme) => Rgb,
        alpha: number,
        order: number,
    ): void {
        const fill = new Mesh(
            flat(
                rings.map((outer) => ({outer, holes: []})),
                0.005,
            ),
            new MeshBasicMaterial({
                side: DoubleSide,
                transparent: true,
                opacity: alpha,
                depthTest: false,
                depthWrite: false,
            }),
        );
        fill.renderOrder = order;
        fill.frustumCulled = false;
        const lines = new Lines(1.5, order);
        this.lines.push(lines);
        this.add(key, label, new Group().add(fill, lines.mesh), null, true);
        this.paint.push((theme) => {
            fill.material.color.copy(unit(colour(theme)));
            lines.clear();
            for (const outer of rings)
                outer.forEach((a, i) => {
                    const b = outer[(i + 1) % outer.length];
                    lines.add(a[0], a[1], 0.005, b[0], b[1], 0.005, colour(theme), 0.7);
                });
            lines.commit();
        });
    }

    private doors(doors: Door[], [ox, oy]: [number, number]): void {
        const ends = doors.map(({a, b}): Ring => [
            [a[0] - ox, a[1] - oy],
            [b[0] - ox, b[1] - oy],
        ]);
        const open = new Lines(2, 11),
            closed = new Lines(5, 11);
        this.lines.push(open, closed);
        this.add('doors', 'Doors', new Group().add(open.mesh, closed.mesh), null, true);
        const standing = (this.standingDoors = wallMesh(new BufferGeometry()));
        this.group.add(standing);
        doors.forEach(({name, a, b}, k) =>
            this.name('doors', name, ends[k], 'layer', Math.hypot(b[0] - a[0], b[1] - a[1])),
        );
        this.paint.push((theme) => {
            this.paintDoors = () => {
                open.clear();
                closed.clear();
                ends.forEach(([a, b], k) => {
                    const shut = this.closed.includes(k);
                    (shut ? closed : open).add(
                        a[0],
                        a[1],
                        0.01,
                        b[0],
                        b[1],
                        0.01,
                        shut ? theme.trouble : theme.source,
                        1,
                    );
                });
                open.commit();
                closed.commit();
                standing.geometry.dispose();
                standing.geometry = shaded(boxes(this.closed.map((k): Segment => [...ends[k][0], ...ends[k][1]])));
                const {r, g, b} = unit(theme.trouble);
                standing.material.uniforms.colour.value.set(r, g, b);
            };
            this.paintDoors();
        });
    }

    /** Doors that are closed now, by their place in the list; whether that is news. */
    closeDoors(closed: number[]): boolean {
        if (closed.length === this.closed.length && closed.every((door, i) => door === this.closed[i])) return false;
        this.closed = closed;
        this.paintDoors();
        return true;
    }

    private walls(closed: Ring[], open: Ring[], holes: Ring[]): void {
        const segments: Segment[] = [];
        for (const outline of closed)
            outline.forEach((a, i) => {
                const b = outline[(i + 1) % outline.length];
                segments.push([a[0], a[1], b[0], b[1]]);
            });
        for (const line of open) for (let i = 0; i + 1 < line.length; ++i) segments.push([...line[i], ...line[i + 1]]);

        const lines = new Lines(2.2, 10);
        this.lines.push(lines);

        const {place, shade, index} = boxes(segments);
        const caps = flat(
            holes.map((outer) => ({outer, holes: []})),
            WALL_HEIGHT - 0.01,
        );
        const base = place.length / 3;
        const capPlaces = caps.getAttribute('position').array;
        for (let i = 0; i < capPlaces.length; i += 3) {
            place.push(capPlaces[i], capPlaces[i + 1], capPlaces[i + 2]);
            shade.push(0.9);
        }
        for (const i of caps.getIndex()!.array) index.push(base + i);

        const standing = wallMesh(shaded({place, shade, index}));
        this.add('walls', 'Walls', lines.mesh, new Group().add(standing), true);
        this.paint.push((theme) => {
            lines.clear();
            for (const [ax, ay, bx, by] of segments) lines.add(ax, ay, 0.01, bx, by, 0.01, theme.wall, 1);
            lines.commit();
            const {r, g, b} = unit(theme.wallSide);
            standing.material.uniforms.colour.value.set(r, g, b);
        });
    }

    setTheme(theme: Theme): void {
        for (const paint of this.paint) paint(theme);
    }

    setScreen(width: number, height: number): void {
        for (const lines of this.lines) lines.setScreen(width, height);
    }

    /** Grid lines of 1, 2, 5, 10 … m, whichever is at least 40 pixels wide. */
    update(metresPerPixel: number, tall: boolean): void {
        let spacing = 1;
        for (const next of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]) {
            spacing = next;
            if (next >= 40 * metresPerPixel) break;
        }
        this.spacing = spacing;
        this.ground.material.uniforms.spacing.value = spacing;
        this.tall = tall;
        this.apply();
    }

    isShown(key: string): boolean {
        return this.layers.find((layer) => layer.key === key)?.shown ?? false;
    }

    show(key: string, shown: boolean): void {
        const layer = this.layers.find((entry) => entry.key === key);
        if (layer) layer.shown = shown;
        this.apply();
    }

    private apply(): void {
        if (this.standingDoors) this.standingDoors.visible = this.tall && this.isShown('doors');
        for (const {key, shown} of this.layers) {
            if (key === 'grid') this.ground.material.uniforms.strength.value = shown ? 1 : 0;
            const part = this.parts.get(key);
            if (!part) continue;
            part.flat.visible = shown && !(part.tall && this.tall);
            if (part.tall) part.tall.visible = shown && this.tall;
        }
    }
}

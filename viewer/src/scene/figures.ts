// The people. All of them are one draw call: a pose and a colour per person, the rest is done by shaders. How much of a
// person is drawn depends on how large and how many they are: figures, discs, points.
import {
    BufferAttribute,
    BufferGeometry,
    DynamicDrawUsage,
    Group,
    InstancedBufferAttribute,
    InstancedBufferGeometry,
    Mesh,
    Points,
    ShaderMaterial,
    Vector3,
} from 'three';
import type {Theme} from '../theme';
import type {View} from './camera';

export type Detail = 'figures' | 'discs' | 'points';

export const BODY_HEIGHT = 1.75;
const FIGURES_AT_MOST = 12000;
const FINE_FIGURES_AT_MOST = 1500;
const DISCS_AT_MOST = 60000;
const POINTS_FROM = 5000; // that many dots of a pixel or two show a crowd; fewer are drawn large enough to be seen one by one
const DOT_PIXELS = [1.4, 2.4]; // radius of the smallest discs, the larger the fewer they are
const DOTS_COVER = 0.05; // of the picture, at most
const NEAR_PIXELS = 9; // a body of that size begins to show the room it takes
const BODY = 0.3; // m, whose size on the screen decides how much is drawn

const discVertex = /* glsl */ `
attribute vec4 pose;
attribute vec4 tint;
uniform float smallest;
varying vec2 vLocal;
varying vec4 vTint;
void main() {
    float size = max(pose.w, smallest);
    float c = cos(pose.z), s = sin(pose.z);
    vLocal = vec2(c * position.x + s * position.y, -s * position.x + c * position.y) * 1.12;
    vTint = tint;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(pose.xy + position.xy * size * 1.12, 0.02, 1.0);
}`;
const discFragment = /* glsl */ `
uniform vec3 outline, head;
uniform float detail, near, fade, contrast;
varying vec2 vLocal;
varying vec4 vTint;
// Distance from a line of some thickness.
float limb(vec2 p, vec2 a, vec2 b, float thick) {
    vec2 along = b - a;
    return length(p - a - along * clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0)) - thick;
}
void main() {
    float d = length(vLocal);
    float soft = fwidth(d);
    float inside = 1.0 - smoothstep(1.0 - soft, 1.0 + soft * 0.2, d);
    if (inside <= 0.0) discard;
    vec3 colour = vTint.rgb;
    float line = clamp(2.5 * soft, 0.0, contrast > 0.6 ? 0.35 : 0.14);
    vec3 edge = mix(colour, outline, contrast);
    if (detail < 0.5) {
        gl_FragColor = vec4(mix(colour, edge, smoothstep(1.0 - line - soft, 1.0 - line + soft, d)), inside * fade * vTint.a);
        return;
    }
    // From above: shoulders across, a little back at the arms, and a head with a nose that points where the person is heading.
    vec2 p = vec2(vLocal.x, abs(vLocal.y));
    // Far away stouter, or nothing would be left of it.
    float body = limb(p, vec2(0.06, 0.0), vec2(-0.08, mix(0.45, 0.6, near)), mix(0.5, 0.36, near) - 0.05 * p.y);
    float face = min(length(vLocal - vec2(0.1, 0.0)) - 0.37, length(vLocal - vec2(0.5, 0.0)) - 0.1);
    float shape = min(body, face);
    vec3 person = mix(colour, edge, smoothstep(-line - soft, -line + soft, body));
    vec3 hair = mix(colour, head, 0.42);
    hair = mix(hair, edge, smoothstep(-0.6 * line - soft, -0.6 * line + soft, face));
    person = mix(hair, person, smoothstep(-soft, soft, face));
    float solid = 1.0 - smoothstep(-soft, soft, shape);
    // The room the body takes: faint, and only where it would not blur the person.
    float ring = smoothstep(1.0 - 2.5 * soft, 1.0 - 1.5 * soft, d);
    float room = near * inside * mix(0.16, 0.5, ring);
    float cover = solid + room * (1.0 - solid);
    if (cover <= 0.0) discard;
    gl_FragColor = vec4(mix(colour, person, solid / cover), cover * vTint.a);
}`;

const pointVertex = /* glsl */ `
attribute vec4 pose;
attribute vec4 tint;
uniform float pixels, perspective;
varying vec4 vTint;
void main() {
    vTint = tint;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(pose.xy, 0.5, 1.0);
    gl_PointSize = clamp(pixels * (perspective > 0.0 ? perspective / gl_Position.w : 1.0), 1.5, 6.0);
}`;
const pointFragment = /* glsl */ `
varying vec4 vTint;
void main() { gl_FragColor = vTint; }`;

const figureVertex = /* glsl */ `
attribute vec4 pose;
attribute vec4 tint;
attribute vec3 facing;
attribute float part;
uniform vec3 light;
varying vec3 vColour;
void main() {
    float c = cos(pose.z), s = sin(pose.z);
    vec2 scaled = position.xy * (part > 1.5 ? 1.0 : pose.w);
    vec3 place = vec3(pose.xy + vec2(c * scaled.x - s * scaled.y, s * scaled.x + c * scaled.y), position.z);
    vec3 normal = vec3(c * facing.x - s * facing.y, s * facing.x + c * facing.y, facing.z);
    float lit = 0.78 + 0.3 * dot(normal, light);
    vec3 colour = part < 0.5 ? tint.rgb : part < 2.5 ? mix(tint.rgb, vec3(1.0), 0.45) : mix(tint.rgb, vec3(0.05), 0.55);
    vColour = colour * lit;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
}`;
const figureFragment = /* glsl */ `
varying vec3 vColour;
void main() { gl_FragColor = vec4(vColour, 1.0); }`;

const enum Part {
    body = 0,
    head = 2,
    nose = 3,
}

/** A figure of height BODY_HEIGHT looking along +x. The body's width is in radii, head and nose are in metres. */
function figureGeometry(sides: number): InstancedBufferGeometry {
    const place: number[] = [],
        facing: number[] = [],
        part: number[] = [],
        index: number[] = [];
    const turned = (profile: [number, number][], depth: number, shiftX: number, which: Part): void => {
        const base = place.length / 3;
        profile.forEach(([r, z], k) => {
            const [r0, z0] = profile[Math.max(0, k - 1)],
                [r1, z1] = profile[Math.min(profile.length - 1, k + 1)];
            const slope = Math.hypot(z1 - z0, r1 - r0) || 1;
            for (let i = 0; i <= sides; ++i) {
                const angle = (2 * Math.PI * i) / sides,
                    c = Math.cos(angle),
                    s = Math.sin(angle);
                place.push(shiftX + c * r * depth, s * r, z);
                facing.push((c * (z1 - z0)) / slope, (s * (z1 - z0)) / slope, (r0 - r1) / slope);
                part.push(which);
                if (k > 0 && i < sides) {
                    const a = base + (k - 1) * (sides + 1) + i,
                        b = a + sides + 1;
                    index.push(a, a + 1, b, b, a + 1, b + 1);
                }
            }
        });
    };
    const fine = sides > 8;
    const body: [number, number][] = fine
        ? [
              [0.5, 0],
              [0.6, 0.05],
              [0.64, 0.5],
              [0.7, 0.85],
              [0.84, 1.1],
              [0.98, 1.26],
              [1, 1.34],
              [0.92, 1.41],
              [0.6, 1.46],
              [0.24, 1.5],
          ]
        : [
              [0.55, 0],
              [0.68, 0.75],
              [1, 1.32],
              [0.3, 1.48],
          ];
    turned(body, 0.66, 0, Part.body);
    const rings = fine ? 6 : 3;
    const head = Array.from({length: rings + 1}, (_, k): [number, number] => {
        const angle = -Math.PI / 2 + (Math.PI * k) / rings;
        return [Math.max(1e-4, 0.115 * Math.cos(angle)), 1.62 + 0.13 * Math.sin(angle)];
    });
    turned(head, 1.05, 0.015, Part.head);
    const nose: [number, number][] = [
        [0.001, 1.57],
        [0.05, 1.6],
        [0.001, 1.69],
    ];
    turned(nose, 2.2, 0.12, Part.nose);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(place), 3));
    geometry.setAttribute('facing', new BufferAttribute(new Float32Array(facing), 3));
    geometry.setAttribute('part', new BufferAttribute(new Float32Array(part), 1));
    geometry.setIndex(index);
    return geometry;
}

function quad(): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute(
        'position',
        new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3),
    );
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    return geometry;
}

export class Figures {
    readonly group = new Group();
    detail: Detail = 'figures';
    /** Poses (x, y, heading, radius) and colours (red, green, blue, opacity) of `count` people, filled by whoever draws. */
    pose = new Float32Array(0);
    tint = new Uint8Array(0);
    count = 0;
    /** To be increased when `tint` was filled anew. */
    tintVersion = 0;
    private readonly sent = new WeakMap<BufferAttribute, number>();

    private readonly discs: Mesh<InstancedBufferGeometry, ShaderMaterial>;
    private readonly points: Points<BufferGeometry, ShaderMaterial>;
    private readonly bodies: Mesh<InstancedBufferGeometry, ShaderMaterial>[];

    constructor() {
        const flat = {transparent: true, depthWrite: false};
        this.discs = new Mesh(
            quad(),
            new ShaderMaterial({
                vertexShader: discVertex,
                fragmentShader: discFragment,
                ...flat,
                depthTest: false,
                uniforms: {
                    smallest: {value: 0},
                    outline: {value: new Vector3()},
                    head: {value: new Vector3()},
                    detail: {value: 1},
                    near: {value: 1},
                    fade: {value: 1},
                    contrast: {value: 0.55},
                },
            }),
        );
        this.points = new Points(
            new BufferGeometry(),
            new ShaderMaterial({
                vertexShader: pointVertex,
                fragmentShader: pointFragment,
                ...flat,
                depthTest: false,
                uniforms: {pixels: {value: 2}, perspective: {value: 0}},
            }),
        );
        this.bodies = [14, 5].map(
            (sides) =>
                new Mesh(
                    figureGeometry(sides),
                    new ShaderMaterial({
                        vertexShader: figureVertex,
                        fragmentShader: figureFragment,
                        uniforms: {light: {value: new Vector3(-0.35, -0.5, 0.79).normalize()}},
                    }),
                ),
        );
        for (const object of [this.discs, this.points, ...this.bodies]) {
            object.frustumCulled = false;
            object.renderOrder = 20;
            this.group.add(object);
        }
        this.discs.renderOrder = 12;
        // Opaque in what it draws, but sorted with the see-through parts so that it comes after the floor.
        for (const body of this.bodies) body.material.transparent = true;
        this.reserve(64);
    }

    /** Over a heat map people get a border that stands out from any colour below. */
    setTheme(theme: Theme, overHeat: boolean): void {
        // On a dark floor those who stand are dark too: a light border shows them.
        const outline = overHeat
            ? theme.dark
                ? [255, 255, 255]
                : [0, 0, 0]
            : theme.dark
              ? [205, 215, 226]
              : [20, 26, 34];
        const {uniforms} = this.discs.material;
        uniforms.contrast.value = overHeat ? 0.9 : theme.dark ? 0.45 : 0.55;
        uniforms.outline.value.set(...outline.map((c) => c / 255));
        // A head as dark as the floor would be a hole in the body.
        uniforms.head.value.set(...(theme.dark ? [240, 245, 250] : outline).map((c) => c / 255));
    }

    /** Room for n people; keeps nothing. */
    reserve(n: number): void {
        if (4 * n <= this.pose.length) return;
        const capacity = Math.max(n, (this.pose.length / 4) * 2);
        this.pose = new Float32Array(4 * capacity);
        this.tint = new Uint8Array(4 * capacity);
        const attribute = (
            array: Float32Array | Uint8Array,
            Kind: typeof InstancedBufferAttribute | typeof BufferAttribute,
        ): BufferAttribute => {
            const made = new Kind(array, 4, array instanceof Uint8Array);
            made.setUsage(DynamicDrawUsage);
            return made;
        };
        const pose = attribute(this.pose, InstancedBufferAttribute),
            tint = attribute(this.tint, InstancedBufferAttribute);
        for (const mesh of [this.discs, ...this.bodies]) {
            // A geometry whose buffers change size must be a new one for three.
            const old = mesh.geometry,
                fresh = new InstancedBufferGeometry();
            for (const name of Object.keys(old.attributes))
                if (name !== 'pose' && name !== 'tint') fresh.setAttribute(name, old.getAttribute(name).clone());
            fresh.setIndex(old.getIndex()!.clone());
            fresh.setAttribute('pose', pose);
            fresh.setAttribute('tint', tint);
            old.dispose();
            mesh.geometry = fresh;
        }
        this.points.geometry.dispose();
        const geometry = new BufferGeometry();
        geometry.setAttribute('pose', attribute(this.pose, BufferAttribute));
        geometry.setAttribute('tint', attribute(this.tint, BufferAttribute));
        this.points.geometry = geometry;
    }

    /** Call after pose, tint and count were filled. */
    commit(view: View, pixelRatio: number): void {
        const pixels = BODY / view.metresPerPixel;
        const top = view.mode === 'top';
        const n = this.count;
        if (n > DISCS_AT_MOST || (pixels < 1.1 && n > POINTS_FROM))
            this.detail = pixels > 4 && n < 4 * DISCS_AT_MOST ? 'discs' : 'points';
        else if (top) this.detail = pixels > 5 ? 'figures' : 'discs';
        else this.detail = n <= FIGURES_AT_MOST && pixels > 1.6 ? 'figures' : 'discs';
        const [fine, plain] = this.bodies;
        const bodies = !top && this.detail === 'figures';
        const isFine = bodies && n <= FINE_FIGURES_AT_MOST && pixels > 4;
        this.points.visible = this.detail === 'points' && n > 0;
        this.discs.visible = this.detail !== 'points' && n > 0;
        fine.visible = isFine && n > 0;
        plain.visible = bodies && !isFine && n > 0;

        const {uniforms} = this.discs.material;
        const dot = Math.sqrt((DOTS_COVER * view.width * view.height) / (Math.PI * Math.max(1, n)));
        uniforms.smallest.value = Math.min(DOT_PIXELS[1], Math.max(DOT_PIXELS[0], dot)) * view.metresPerPixel;
        uniforms.near.value = Math.min(1, Math.max(0, (pixels - NEAR_PIXELS) / NEAR_PIXELS));
        uniforms.detail.value = top && this.detail === 'figures' ? 1 : 0;
        uniforms.fade.value = bodies ? 0.4 : 1;
        this.points.material.uniforms.pixels.value = Math.max(1.6, 2 * pixels) * pixelRatio;
        this.points.material.uniforms.perspective.value = top ? 0 : view.distance;

        for (const object of [this.points, this.discs, fine, plain]) {
            if (!object.visible) continue;
            const {geometry} = object;
            if (object === this.points) geometry.setDrawRange(0, n);
            else (geometry as InstancedBufferGeometry).instanceCount = n;
            for (const name of ['pose', 'tint']) {
                const attribute = geometry.getAttribute(name) as BufferAttribute;
                // Colours change less often than places, and whoever was hidden has missed changes.
                if (name === 'tint' && this.sent.get(attribute) === this.tintVersion) continue;
                attribute.clearUpdateRanges();
                attribute.addUpdateRange(0, 4 * n);
                attribute.needsUpdate = true;
                if (name === 'tint') this.sent.set(attribute, this.tintVersion);
            }
        }
    }
}

// Lines of a given width in pixels, many in one call: each is a quad that the vertex shader widens on the screen.
import {
    BufferAttribute,
    DynamicDrawUsage,
    InstancedBufferGeometry,
    InstancedInterleavedBuffer,
    InterleavedBufferAttribute,
    Mesh,
    ShaderMaterial,
    Vector2,
} from 'three';
import type {Rgb} from '../palette';

const vertex = /* glsl */ `
attribute vec3 from, to;
attribute vec4 colourFrom, colourTo;
uniform vec2 screen;
uniform float width;
varying vec4 vColour;
varying float vSide;
void main() {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(from, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(to, 1.0);
    float near = 0.02;
    if (a.w < near && b.w < near) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
    if (a.w < near) a = mix(b, a, (b.w - near) / (b.w - a.w));
    if (b.w < near) b = mix(a, b, (a.w - near) / (a.w - b.w));
    vec2 way = (b.xy / b.w - a.xy / a.w) * screen;
    float len = length(way);
    way = len > 1e-6 ? way / len : vec2(1.0, 0.0);
    vec4 p = position.x < 0.0 ? a : b;
    float reach = 0.5 * width + 0.5;
    vec2 shift = (vec2(-way.y, way.x) * position.y + way * position.x * 0.3) * reach;
    p.xy += shift * 2.0 / screen * p.w;
    gl_Position = p;
    vSide = position.y * reach;
    vColour = position.x < 0.0 ? colourFrom : colourTo;
}`;
const fragment = /* glsl */ `
uniform float width;
varying vec4 vColour;
varying float vSide;
void main() {
    float cover = clamp(0.5 * width + 0.5 - abs(vSide), 0.0, 1.0);
    gl_FragColor = vec4(vColour.rgb, vColour.a * cover);
}`;

class InstancedInterleaved {
    private readonly buffer: InstancedInterleavedBuffer;
    constructor(
        array: Float32Array | Uint8Array,
        private readonly stride: number,
        private readonly normalised: boolean,
    ) {
        this.buffer = new InstancedInterleavedBuffer(array, stride, 1);
        this.buffer.setUsage(DynamicDrawUsage);
    }
    part(size: number, offset: number): InterleavedBufferAttribute {
        return new InterleavedBufferAttribute(this.buffer, size, offset, this.normalised);
    }
    touch(n: number): void {
        this.buffer.clearUpdateRanges();
        this.buffer.addUpdateRange(0, n * this.stride);
        this.buffer.needsUpdate = true;
    }
}

export class Lines {
    readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
    private places = new Float32Array(0);
    private colours = new Uint8Array(0);
    private capacity = 0;
    private n = 0;
    private buffers: InstancedInterleaved[] = [];

    constructor(width: number, order: number) {
        const geometry = new InstancedBufferGeometry();
        geometry.setAttribute(
            'position',
            new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3),
        );
        geometry.setIndex([0, 1, 2, 0, 2, 3]);
        const material = new ShaderMaterial({
            vertexShader: vertex,
            fragmentShader: fragment,
            uniforms: {screen: {value: new Vector2(1, 1)}, width: {value: width}},
            transparent: true,
            depthTest: false,
            depthWrite: false,
        });
        this.mesh = new Mesh(geometry, material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = order;
        this.reserve(16);
        geometry.instanceCount = 0;
    }

    get count(): number {
        return this.n;
    }

    setScreen(width: number, height: number): void {
        (this.mesh.material.uniforms.screen.value as Vector2).set(width, height);
    }

    private reserve(n: number): void {
        if (n <= this.capacity) return;
        this.capacity = Math.max(n, 2 * this.capacity);
        const places = new Float32Array(this.capacity * 6),
            colours = new Uint8Array(this.capacity * 8);
        places.set(this.places);
        colours.set(this.colours);
        this.places = places;
        this.colours = colours;
        const {geometry} = this.mesh;
        geometry.dispose();
        const fresh = new InstancedBufferGeometry();
        fresh.setAttribute('position', geometry.getAttribute('position'));
        fresh.setIndex(geometry.getIndex());
        const interleavedPlaces = new InstancedInterleaved(places, 6, false),
            interleavedColours = new InstancedInterleaved(colours, 8, true);
        fresh.setAttribute('from', interleavedPlaces.part(3, 0));
        fresh.setAttribute('to', interleavedPlaces.part(3, 3));
        fresh.setAttribute('colourFrom', interleavedColours.part(4, 0));
        fresh.setAttribute('colourTo', interleavedColours.part(4, 4));
        this.mesh.geometry = fresh;
        this.buffers = [interleavedPlaces, interleavedColours];
    }

    clear(): void {
        this.n = 0;
    }

    add(
        x0: number,
        y0: number,
        z0: number,
        x1: number,
        y1: number,
        z1: number,
        colour: Rgb,
        alpha0: number,
        alpha1 = alpha0,
    ): void {
        this.reserve(this.n + 1);
        const p = 6 * this.n,
            c = 8 * this.n++;
        const {places, colours} = this;
        places[p] = x0;
        places[p + 1] = y0;
        places[p + 2] = z0;
        places[p + 3] = x1;
        places[p + 4] = y1;
        places[p + 5] = z1;
        colours[c] = colours[c + 4] = colour[0];
        colours[c + 1] = colours[c + 5] = colour[1];
        colours[c + 2] = colours[c + 6] = colour[2];
        colours[c + 3] = alpha0 * 255;
        colours[c + 7] = alpha1 * 255;
    }

    commit(): void {
        this.mesh.geometry.instanceCount = this.n;
        for (const buffer of this.buffers) buffer.touch(this.n);
    }
}

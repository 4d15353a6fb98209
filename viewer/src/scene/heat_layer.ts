// Draws a heat map on the floor, and nowhere else: what the smoothing carries into walls is cut off there.
import {
    DataTexture,
    DoubleSide,
    LinearFilter,
    Mesh,
    RGBAFormat,
    ShaderMaterial,
    Vector2,
    type BufferGeometry,
    type Texture,
} from 'three';
import type {HeatMap} from '../heat';
import type {Ramp} from '../palette';

const OPACITY = 0.9;

const vertex = /* glsl */ `
uniform vec2 corner, size;
varying vec2 vPlace;
void main() {
    vPlace = (position.xy - corner) / size;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position.xy, 0.002, 1.0);
}`;
const fragment = /* glsl */ `
uniform sampler2D colours;
uniform float opacity;
varying vec2 vPlace;
void main() {
    if (vPlace != clamp(vPlace, 0.0, 1.0)) discard;
    vec4 colour = texture2D(colours, vPlace);
    gl_FragColor = vec4(colour.rgb, colour.a * opacity);
}`;

export class HeatLayer {
    readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

    constructor(floor: BufferGeometry) {
        this.mesh = new Mesh(
            floor,
            new ShaderMaterial({
                vertexShader: vertex,
                fragmentShader: fragment,
                transparent: true,
                depthTest: false,
                depthWrite: false,
                side: DoubleSide,
                uniforms: {
                    colours: {value: null},
                    corner: {value: new Vector2()},
                    size: {value: new Vector2(1, 1)},
                    opacity: {value: OPACITY},
                },
            }),
        );
        this.mesh.renderOrder = 1;
        this.mesh.visible = false;
        this.mesh.frustumCulled = false;
    }

    set(map: HeatMap | null, ramp: Ramp, largest: number): void {
        this.mesh.visible = map !== null;
        if (!map) return;
        const {columns, rows, values} = map;
        const pixels = new Uint8Array(4 * columns * rows);
        for (let k = 0; k < values.length; ++k) {
            const [r, g, b] = ramp.at(values[k] / largest);
            pixels[4 * k] = r;
            pixels[4 * k + 1] = g;
            pixels[4 * k + 2] = b;
            pixels[4 * k + 3] = Math.round(255 * map.weight[k]);
        }
        const texture = new DataTexture(pixels, columns, rows, RGBAFormat);
        texture.magFilter = texture.minFilter = LinearFilter;
        texture.needsUpdate = true;
        const {uniforms} = this.mesh.material;
        (uniforms.colours.value as Texture | null)?.dispose();
        uniforms.colours.value = texture;
        uniforms.corner.value.set(map.x, map.y);
        uniforms.size.value.set(columns * map.cell, rows * map.cell);
    }
}

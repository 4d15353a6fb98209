// Draws a heat map on the floor.
import {
    DataTexture,
    DoubleSide,
    LinearFilter,
    Mesh,
    MeshBasicMaterial,
    NearestFilter,
    PlaneGeometry,
    RGBAFormat,
} from 'three';
import type {HeatMap} from '../heat';
import type {Ramp} from '../palette';

const OPACITY = 0.9;

export class HeatLayer {
    readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;

    constructor() {
        this.mesh = new Mesh(
            new PlaneGeometry(1, 1),
            new MeshBasicMaterial({
                transparent: true,
                opacity: OPACITY,
                depthTest: false,
                depthWrite: false,
                side: DoubleSide,
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
            if (Number.isNaN(values[k])) continue;
            const [r, g, b] = ramp.at(values[k] / largest);
            pixels[4 * k] = r;
            pixels[4 * k + 1] = g;
            pixels[4 * k + 2] = b;
            pixels[4 * k + 3] = 255;
        }
        const texture = new DataTexture(pixels, columns, rows, RGBAFormat);
        texture.magFilter = NearestFilter;
        texture.minFilter = LinearFilter;
        texture.needsUpdate = true;
        const {material} = this.mesh;
        material.map?.dispose();
        material.map = texture;
        material.needsUpdate = true;
        const w = columns * map.cell,
            h = rows * map.cell;
        this.mesh.scale.set(w, h, 1);
        this.mesh.position.set(map.x + w / 2, map.y + h / 2, 0.002);
    }
}

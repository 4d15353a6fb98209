// Where we look from. One description serves both views: a point on the floor in the middle of the screen, how many metres
// the screen shows, and for the 3D view the direction. Changing the view keeps what is in the middle.
import {Matrix4, OrthographicCamera, PerspectiveCamera, Vector3, type Camera} from 'three';

export type ViewMode = 'top' | '3d';

const FIELD_OF_VIEW = 30;
const LOWEST = 0.12; // radians above the floor
const HIGHEST = 1.5;
const SMALLEST_SPAN = 0.5;
const FIT_ROUNDS = 6;
const FIT_SHARE = 0.88; // of the window that a fitted map takes

export class View {
    mode: ViewMode = 'top';
    x = 0;
    y = 0;
    /** Half of the metres the screen's height shows. */
    span = 10;
    azimuth = -Math.PI / 2;
    elevation = 0.85;
    width = 1;
    height = 1;
    largestSpan = 1e5;

    private readonly flat = new OrthographicCamera(-1, 1, 1, -1, -1e4, 1e4);
    private readonly deep = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1000);
    private readonly viewProjection = new Matrix4();
    private readonly inverse = new Matrix4();

    get camera(): Camera {
        return this.mode === 'top' ? this.flat : this.deep;
    }
    get distance(): number {
        return this.span / Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    }
    get metresPerPixel(): number {
        return (2 * this.span) / this.height;
    }

    update(): void {
        this.span = Math.min(this.largestSpan, Math.max(SMALLEST_SPAN, this.span));
        this.elevation = Math.min(HIGHEST, Math.max(LOWEST, this.elevation));
        const aspect = this.width / this.height;
        if (this.mode === 'top') {
            const {flat, span} = this;
            flat.left = -span * aspect;
            flat.right = span * aspect;
            flat.top = span;
            flat.bottom = -span;
            flat.position.set(this.x, this.y, 0);
            flat.rotation.set(0, 0, 0);
            flat.updateProjectionMatrix();
            flat.updateMatrixWorld();
        } else {
            const {deep, distance} = this;
            const flatPart = Math.cos(this.elevation) * distance;
            deep.aspect = aspect;
            deep.near = Math.max(0.05, distance / 200);
            deep.far = distance * 12 + 100;
            deep.up.set(0, 0, 1);
            deep.position.set(
                this.x + Math.cos(this.azimuth) * flatPart,
                this.y + Math.sin(this.azimuth) * flatPart,
                Math.sin(this.elevation) * distance,
            );
            deep.lookAt(this.x, this.y, 0);
            deep.updateProjectionMatrix();
            deep.updateMatrixWorld();
        }
        const {camera} = this;
        this.viewProjection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
        this.inverse.copy(this.viewProjection).invert();
    }

    /** Pixels from the top left, null behind the camera. */
    project(x: number, y: number, z = 0): [number, number] | null {
        const e = this.viewProjection.elements;
        const w = e[3] * x + e[7] * y + e[11] * z + e[15];
        if (w <= 1e-6) return null;
        const px = (e[0] * x + e[4] * y + e[8] * z + e[12]) / w;
        const py = (e[1] * x + e[5] * y + e[9] * z + e[13]) / w;
        return [((px + 1) / 2) * this.width, ((1 - py) / 2) * this.height];
    }

    /** The point of the floor under a pixel, null above the horizon. */
    onFloor(px: number, py: number): [number, number] | null {
        const nx = (2 * px) / this.width - 1,
            ny = 1 - (2 * py) / this.height;
        const near = new Vector3(nx, ny, -1).applyMatrix4(this.inverse),
            far = new Vector3(nx, ny, 1).applyMatrix4(this.inverse);
        if (this.mode === 'top') return [near.x, near.y];
        const drop = near.z - far.z;
        if (drop <= 1e-9) return null;
        const t = near.z / drop;
        const x = near.x + t * (far.x - near.x),
            y = near.y + t * (far.y - near.y);
        // Near the horizon a pixel is a kilometre: dragging from there would fling the map away.
        return Math.hypot(x - this.x, y - this.y) > 8 * this.distance ? null : [x, y];
    }

    pan(fromX: number, fromY: number, toX: number, toY: number): void {
        const a = this.onFloor(fromX, fromY),
            b = this.onFloor(toX, toY);
        if (!a || !b) return;
        this.x += a[0] - b[0];
        this.y += a[1] - b[1];
        this.update();
    }

    /** Zooms by `factor` (< 1: closer) so that the place under the pixel stays there. */
    zoom(factor: number, px: number, py: number): void {
        const before = this.onFloor(px, py);
        this.span *= factor;
        this.update();
        const after = this.onFloor(px, py);
        if (before && after) {
            this.x += before[0] - after[0];
            this.y += before[1] - after[1];
            this.update();
        }
    }

    orbit(dx: number, dy: number): void {
        if (this.mode !== '3d') return;
        this.azimuth -= dx * 0.006;
        this.elevation += dy * 0.006;
        this.update();
    }

    fit([x0, y0, x1, y1]: [number, number, number, number]): void {
        const aspect = this.width / this.height;
        this.x = (x0 + x1) / 2;
        this.y = (y0 + y1) / 2;
        const w = Math.max(1, x1 - x0) / 2,
            h = Math.max(1, y1 - y0) / 2;
        if (this.mode === 'top') {
            this.span = 1.06 * Math.max(h, w / aspect) + 0.2;
        } else {
            this.azimuth = -Math.PI / 2;
            this.elevation = 0.85;
            this.span = 1.12 * Math.max(h * 0.95, w / aspect) + 0.5;
            this.update();
            // What is near is larger: look from farther away until all corners are in the picture, and in its middle.
            for (let round = 0; round < FIT_ROUNDS; ++round) {
                const seen = [
                    [x0, y0],
                    [x1, y0],
                    [x0, y1],
                    [x1, y1],
                ].map(([x, y]) => this.project(x, y));
                if (seen.some((p) => p === null)) break;
                const across = seen.map((p) => p![0]),
                    down = seen.map((p) => p![1]);
                const middle = this.onFloor(this.width / 2, (Math.min(...down) + Math.max(...down)) / 2);
                if (middle) this.y = middle[1];
                const share = Math.max(
                    (Math.max(...across) - Math.min(...across)) / this.width,
                    (Math.max(...down) - Math.min(...down)) / this.height,
                );
                this.span *= share / FIT_SHARE;
                this.update();
            }
        }
        this.update();
    }
}

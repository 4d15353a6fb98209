// Colours. Ramps rise in lightness all the way, so that they read in grey and for colour-blind eyes; they are mixed in OKLab from a
// few anchors. Categories use the eight hues of Okabe and Ito.

export type Rgb = [number, number, number];

export function rgb(hex: string): Rgb {
    const n = parseInt(hex.slice(1), 16);
    return [n >> 16, (n >> 8) & 255, n & 255];
}

export function hex([r, g, b]: Rgb): string {
    return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;
}

const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number): number => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

export function oklab([r8, g8, b8]: Rgb): Rgb {
    const r = toLinear(r8 / 255),
        g = toLinear(g8 / 255),
        b = toLinear(b8 / 255);
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
}

function fromOklab([L, a, b]: Rgb): Rgb {
    const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const channel = (c: number): number => Math.round(255 * Math.min(1, Math.max(0, toGamma(Math.max(0, c)))));
    return [
        channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ];
}

export class Ramp {
    /** 256 colours, three bytes each. */
    readonly table = new Uint8Array(256 * 3);

    constructor(anchors: string[]) {
        const stops = anchors.map((anchor) => oklab(rgb(anchor)));
        for (let i = 0; i < 256; ++i) {
            const place = (i / 255) * (stops.length - 1);
            const k = Math.min(stops.length - 2, Math.floor(place)),
                f = place - k;
            const mixed = [0, 1, 2].map((c) => stops[k][c] + f * (stops[k + 1][c] - stops[k][c])) as Rgb;
            this.table.set(fromOklab(mixed), 3 * i);
        }
    }

    at(fraction: number): Rgb {
        const i = 3 * Math.round(255 * Math.min(1, Math.max(0, fraction || 0)));
        return [this.table[i], this.table[i + 1], this.table[i + 2]];
    }

    css(direction = 'to right'): string {
        const stops = Array.from({length: 9}, (_, i) => hex(this.at(i / 8)));
        return `linear-gradient(${direction}, ${stops.join(', ')})`;
    }
}

/** Blue-violet through teal to yellow, for speed. */
export const SPEED = new Ramp(['#46307e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725']);
/** Indigo through magenta and orange to a yellow that is still told from a white floor, for density. */
export const DENSITY = new Ramp(['#3b2a8c', '#7a1fa2', '#b5367a', '#e04f5f', '#f5803e', '#fbb040', '#f6dd3c']);

export const CATEGORIES = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#8c8c8c'].map(
    rgb,
);
export const NEUTRAL = rgb('#8b95a1');

export function category(place: number): Rgb {
    return place < 0 ? NEUTRAL : CATEGORIES[place % CATEGORIES.length];
}

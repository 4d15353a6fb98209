// The binary forms of docs/viewer_protocol.md: frames (SSF1), one agent's track (SST1), compressed segments (SSQ1).
import type {Frame, Track} from '../types';

const FRAMES = 0x31465353;
const TRACK = 0x31545353;
const SEGMENTS = 0x31515353;

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

function bad(what: string): never {
    throw new Error(`The data cannot be read: ${what}.`);
}

function words(buffer: ArrayBuffer, magic: number): Uint32Array {
    if (!littleEndian) bad('this machine stores numbers in the other order');
    if (buffer.byteLength < 8) bad('it ends too early');
    const all = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
    if (all[0] !== magic) bad('it is of another kind than asked for');
    return all;
}

/** Frames are views into `buffer`: nothing is copied. */
export function decodeFrames(buffer: ArrayBuffer): Frame[] {
    const head = words(buffer, FRAMES);
    const frames: Frame[] = [];
    let at = 2;
    for (let k = 0; k < head[1]; ++k) {
        if (at + 4 > head.length) bad('a frame is cut off');
        const n = head[at + 2];
        if (at + 4 + 5 * n > head.length) bad('a frame is cut off');
        const column = (c: number): number => 4 * (at + 4 + c * n);
        frames.push({
            index: head[at],
            number: head[at + 1],
            id: new Uint32Array(buffer, column(0), n),
            x: new Float32Array(buffer, column(1), n),
            y: new Float32Array(buffer, column(2), n),
            heading: new Float32Array(buffer, column(3), n),
            speed: new Float32Array(buffer, column(4), n),
        });
        at += 4 + 5 * n;
    }
    return frames;
}

export function decodeTrack(buffer: ArrayBuffer): Track {
    const head = words(buffer, TRACK);
    const n = head[1];
    if (2 + 6 * n > head.length) bad('a track is cut off');
    const column = (c: number): number => 4 * (2 + c * n);
    return {
        index: new Uint32Array(buffer, column(0), n),
        number: new Uint32Array(buffer, column(1), n),
        x: new Float32Array(buffer, column(2), n),
        y: new Float32Array(buffer, column(3), n),
        heading: new Float32Array(buffer, column(4), n),
        speed: new Float32Array(buffer, column(5), n),
    };
}

class Varints {
    at = 0;
    constructor(private readonly bytes: Uint8Array) {}

    // Products instead of shifts: ids and millimetres may need more than 31 bits.
    unsigned(): number {
        let value = 0,
            scale = 1;
        for (;;) {
            if (this.at >= this.bytes.length || scale > 2 ** 49) bad('a number is cut off');
            const byte = this.bytes[this.at++];
            value += (byte & 127) * scale;
            if (byte < 128) return value;
            scale *= 128;
        }
    }

    signed(): number {
        const z = this.unsigned();
        return z % 2 === 0 ? z / 2 : -(z + 1) / 2;
    }
}

/** Turns segments into frames; rows of a frame are in order of id. */
export function decodeSegments(bytes: Uint8Array, frames: number, numberAt: (index: number) => number): Frame[] {
    if (bytes.length < 8) bad('it ends too early');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(0, true) !== SEGMENTS) bad('it is of another kind than asked for');
    const segments = view.getUint32(4, true);

    interface Segment {
        id: number;
        first: number;
        columns: Float32Array[];
    }
    const read = new Varints(bytes.subarray(8));
    const all: Segment[] = [];
    const rows = new Uint32Array(frames);
    for (let s = 0; s < segments; ++s) {
        const id = read.unsigned(),
            first = read.unsigned(),
            n = read.unsigned();
        if (first + n > frames) bad('a person walks on after the end');
        const columns = [0, 1].map(() => {
            const column = new Float32Array(n);
            let value = 0,
                step = 0;
            for (let i = 0; i < n; ++i) {
                const given = read.signed();
                if (i === 0) value = given;
                else value += step = i === 1 ? given : step + given;
                column[i] = value / 1000;
            }
            return column;
        });
        for (const scale of [(2 * Math.PI) / 1024, 1 / 1000]) {
            const column = new Float32Array(n);
            let value = 0;
            for (let i = 0; i < n; ++i) column[i] = (value += read.signed()) * scale;
            columns.push(column);
        }
        all.push({id, first, columns});
        for (let i = first; i < first + n; ++i) ++rows[i];
    }

    const result: Frame[] = [];
    for (let i = 0; i < frames; ++i) {
        const n = rows[i];
        const column = (): Float32Array => new Float32Array(n);
        result.push({
            index: i,
            number: numberAt(i),
            id: new Uint32Array(n),
            x: column(),
            y: column(),
            heading: column(),
            speed: column(),
        });
    }
    const filled = new Uint32Array(frames);
    for (const {id, first, columns} of all) {
        const [x, y, heading, speed] = columns;
        for (let k = 0; k < x.length; ++k) {
            const frame = result[first + k],
                row = filled[first + k]++;
            frame.id[row] = id;
            frame.x[row] = x[k];
            frame.y[row] = y[k];
            frame.heading[row] = heading[k];
            frame.speed[row] = speed[k];
        }
    }
    return result;
}

export async function inflate(base64: string): Promise<Uint8Array> {
    const text = atob(base64);
    const packed = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) packed[i] = text.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {deflateSync} from 'node:zlib';
import {decodeFrames, decodeSegments, decodeTrack, inflate} from '../src/sources/decode';

function words(...values: (number | {f: number})[]): ArrayBuffer {
    const u32 = new Uint32Array(values.length),
        f32 = new Float32Array(u32.buffer);
    values.forEach((value, i) => (typeof value === 'number' ? (u32[i] = value) : (f32[i] = value.f)));
    return u32.buffer;
}
const f = (value: number): {f: number} => ({f: value});

test('frames keep index, number and columns', () => {
    const frames = decodeFrames(
        words(0x31465353, 2, 4, 40, 2, 0, 7, 9, f(1), f(2), f(3), f(4), f(0.5), f(-0.5), f(1.25), f(0), 5, 50, 0, 0),
    );
    assert.equal(frames.length, 2);
    assert.deepEqual([...frames[0].id], [7, 9]);
    assert.deepEqual([...frames[0].y], [3, 4]);
    assert.deepEqual([...frames[0].heading], [0.5, -0.5]);
    assert.deepEqual([...frames[0].speed], [1.25, 0]);
    assert.deepEqual([frames[1].index, frames[1].number, frames[1].id.length], [5, 50, 0]);
});

test('frames that are cut off or of another kind are refused', () => {
    assert.throws(() => decodeFrames(words(0x31465353, 1, 0, 0, 3, 0, 1)), /cut off/);
    assert.throws(() => decodeFrames(words(0x12345678, 0)), /another kind/);
    assert.throws(() => decodeFrames(new ArrayBuffer(4)), /too early/);
});

test('a track', () => {
    const track = decodeTrack(words(0x31545353, 1, 3, 30, f(1.5), f(2.5), f(0), f(1.25)));
    assert.deepEqual(
        [track.index[0], track.number[0], track.x[0], track.y[0], track.speed[0]],
        [3, 30, 1.5, 2.5, 1.25],
    );
});

/** Writes as docs/viewer_protocol.md says, independently of how it is read. */
function varint(signed: number): number[] {
    let value = signed >= 0 ? 2 * signed : -2 * signed - 1;
    const bytes: number[] = [];
    while (value >= 128) {
        bytes.push((value % 128) + 128);
        value = Math.floor(value / 128);
    }
    return [...bytes, value];
}
const plain = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...plain(Math.floor(value / 128))];

test('segments: second differences, headings the shorter way round, people who come and go', () => {
    const bytes = [
        0x53,
        0x53,
        0x51,
        0x31,
        2,
        0,
        0,
        0,
        // id 3 in frames 1–3: x 1000, 1100, 1250 mm; y −5 always; heading 1000, 1020, 1030 (past a whole turn); speed 1000, 1500, 1400 mm/s
        ...plain(3),
        ...plain(1),
        ...plain(3),
        ...[1000, 100, 50].flatMap(varint),
        ...[-5, 0, 0].flatMap(varint),
        ...[1000, 20, 10].flatMap(varint),
        ...[1000, 500, -100].flatMap(varint),
        // id 300 in frame 2 only
        ...plain(300),
        ...plain(2),
        ...plain(1),
        ...varint(-70000),
        ...varint(8),
        ...varint(-256),
        ...varint(0),
    ];
    const frames = decodeSegments(new Uint8Array(bytes), 5, (i) => 10 * i);
    assert.deepEqual(
        frames.map((frame) => frame.id.length),
        [0, 1, 2, 1, 0],
    );
    assert.equal(frames[4].number, 40);
    assert.deepEqual([...frames[2].id], [3, 300]);
    const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-5, `${a} is not ${b}`);
    near(frames[3].x[0], 1.25);
    near(frames[3].y[0], -0.005);
    near(frames[2].speed[0], 1.5);
    near(frames[3].speed[0], 1.4);
    near(frames[3].heading[0], (1030 / 1024) * 2 * Math.PI);
    near(frames[2].x[1], -70);
    near(frames[2].heading[1], -Math.PI / 2);
});

test('segments that run past the end are refused', () => {
    assert.throws(
        () => decodeSegments(new Uint8Array([0x53, 0x53, 0x51, 0x31, 1, 0, 0, 0, 1, 4, 9]), 5, (i) => i),
        /after the end/,
    );
});

test('inflate undoes zlib', async () => {
    const packed = deflateSync('people walk').toString('base64');
    assert.equal(new TextDecoder().decode(await inflate(packed)), 'people walk');
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {webm} from '../src/webm';

interface Read {
    id: number;
    /** From the beginning of what holds it. */
    at: number;
    data: Uint8Array;
}

/** The elements that lie one behind the other in some bytes. */
function elements(bytes: Uint8Array): Read[] {
    const found: Read[] = [];
    for (let at = 0; at < bytes.length;) {
        const idLength = Math.clz32(bytes[at]) - 23;
        const number = (from: number, n: number): number =>
            bytes.slice(from, from + n).reduce((sum, byte) => sum * 256 + byte, 0);
        const id = number(at, idLength);
        assert.equal(bytes[at + idLength], 1, 'lengths have eight bytes');
        const start = at + idLength + 8;
        const length = number(at + idLength + 1, 7);
        assert.ok(start + length <= bytes.length, 'an element ends inside what holds it');
        found.push({id, at, data: bytes.slice(start, start + length)});
        at = start + length;
    }
    return found;
}

const joined = (parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const valueOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

test('a film: every picture once, the index points to where parts begin', () => {
    const pictures = Array.from({length: 7}, (_, k) => ({
        time: (k * 1e6) / 30,
        key: k % 3 === 0,
        data: Uint8Array.of(k, k, k),
    }));
    const file = elements(joined(webm(pictures, {width: 640, height: 360, codec: 'V_VP9', seconds: 7 / 30})));
    assert.deepEqual(
        file.map(({id}) => id),
        [0x1a45dfa3, 0x18538067],
    );
    const segment = elements(file[1].data);
    const clusters = segment.filter(({id}) => id === 0x1f43b675);
    assert.equal(clusters.length, 3);
    const times = clusters.flatMap(({data}) => {
        const [time, ...blocks] = elements(data);
        return blocks.map((block) => valueOf(time.data) + valueOf(block.data.slice(1, 3)));
    });
    assert.deepEqual(
        times,
        pictures.map(({time}) => Math.round(time / 1000)),
    );
    const index = elements(segment.find(({id}) => id === 0x1c53bb6b)!.data);
    const places = index.map(({data}) => valueOf(elements(elements(data)[1].data)[1].data));
    assert.deepEqual(
        places,
        clusters.map(({at}) => at),
    );
    const about = elements(segment[0].data);
    const duration = about.find(({id}) => id === 0x4489)!.data;
    assert.ok(Math.abs(new DataView(duration.buffer, duration.byteOffset).getFloat64(0) - 7000 / 30) < 1e-9);
});

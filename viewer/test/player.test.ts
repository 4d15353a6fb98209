import assert from 'node:assert/strict';
import {test} from 'node:test';
import {People} from '../src/people';
import {Player} from '../src/player';
import {FrameCache} from '../src/sources/frame_cache';
import {spread, type Source} from '../src/sources/source';
import {completeInfo, type Frame} from '../src/types';

function frame(index: number, number = index): Frame {
    return {
        index,
        number,
        id: new Uint32Array([1]),
        x: new Float32Array([index]),
        y: new Float32Array(1),
        heading: new Float32Array(1),
        speed: new Float32Array(1),
    };
}

class Fixed {
    readonly kind: string = 'replay';
    readonly first = 0;
    readonly info;
    readonly people;
    wanted: [number, number, number][] = [];
    missing = new Set<number>();
    constructor(
        private readonly numbers: number[],
        fps = 10,
    ) {
        this.info = completeInfo({fps, frames: numbers.length});
        this.people = new People(this.info);
    }
    get last(): number {
        return this.numbers.length - 1;
    }
    numberAt(index: number): number {
        return this.numbers[index];
    }
    get(index: number): Frame | undefined {
        return this.missing.has(index) || index > this.last ? undefined : frame(index, this.numbers[index]);
    }
    want(index: number, ahead: number, stride: number): void {
        this.wanted.push([index, ahead, stride]);
    }
}
const player = (source: Fixed): Player => new Player(source as unknown as Source);
const ten = (): Fixed => new Fixed(Array.from({length: 10}, (_, i) => i));

test('plays by time, interpolates, stops at the end', () => {
    const p = player(ten());
    p.play();
    p.advance(0.15, 0);
    assert.ok(Math.abs(p.head - 1.5) < 1e-9);
    const bracket = p.bracket()!;
    assert.deepEqual([bracket.from.index, bracket.to?.index], [1, 2]);
    assert.ok(Math.abs(bracket.part - 0.5) < 1e-9);
    for (let k = 0; k < 20; ++k) p.advance(0.1, 0);
    assert.equal(p.head, 9);
    assert.equal(p.playing, false);
    p.play();
    assert.equal(p.head, 0, 'plays from the beginning again');
});

test('frames that are not evenly numbered take their time', () => {
    const p = player(new Fixed([0, 5, 10, 100]));
    assert.equal(p.time(1), 0.5);
    assert.equal(p.placeOf(0.75), 1.5);
    assert.equal(p.placeOf(-3), 0);
    assert.equal(p.placeOf(1e9), 3);
    p.playing = true;
    p.head = 2.5;
    assert.equal(p.bracket()!.to, null, 'nobody glides across nine seconds');
});

test('steps whole frames and stays inside', () => {
    const p = player(ten());
    p.step(-1);
    assert.equal(p.head, 0);
    p.play();
    p.advance(0.13, 0);
    p.step(1);
    assert.equal(p.head, 2);
    assert.equal(p.playing, false);
    p.step(100);
    assert.equal(p.head, 9);
});

test('waits for a frame that is not there and asks for it', () => {
    const source = ten();
    source.missing = new Set([2]);
    const p = player(source);
    p.play();
    p.advance(0.15, 0);
    p.advance(0.1, 0);
    assert.equal(p.waiting, true);
    assert.ok(p.head < 2);
    assert.equal(source.wanted.at(-1)![0], 2);
    source.missing.clear();
    p.advance(0.1, 0);
    assert.equal(p.waiting, false);
    assert.ok(p.head > 2);
});

test('leaves frames out when playing fast, by powers of two', () => {
    const p = player(
        new Fixed(
            Array.from({length: 1000}, (_, i) => i),
            50,
        ),
    );
    p.setSpeed(20);
    assert.equal(p.stride, 1, 'not while standing');
    p.play();
    assert.equal(p.stride, 16);
    p.advance(0.1, 0);
    const bracket = p.bracket()!;
    assert.equal(bracket.from.index % 16, 0);
    assert.equal(bracket.to!.index - bracket.from.index, 16);
});

test('no frames, one frame', () => {
    const nothing = player(new Fixed([]));
    nothing.play();
    assert.equal(nothing.playing, false);
    assert.equal(nothing.bracket(), null);
    assert.equal(nothing.time(), 0);
    const one = player(new Fixed([7]));
    one.play();
    one.advance(1, 0);
    assert.equal(one.head, 0);
    assert.equal(one.playing, false);
    assert.equal(one.time(), 0.7);
});

test('the cache forgets the answer that was used least recently', () => {
    const cache = new FrameCache(100);
    cache.add([frame(0), frame(1)], 40);
    cache.add([frame(2)], 40);
    cache.get(0);
    cache.add([frame(3)], 40);
    assert.deepEqual(
        [0, 1, 2, 3].map((i) => cache.has(i)),
        [true, true, false, true],
    );
    assert.equal(cache.bytes, 80);
    cache.add([frame(4)], 500);
    assert.equal(cache.has(4), true, 'the newest stays however large');
});

test('spread takes both ends', () => {
    assert.deepEqual(spread(0, 9, 4), [0, 3, 6, 9]);
    assert.deepEqual(spread(2, 4, 10), [2, 3, 4]);
    assert.deepEqual(spread(0, -1, 10), []);
});

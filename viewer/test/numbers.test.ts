import assert from 'node:assert/strict';
import {test} from 'node:test';
import {localDensity} from '../src/crowd';
import {clock, degrees, fixed, niceCeil, short, tick} from '../src/format';
import {cellSize, heatMap} from '../src/heat';
import {corners, magnitude, permitted} from '../src/overlay/explain';
import {DENSITY, oklab, SPEED} from '../src/palette';
import {People} from '../src/people';
import type {Frame, Shape} from '../src/types';

function frameOf(places: [number, number][], speed = 1): Frame {
    return {
        index: 0,
        number: 0,
        id: Uint32Array.from(places, (_, i) => i + 1),
        x: Float32Array.from(places, (p) => p[0]),
        y: Float32Array.from(places, (p) => p[1]),
        heading: new Float32Array(places.length),
        speed: new Float32Array(places.length).fill(speed),
    };
}

test('ramps get lighter all the way', () => {
    for (const ramp of [SPEED, DENSITY]) {
        for (let i = 1; i <= 32; ++i) assert.ok(oklab(ramp.at(i / 32))[0] > oklab(ramp.at((i - 1) / 32))[0], `at ${i}`);
        assert.deepEqual(ramp.at(-1), ramp.at(0));
        assert.deepEqual(ramp.at(NaN), ramp.at(0));
        assert.deepEqual(ramp.at(7), ramp.at(1));
    }
});

test('numbers as people read them', () => {
    assert.equal(fixed(-0.001, 2), '0.00');
    assert.equal(fixed(-1.5, 1), '−1.5');
    assert.equal(fixed(NaN, 1), '–');
    assert.equal(short(1234.5), '1235');
    assert.equal(tick(100), '100');
    assert.equal(tick(0.5), '0.5');
    assert.equal(tick(0), '0');
    assert.equal(clock(59.96), '1:00.0');
    assert.equal(clock(3725.5), '1:02:05.5');
    assert.equal(degrees(-Math.PI / 2), '270°');
    assert.equal(degrees(2 * Math.PI - 1e-6), '0°');
    assert.deepEqual([0.3, 2.1, 6, 1, 0].map(niceCeil), [0.5, 2.5, 10, 1, 1]);
});

test('local density counts people in a circle, across a periodic border too', () => {
    const area = Math.PI * 2.25;
    const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-5, `${a} is not ${b}`);
    const open = localDensity(
        frameOf([
            [0, 0],
            [1, 0],
            [9.5, 0],
            [30, 30],
        ]),
        [0, 0],
    );
    [2, 2, 1, 1].forEach((n, i) => near(open[i], n / area));
    const ring = localDensity(
        frameOf([
            [0, 0],
            [1, 0],
            [9.4, 0],
        ]),
        [10, 0],
    );
    [3, 2, 2].forEach((n, i) => near(ring[i], n / area));
    assert.equal(localDensity(frameOf([]), [0, 0]).length, 0);
});

test('density equals counting every pair', () => {
    const places = Array.from({length: 300}, (_, i): [number, number] => [(i * 7.31) % 20, (i * 3.77) % 13]);
    const frame = frameOf(places);
    localDensity(frame, [0, 0]).forEach((value, i) => {
        let n = 0;
        for (let j = 0; j < places.length; ++j)
            if ((frame.x[i] - frame.x[j]) ** 2 + (frame.y[i] - frame.y[j]) ** 2 <= 2.25) ++n;
        assert.equal(Math.round(value * Math.PI * 2.25), n);
    });
});

test('heat map: means over frames, nothing where nobody was', () => {
    const map = heatMap(
        [
            frameOf(
                [
                    [0.1, 0.1],
                    [0.2, 0.2],
                ],
                2,
            ),
            frameOf([[0.3, 0.1]], 1),
        ],
        'density',
        [0, 0, 2, 1],
    );
    assert.deepEqual([map.columns, map.rows, map.cell], [4, 2, 0.5]);
    assert.equal(map.values[0], 3 / 2 / 0.25);
    assert.ok(Number.isNaN(map.values[1]));
    const speed = heatMap(
        [
            frameOf(
                [
                    [0.1, 0.1],
                    [0.2, 0.2],
                ],
                2,
            ),
            frameOf([[0.3, 0.1]], 0.5),
        ],
        'speed',
        [0, 0, 2, 1],
    );
    assert.equal(speed.values[0], 1.5);
    assert.ok(cellSize(2000, 2000) >= 5);
    assert.equal(heatMap([], 'density', [0, 0, 2, 1]).largest, 0);
});

test('people: unknown ones have the usual radius, large ids work', () => {
    const people = new People({profiles: ['walker'], goal_names: ['', 'exit'], groups: []});
    people.add({id: [5, 4000000000], radius: [0.3, 0.2], profile: [0, -1], goal: [1, -1], group: [-1, -1]});
    assert.deepEqual(
        {...people.person(5), radius: 0},
        {id: 5, radius: 0, profile: 'walker', goal: 'exit', group: null},
    );
    assert.equal(people.person(99).radius, 0.25);
    const slots = people.slots({
        ...frameOf([
            [0, 0],
            [1, 1],
            [2, 2],
        ]),
        id: new Uint32Array([4000000000, 99, 5]),
    });
    assert.equal(new Set(slots).size, 3);
    assert.equal(people.ids[slots[0]], 4000000000);
});

test('explanations: corners as drawn', () => {
    const shape = (part: Partial<Shape>): Shape => ({
        kind: 'point',
        role: 'limit',
        a: [1, 2],
        b: [0, 0],
        value: 0,
        label: '',
        unit: '',
        about: 0,
        ...part,
    });
    assert.deepEqual(corners(shape({kind: 'vector', b: [3, -1]})), [
        [1, 2],
        [4, 1],
    ]);
    assert.equal(magnitude(shape({kind: 'vector', b: [3, 4]})), 5);
    const border = corners(shape({kind: 'half_plane', b: [0, 1], value: 0.5}));
    assert.deepEqual(
        border.map(([, y]) => y),
        [2.5, 2.5],
    );
    const plane = (b: [number, number], value: number): Shape => shape({kind: 'half_plane', b, value});
    const area = (ring: [number, number][]): number =>
        ring.reduce(
            (sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - y * ring[(i + 1) % ring.length][0],
            0,
        ) / 2;
    assert.ok(Math.abs(area(permitted([plane([1, 0], 0)], 2)) - 2 * Math.PI) < 0.05, 'half of a disc');
    assert.ok(
        Math.abs(area(permitted([plane([1, 0], 0), plane([0, 1], 0), plane([-1, 0], -1), plane([0, -1], -1)], 2)) - 1) <
            1e-9,
        'a square',
    );
    assert.equal(permitted([plane([1, 0], 1), plane([-1, 0], 1)], 2).length, 0);
    assert.equal(corners(shape({kind: 'polygon', points: [0, 0, 1, 0, 1, 1]})).length, 3);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {localDensity} from '../src/crowd';
import {clock, degrees, fixed, niceCeil, short, tick} from '../src/format';
import {lonely, usualStep, withGaps} from '../src/gaps';
import {cellSize, heatMap} from '../src/heat';
import {busiest} from '../src/opening';
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

test('heat map: means over frames, smoothed, nothing where nobody was near', () => {
    const frames = [
        frameOf(
            [
                [10.1, 10.1],
                [10.2, 10.2],
            ],
            2,
        ),
        frameOf([[10.3, 10.1]], 0.5),
    ];
    const density = heatMap(frames, 'density', [0, 0, 20, 20]);
    assert.deepEqual([density.columns, density.rows, density.cell, density.smoothed], [40, 40, 0.5, 0.7]);
    const at = (x: number, y: number): number => 2 * y * density.columns + 2 * x;
    // One and a half people on average, wherever they are counted; at their place the height of the bell, in its own cells.
    let people = 0;
    for (const value of density.values) people += Number.isNaN(value) ? 0 : value * 0.25;
    assert.ok(Math.abs(people - 1.5) < 0.03, `${people} people`);
    const peak = 1.5 / (2 * Math.PI * 0.7 ** 2);
    assert.ok(
        Math.abs(density.values[at(10, 10)] - peak) < 0.05 * peak,
        `${density.values[at(10, 10)]} is not ${peak}`,
    );
    assert.ok(density.values[at(11, 10)] < density.values[at(10, 10)], 'it falls off');
    assert.ok(Math.abs(density.values[at(11, 10)] - density.values[at(9, 10)]) < 1e-6, 'alike to all sides');
    assert.ok(Number.isNaN(density.values[at(15, 10)]) && density.weight[at(15, 10)] === 0, 'nobody was near');
    assert.equal(density.weight[at(10, 10)], 1);
    const speed = heatMap(frames, 'speed', [0, 0, 20, 20]);
    for (const place of [at(10, 10), at(11, 10)]) assert.ok(Math.abs(speed.values[place] - 1.5) < 1e-6);
    assert.ok(cellSize(2000, 2000) >= 5);
    assert.equal(heatMap([], 'density', [0, 0, 2, 1]).largest, 0);
});

test('heat map: nobody is lost at the border', () => {
    const map = heatMap([frameOf([[0.1, 0.1]])], 'density', [0, 0, 4, 4]);
    const people = map.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value * 0.25), 0);
    assert.ok(Math.abs(people - 1) < 0.02, `${people}`);
});

test('curves: a hole where more time passes than usual, a dot for what stands alone', () => {
    assert.equal(usualStep([0, 1, 2, 3, 13, 14]), 1);
    assert.equal(usualStep([]), 0);
    assert.deepEqual(withGaps([0, 1, 5, 6], [1, 2, 3, 4], 1.5), [
        [0, 1, 3, 5, 6],
        [1, 2, null, 3, 4],
    ]);
    assert.deepEqual(lonely([1, null, 2, 3, null, 4]), [0, 5]);
    assert.deepEqual(lonely([7]), [0]);
});

test('a page opens where most people are', () => {
    const crowd = Array.from({length: 40}, (_, i): [number, number] => [100 + (i % 8), -50 + Math.floor(i / 8)]);
    const at = busiest([frameOf([...crowd, [0, 0], [3, 3], [500, 500]])], 30, 20)!;
    assert.ok(Math.abs(at.x - 103.5) < 1e-6 && Math.abs(at.y + 48) < 1e-6, JSON.stringify(at));
    assert.equal(busiest([frameOf([])], 30, 20), null);
});

test('people: unknown ones have the usual radius, large ids work', () => {
    const people = new People({profiles: ['walker'], goal_names: ['', 'exit'], groups: []});
    people.add({id: [5, 4000000000], radius: [0.3, 0.2], profile: [0, -1], goal: [1, -1], group: [-1, -1]});
    assert.deepEqual(
        {...people.person(5), radius: 0},
        {id: 5, radius: 0, profile: 'walker', goal: 'exit', group: null},
    );
    assert.equal(people.person(99).radius, 0.2);
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

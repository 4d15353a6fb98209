import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Cells, tints} from '../src/map/cells';
import {closedDoors} from '../src/map/doors';
import {RouteTool} from '../src/map/route';
import {parsePlace} from '../src/panels/map_panel';
import type {MapQuestions} from '../src/sources/source';
import type {CellsAnswer, RouteAnswer, RouteQuestion} from '../src/types';

/** Four squares in a row, joined two by two, and then all: members 4, 5, and 6. */
const ROW: CellsAnswer = {
    body: 0.5,
    cells: {
        sides: [4, 4, 4, 4],
        corners: [0, 1, 2, 3].flatMap((i) => [1000 * i, 0, 1000 * i + 1000, 0, 1000 * i + 1000, 1000, 1000 * i, 1000]),
        ways: [1, 2, 2, 0],
    },
    portals: {
        ends: [1000, 0, 1000, 1000, 2000, 0, 2000, 1000, 3000, 0, 3000, 400],
        cells: [0, 1, 1, 2, 2, 3],
        width: [1, 1, 0.4],
        door: [-1, 0, -1],
        bottleneck: [1, 0, 1],
    },
    tree: [4, 4, 5, 5, 6, 6, -1],
};

test('cells: classes, portals, places in metres', () => {
    const cells = new Cells(ROW);
    assert.deepEqual(
        [0, 1, 2, 3].map((c) => cells.kind(c)),
        ['dead_end', 'passage', 'passage', 'closed'],
    );
    assert.deepEqual(cells.counts(), {closed: 1, dead_end: 1, passage: 2, crossroads: 0});
    assert.deepEqual(
        [0, 1, 2].map((p) => cells.portalKind(p)),
        ['bottleneck', 'open', 'narrow'],
    );
    assert.equal(cells.bottlenecks(), 1);
    assert.deepEqual([...cells.start], [0, 4, 8, 12, 16]);
    assert.deepEqual([...cells.corners.slice(8, 10)], [1, 0]);
});

test('levels: from the cells themselves to the whole', () => {
    const cells = new Cells(ROW);
    assert.equal(cells.highest, 2);
    assert.deepEqual([...cells.groups(0)], [0, 1, 2, 3]);
    assert.deepEqual([...cells.groups(1)], [4, 4, 5, 5]);
    assert.deepEqual([...cells.groups(2)], [6, 6, 6, 6]);
    assert.deepEqual([...cells.groups(9)], [6, 6, 6, 6]);
});

test('groups that meet differ in colour, cells of one group do not', () => {
    const cells = new Cells(ROW);
    for (const level of [0, 1, 2]) {
        const groups = cells.groups(level);
        const {tint, groupCount} = tints(cells, groups);
        assert.equal(groupCount, new Set(groups).size);
        for (let p = 0; p < cells.portalCount; ++p) {
            const [a, b] = cells.joins(p);
            assert.equal(tint[a] === tint[b], groups[a] === groups[b], `portal ${p} at level ${level}`);
        }
    }
});

test('a map without cells has no levels', () => {
    const none = new Cells({
        body: 0.5,
        cells: {sides: [], corners: [], ways: []},
        portals: {ends: [], cells: [], width: [], door: [], bottleneck: []},
        tree: [],
    });
    assert.equal(none.highest, 0);
    assert.equal(none.groups(3).length, 0);
});

test('doors: closed from the step after their time', () => {
    const doors = [
        {
            name: 'a',
            a: [0, 0],
            b: [1, 0],
            closed: false,
            moves: [
                {time: 5, closes: true},
                {time: 8, closes: false},
            ],
        },
        {name: 'b', a: [0, 0], b: [1, 0], closed: true, moves: []},
    ] as Parameters<typeof closedDoors>[0];
    assert.deepEqual(
        [0, 5, 5.1, 8, 8.1].map((time) => closedDoors(doors, time)),
        [[1], [1], [0, 1], [0, 1], [1]],
    );
});

test('places as people write them', () => {
    assert.deepEqual(parsePlace('12.5, −3'), [12.5, -3]);
    assert.deepEqual(parsePlace(' 1 2 '), [1, 2]);
    for (const text of ['', '1', 'a, b', '1, 2, 3']) assert.equal(parsePlace(text), null);
});

/** Answers when told to. */
function slowMap(): {map: MapQuestions; asked: RouteQuestion[]; answer(answer: RouteAnswer): Promise<void>} {
    const asked: RouteQuestion[] = [];
    let reply: (answer: RouteAnswer) => void = () => {};
    const map: MapQuestions = {
        fixedBody: false,
        methods: ['flat', 'hierarchical'],
        charts: [],
        cells: () => Promise.reject(new Error('not asked')),
        chart: () => Promise.reject(new Error('not asked')),
        route: (question) => {
            asked.push(question);
            return new Promise((resolve) => (reply = resolve));
        },
    };
    return {
        map,
        asked,
        answer: async (given) => {
            reply(given);
            await new Promise((resolve) => setTimeout(resolve, 0));
        },
    };
}

test('route: one question at a time, and the newest is never lost', async () => {
    const {map, asked, answer} = slowMap();
    const route = new RouteTool(
        map,
        () => 0.6,
        () => [1],
    );
    route.hover([1, 1]);
    route.setOn(true);
    route.hover([1, 1]);
    assert.equal(asked.length, 0, 'there is no start yet');
    route.click([0, 0], false, false);
    for (const x of [1, 2, 3]) route.hover([x, 0.12345]);
    assert.deepEqual(asked, [{from: [0, 0], to: [1, 0.123], method: 'hierarchical', body: 0.6, closed: [1]}]);
    await answer({status: 'found', explanation: '', length: 1});
    assert.deepEqual(route.answered?.to, [1, 0.123]);
    assert.deepEqual(
        asked.map(({to}) => to[0]),
        [1, 3],
    );
    await answer({status: 'superseded', explanation: ''});
    assert.equal(asked.length, 3, 'asked again');
    await answer({status: 'found', explanation: '', length: 3});
    assert.equal(route.answer?.length, 3);
    assert.equal(asked.length, 3);
});

test('route: a click holds the goal, the next frees it, Shift begins anew', async () => {
    const {map, answer} = slowMap();
    const route = new RouteTool(
        map,
        () => 0.5,
        () => [],
    );
    route.setOn(true);
    route.click([0, 0], false, false);
    route.click([5, 5], false, false);
    route.hover([6, 6]);
    assert.deepEqual([route.goal, route.pinned], [[5, 5], true]);
    route.click([7, 7], false, false);
    route.hover([8, 8]);
    assert.deepEqual([route.goal, route.pinned], [[8, 8], false]);
    route.click([1, 1], false, true);
    route.click([2, 2], false, true);
    assert.deepEqual([route.goal, route.pinned], [[2, 2], true], 'a finger moves the goal');
    route.click([3, 3], true, false);
    assert.deepEqual([route.start, route.goal], [[3, 3], null]);
    await answer({status: 'found', explanation: '', length: 9});
    assert.equal(route.answer, null, 'an answer for another start');
    route.setOn(false);
    assert.equal(route.start, null);
});

// Maps in the page: cells by class, levels, portals, doors, and the route under the mouse.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {
    close,
    file,
    make,
    open,
    opened,
    pixel,
    read,
    ready,
    seek,
    settled,
    shoot,
    sidestep,
    slide,
    text,
    tidy_after_each,
    until,
    view,
    write,
} from './support.mjs';

tidy_after_each();

const data =
    process.env.SIDESTEP_DATA ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../shared/data');
const city = path.join(data, 'maps/cities/prague1m.wkt');

// Two halls joined by a passage of 1.5 m, and a pillar in the right one.
const HALLS =
    'POLYGON ((0 0, 12 0, 12 6, 16 6, 16 0, 30 0, 30 14, 16 14, 16 7.5, 12 7.5, 12 14, 0 14, 0 0), (22 5, 25 5, 25 9, 22 9, 22 5))';

const distance = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));
const place = (page, x, y) => page.evaluate(([px, py]) => window.sidestep.screenOfPlace(px, py), [x, y]);

/** On a phone panels are behind tabs. */
async function showPanel(page, name) {
    const tab = page.getByTestId(`tab-${name}`);
    if ((await tab.isVisible()) && (await tab.getAttribute('aria-expanded')) === 'false') await tab.click();
    await settled(page);
}

for (const [width, height, dark] of [
    [1400, 900, false],
    [400, 800, true],
]) {
    test(`cells, levels and portals at ${width} px`, async () => {
        const server = await view(write('halls.wkt', HALLS));
        const page = await open(server.address, {width, height, dark});
        await ready(page);
        assert.equal(await read(page, 'kind'), 'map');
        assert.equal(await page.getByTestId('play').count(), 0, 'a map has no time');
        assert.equal((await read(page, 'map')).cells, null, 'nothing is fetched before it is asked for');
        await showPanel(page, 'map');

        await page.getByTestId('cells-class').click();
        await until(page, () => window.sidestep.map.cells !== null, null, 'cells arrive');
        await settled(page);
        const {cells, highest} = await read(page, 'map');
        const counted = (await sidestep('map', file('halls.wkt'))).cells;
        assert.deepEqual(
            [cells.count, cells.dead_end, cells.passage, cells.crossroads, cells.closed],
            [counted.cells, counted.dead_ends, counted.passages, counted.crossroads, counted.closed],
        );
        const hall = await pixel(page, await place(page, 3.1, 11.3)),
            corridor = await pixel(page, await place(page, 14.1, 6.6));
        assert.ok(
            distance(hall, corridor) > 40,
            `the hall is a dead end (${hall}), the corridor a passage (${corridor})`,
        );
        assert.match(await text(page, 'cell-legend'), /dead end/);
        await shoot(page, `map_class_${width}`);

        await page.getByTestId('cells-level').click();
        const groups = [];
        for (let k = 0; k <= highest; ++k) {
            await slide(page, 'level', k);
            await until(page, (n) => window.sidestep.map.level === n, k, `level ${k}`);
            groups.push((await read(page, 'map')).groups);
        }
        assert.equal(groups[0], cells.count, 'level 0 is the cells');
        assert.equal(groups.at(-1), 1, 'the last level is everything');
        assert.ok(
            groups.every((n, k) => k === 0 || n < groups[k - 1]),
            String(groups),
        );
        await settled(page);
        assert.ok(
            distance(
                await pixel(page, await place(page, 3.1, 11.3)),
                await pixel(page, await place(page, 28.1, 11.3)),
            ) < 8,
            'one group, one colour',
        );
        await slide(page, 'level', 0);
        await settled(page);

        await page.getByTestId('cells-off').click();
        await settled(page);
        const middle = await place(page, 12, 6.75);
        const before = await pixel(page, middle);
        await page.getByTestId('portals').check({force: true});
        await settled(page);
        assert.ok(distance(await pixel(page, middle), before) > 60, 'the bottleneck is drawn');
        assert.match(await text(page, 'portal-legend'), /bottleneck/);

        await page.getByTestId('body').fill('1.6');
        await until(
            page,
            () =>
                window.sidestep.map.cells.closed + window.sidestep.map.cells.dead_end > 1 &&
                window.sidestep.map.body === 1.6,
            null,
            'a wider body',
        );
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${over} px too wide`);
        await close(page);
        await server.stop();
    });

    test(`the route under the mouse at ${width} px`, async () => {
        const server = await view(write('halls.wkt', HALLS));
        const page = await open(server.address, {width, height, dark});
        await ready(page);
        await page.getByTestId('route-button').click();
        await until(page, () => window.sidestep.map.route.on, null, 'switched on');
        await settled(page);
        const from = await place(page, 3, 3),
            to = await place(page, 27, 7);
        await page.mouse.click(from.x, from.y);
        await until(page, () => window.sidestep.map.route.start !== null, null, 'a start');
        await page.mouse.move(to.x, to.y, {steps: 8});
        await until(
            page,
            () => {
                const {answer, answered, goal} = window.sidestep.map.route;
                return answer?.status === 'found' && answered.to[0] === goal[0] && Math.abs(goal[0] - 27) < 0.2;
            },
            null,
            'a route to the mouse',
        );
        const {route} = await read(page, 'map');
        for (const method of width > 1000 ? ['hierarchical', 'flat', 'corner', 'exact'] : ['hierarchical']) {
            const expected = await sidestep(
                'path',
                file('halls.wkt'),
                route.start.join(),
                route.goal.join(),
                '--method',
                method,
            );
            if (method !== 'hierarchical') await page.getByTestId('route-method').selectOption(method);
            await until(
                page,
                (length) => window.sidestep.map.route.answer?.length === length,
                expected.length_m,
                `the length of sidestep path with ${method}`,
            );
            assert.match(await text(page, 'route-summary'), new RegExp(`Route ${expected.length_m.toFixed(2)} m`));
        }
        // The line is there: halfway through the passage, where nothing else is drawn.
        await settled(page);
        await shoot(page, `map_route_${width}`);
        const points = (await read(page, 'map')).route.answer.points;
        const along = [];
        for (let i = 0; i + 3 < points.length; i += 2)
            if (points[i] < 14 !== points[i + 2] < 14)
                along.push(
                    points[i + 1] + ((points[i + 3] - points[i + 1]) * (14 - points[i])) / (points[i + 2] - points[i]),
                );
        assert.equal(along.length, 1);
        const [line, floor] = [
            await pixel(page, await place(page, 14, along[0])),
            await pixel(page, await place(page, 6.13, 11.37)),
        ];
        assert.ok(distance(line, floor) > 60, `the line is drawn (${line} on ${floor})`);

        // Into the pillar: why there is none.
        const pillar = await place(page, 23.5, 7);
        await page.mouse.move(pillar.x, pillar.y, {steps: 3});
        await until(
            page,
            () => window.sidestep.map.route.answer?.status === 'goal_blocked',
            null,
            'a place in a wall is told',
        );
        assert.match(await text(page, 'route-summary'), /goal lies in a wall/);
        await shoot(page, `map_route_wall_${width}`);

        // A click holds the end, Escape leaves.
        await page.mouse.click(to.x, to.y);
        await page.mouse.move(from.x, from.y);
        await settled(page);
        assert.ok(Math.abs((await read(page, 'map')).route.goal[0] - 27) < 0.2, 'held');
        await page.keyboard.press('Escape');
        await until(page, () => !window.sidestep.map.route.on, null, 'switched off');
        await close(page);
        await server.stop();
    });
}

test('places can be typed, a wider body finds no way, m is the key', async () => {
    const server = await view(write('halls.wkt', HALLS));
    const page = await open(server.address);
    await ready(page);
    await page.keyboard.press('m');
    await until(page, () => window.sidestep.map.route.on, null, 'switched on by m');
    const type = async (id, value) => {
        await page.getByTestId(id).fill(value);
        await page.getByTestId(id).press('Enter');
        await page.getByTestId(id).blur();
    };
    await type('route-start', '3, 3');
    await type('route-goal', '27, 7');
    const {length_m} = await sidestep('path', file('halls.wkt'), '3,3', '27,7');
    await until(page, (length) => window.sidestep.map.route.answer?.length === length, length_m, 'the same length');
    assert.equal(await text(page, 'route-length'), `${length_m.toFixed(2)} m`);
    await page.getByTestId('body').fill('2');
    await until(page, () => window.sidestep.map.route.answer?.status === 'too_narrow', null, 'too narrow');
    assert.match(await text(page, 'route-words'), /too narrow: the widest has a place of 1.50 m/);
    await page.keyboard.press('?');
    assert.match(await text(page, 'help-panel'), /Route to the place under the mouse/);
    await close(page);
    await server.stop();
});

const ROOMS = {
    sidestep: 1,
    map: {wkt: 'GEOMETRYCOLLECTION (POLYGON ((0 0, 16 0, 16 8, 0 8, 0 0)), MULTILINESTRING ((8 0, 8 3), (8 5, 8 8)))'},
    simulation: {dt: 0.1, duration: 6, seed: 1},
    profiles: {walker: {model: 'orca', radius: 0.3, route: 'hierarchical'}},
    doors: {
        middle: {
            segment: [
                [8, 3],
                [8, 5],
            ],
        },
    },
    events: [
        {time: 2, close: 'middle'},
        {time: 4, open: 'middle'},
    ],
    goals: {east: {point: [15, 4], exit: true}},
    agents: [{profile: 'walker', position: [1, 1], goal: 'east', start_delay: 1}],
};

/** Nobody sets out and nothing ends, however late somebody looks. */
function endless(events) {
    const [walker] = ROOMS.agents;
    const simulation = {...ROOMS.simulation, duration: 100_000};
    const scene = {...ROOMS, simulation, events, agents: [{...walker, start_delay: 100_000}]};
    return write('endless.json', JSON.stringify(scene));
}

test('a recording: its body, its doors as they are now, people over the cells', async () => {
    await make('run', write('rooms.json', JSON.stringify(ROOMS)), '-o', file('rooms.sqlite'));
    const server = await view(file('rooms.sqlite'));
    const page = await open(server.address);
    await ready(page);
    assert.equal((await read(page, 'map')).body, 0.6);
    await page.getByTestId('cells-class').click();
    await until(page, () => window.sidestep.map.cells?.count >= 2, null, 'cells');
    await page.keyboard.press('m');
    for (const [id, value] of [
        ['route-start', '2, 7'],
        ['route-goal', '14, 7'],
    ]) {
        await page.getByTestId(id).fill(value);
        await page.getByTestId(id).press('Enter');
    }
    await until(page, () => window.sidestep.map.route.answer?.status === 'found', null, 'a way through the open door');
    await settled(page);
    const door = await place(page, 8, 4);
    const open_ = await pixel(page, door);
    await seek(page, 30);
    await until(page, () => window.sidestep.closedDoors.length === 1, null, 'closed at 3 s');
    await until(page, () => window.sidestep.map.route.answer?.status === 'unreachable', null, 'no way');
    assert.match(await text(page, 'route-words'), /closed door/);
    await settled(page);
    assert.ok(distance(await pixel(page, door), open_) > 40, 'a closed door looks closed');
    await shoot(page, 'map_doors');
    await seek(page, 50);
    await until(page, () => window.sidestep.map.route.answer?.status === 'found', null, 'open again');
    await page.keyboard.press('Escape');
    await close(page);
    await server.stop();
});

test('heading charts: arrows, and a tint where no path with such turns leads', async () => {
    const server = await view(endless([]));
    const page = await open(server.address);
    await ready(page);
    await until(page, () => window.sidestep.live.state !== null, null, 'it runs');
    await page.getByTestId('play').click();
    await until(
        page,
        () => window.sidestep.live.state.paused && window.sidestep.frame === window.sidestep.live.state.step,
        null,
        'paused',
    );
    await settled(page);
    const whole = () => page.screenshot({clip: {x: 200, y: 200, width: 600, height: 400}});
    const before = await whole();
    await page.getByTestId('chart').selectOption({label: 'to east'});
    await until(page, () => window.sidestep.map.chart?.name === 'east', null, 'a chart');
    await settled(page);
    assert.ok(!before.equals(await whole()), 'arrows are drawn');
    assert.match(await text(page, 'chart-legend'), /no path/);
    const tight = await whole();
    await page.getByTestId('chart-radius').selectOption({index: 3});
    await until(page, () => window.sidestep.map.chart.radius === 1.5, null, 'wide turns');
    await settled(page);
    assert.ok(!tight.equals(await whole()), 'another radius looks otherwise');
    await shoot(page, 'map_chart');
    await page.getByTestId('chart').selectOption({label: 'Off'});
    await until(page, () => window.sidestep.map.chart === null, null, 'off');
    await close(page);
    await server.stop();
});

test('exported: cells are inside, routes are not and the page says so', async () => {
    await make('run', write('rooms.json', JSON.stringify(ROOMS)), '-o', file('rooms.sqlite'), '--force');
    await make('export', file('rooms.sqlite'), '-o', file('rooms.html'));
    const page = await opened(file('rooms.html'));
    await page.getByTestId('cells-level').click();
    await until(
        page,
        () => window.sidestep.map.cells?.count >= 2 && window.sidestep.map.groups >= 1,
        null,
        'cells from inside the page',
    );
    assert.equal(await page.getByTestId('route-button').count(), 0);
    assert.match(await text(page, 'route-hint'), /sidestep view/);
    await close(page);
});

test('a run that goes on, and an open plane', async () => {
    const server = await view(endless([{time: 2, close: 'middle'}]));
    const page = await open(server.address);
    await ready(page);
    await page.getByTestId('portals').check({force: true});
    await until(page, () => window.sidestep.map.cells !== null, null, 'cells of a live run');
    await until(page, () => window.sidestep.closedDoors.length === 1, null, 'the door closes while it runs');
    await close(page);
    await server.stop();
    const plane = await view('crossing4');
    const empty = await open(plane.address);
    await ready(empty);
    assert.equal(await read(empty, 'map'), null);
    assert.equal(await empty.getByTestId('tab-map').count(), 0);
    await close(empty);
    await plane.stop();
});

test('a city: opening does not wait for cells, and routes follow the mouse', {skip: !existsSync(city)}, async () => {
    const server = await view(city);
    const began = performance.now();
    const page = await open(server.address);
    await ready(page);
    const opened = performance.now() - began;
    const asked = performance.now();
    await page.getByTestId('cells-class').click();
    await until(page, () => window.sidestep.map.cells?.count > 7000, null, 'eight thousand cells');
    const shown = performance.now() - asked;
    await shoot(page, 'map_city_class');
    await page.getByTestId('cells-level').click();
    await settled(page);
    await shoot(page, 'map_city_level');
    await page.getByTestId('cells-off').click();
    await page.keyboard.press('m');
    const {x, y, span} = await read(page, 'camera');
    const from = await place(page, x - 0.4 * span, y - 0.3 * span);
    await page.mouse.click(from.x, from.y);
    await until(page, () => window.sidestep.map.route.start !== null, null, 'a start');
    let answers = 0;
    for (let k = 0; k < 12; ++k) {
        const to = await place(page, x + 0.5 * span * Math.cos(k / 2), y + 0.5 * span * Math.sin(k / 2));
        await page.mouse.move(to.x, to.y);
        await until(
            page,
            () => {
                const {answered, goal} = window.sidestep.map.route;
                return answered && goal && answered.to[0] === goal[0] && answered.to[1] === goal[1];
            },
            null,
            `an answer for place ${k}`,
        );
        if ((await read(page, 'map')).route.answer.status === 'found') ++answers;
    }
    console.log(
        `opened in ${opened.toFixed(0)} ms, cells after ${shown.toFixed(0)} ms, ${answers} of 12 places reached`,
    );
    await shoot(page, 'map_city_route');
    await close(page);
    await server.stop();
});

// A recording of the hallway, looked at as a person would.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';

import {
    clickAgent,
    close,
    file,
    finish,
    make,
    open,
    pictures,
    pixel,
    read,
    ready,
    rows,
    seek,
    settled,
    text,
    until,
    view,
} from './support.mjs';

const WATCHED = 7;
let server;
let page;
let truth;

before(async () => {
    await make('run', 'hallway100', '-o', file('hallway100.sqlite'), '--explain', `${WATCHED},42`);
    await make('run', 'hallway100', '-o', file('hallway100.csv'));
    truth = rows(readFileSync(file('hallway100.csv'), 'utf8'));
    server = await view(file('hallway100.sqlite'));
    page = await open(server.address);
    await ready(page);
});
after(async () => {
    await close(page);
    assert.equal(await server.stop(), 0);
    await finish();
});

const at = (id, frame) => truth.find((row) => row.id === id && row.frame === frame);
/** Speed as the protocol defines it: the central difference. */
function speed(id, frame, fps = 10) {
    const [a, b] = [at(id, frame - 1) ?? at(id, frame), at(id, frame + 1) ?? at(id, frame)];
    return (Math.hypot(b.x - a.x, b.y - a.y) * fps) / (b.frame - a.frame);
}
test('opens with everybody of the first frame', async () => {
    assert.equal(await read(page, 'kind'), 'replay');
    assert.equal(await read(page, 'people'), truth.filter((row) => row.frame === 0).length);
    assert.equal(await read(page, 'frames'), 1 + Math.max(...truth.map((row) => row.frame)));
    assert.match(await text(page, 'title'), /hallway100/);
    assert.match(await text(page, 'verdict'), /healthy/i);
});

test('plays, pauses and steps', async () => {
    await page.getByTestId('play').click();
    await until(page, () => window.sidestep.index > 5, null, 'time goes on');
    await page.keyboard.press('Space');
    await until(page, () => !window.sidestep.playing, null, 'it stands');
    await settled(page);
    const index = await read(page, 'index');
    await pictures(page, 10);
    assert.equal(await read(page, 'index'), index);
    await page.keyboard.press('ArrowRight');
    await until(page, (i) => window.sidestep.index === i, index + 1, 'one frame on');
    await page.keyboard.press('ArrowLeft');
    await until(page, (i) => window.sidestep.index === i, index, 'one frame back');
});

test('plays at the speed that was chosen', async () => {
    await seek(page, 0);
    await page.getByTestId('speed').selectOption('5');
    await page.getByTestId('play').click();
    // By the clock of the pictures: how many a busy machine draws is up to it, and what takes longer than 0.25 s is not made up for.
    const {due, gone} = await page.evaluate(async () => {
        const moment = async () => [await new Promise(requestAnimationFrame), window.sidestep.time];
        let [before, from] = await moment();
        let due = 0;
        let gone = 0;
        while (due < 4) {
            const [now, to] = await moment();
            if (!window.sidestep.waiting) {
                due += 5 * Math.min(0.25, (now - before) / 1000);
                gone += to - from;
            }
            [before, from] = [now, to];
        }
        return {due, gone};
    });
    await page.getByTestId('play').click();
    await until(page, () => !window.sidestep.playing, null, 'it stands');
    await page.getByTestId('speed').selectOption('1');
    assert.ok(Math.abs(gone - due) < 1.3, `${gone} s were shown in what should have been ${due} s`);
});

test('scrubs to any frame, and shows who is there', async () => {
    for (const index of [200, 3, 120]) {
        await seek(page, index);
        const there = truth.filter((row) => row.frame === index);
        assert.equal(await read(page, 'people'), there.length);
        assert.deepEqual(
            await page.evaluate(() => window.sidestep.ids()),
            there.map((row) => row.id).sort((a, b) => a - b),
        );
    }
});

test('a click chooses an agent, and its speed is that of the file', async () => {
    await seek(page, 100);
    await clickAgent(page, WATCHED);
    const {now, track} = await read(page, 'selected');
    const row = at(WATCHED, 100);
    assert.ok(Math.abs(now.x - row.x) < 1e-3 && Math.abs(now.y - row.y) < 1e-3, JSON.stringify({now, row}));
    assert.ok(Math.abs(now.speed - speed(WATCHED, 100)) < 1e-3, `${now.speed} against ${speed(WATCHED, 100)}`);
    assert.ok(Math.abs(parseFloat(await text(page, 'agent-speed')) - speed(WATCHED, 100)) < 0.006);
    await until(page, () => window.sidestep.selected.track > 0, null, 'its path is there');
    assert.ok(track === 0 || track === truth.filter((r) => r.id === WATCHED).length);
});

test('explains what the model decided, as recorded', async () => {
    await seek(page, 100);
    await until(
        page,
        (id) =>
            window.sidestep.explanation?.id === id &&
            window.sidestep.explanation.frame === 100 &&
            window.sidestep.explanation.shapes.length > 0,
        WATCHED,
        'the explanation of frame 100, drawn',
    );
    const {shapes, model} = await read(page, 'explanation');
    assert.equal(model, 'predictive');
    const address = new URL(server.address);
    const recorded = await page.evaluate(
        async ([id, token]) => (await fetch(`/api/explain?id=${id}&frame=100&token=${token}`)).json(),
        [WATCHED, address.searchParams.get('token')],
    );
    assert.equal(shapes.length, recorded.shapes.length);
    const row = at(WATCHED, 100);
    let vectors = 0;
    for (const [i, shape] of recorded.shapes.entries()) {
        assert.equal(shapes[i].label, shape.label);
        if (shape.kind !== 'vector') continue;
        ++vectors;
        const [from, to] = shapes[i].world;
        assert.ok(Math.hypot(from[0] - shape.a[0], from[1] - shape.a[1]) < 1e-3);
        // An arrow is as long as the force or velocity it stands for: 1 m for 1 m/s or 1 m/s².
        assert.ok(
            Math.hypot(to[0] - from[0] - shape.b[0], to[1] - from[1] - shape.b[1]) < 1e-3,
            JSON.stringify({shape, drawn: shapes[i]}),
        );
    }
    assert.ok(vectors >= 3, 'goal force, total and decision at least');
    // What was decided is what was done next: the step to frame 101 goes along the decision.
    const decision = recorded.shapes.find((shape) => shape.role === 'decision');
    const next = at(WATCHED, 101);
    assert.ok(Math.hypot((next.x - row.x) * 10 - decision.b[0], (next.y - row.y) * 10 - decision.b[1]) < 0.02);
    assert.ok((await page.getByTestId('explain-row').count()) >= vectors);
    await page.keyboard.press('f');
});

test('p hides the path of the chosen agent', async () => {
    const drawing = async () => {
        await settled(page);
        return page.getByTestId('stage').screenshot();
    };
    const before = await drawing();
    await page.keyboard.press('p');
    await until(page, () => !window.sidestep.overlays.includes('path'), null, 'switched off');
    assert.ok(!before.equals(await drawing()), 'the path is gone');
    await page.keyboard.press('p');
    await until(page, () => window.sidestep.overlays.includes('path'), null, 'switched on');
    assert.ok(before.equals(await drawing()), 'as it was');
});

test('says how to get an explanation where none was recorded', async () => {
    await page.getByTestId('search').fill('9');
    await page.getByTestId('search').press('Enter');
    await until(page, () => window.sidestep.selected?.id === 9, null, 'agent 9 is chosen');
    assert.match(await text(page, 'explain-note'), /--explain/);
});

test('colours by speed, group, profile, density and goal', async () => {
    await seek(page, 150);
    const seen = {};
    for (const mode of ['speed', 'group', 'profile', 'density', 'goal']) {
        await page.getByTestId('colour').selectOption(mode);
        await until(page, (m) => window.sidestep.colour === m, mode);
        await settled(page);
        seen[mode] = await page.evaluate(() =>
            window.sidestep.ids().map((id) => window.sidestep.colourOf(id).map(Math.round).join()),
        );
    }
    assert.ok(new Set(seen.speed).size > 5, 'speeds differ');
    assert.ok(new Set(seen.density).size > 2, 'densities differ');
    assert.notDeepEqual(seen.speed, seen.density);
    await page.getByTestId('colour').selectOption('speed');
});

test('people are drawn where they are, in their colour', async () => {
    await page.keyboard.press('Escape');
    await seek(page, 150);
    await settled(page);
    let checked = 0;
    for (const id of (await page.evaluate(() => window.sidestep.ids())).slice(0, 12)) {
        const place = await page.evaluate((one) => window.sidestep.screenOf(one), id);
        const under = await page.evaluate(({x, y}) => document.elementFromPoint(x, y)?.tagName, place);
        if (under !== 'CANVAS') continue;
        const [drawn, meant] = [
            await pixel(page, place),
            await page.evaluate((one) => window.sidestep.colourOf(one), id),
        ];
        const scale = Math.max(...meant) <= 1 ? 255 : 1;
        const off = Math.hypot(...drawn.map((value, i) => value - meant[i] * scale));
        if (off < 90) ++checked;
    }
    assert.ok(checked >= 6, `${checked} of 12 people have their colour where they stand`);
});

test('heat maps of density and speed', async () => {
    await page.getByTestId('heat-density').click();
    await until(
        page,
        () => window.sidestep.heat.choice === 'density' && window.sidestep.heat.largest > 0,
        null,
        'a density map',
    );
    const {largest, cell} = await read(page, 'heat');
    assert.ok(largest > 0.02 && largest < 12, `${largest} people per m² in cells of ${cell} m`);
    assert.match(await text(page, 'heat-legend'), /m²|m⁻²/);
    await page.getByTestId('heat-speed').click();
    await until(
        page,
        () => window.sidestep.heat.choice === 'speed' && window.sidestep.heat.largest > 0.5,
        null,
        'a speed map',
    );
    assert.ok((await read(page, 'heat')).largest < 2.1);
    await page.getByTestId('heat-off').click();
});

test('three dimensions, trails, and back', async () => {
    await seek(page, 120);
    await page.keyboard.press('r');
    await until(page, () => window.sidestep.trails.on && window.sidestep.trails.segments > 100, null, 'trails');
    await page.getByTestId('view-3d').click();
    await until(page, () => window.sidestep.view === '3d', null, '3D');
    await settled(page);
    const place = await page.evaluate((id) => window.sidestep.screenOf(id), WATCHED);
    assert.ok(place && place.x > 0 && place.y > 0);
    await page.getByTestId('view-top').click();
    await until(page, () => window.sidestep.view === 'top', null, 'top');
    await page.keyboard.press('r');
});

test('the wheel zooms to the cursor, dragging pans, f fits', async () => {
    await page.keyboard.press('f');
    await settled(page);
    const before = await read(page, 'camera');
    const place = await page.evaluate((id) => window.sidestep.screenOf(id), WATCHED);
    await page.mouse.move(place.x, place.y);
    await page.mouse.wheel(0, -400);
    await until(page, (span) => window.sidestep.camera.span < span, before.span, 'zoomed in');
    await settled(page);
    const still = await page.evaluate((id) => window.sidestep.screenOf(id), WATCHED);
    assert.ok(Math.hypot(still.x - place.x, still.y - place.y) < 6, 'what is under the cursor stays there');
    await page.mouse.down();
    await page.mouse.move(place.x + 80, place.y + 40, {steps: 4});
    await page.mouse.up();
    await settled(page);
    const moved = await page.evaluate((id) => window.sidestep.screenOf(id), WATCHED);
    assert.ok(Math.hypot(moved.x - still.x - 80, moved.y - still.y - 40) < 6, 'the plane follows the hand');
    await page.keyboard.press('f');
    await until(
        page,
        (span) => Math.abs(window.sidestep.camera.span - span) < 0.02 * span,
        before.span,
        'fitted again',
    );
});

test('follows an agent', async () => {
    await page.getByTestId('search').fill(String(WATCHED));
    await page.getByTestId('search').press('Enter');
    await until(page, (id) => window.sidestep.selected?.id === id, WATCHED, 'chosen');
    await page.getByTestId('follow').click();
    await until(page, () => window.sidestep.selected.following, null, 'followed');
    await seek(page, 60);
    await seek(page, 160);
    await settled(page);
    const {camera, now} = await page.evaluate(() => ({
        camera: window.sidestep.camera,
        now: window.sidestep.selected.now,
    }));
    assert.ok(Math.hypot(camera.x - now.x, camera.y - now.y) < 1.5, JSON.stringify({camera, now}));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
});

test('the N–t curve is that of the file, and help lists the keys', async () => {
    const series = await page.evaluate(
        async (token) => (await fetch(`/api/series?token=${token}`)).json(),
        new URL(server.address).searchParams.get('token'),
    );
    for (const [i, index] of series.index.entries()) {
        if (i % 20 === 0) assert.equal(series.count[i], truth.filter((row) => row.frame === index).length);
    }
    await page.keyboard.press('?');
    await page.getByTestId('help-panel').waitFor({state: 'visible'});
    assert.match(await text(page, 'help-panel'), /space/i);
    await page.keyboard.press('Escape');
    await page.getByTestId('help-panel').waitFor({state: 'hidden'});
});

test('400 pixels wide: everything can be reached, nothing hangs over', async () => {
    for (const dark of [false, true]) {
        const small = await open(server.address, {width: 400, height: 800, dark});
        await ready(small);
        const over = await small.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${over} px too wide`);
        for (const id of ['play', 'scrubber', 'speed', 'tab-display', 'tab-curves']) {
            const box = await small.getByTestId(id).first().boundingBox();
            assert.ok(
                box && box.x >= 0 && box.x + box.width <= 401 && box.y + box.height <= 801,
                `${id} at ${JSON.stringify(box)}`,
            );
        }
        await small.getByTestId('tab-display').click();
        await small.getByTestId('colour').waitFor({state: 'visible'});
        await close(small);
    }
});

test('without its token the page says what is missing', async () => {
    const lost = await open(server.address.replace(/\?.*/, ''));
    await lost.getByText(/lacks its token/).waitFor({state: 'visible'});
    await close(lost, {may_complain: true});
});

test('the browser may leave: the server goes on', async () => {
    const again = await open(server.address);
    await ready(again);
    await close(again);
    assert.equal(
        await page.evaluate(
            async (token) => (await fetch(`/api/info?token=${token}`)).status,
            new URL(server.address).searchParams.get('token'),
        ),
        200,
    );
});

test('the bundle is small', async () => {
    const response = await page.evaluate(async () => (await (await fetch('/')).text()).length);
    assert.ok(response < 1.5e6, `${response} bytes`);
});

// A scene that runs while it is watched.
import assert from 'node:assert/strict';
import {after, afterEach, test} from 'node:test';

import {close, finish, open, read, ready, tidy, until, view, write} from './support.mjs';

after(finish);
afterEach(tidy);

test('five thousand people, as fast as it goes: frames keep arriving', async () => {
    const scene = write('five_thousand.json', JSON.stringify({
        sidestep: 1,
        simulation: {dt: 0.1, duration: 10000, seed: 1},
        profiles: {walker: {model: 'predictive'}},
        goals: {square: {region: [[0, 0], [80, 0], [80, 80], [0, 80]], wander: true}},
        agents: [{profile: 'walker', region: [[0, 0], [80, 0], [80, 80], [0, 80]], count: 5000, goal: 'square'}],
    }));
    const server = await view(scene);
    const page = await open(server.address);
    await ready(page);
    assert.equal(await read(page, 'kind'), 'live');
    await until(page, () => window.sidestep.people === 5000, null, 'everybody is drawn');
    await page.getByTestId('speed').selectOption('0');
    // How many arrive in a second depends on the machine: `sidestep bench` and docs/viewer.md have numbers.
    const before = (await read(page, 'live')).received;
    await until(page, (first) => window.sidestep.live.received >= first + 40, before, 'frames keep arriving');
    await close(page);
    // Nobody watches, and the run goes on.
    const later = await open(server.address);
    await ready(later);
    assert.ok((await read(later, 'live')).connected);
    await close(later);
    const {code, seconds} = await server.stop();
    assert.equal(code, 0);
    assert.ok(seconds < 1, `Ctrl-C took ${seconds} s`);
});

test('play, pause, step, restart, and looking back', async () => {
    const server = await view('hallway100');
    const page = await open(server.address);
    await ready(page);
    await until(page, () => window.sidestep.live.state?.time > 1, null, 'it runs by itself');
    await page.getByTestId('play').click();
    await until(page, () => window.sidestep.live.state.paused, null, 'paused');
    const step = (await read(page, 'live')).state.step;
    await page.getByTestId('step-forward').click();
    await until(page, (n) => window.sidestep.live.state.step === n + 1, step, 'one step');
    await page.keyboard.press('ArrowLeft');
    await until(page, () => !window.sidestep.live.atEdge, null, 'looking at the past');
    await page.getByTestId('live').click();
    await until(page, () => window.sidestep.live.atEdge, null, 'back to now');
    await page.getByTestId('restart').click();
    await until(page, (n) => window.sidestep.live.state.step < n, step, 'from the beginning');
    await close(page);
    await server.stop('SIGTERM');
});

test('click and see why', async () => {
    for (const [model, kinds] of [['predictive', ['vector']], ['orca', ['half_plane', 'vector']], ['social_force', ['vector']]]) {
        const scene = write(`why_${model}.json`, JSON.stringify({
            sidestep: 1,
            simulation: {dt: 0.1, duration: 1000, seed: 1},
            profiles: {walker: {model}},
            goals: {square: {region: [[0, 0], [9, 0], [9, 9], [0, 9]], wander: true}},
            agents: [{profile: 'walker', region: [[0, 0], [9, 0], [9, 9], [0, 9]], count: 20, goal: 'square'}],
        }));
        const server = await view(scene);
        const page = await open(server.address);
        await ready(page);
        await until(page, () => window.sidestep.live.state?.time > 1, null, 'it runs');
        await page.getByTestId('play').click();
        await until(page, () => window.sidestep.live.state.paused, null, 'paused');
        await page.waitForTimeout(300);
        const place = await page.evaluate(() => window.sidestep.screenOf(5));
        await page.mouse.click(place.x, place.y);
        await until(page, () => window.sidestep.selected?.id === 5, null, 'agent 5 is chosen');
        await until(page, (name) => window.sidestep.explanation?.id === 5 && window.sidestep.explanation.model === name && window.sidestep.explanation.shapes.length > 0, model, 'its explanation, drawn');
        const {shapes} = await read(page, 'explanation');
        for (const kind of kinds) assert.ok(shapes.some((shape) => shape.kind === kind), `${model} draws no ${kind}`);
        assert.ok(shapes.some((shape) => shape.role === 'decision'));
        // It follows the run.
        await page.getByTestId('step-forward').click();
        const frame = (await read(page, 'explanation')).frame;
        await page.getByTestId('step-forward').click();
        await until(page, (f) => window.sidestep.explanation.frame > f, frame, 'a newer one');
        await close(page);
        await server.stop();
    }
});

test('newcomers and those who leave', async () => {
    const scene = write('stream.json', JSON.stringify({
        sidestep: 1,
        simulation: {dt: 0.1, duration: 1000, seed: 1},
        profiles: {walker: {model: 'orca'}},
        goals: {gate: {point: [12, 1], exit: true}},
        agents: [],
        sources: [{profile: 'walker', region: [[0, 0], [1, 0], [1, 2], [0, 2]], goal: 'gate', rate: 1.5}],
    }));
    const server = await view(scene);
    const page = await open(server.address);
    await until(page, () => window.sidestep?.live?.connected, null, 'connected');
    await page.getByTestId('speed').selectOption('20');
    await until(page, () => window.sidestep.people > 3, null, 'people came');
    await until(page, () => window.sidestep.ids()[0] > 5, null, 'the first have left');
    await page.getByTestId('colour').selectOption('goal');
    await until(page, () => /gate/.test(document.querySelector('[data-testid=legend]')?.textContent ?? ''), null, 'the goal is in the legend');
    await close(page);
    await server.stop();
});

test('the server goes away: the page says so', async () => {
    const server = await view('hallway100');
    const page = await open(server.address);
    await ready(page);
    await server.stop();
    await until(page, () => !window.sidestep.live.connected, null, 'the connection is gone');
    await page.waitForTimeout(800);
    const message = (await page.locator('[data-testid=message], [data-testid=trouble]').allInnerTexts()).join(' ');
    assert.match(message, /server|connection/i);
    await close(page, {may_complain: true});
});


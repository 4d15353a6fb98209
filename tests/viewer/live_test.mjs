// A scene that runs while it is watched.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {clickAgent, close, open, read, ready, tidy_after_each, until, view, write} from './support.mjs';

tidy_after_each();

/** So many people on a square of so many metres, until somebody stops them. */
function wandering(model, count, side) {
    const region = [
        [0, 0],
        [side, 0],
        [side, side],
        [0, side],
    ];
    const scene = {
        sidestep: 1,
        simulation: {dt: 0.1, duration: 100_000, seed: 1},
        profiles: {walker: {model}},
        goals: {square: {region, wander: true}},
        agents: [{profile: 'walker', region, count, goal: 'square'}],
    };
    return write(`${model}_${count}.json`, JSON.stringify(scene));
}

test('five thousand people, as fast as it goes: frames keep arriving', async () => {
    const server = await view(wandering('predictive', 5000, 80));
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
    await until(
        later,
        () => window.sidestep.live.connected && window.sidestep.people === 5000,
        null,
        'it can be watched again',
    );
    await close(later);
    assert.equal(await server.stop(), 0);
});

test('play, pause, step, restart, and looking back', async () => {
    const server = await view(wandering('orca', 100, 20));
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

/** The frame is shown and explained: by shapes, and in words. */
async function explained(page, frame) {
    await until(
        page,
        (wanted) => {
            const {explanation, frame: shown} = window.sidestep;
            return shown === wanted && explanation.frame === wanted && explanation.shapes.length > 0;
        },
        frame,
        `frame ${frame} with its explanation, drawn`,
    );
    const note = new RegExp(`frame ${frame}\\b`);
    await page.getByTestId('explain-note').filter({hasText: note}).waitFor();
}

test('click and see why', async () => {
    for (const [model, kinds] of [
        ['predictive', ['vector']],
        ['orca', ['half_plane', 'vector']],
        ['social_force', ['vector']],
    ]) {
        const server = await view(wandering(model, 20, 9));
        const page = await open(server.address);
        await ready(page);
        await until(page, () => window.sidestep.live.state?.time > 1, null, 'it runs');
        await page.getByTestId('play').click();
        await until(page, () => window.sidestep.live.state.paused, null, 'paused');
        // What is shown has glided to the newest frame.
        await until(
            page,
            () => window.sidestep.frame === window.sidestep.live.state.step,
            null,
            'the frame it stands at',
        );
        await clickAgent(page, 5);
        await explained(page, await read(page, 'frame'));
        const {id, model: named, shapes} = await read(page, 'explanation');
        assert.deepEqual([id, named], [5, model]);
        for (const kind of kinds)
            assert.ok(
                shapes.some((shape) => shape.kind === kind),
                `${model} draws no ${kind}`,
            );
        assert.ok(shapes.some((shape) => shape.role === 'decision'));
        // It follows the run, step by step, and is never gone meanwhile.
        await page.evaluate(() => {
            window.gone = 0;
            const look = () => {
                if (!window.sidestep.explanation) ++window.gone;
                requestAnimationFrame(look);
            };
            look();
        });
        for (let k = 0; k < 5; ++k) {
            const frame = await read(page, 'frame');
            await page.getByTestId('step-forward').click();
            await explained(page, frame + 1);
        }
        assert.equal(await page.evaluate(() => window.gone), 0, 'pictures without an explanation');
        await close(page);
        await server.stop();
    }
});

test('newcomers and those who leave', async () => {
    const scene = write(
        'stream.json',
        JSON.stringify({
            sidestep: 1,
            simulation: {dt: 0.1, duration: 1000, seed: 1},
            profiles: {walker: {model: 'orca'}},
            goals: {gate: {point: [12, 1], exit: true}},
            agents: [],
            sources: [
                {
                    profile: 'walker',
                    region: [
                        [0, 0],
                        [1, 0],
                        [1, 2],
                        [0, 2],
                    ],
                    goal: 'gate',
                    rate: 1.5,
                },
            ],
        }),
    );
    const server = await view(scene);
    const page = await open(server.address);
    await until(page, () => window.sidestep?.live?.connected, null, 'connected');
    await page.getByTestId('speed').selectOption('20');
    await until(page, () => window.sidestep.people > 3, null, 'people came');
    await until(page, () => window.sidestep.ids()[0] > 5, null, 'the first have left');
    await page.getByTestId('colour').selectOption('goal');
    await until(
        page,
        () => /gate/.test(document.querySelector('[data-testid=legend]')?.textContent ?? ''),
        null,
        'the goal is in the legend',
    );
    await close(page);
    await server.stop();
});

test('the server goes away: the page says so', async () => {
    const server = await view('hallway100');
    const page = await open(server.address);
    await ready(page);
    await server.stop();
    await until(page, () => !window.sidestep.live.connected, null, 'the connection is gone');
    await page
        .getByTestId('trouble')
        .filter({hasText: /server/i})
        .waitFor({state: 'visible'});
    await close(page, {may_complain: true});
});

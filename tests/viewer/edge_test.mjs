// What nobody draws on a whiteboard: nothing at all, a single frame, a hundred thousand people, a very long name.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
    close,
    file,
    make,
    open,
    read,
    ready,
    recording,
    settled,
    text,
    tidy_after_each,
    until,
    view,
    write,
} from './support.mjs';

tidy_after_each();

async function looking_at(result, look, options) {
    const server = await view(result);
    const page = await open(server.address, options);
    try {
        await look(page);
    } finally {
        await close(page);
        await server.stop();
    }
}

test('an empty result', async () => {
    await looking_at(write('empty.csv', recording([])), async (page) => {
        await page.getByTestId('empty').waitFor({state: 'visible'});
    });
});

test('one frame', async () => {
    await looking_at(
        write(
            'one_frame.csv',
            recording([
                [1, 5, 0, 0],
                [2, 5, 3, 1],
            ]),
        ),
        async (page) => {
            await ready(page);
            assert.equal(await read(page, 'people'), 2);
            assert.equal(await read(page, 'frame'), 5);
            await page.keyboard.press('Space');
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('h');
            await until(page, () => window.sidestep.heat.choice === 'density', null, 'all three keys were heard');
            await settled(page);
            assert.equal(await read(page, 'index'), 0);
            assert.equal(await read(page, 'playing'), false);
        },
    );
});

test('one agent', async () => {
    const samples = Array.from({length: 50}, (_, i) => [9, i, 0.13 * i, 0]);
    await looking_at(write('one_agent.csv', recording(samples)), async (page) => {
        await ready(page);
        await page.getByTestId('search').fill('9');
        await page.getByTestId('search').press('Enter');
        await until(page, () => Math.abs((window.sidestep.selected?.now?.speed ?? 0) - 1.3) < 1e-3, null, '1.3 m/s');
    });
});

test('frames with gaps keep their times', async () => {
    const samples = [0, 10, 20, 60].flatMap((frame) => [
        [1, frame, frame / 10, 0],
        [2, frame, 0, frame / 20],
    ]);
    await looking_at(write('gaps.csv', recording(samples, 25)), async (page) => {
        await ready(page);
        await page.keyboard.press('End');
        await until(page, () => window.sidestep.frame === 60, null, 'the last frame');
        assert.ok(Math.abs((await read(page, 'time')) - 2.4) < 1e-6);
    });
});

test('people appear and leave', async () => {
    const samples = [];
    for (let id = 1; id <= 40; ++id) for (let k = 0; k < 20; ++k) samples.push([id, 5 * id + k, 0.12 * k, 0.5 * id]);
    samples.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    await looking_at(write('stream.csv', recording(samples)), async (page) => {
        await ready(page);
        assert.equal(await read(page, 'people'), 1);
        await page.getByTestId('speed').selectOption('5');
        await page.keyboard.press('Space');
        await until(page, () => window.sidestep.people >= 4, null, 'more people');
        await page.keyboard.press('End');
        await until(page, () => window.sidestep.people === 1 && window.sidestep.ids()[0] === 40, null, 'the last one');
    });
});

test('a very long name', async () => {
    const name = `a_very_long_name_${'x'.repeat(180)}`;
    for (const width of [1400, 400]) {
        await looking_at(
            write(
                `${name}.csv`,
                recording(
                    [
                        [1, 0, 0, 0],
                        [1, 1, 1, 0],
                    ],
                    10,
                    `# scene_name: ${name}\n`,
                ),
            ),
            async (page) => {
                await ready(page);
                assert.ok(
                    (await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0,
                    `${width} px`,
                );
            },
            {width, height: 800},
        );
    }
});

test('a hundred thousand people', async () => {
    const scene = write(
        'city.json',
        JSON.stringify({
            sidestep: 1,
            simulation: {dt: 0.1, duration: 0.3, seed: 1},
            profiles: {walker: {model: 'orca'}},
            goals: {
                city: {
                    region: [
                        [0, 0],
                        [400, 0],
                        [400, 400],
                        [0, 400],
                    ],
                    wander: true,
                },
            },
            agents: [
                {
                    profile: 'walker',
                    region: [
                        [0, 0],
                        [400, 0],
                        [400, 400],
                        [0, 400],
                    ],
                    count: 100000,
                    goal: 'city',
                },
            ],
        }),
    );
    await make('run', scene, '-o', file('city.sqlite'));
    await looking_at(file('city.sqlite'), async (page) => {
        await ready(page);
        assert.equal(await read(page, 'people'), 100000);
        await page.keyboard.press('End');
        await until(page, () => window.sidestep.index === 3, null, 'the last frame');
        const place = await page.evaluate(() => window.sidestep.screenOf(77777));
        assert.ok(place);
        assert.match(await text(page, 'frame'), /\d/);
    });
});

test('a recording of real people', async (t) => {
    const {existsSync} = await import('node:fs');
    const data = process.env.SIDESTEP_DATA ?? new URL('../../../shared/data', import.meta.url).pathname;
    const recorded = `${data}/eth/eth.txt`;
    if (!existsSync(recorded)) return t.skip(`no recordings at ${data}`);
    await looking_at(recorded, async (page) => {
        await ready(page);
        await until(page, () => window.sidestep.people > 0, null, 'somebody is there');
        await page.keyboard.press('Space');
        await until(page, () => window.sidestep.index > 3, null, 'they walk');
    });
});

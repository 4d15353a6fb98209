// A replay in one file: opened from disk, with the network off.
import assert from 'node:assert/strict';
import {readFileSync, statSync} from 'node:fs';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {
    close,
    file,
    make,
    open,
    opened,
    read,
    ready,
    recording,
    rows,
    seek,
    settled,
    text,
    tidy_after_each,
    until,
    write,
} from './support.mjs';

tidy_after_each();

test('the hallway, mailed', async () => {
    await make('run', 'hallway100', '-o', file('hallway100.sqlite'), '--explain', '7');
    await make('run', 'hallway100', '-o', file('hallway100.csv'));
    await make('export', file('hallway100.sqlite'), '-o', file('hallway100.html'));
    const truth = rows(readFileSync(file('hallway100.csv'), 'utf8'));
    console.log(`${(statSync(file('hallway100.html')).size / 1e6).toFixed(2)} MB for ${truth.length} rows`);
    const page = await opened(file('hallway100.html'));
    assert.equal(await read(page, 'kind'), 'embedded');
    for (const frame of [0, 80, 170]) {
        await seek(page, frame);
        const there = truth.filter((row) => row.frame === frame);
        assert.equal(await read(page, 'people'), there.length);
    }
    await page.getByTestId('search').fill('7');
    await page.getByTestId('search').press('Enter');
    await until(
        page,
        () => window.sidestep.selected?.now && window.sidestep.explanation?.frame === 170,
        null,
        'agent 7 with its explanation',
    );
    const {now} = await read(page, 'selected');
    const row = truth.find((one) => one.id === 7 && one.frame === 170);
    assert.ok(Math.hypot(now.x - row.x, now.y - row.y) < 1.5e-3, 'places are kept to a millimetre');
    await page.getByTestId('play').click();
    await until(page, () => window.sidestep.index > 180, null, 'it plays');
    assert.match(await text(page, 'verdict'), /healthy/i);
    await close(page);
});

const walk = (id, from, to, x = 0) =>
    Array.from({length: to - from + 1}, (_, i) => [id, from + i, x + 0.1 * (from + i), id]);

test('nobody, one frame, one agent, people who come back', async () => {
    const cases = {
        empty: [[], 0, 0],
        one_frame: [
            [
                [1, 0, 0, 0],
                [2, 0, 1, 1],
            ],
            1,
            2,
        ],
        one_agent: [walk(4, 0, 30), 31, 1],
        come_and_go: [
            [...walk(1, 0, 40), ...walk(2, 10, 20), ...walk(2, 30, 40), ...walk(3, 25, 40)].sort((a, b) => a[1] - b[1]),
            41,
            1,
        ],
    };
    for (const [name, [samples, frames, people]] of Object.entries(cases)) {
        await make('export', write(`${name}.csv`, recording(samples)), '-o', file(`${name}.html`));
        const page = await open(pathToFileURL(file(`${name}.html`)).href, {offline: true});
        if (frames === 0) {
            await page.getByTestId('empty').waitFor({state: 'visible'});
        } else {
            await ready(page);
            assert.equal(await read(page, 'frames'), frames, name);
            assert.equal(await read(page, 'people'), people, name);
        }
        await close(page);
    }
    const page = await opened(file('come_and_go.html'));
    const there = {};
    for (const frame of [15, 25, 35]) {
        await seek(page, frame);
        there[frame] = await page.evaluate(() => window.sidestep.ids().sort());
    }
    assert.deepEqual(there, {15: [1, 2], 25: [1, 3], 35: [1, 2, 3]});
    await close(page);
});

test('names cannot break out of the page', async () => {
    const evil = '</script><img src=x onerror="window.broken=true"><b>';
    const header = `# scene_name: ${evil}\n# note: ${evil}\n`;
    await make('export', write('evil.csv', recording(walk(1, 0, 5), 10, header)), '-o', file('evil.html'));
    const page = await opened(file('evil.html'));
    await settled(page);
    assert.equal(await page.locator('img').count(), 0, 'nothing that could still fail to load');
    assert.equal(await page.evaluate(() => window.broken), undefined);
    await close(page);
});

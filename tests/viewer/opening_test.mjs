// The first look: what plays by itself, how large people are, where keys go, what the mouse points at.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
    close,
    file,
    make,
    open,
    opened,
    read,
    recording,
    settled,
    text,
    tidy_after_each,
    until,
    view,
    write,
} from './support.mjs';

tidy_after_each();

/** A walk of ten seconds, and somebody far away, so that the whole map is large. */
const crowd = (far) =>
    Array.from({length: 101}, (_, frame) => [
        ...Array.from({length: 30}, (_, k) => [k + 1, frame, 0.1 * frame + (k % 6), 1.2 * Math.floor(k / 6)]),
        [99, frame, far, far],
    ]).flat();

async function exported(name, samples, options) {
    await make('export', write(`${name}.csv`, recording(samples)), '-o', file(`${name}.html`));
    return opened(file(`${name}.html`), options);
}

test('a recording plays when it is opened, exported or served', async () => {
    const page = await exported('near', crowd(10), {moves: true});
    await until(page, () => window.sidestep.playing && window.sidestep.index > 3, null, 'it plays');
    await close(page);
    const server = await view(file('near.csv'));
    const served = await open(server.address, {moves: true});
    await until(served, () => window.sidestep.playing && window.sidestep.index > 3, null, 'it plays');
    await close(served);
    await server.stop();
});

test('who wants little to move gets a picture that stands', async () => {
    const page = await exported('still', crowd(10));
    await settled(page);
    assert.equal(await read(page, 'playing'), false);
    assert.equal(await read(page, 'index'), 0);
    await close(page);
});

test('on a large map people are large enough to be seen, and f shows everything', async () => {
    const page = await exported('far', crowd(900));
    const pixels = () => page.evaluate(() => (0.5 * window.innerHeight) / 2 / window.sidestep.camera.span);
    await until(page, () => window.sidestep.camera.span < 60, null, 'near');
    await settled(page);
    assert.ok((await pixels()) > 8, `${await pixels()} pixels`);
    const box = await page.getByTestId('stage').boundingBox();
    const seen = await page.evaluate(
        ({x, y, width, height}) =>
            window.sidestep.ids().filter((id) => {
                const at = window.sidestep.screenOf(id);
                return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
            }).length,
        box,
    );
    assert.equal(seen, 30);
    await page.keyboard.press('f');
    await until(page, () => window.sidestep.camera.span > 400, null, 'everything');
    await close(page);
});

test('a map that shows people large enough is shown whole', async () => {
    const page = await exported('small', crowd(10));
    await settled(page);
    const {span, x, y} = await read(page, 'camera');
    assert.ok(span > 4 && span < 12 && Math.abs(x - 7.5) < 2 && Math.abs(y - 5) < 2, JSON.stringify({span, x, y}));
    await close(page);
});

test('after a search keys are keys again', async () => {
    const page = await exported('search', crowd(10));
    await page.keyboard.press('/');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await until(page, () => window.sidestep.selected?.id === 7, null, 'found');
    await page.keyboard.press('ArrowRight');
    await until(page, () => window.sidestep.index === 1, null, 'one frame on');
    await page.keyboard.press('g');
    await until(page, () => window.sidestep.selected.following, null, 'followed');
    assert.equal(await page.getByTestId('search').inputValue(), '7');
    await close(page);
});

test('the place under the mouse', async () => {
    const page = await exported('places', crowd(10));
    await settled(page);
    const place = page.getByTestId('place');
    assert.equal(await place.isVisible(), false);
    const numbers = async () =>
        (await text(page, 'place'))
            .replaceAll('−', '-')
            .match(/-?\d+\.\d+/g)
            .map(Number);
    for (const [x, y] of [
        [3, 2],
        [8.25, 6.5],
    ]) {
        const at = await page.evaluate(([px, py]) => window.sidestep.screenOfPlace(px, py), [x, y]);
        await page.mouse.move(at.x, at.y);
        await place.waitFor({state: 'visible'});
        const [sx, sy] = await numbers();
        assert.ok(Math.hypot(sx - x, sy - y) < 0.03, `${sx}, ${sy} where ${x}, ${y} is`);
        assert.match(await text(page, 'place'), / m$/);
    }
    // The map moves under a mouse that stands.
    const [before] = await numbers();
    await page.keyboard.press('d');
    await settled(page);
    assert.ok((await numbers())[0] > before + 0.1);
    await page.mouse.move(1380, 20);
    await place.waitFor({state: 'hidden'});
    await close(page);
});

test('curves have a hole where nothing was recorded', async () => {
    const samples = [...Array(51).keys(), ...Array.from({length: 51}, (_, k) => 150 + k)].flatMap((frame) => [
        [1, frame, 0.1 * frame, 0],
        [2, frame, 0.1 * frame, 1],
    ]);
    const page = await exported('gap', samples);
    await page.getByTestId('search').fill('1');
    await page.getByTestId('search').press('Enter');
    await until(page, () => window.sidestep.selected?.track > 0, null, 'its path');
    for (const chart of ['chart-count', 'chart-speed', 'chart-agent']) {
        await until(page, (id) => document.querySelector(`[data-testid=${id}] canvas`) !== null, chart, chart);
        await settled(page);
        // Columns of the drawing without anything saturated: neither line nor tint.
        const share = await page.getByTestId(chart).evaluate((figure) => {
            const canvas = figure.querySelector('canvas');
            const {width, height} = canvas;
            const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
            const inked = Array.from({length: width}, (_, x) => {
                for (let y = 0; y < height; ++y) {
                    const k = 4 * (y * width + x);
                    if (data[k + 3] > 0 && Math.max(...data.slice(k, k + 3)) - Math.min(...data.slice(k, k + 3)) > 40)
                        return true;
                }
                return false;
            });
            const first = inked.indexOf(true);
            const last = inked.lastIndexOf(true);
            return inked.slice(first, last).filter((on) => !on).length / (last - first);
        });
        assert.ok(Math.abs(share - 0.5) < 0.06, `${chart}: ${share} of its width is empty, a half was not recorded`);
    }
    await close(page);
});

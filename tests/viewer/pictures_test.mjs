// The page as the documents show it: four streams on a square, and a town (scripts/screenshots keeps the pictures).
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {close, file, finish, make, open, read, ready, seek, settled, shoot, until, view} from './support.mjs';

const WATCHED = 30;
let server;
before(async () => {
    await make('run', 'crossing4', '-o', file('crossing4.sqlite'), '--explain', String(WATCHED));
    server = await view(file('crossing4.sqlite'));
});
after(async () => {
    await server.stop();
    await finish();
});

async function at(frame, options) {
    const page = await open(server.address, options);
    await ready(page);
    await seek(page, frame);
    return page;
}
async function shown(page, name) {
    await settled(page);
    await shoot(page, name);
    await close(page);
}

test('trails of four streams that meet', async () => {
    const page = await at(90);
    await page.keyboard.press('r');
    await until(page, () => window.sidestep.trails.segments > 500, null, 'trails');
    await shown(page, 'viewer_top');
});

test('three dimensions, in the dark', async () => {
    const page = await at(90, {dark: true});
    await page.getByTestId('view-3d').click();
    await until(
        page,
        () => window.sidestep.view === '3d' && window.sidestep.detail === 'figures',
        null,
        'figures in 3D',
    );
    await shown(page, 'viewer_3d');
});

test('where it was dense', async () => {
    const page = await at(120);
    await page.getByTestId('heat-density').click();
    await until(page, () => window.sidestep.heat.largest > 0, null, 'a density map');
    await shown(page, 'viewer_heat');
});

test('why did it do that', async () => {
    const page = await at(85);
    await page.getByTestId('search').fill(String(WATCHED));
    await page.getByTestId('search').press('Enter');
    await until(page, () => window.sidestep.explanation?.shapes.length > 0, null, 'its reasons');
    await page.getByTestId('follow').click();
    await settled(page);
    const place = await page.evaluate((id) => window.sidestep.screenOf(id), WATCHED);
    await page.mouse.move(place.x, place.y);
    for (let i = 0; i < 4; ++i) await page.mouse.wheel(0, -300);
    await until(page, () => window.sidestep.camera.span < 6, null, 'near');
    await settled(page);
    assert.ok((await read(page, 'explanation')).shapes.some((shape) => shape.role === 'decision'));
    await shown(page, 'viewer_explain');
});

test('a town: its cells, and a route through it', async () => {
    const town = await view('town');
    const page = await open(town.address);
    await ready(page);
    await until(page, () => window.sidestep.live.state?.time > 3, null, 'people have set out');
    await page.getByTestId('play').click();
    await until(page, () => window.sidestep.live.state.paused, null, 'paused');
    await page.keyboard.press('f');
    await page.getByTestId('cells-class').click();
    await until(page, () => window.sidestep.map.cells !== null, null, 'cells');
    await page.keyboard.press('m');
    for (const [id, value] of [
        ['route-start', '36, 262'],
        ['route-goal', '240, 75'],
    ]) {
        await page.getByTestId(id).fill(value);
        await page.getByTestId(id).press('Enter');
    }
    await until(page, () => window.sidestep.map.route.answer?.status === 'found', null, 'a route');
    await shown(page, 'viewer_map');
    await town.stop();
});

// What is taken away from the page: pictures and films, from a page without a server and without a network.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {close, file, make, opened, recording, seek, settled, text, tidy_after_each, until, write} from './support.mjs';

tidy_after_each();

const FPS = 10;
const walkers = Array.from({length: 41}, (_, frame) => [1, 2, 3].map((id) => [id, frame, 0.13 * frame, 2 * id])).flat();

async function walk() {
    await make('export', write('walk.csv', recording(walkers, FPS)), '-o', file('walk.html'), '--force');
    const page = await opened(file('walk.html'));
    return page;
}

async function download(page, button) {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId(button).click()]);
    const place = file(saved.suggestedFilename());
    await saved.saveAs(place);
    return {name: saved.suggestedFilename(), bytes: readFileSync(place)};
}

/** Width, height and pixels of a picture. */
const pixelsOf = (page, bytes) =>
    page.evaluate(async (base64) => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
        const {width, height} = picture;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(picture, 0, 0);
        const {data} = context.getImageData(0, 0, width, height);
        const at = (x, y) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
        const box = document.querySelector('[data-testid=stage]').getBoundingClientRect();
        const scale = width / box.width;
        // The head in the middle is darker; shoulders have the colour that is meant.
        const radius = (0.25 * box.height) / 2 / window.sidestep.camera.span;
        const around = Array.from({length: 32}, (_, k) => (k * Math.PI) / 16);
        const people = window.sidestep.ids().map((id) => {
            const place = window.sidestep.screenOf(id);
            const meant = window.sidestep.colourOf(id);
            const offs = around.map((angle) => {
                const x = Math.round((place.x - box.left + 0.65 * radius * Math.cos(angle)) * scale);
                const y = Math.round((place.y - box.top + 0.65 * radius * Math.sin(angle)) * scale);
                return Math.hypot(...at(x, y).map((value, i) => value - meant[i]));
            });
            return {meant, near: Math.min(...offs)};
        });
        return {width, height, box: {width: box.width, height: box.height}, people};
    }, bytes.toString('base64'));

test('a picture at the size that was chosen, with people where they are', async () => {
    const page = await walk();
    await seek(page, 20);
    await settled(page);
    await page.keyboard.press('i');
    for (const scale of [1, 2, 4]) {
        await page.getByTestId(`save-scale-${scale}`).click();
        const {name, bytes} = await download(page, 'save-picture');
        assert.equal(name, 'walk_2.0s.png');
        const {width, height, box, people} = await pixelsOf(page, bytes);
        assert.equal(width, Math.round(scale * box.width));
        assert.ok(height > scale * box.height, 'the legend is below the drawing');
        assert.match(await text(page, 'save-size'), new RegExp(`^${width} × ${height} pixels`));
        assert.equal(people.length, 3);
        for (const {meant, near} of people) assert.ok(near < 30, `${near} from ${meant}`);
    }
    await page.keyboard.press('Escape');
    await page.getByTestId('save-panel').waitFor({state: 'hidden'});
    await page.keyboard.press('ArrowRight');
    await until(page, () => window.sidestep.index === 21, null, 'the page goes on as before');
    await close(page);
});

test('a film that plays, with the length and the pictures asked for', async () => {
    const page = await walk();
    await page.keyboard.press('i');
    await page.getByTestId('save-scale-1').click();
    await page.getByTestId('film-from').fill('1');
    await page.getByTestId('film-to').fill('2.5');
    assert.match(await text(page, 'film-length'), /^1\.5 s at 1×/);
    const {name, bytes} = await download(page, 'save-film');
    assert.equal(name, 'walk_0.0s.webm');
    const seen = await page.evaluate(async (base64) => {
        const film = document.createElement('video');
        film.muted = true;
        const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        film.src = URL.createObjectURL(new Blob([data], {type: 'video/webm'}));
        const told = (name) =>
            new Promise((resolve, reject) => {
                film.addEventListener(name, resolve, {once: true});
                film.addEventListener('error', () => reject(new Error(film.error.message)), {once: true});
            });
        await told('loadeddata');
        const canvas = document.createElement('canvas');
        canvas.width = film.videoWidth;
        canvas.height = film.videoHeight;
        const context = canvas.getContext('2d', {willReadFrequently: true});
        // How far right people are: the mean column of what is coloured.
        const middle = () => {
            context.drawImage(film, 0, 0);
            const {data} = context.getImageData(0, 0, film.videoWidth, film.videoHeight - 60);
            let sum = 0;
            let n = 0;
            for (let k = 0; k < data.length; k += 4) {
                if (Math.max(data[k], data[k + 1], data[k + 2]) - Math.min(data[k], data[k + 1], data[k + 2]) < 60)
                    continue;
                sum += (k / 4) % film.videoWidth;
                ++n;
            }
            return sum / n;
        };
        const places = [];
        for (const time of [0.01, 0.75, 1.45]) {
            const arrived = told('seeked');
            film.currentTime = time;
            await arrived;
            // The picture of that moment may come a little after.
            let place = middle();
            for (let k = 0; k < 300 && !(place !== places.at(-1) && place > 0); ++k) {
                await new Promise(requestAnimationFrame);
                place = middle();
            }
            places.push(place);
        }
        return {duration: film.duration, width: film.videoWidth, height: film.videoHeight, places};
    }, bytes.toString('base64'));
    assert.ok(Math.abs(seen.duration - 1.5) < 0.02, `${seen.duration} s`);
    const [width, height] = (await text(page, 'save-size')).match(/\d+/g).map(Number);
    assert.ok(width - seen.width <= 1 && height - seen.height <= 1, JSON.stringify(seen));
    assert.ok(seen.places[0] < seen.places[1] && seen.places[1] < seen.places[2], `they walk: ${seen.places}`);
    assert.equal(await page.evaluate(() => window.sidestep.time), 0, 'the page is where it was');
    await close(page);
});

test('nothing between two moments makes no film', async () => {
    const page = await walk();
    await page.keyboard.press('i');
    await page.getByTestId('film-from').fill('3');
    await page.getByTestId('film-to').fill('2');
    assert.match(await text(page, 'film-length'), /Nothing/);
    assert.equal(await page.getByTestId('save-film').isDisabled(), true);
    await close(page);
});

// The command and a real browser, for tests of the page as its users get it.
import assert from 'node:assert/strict';
import {execFile, spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, afterEach} from 'node:test';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// playwright-core is among the viewer's packages.
const {chromium} = createRequire(path.join(source, 'viewer/package.json'))('playwright-core');
const command = process.env.SIDESTEP_COMMAND ?? path.join(source, 'build/release/sidestep');
const PATIENCE_S = 60;
const LOOK_EVERY_MS = 50;
export const screenshots = process.env.SIDESTEP_SCREENSHOTS ?? null;

export const folder = mkdtempSync(path.join(tmpdir(), 'sidestep_viewer_'));
export const file = (name) => path.join(folder, name);
export const write = (name, text) => {
    writeFileSync(file(name), text);
    return file(name);
};

/** Runs the command; what it printed as JSON. Unhealthy runs are runs too. */
export async function sidestep(...args) {
    try {
        return JSON.parse((await promisify(execFile)(command, [...args, '--json'], {maxBuffer: 1 << 28})).stdout);
    } catch (error) {
        if (error.code !== 1) throw new Error(`sidestep ${args.join(' ')}: ${error.stderr}`);
        return JSON.parse(error.stdout);
    }
}

/** Runs the command for its output file alone. */
export async function make(...args) {
    try {
        await promisify(execFile)(command, args, {maxBuffer: 1 << 28});
    } catch (error) {
        if (error.code !== 1) throw new Error(`sidestep ${args.join(' ')}: ${error.stderr}`);
    }
}

/** The rows of a recording in CSV: [{id, frame, x, y}]. */
export function rows(csv) {
    return csv
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => {
            const [id, frame, x, y] = line.split(',').map(Number);
            return {id, frame, x, y};
        });
}

/** A recording as CSV text from (id, frame, x, y). */
export const recording = (samples, fps = 10, header = '') =>
    `# framerate: ${fps} fps\n${header}id,frame,x,y\n${samples.map((s) => s.join(',')).join('\n')}${samples.length ? '\n' : ''}`;

const servers = new Set();
/** `sidestep view`; resolves when it has printed its address. */
export async function view(...args) {
    const child = spawn(command, ['view', ...args], {stdio: ['ignore', 'pipe', 'pipe']});
    servers.add(child);
    let printed = '';
    let trouble = '';
    child.stderr.on('data', (data) => (trouble += data));
    const address = await new Promise((resolve, reject) => {
        child.stdout.on('data', (data) => {
            printed += data;
            const found = printed.match(/http:\/\/127\.0\.0\.1:\d+\/\?token=\w+/);
            if (found) resolve(found[0]);
        });
        child.once('exit', (code) => reject(new Error(`sidestep view ended with ${code}: ${trouble}`)));
    });
    return {
        address,
        child,
        /** Its exit code. */
        async stop(signal = 'SIGINT') {
            servers.delete(child);
            if (child.exitCode !== null) return child.exitCode;
            const ended = new Promise((resolve) => child.once('exit', resolve));
            child.kill(signal);
            const code = await Promise.race([ended, setTimeout(1000 * PATIENCE_S, 'still running', {ref: false})]);
            if (code === 'still running') child.kill('SIGKILL');
            return code;
        },
    };
}

let browser = null;
const pages = new Set();
/** A page that fails its test when anything complains. It stands until told to play, as for people who want little to move. */
export async function open(address, {width = 1400, height = 900, dark = false, offline = false, moves = false} = {}) {
    browser ??= await chromium.launch({
        executablePath: process.env.SIDESTEP_BROWSER ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    const context = await browser.newContext({
        viewport: {width, height},
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: moves ? 'no-preference' : 'reduce',
        offline,
    });
    context.setDefaultTimeout(1000 * PATIENCE_S);
    const page = await context.newPage();
    pages.add(page);
    page.complaints = [];
    page.foreign = [];
    page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') page.complaints.push(message.text());
    });
    page.on('pageerror', (error) => page.complaints.push(String(error)));
    const own = new URL(address).host;
    page.on('request', (request) => {
        const {protocol, host} = new URL(request.url());
        if (/^(http|ws)/.test(protocol) && host !== own) page.foreign.push(request.url());
    });
    await page.goto(address);
    return page;
}

/** `window.sidestep.NAME`. */
/** An exported page, from disk and with the network off. */
export async function opened(html, options = {}) {
    const page = await open(pathToFileURL(html).href, {offline: true, ...options});
    await ready(page);
    return page;
}

export const read = (page, name) => page.evaluate((key) => window.sidestep?.[key], name);
export const text = async (page, id) => (await page.getByTestId(id).first().innerText()).trim();

/** What happens takes as long as the machine needs; a condition that throws, for something is not there, does not hold yet. */
export async function until(page, condition, argument, what = String(condition), patience = PATIENCE_S) {
    let thrown = null;
    for (const end = performance.now() + 1000 * patience; ; await setTimeout(LOOK_EVERY_MS)) {
        try {
            if (await page.evaluate(condition, argument)) return;
        } catch (error) {
            thrown = error;
        }
        if (page.isClosed() || performance.now() > end) break;
    }
    const reason = thrown ? `; it last threw ${thrown.message}` : '';
    throw new Error(`never happened: ${what}; the page is at ${await stateOf(page)}${reason}`);
}

async function stateOf(page) {
    try {
        return await page.evaluate(() => JSON.stringify({...window.sidestep, selected: window.sidestep?.selected}));
    } catch (error) {
        return `no state that could be read (${error.message})`;
    }
}
export const ready = (page) => until(page, () => window.sidestep?.ready === true, null, 'the page is ready');

/** So many pictures, however long the browser takes for each. */
export const pictures = (page, count) =>
    page.evaluate(async (left) => {
        while (left-- > 0) await new Promise(requestAnimationFrame);
    }, count);

/** The page has come to rest: panels have their size, and the picture shows all that was chosen. */
export async function settled(page) {
    await until(
        page,
        async () => {
            // A picture in which the layout changes, and the next, in which the drawing has followed.
            for (let k = 0; k < 2; ++k) await new Promise(requestAnimationFrame);
            await Promise.all(document.getAnimations().map((animation) => animation.finished));
            return window.sidestep.settled;
        },
        null,
        'the picture is complete',
    );
}

export async function seek(page, index) {
    await slide(page, 'scrubber', index);
    await until(page, (i) => window.sidestep.index === i && !window.sidestep.waiting, index, `frame ${index} is drawn`);
}

/** Moves a slider as a hand would. */
export const slide = (page, id, value) =>
    page.getByTestId(id).evaluate((input, to) => {
        input.value = String(to);
        input.dispatchEvent(new Event('input', {bubbles: true}));
    }, value);

/** Clicks somebody where it stands once the page has come to rest. */
export async function clickAgent(page, id) {
    await settled(page);
    const place = await page.evaluate((one) => window.sidestep.screenOf(one), id);
    await page.mouse.click(place.x, place.y);
    await until(page, (one) => window.sidestep.selected?.id === one, id, `agent ${id} is chosen`);
}

/** Red, green and blue of a pixel of the page. */
export async function pixel(page, {x, y}) {
    const image = await page.screenshot({clip: {x: Math.round(x), y: Math.round(y), width: 1, height: 1}, type: 'png'});
    return page.evaluate(async (bytes) => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))]));
        const context = new OffscreenCanvas(1, 1).getContext('2d');
        context.drawImage(picture, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }, image.toString('base64'));
}

export async function close(page, {may_complain = false} = {}) {
    const {complaints, foreign} = page;
    pages.delete(page);
    await page.context().close();
    if (!may_complain) assert.deepEqual(complaints, []);
    assert.deepEqual(foreign, [], 'the page asked for something elsewhere');
}

/** After each test, whatever became of it: what is left open would go on drawing and hold up the next one. */
export async function tidy() {
    for (const page of pages) await page.context().close();
    pages.clear();
    for (const child of servers) child.kill('SIGKILL');
    servers.clear();
}

/** Kept for the documents where somebody asks for them. */
export async function shoot(page, name) {
    if (screenshots === null) return;
    await page.screenshot({path: path.join(screenshots, `${name}.jpg`), type: 'jpeg', quality: 72});
}

export async function finish() {
    await browser?.close();
    browser = null;
    await tidy();
    rmSync(folder, {recursive: true, force: true});
}

/** For files whose tests open what they look at themselves. */
export function tidy_after_each() {
    after(finish);
    afterEach(tidy);
}

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Player} from '../src/player';
import {Reasons} from '../src/reasons';
import {LiveSource} from '../src/sources/live';
import {completeInfo, type Explanation} from '../src/types';

/** The server's end of the connection, as far as the page can tell. */
class Socket {
    static readonly OPEN = 1;
    static newest: Socket;
    readonly readyState = Socket.OPEN;
    readonly sent: string[] = [];
    onmessage: (event: {data: ArrayBuffer | string}) => void = () => {};
    constructor() {
        Socket.newest = this;
    }
    send(text: string): void {
        this.sent.push(text);
    }
    /** One agent, number 5. */
    frame(number: number): void {
        this.onmessage({data: new Uint32Array([0x31465353, 1, number, number, 1, 0, 5, 0, 0, 0, 0]).buffer});
    }
    explain(frame: number, id = 5): void {
        const explanation: Partial<Explanation> = {id, frame, model: 'orca', shapes: []};
        this.onmessage({data: JSON.stringify({type: 'explain', explanation})});
    }
}
Object.assign(globalThis, {WebSocket: Socket, location: {href: 'http://127.0.0.1/', search: ''}});

function run(frames: number): {source: LiveSource; server: Socket; player: Player; reasons: Reasons} {
    const source = new LiveSource(completeInfo({kind: 'live'}), {
        id: [5],
        radius: [0.2],
        profile: [-1],
        goal: [-1],
        group: [-1],
    });
    for (let number = 0; number < frames; ++number) Socket.newest.frame(number);
    return {source, server: Socket.newest, player: new Player(source), reasons: new Reasons(source)};
}

/** Pictures until nothing more is asked. */
async function look({player, reasons}: {player: Player; reasons: Reasons}): Promise<[number, number | undefined]> {
    for (let k = 0; k < 3; ++k) {
        reasons.keepUp(5, player.bracket()!.from, (clock += 100));
        await Promise.resolve();
        await Promise.resolve();
    }
    return [player.bracket()!.from.number, reasons.explanation?.frame];
}
let clock = 0;

test('the explanation that comes after its frame replaces the older one', async () => {
    const page = run(14);
    page.player.goLive();
    page.server.explain(13);
    assert.deepEqual(await look(page), [13, 13]);
    for (const number of [14, 15, 16]) {
        page.server.frame(number);
        page.player.goLive();
        assert.deepEqual(await look(page), [number, number - 1], 'the older one meanwhile, rather than none');
        page.server.explain(number);
        assert.deepEqual(await look(page), [number, number]);
    }
});

test('an explanation that is too old, or of somebody else, is none', async () => {
    const page = run(14);
    page.player.goLive();
    page.server.explain(10, 6);
    page.server.explain(9);
    assert.deepEqual(await look(page), [13, undefined]);
    page.server.explain(10);
    assert.deepEqual(await look(page), [13, 10]);
});

test('what was asked before it was forgotten is not taken', async () => {
    const page = run(14);
    page.player.goLive();
    page.server.explain(13);
    page.reasons.keepUp(5, page.player.bracket()!.from, (clock += 100));
    page.reasons.forget();
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(page.reasons.explanation, null);
    assert.deepEqual(await look(page), [13, 13]);
});

test('a frame that comes while a picture is begun does not lead back past the one before it', () => {
    const {source, server, player} = run(14);
    player.frameArrived(2000);
    player.frameArrived(2100);
    player.advance(0, 2300);
    assert.equal(player.head, 13);
    source.arrived = () => player.frameArrived(2400);
    server.frame(14);
    player.advance(0, 2360);
    assert.equal(player.bracket()!.from.number, 13);
    player.advance(0, 3000);
    assert.equal(player.bracket()!.from.number, 14);
});

test('the newest frame once more moves nothing', () => {
    const {source, server, player} = run(14);
    let arrived = 0;
    source.arrived = () => player.frameArrived(2000 + 100 * ++arrived);
    server.frame(14);
    server.frame(15);
    player.advance(0, 3000);
    assert.equal(player.head, 15);
    server.frame(15);
    assert.equal(arrived, 2);
    player.advance(0, 3001);
    assert.equal(player.head, 15);
    assert.equal(source.last, 15);
});

// A stand-in for the server: node dev/serve.mjs FILE.csv [--live] [--port N]. Answers as docs/viewer_protocol.md says.
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {encodeFrames, encodeTrack, readCsv, series} from './recording.mjs';

export function serve(
    recording,
    {live = false, port = 0, page = new URL('../dist/index.html', import.meta.url), explain = () => null} = {},
) {
    const token = 'test';
    const info = {...recording.info, kind: live ? 'live' : 'replay'};
    const server = createServer((request, response) => {
        const url = new URL(request.url, 'http://127.0.0.1');
        const number = (name, usual) => Number(url.searchParams.get(name) ?? usual);
        const send = (body, type = 'application/json') => response.writeHead(200, {'content-type': type}).end(body);
        if (url.pathname === '/') return send(readFileSync(page), 'text/html; charset=utf-8');
        if (url.searchParams.get('token') !== token) return response.writeHead(403).end('{"error":"token"}');
        switch (url.pathname) {
            case '/api/info':
                return send(JSON.stringify(info));
            case '/api/agents':
                return send(JSON.stringify(recording.agents));
            case '/api/series':
                return send(JSON.stringify(series(recording)));
            case '/api/track':
                return send(encodeTrack(recording, number('id', 0)), 'application/octet-stream');
            case '/api/explain':
                return send(JSON.stringify(explain(number('id', 0), number('frame', 0))));
            case '/api/frames': {
                const list = [],
                    stride = number('stride', 1);
                for (
                    let i = number('first', 0), k = 0;
                    k < number('count', 1) && i < recording.rows.length && list.length < 64;
                    ++k, i += stride
                )
                    list.push({index: i, number: recording.numbers[i], rows: recording.rows[i]});
                return send(encodeFrames(list), 'application/octet-stream');
            }
        }
        response.writeHead(404).end('{"error":"not found"}');
    });

    server.on('upgrade', (request, socket) => {
        const key = request.headers['sec-websocket-key'];
        const accept = createHash('sha1')
            .update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11')
            .digest('base64');
        socket.write(
            `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
        const write = (data, opcode) => {
            const n = data.length;
            const head =
                n < 126
                    ? Buffer.from([128 | opcode, n])
                    : n < 65536
                      ? Buffer.from([128 | opcode, 126, n >> 8, n & 255])
                      : Buffer.alloc(10);
            if (n >= 65536) {
                head[0] = 128 | opcode;
                head[1] = 127;
                head.writeBigUInt64BE(BigInt(n), 2);
            }
            socket.write(head);
            socket.write(data);
        };
        const say = (message) => write(Buffer.from(JSON.stringify(message)), 1);
        let at = 0,
            paused = false,
            speed = 1,
            chosen = null,
            due = 0;
        const state = () =>
            say({
                type: 'state',
                time: at / info.fps,
                step: at,
                paused,
                speed,
                finished: at >= recording.rows.length - 1,
                agents: recording.rows[at]?.length ?? 0,
                steps_per_s: 100,
                health: at > 50 ? {ok: true} : null,
            });
        const show = () => {
            write(encodeFrames([{index: at, number: recording.numbers[at], rows: recording.rows[at]}]), 2);
            if (chosen !== null) say({type: 'explain', explanation: explain(chosen, recording.numbers[at])});
        };
        const timer = setInterval(() => {
            if (paused || at >= recording.rows.length - 1) return;
            due += speed === 0 ? 5 : 0.01 * speed * info.fps;
            if (due < 1) return;
            at = Math.min(recording.rows.length - 1, at + Math.floor(due));
            due %= 1;
            show();
        }, 10);
        const beat = setInterval(state, 500);
        socket.on('data', (data) => {
            if ((data[0] & 15) === 8) return socket.end();
            const n = data[1] & 127,
                mask = data.subarray(2, 6);
            const text = Buffer.from(data.subarray(6, 6 + n).map((byte, i) => byte ^ mask[i % 4])).toString();
            const command = JSON.parse(text);
            if (command.do === 'pause') paused = true;
            if (command.do === 'play') paused = false;
            if (command.do === 'speed') speed = command.value;
            if (command.do === 'restart') at = 0;
            if (command.do === 'step' || command.do === 'pause') paused = true;
            if (command.do === 'step') at = Math.min(at + 1, recording.rows.length - 1);
            if (command.do === 'explain') chosen = command.id;
            show();
            state();
        });
        const stop = () => {
            clearInterval(timer);
            clearInterval(beat);
        };
        socket.on('close', stop);
        socket.on('error', stop);
        state();
        show();
    });
    return new Promise((resolve) =>
        server.listen(port, '127.0.0.1', () =>
            resolve({server, address: `http://127.0.0.1:${server.address().port}/?token=${token}`}),
        ),
    );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
    const [file, ...options] = process.argv.slice(2);
    const at = options.indexOf('--port');
    const {address} = await serve(readCsv(file), {
        live: options.includes('--live'),
        port: at < 0 ? 0 : Number(options[at + 1]),
    });
    console.log(address);
}

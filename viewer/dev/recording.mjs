// Reads a CSV that `sidestep run -o X.csv` wrote, for working on the page without the server.
import {readFileSync} from 'node:fs';
import {deflateSync} from 'node:zlib';

export function readCsv(path, {title = path.replace(/.*\//, '').replace(/\.csv$/, ''), radius = 0.25} = {}) {
    const frames = new Map(),
        seen = new Set(),
        metadata = {};
    let fps = 10,
        wkt = '',
        columns = null;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
        if (line.startsWith('#')) {
            const [, key, value] = /^# ([^:]+): (.*)$/.exec(line) ?? [];
            if (key === 'framerate') fps = parseFloat(value);
            else if (key === 'geometry') wkt = value;
            else if (key) metadata[key] = value;
        } else if (!columns) {
            columns = line.split(',');
        } else if (line) {
            const [id, frame, x, y, hx, hy] = line.split(',').map(Number);
            if (!frames.has(frame)) frames.set(frame, []);
            frames.get(frame).push({id, x, y, heading: Math.atan2(hy, hx), speed: 0});
            seen.add(id);
        }
    }
    const numbers = [...frames.keys()].sort((a, b) => a - b);
    const last = new Map();
    for (const number of numbers)
        for (const row of frames.get(number).sort((a, b) => a.id - b.id)) {
            const before = last.get(row.id);
            if (before) row.speed = Math.hypot(row.x - before.x, row.y - before.y) * fps;
            last.set(row.id, row);
        }
    const rings = [...wkt.matchAll(/\(([^()]+)\)/g)].map(([, text]) =>
        text.split(',').flatMap((pair) => pair.trim().split(/\s+/).map(Number)),
    );
    const polygon = /POLYGON/.test(wkt);
    const all = [...rings.flat()].concat(numbers.flatMap((n) => frames.get(n).flatMap((row) => [row.x, row.y])));
    const bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < all.length; i += 2) {
        bounds[0] = Math.min(bounds[0], all[i]);
        bounds[1] = Math.min(bounds[1], all[i + 1]);
        bounds[2] = Math.max(bounds[2], all[i]);
        bounds[3] = Math.max(bounds[3], all[i + 1]);
    }
    const consecutive = numbers.every((n, i) => n === numbers[0] + i);
    const ids = [...seen].sort((a, b) => a - b);
    const info = {
        kind: 'replay',
        title,
        file: path.replace(/.*\//, ''),
        version: '0.1.0',
        fps,
        frames: numbers.length,
        first_frame: numbers[0] ?? 0,
        frame_numbers: consecutive ? null : numbers,
        duration: numbers.length / fps,
        bounds,
        origin: [0, 0],
        periodic: [0, 0],
        floor: polygon ? [{outer: rings[0], holes: rings.slice(1)}] : [],
        walls: polygon ? [] : rings,
        goals: [],
        sources: [],
        slow: [],
        layers: [],
        profiles: ['walker'],
        goal_names: ['east', 'west'],
        groups: [],
        models: {walker: 'predictive'},
        explained: [],
        health: {ok: true},
        metadata,
    };
    const first = frames.get(numbers[0]) ?? [];
    const agents = {
        id: ids,
        radius: ids.map(() => radius),
        profile: ids.map(() => 0),
        goal: ids.map((id) => ((first.find((row) => row.id === id)?.x ?? 0) < 0 ? 0 : 1)),
        group: ids.map(() => -1),
    };
    return {info, agents, numbers, rows: numbers.map((n) => frames.get(n))};
}

export function series({rows}) {
    return {
        index: rows.map((_, i) => i),
        count: rows.map((r) => r.length),
        speed: rows.map((r) => r.reduce((sum, row) => sum + row.speed, 0) / (r.length || 1)),
    };
}

export function encodeFrames(list) {
    const words = 2 + list.reduce((sum, {rows}) => sum + 4 + 5 * rows.length, 0);
    const u32 = new Uint32Array(words),
        f32 = new Float32Array(u32.buffer);
    u32.set([0x31465353, list.length]);
    let at = 2;
    for (const {index, number, rows} of list) {
        const n = rows.length;
        u32.set([index, number, n, 0], at);
        at += 4;
        rows.forEach((row, i) => {
            u32[at + i] = row.id;
            f32[at + n + i] = row.x;
            f32[at + 2 * n + i] = row.y;
            f32[at + 3 * n + i] = row.heading;
            f32[at + 4 * n + i] = row.speed;
        });
        at += 5 * n;
    }
    return Buffer.from(u32.buffer);
}

export function encodeTrack({rows, numbers}, id) {
    const found = rows.flatMap((list, i) => list.filter((row) => row.id === id).map((row) => ({...row, i})));
    const n = found.length;
    const u32 = new Uint32Array(2 + 6 * n),
        f32 = new Float32Array(u32.buffer);
    u32.set([0x31545353, n]);
    found.forEach((row, k) => {
        u32[2 + k] = row.i;
        u32[2 + n + k] = numbers[row.i];
        f32[2 + 2 * n + k] = row.x;
        f32[2 + 3 * n + k] = row.y;
        f32[2 + 4 * n + k] = row.heading;
        f32[2 + 5 * n + k] = row.speed;
    });
    return Buffer.from(u32.buffer);
}

export function encodeSegments({rows}) {
    const bytes = [],
        open = new Map(),
        segments = [];
    rows.forEach((list, index) => {
        for (const row of list) {
            let segment = open.get(row.id);
            if (!segment || segment.first + segment.rows.length !== index) {
                segment = {id: row.id, first: index, rows: []};
                open.set(row.id, segment);
                segments.push(segment);
            }
            segment.rows.push(row);
        }
    });
    segments.sort((a, b) => a.id - b.id || a.first - b.first);
    const unsigned = (value) => {
        while (value >= 128) {
            bytes.push((value % 128) | 128);
            value = Math.floor(value / 128);
        }
        bytes.push(value);
    };
    const signed = (value) => unsigned(value >= 0 ? 2 * value : -2 * value - 1);
    for (const {id, first, rows: list} of segments) {
        [id, first, list.length].forEach(unsigned);
        for (const axis of ['x', 'y']) {
            let value = 0,
                step = 0;
            list.forEach((row, i) => {
                const now = Math.round(row[axis] * 1000);
                if (i === 0) signed(now);
                else {
                    const d = now - value;
                    signed(i === 1 ? d : d - step);
                    step = d;
                }
                value = now;
            });
        }
        let turn = 0;
        for (const row of list) {
            const now = Math.round((row.heading / (2 * Math.PI)) * 1024);
            const d = ((((now - turn + 512) % 1024) + 1024) % 1024) - 512;
            signed(d);
            turn += d;
        }
        let speed = 0;
        for (const row of list) {
            const now = Math.round(row.speed * 1000);
            signed(now - speed);
            speed = now;
        }
    }
    const head = Buffer.alloc(8);
    head.writeUInt32LE(0x31515353, 0);
    head.writeUInt32LE(segments.length, 4);
    return Buffer.concat([head, Buffer.from(bytes)]);
}

export function embed(page, recording, explanations = []) {
    const data = {
        info: recording.info,
        agents: recording.agents,
        series: series(recording),
        explanations,
        frames: deflateSync(encodeSegments(recording)).toString('base64'),
    };
    const text = JSON.stringify(data).replaceAll('<', '\\u003c');
    return page.replace(
        /<script type="module"/,
        () => `<script type="application/json" id="sidestep-data">${text}</script>\n<script type="module"`,
    );
}

// Films: every picture is drawn and encoded for itself, so that a slow machine takes longer and loses none.
import type {App} from './app';
import {stillOf} from './still';
import {webm, type Picture} from './webm';

export const PICTURES_PER_SECOND = 30;
const KEY_EVERY = 2 * PICTURES_PER_SECOND;
const BITS_PER_PIXEL = 0.12;
const LEAST_BITS = 2e6; // per second
const WAITING = 4; // pictures that the encoder may lag behind
const LOOK_EVERY_MS = 10;
const CODECS = [
    {name: 'vp09.00.51.08', id: 'V_VP9'},
    {name: 'vp8', id: 'V_VP8'},
];

export interface Film {
    file: Blob;
    pictures: number;
    seconds: number;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

async function encoderFor(width: number, height: number): Promise<{config: VideoEncoderConfig; id: string}> {
    if (!('VideoEncoder' in window))
        throw new Error('This browser cannot make films (it has no VideoEncoder); pictures can be saved.');
    for (const {name, id} of CODECS) {
        const config: VideoEncoderConfig = {
            codec: name,
            width,
            height,
            framerate: PICTURES_PER_SECOND,
            bitrate: Math.max(LEAST_BITS, BITS_PER_PIXEL * width * height * PICTURES_PER_SECOND),
            latencyMode: 'realtime',
        };
        if ((await VideoEncoder.isConfigSupported(config)).supported) return {config, id};
    }
    throw new Error(`This browser cannot make films of ${width} × ${height} pixels.`);
}

/** From one moment of the recording to another, at the speed of the player; stopped early it ends there. */
export async function makeFilm(
    app: App,
    [from, to]: [number, number],
    scale: number,
    progress: (share: number) => void,
    stop: AbortSignal,
): Promise<Film> {
    const {player} = app;
    const back = player.head;
    const total = Math.max(1, Math.round(((to - from) / player.speed) * PICTURES_PER_SECOND));
    const pictures: Picture[] = [];
    let failure: Error | null = null;
    let encoder: VideoEncoder | null = null;
    let size = {width: 0, height: 0, codec: ''};
    try {
        player.pause();
        for (let k = 0; k < total && !stop.aborted; ++k) {
            player.show(player.placeOf(from + (k * player.speed) / PICTURES_PER_SECOND));
            while (!player.complete && !stop.aborted) await pause();
            if (stop.aborted) break;
            const still = stillOf(app, scale);
            if (!encoder) {
                // Encoders want even numbers.
                const width = still.width & ~1,
                    height = still.height & ~1;
                const {config, id} = await encoderFor(width, height);
                size = {width, height, codec: id};
                encoder = new VideoEncoder({
                    output: (chunk) => {
                        const data = new Uint8Array(chunk.byteLength);
                        chunk.copyTo(data);
                        pictures.push({time: chunk.timestamp, key: chunk.type === 'key', data});
                    },
                    error: (error) => (failure = error),
                });
                encoder.configure(config);
            }
            const frame = new VideoFrame(still, {
                timestamp: Math.round((1e6 * k) / PICTURES_PER_SECOND),
                visibleRect: {x: 0, y: 0, width: size.width, height: size.height},
            });
            encoder.encode(frame, {keyFrame: k % KEY_EVERY === 0});
            frame.close();
            while (encoder.encodeQueueSize > WAITING && !failure) await pause();
            if (failure) throw failure;
            progress((k + 1) / total);
            await pause();
        }
        await encoder?.flush();
        if (failure) throw failure;
    } finally {
        if (encoder && encoder.state !== 'closed') encoder.close();
        player.seek(back);
    }
    const seconds = pictures.length / PICTURES_PER_SECOND;
    const file = new Blob(webm(pictures, {...size, seconds}) as BlobPart[], {type: 'video/webm'});
    return {file, pictures: pictures.length, seconds};
}

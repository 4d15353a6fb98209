// Frames that were fetched, forgotten least recently used first. An answer of the server is one buffer with several
// frames in it, so memory is only freed by whole answers: they are the unit of forgetting.
import type {Frame} from '../types';

interface Chunk {
    frames: Frame[];
    bytes: number;
}

export class FrameCache {
    private readonly chunkOf = new Map<number, {chunk: Chunk; frame: Frame}>();
    private readonly order = new Set<Chunk>();
    bytes = 0;

    constructor(private readonly limit: number) {}

    add(frames: Frame[], bytes: number): void {
        const chunk = {frames, bytes};
        for (const frame of frames) this.chunkOf.set(frame.index, {chunk, frame});
        this.order.add(chunk);
        this.bytes += bytes;
        // The newest stays whatever its size: somebody waits for it.
        for (const oldest of this.order) {
            if (this.bytes <= this.limit || oldest === chunk) break;
            this.drop(oldest);
        }
    }

    private drop(chunk: Chunk): void {
        for (const frame of chunk.frames)
            if (this.chunkOf.get(frame.index)?.chunk === chunk) this.chunkOf.delete(frame.index);
        this.order.delete(chunk);
        this.bytes -= chunk.bytes;
    }

    has(index: number): boolean {
        return this.chunkOf.has(index);
    }

    get(index: number): Frame | undefined {
        const found = this.chunkOf.get(index);
        if (!found) return undefined;
        this.order.delete(found.chunk);
        this.order.add(found.chunk);
        return found.frame;
    }
}

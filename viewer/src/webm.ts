// A film as a WebM file: one track of pictures that are already encoded, with an index, so that players can seek in it.

export interface Picture {
    /** Microseconds from the beginning. */
    time: number;
    /** Can be shown without those before. */
    key: boolean;
    data: Uint8Array;
}

type Content = Uint8Array | Uint8Array[];

function bytesOf(content: Content): number {
    return Array.isArray(content) ? content.reduce((sum, part) => sum + part.length, 0) : content.length;
}

/** Big-endian. */
function integer(value: number, bytes: number): Uint8Array {
    return Uint8Array.from({length: bytes}, (_, i) => Math.floor(value / 2 ** (8 * (bytes - 1 - i))) & 0xff);
}

function real(value: number): Uint8Array {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return bytes;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** An element: its id, its length in eight bytes, what is in it. */
function element(id: number, content: Content): Uint8Array[] {
    const idBytes = integer(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);
    const length = integer(bytesOf(content), 8);
    length[0] = 0x01;
    return [idBytes, length, ...(Array.isArray(content) ? content : [content])];
}

const MILLISECOND = 1000; // in microseconds

/** Pictures in the order of time, the first a key picture; each later key picture begins a new part. */
export function webm(
    pictures: Picture[],
    {width, height, codec, seconds}: {width: number; height: number; codec: string; seconds: number},
): Uint8Array[] {
    const at = (picture: Picture): number => Math.round(picture.time / MILLISECOND);
    const parts: Picture[][] = [];
    for (const picture of pictures) {
        if (picture.key || parts.length === 0) parts.push([]);
        parts[parts.length - 1].push(picture);
    }
    const clusters = parts.map((part) =>
        element(0x1f43b675, [
            ...element(0xe7, integer(at(part[0]), 6)),
            ...part.flatMap((picture) =>
                element(0xa3, [
                    integer(0x81, 1),
                    integer(at(picture) - at(part[0]), 2),
                    integer(picture.key ? 0x80 : 0, 1),
                    picture.data,
                ]),
            ),
        ]),
    );
    const about = element(0x1549a966, [
        ...element(0x2ad7b1, integer(1000 * MILLISECOND, 4)),
        ...element(0x4489, real(1000 * seconds)),
        ...element(0x4d80, text('sidestep')),
        ...element(0x5741, text('sidestep')),
    ]);
    const tracks = element(
        0x1654ae6b,
        element(0xae, [
            ...element(0xd7, integer(1, 1)),
            ...element(0x73c5, integer(1, 1)),
            ...element(0x83, integer(1, 1)),
            ...element(0x9c, integer(0, 1)),
            ...element(0x86, text(codec)),
            ...element(0xe0, [...element(0xb0, integer(width, 4)), ...element(0xba, integer(height, 4))]),
        ]),
    );
    // The index lies before what it points to; numbers of fixed size make its own size known.
    const index = (first: number): Uint8Array[] => {
        let place = first;
        return element(
            0x1c53bb6b,
            parts.flatMap((part, i) => {
                const entry = element(0xbb, [
                    ...element(0xb3, integer(at(part[0]), 6)),
                    ...element(0xb7, [...element(0xf7, integer(1, 1)), ...element(0xf1, integer(place, 6))]),
                ]);
                place += bytesOf(clusters[i]);
                return entry;
            }),
        );
    };
    const head = bytesOf(about) + bytesOf(tracks);
    const segment = [...about, ...tracks, ...index(head + bytesOf(index(0))), ...clusters.flat()];
    return [
        ...element(0x1a45dfa3, [
            ...element(0x4286, integer(1, 1)),
            ...element(0x42f7, integer(1, 1)),
            ...element(0x42f2, integer(4, 1)),
            ...element(0x42f3, integer(8, 1)),
            ...element(0x4282, text('webm')),
            ...element(0x4287, integer(4, 1)),
            ...element(0x4285, integer(2, 1)),
        ]),
        ...element(0x18538067, segment),
    ];
}

// A map cut into cells, as numbers: what kind each is, which groups they form, and in which colours neighbours differ.
import type {CellsAnswer} from '../types';

export const CELL_KINDS = ['closed', 'dead_end', 'passage', 'crossroads'] as const;
export type CellKind = (typeof CELL_KINDS)[number];
export const PORTAL_KINDS = ['open', 'bottleneck', 'narrow'] as const;
export type PortalKind = (typeof PORTAL_KINDS)[number];

export class Cells {
    readonly body: number;
    readonly count: number;
    readonly portalCount: number;
    /** Corners of all cells, x and y in metres; those of cell c are at start[c] … start[c + 1]. */
    readonly corners: Float32Array;
    readonly start: Uint32Array;
    /** Four numbers for each portal. */
    readonly ends: Float32Array;
    readonly highest: number;
    private readonly heights: Uint16Array;

    constructor(private readonly answer: CellsAnswer) {
        const {cells, portals, tree} = answer;
        this.body = answer.body;
        this.count = cells.sides.length;
        this.portalCount = portals.width.length;
        this.corners = Float32Array.from(cells.corners, (mm) => mm / 1000);
        this.ends = Float32Array.from(portals.ends, (mm) => mm / 1000);
        this.start = new Uint32Array(this.count + 1);
        cells.sides.forEach((n, c) => (this.start[c + 1] = this.start[c] + n));
        this.heights = new Uint16Array(tree.length);
        tree.forEach((parent, member) => {
            if (parent >= 0) this.heights[parent] = Math.max(this.heights[parent], this.heights[member] + 1);
        });
        this.highest = this.heights.reduce((most, height) => Math.max(most, height), 0);
    }

    kind(cell: number): CellKind {
        return CELL_KINDS[Math.min(3, this.answer.cells.ways[cell])];
    }

    portalKind(portal: number): PortalKind {
        const {width, bottleneck} = this.answer.portals;
        return width[portal] <= this.body ? 'narrow' : bottleneck[portal] ? 'bottleneck' : 'open';
    }

    joins(portal: number): [number, number] {
        const {cells} = this.answer.portals;
        return [cells[2 * portal], cells[2 * portal + 1]];
    }

    counts(): Record<CellKind, number> {
        const counts = {closed: 0, dead_end: 0, passage: 0, crossroads: 0};
        for (let c = 0; c < this.count; ++c) ++counts[this.kind(c)];
        return counts;
    }

    bottlenecks(): number {
        let n = 0;
        for (let p = 0; p < this.portalCount; ++p) if (this.portalKind(p) === 'bottleneck') ++n;
        return n;
    }

    /** For every cell the largest group it is in that took at most `level` joins; level 0: itself. */
    groups(level: number): Int32Array {
        const {tree} = this.answer;
        // Parts come before the whole, so from the end a member's parent is settled before it.
        const top = new Int32Array(tree.length);
        for (let member = tree.length - 1; member >= 0; --member) {
            const parent = tree[member];
            top[member] = parent >= 0 && this.heights[parent] <= level ? top[parent] : member;
        }
        return top.subarray(0, this.count);
    }
}

/** A small number for every cell, the same within a group and different in groups that meet; the most frequent are the smallest. */
export function tints(cells: Cells, groups: Int32Array): {tint: Uint8Array; groupCount: number} {
    const place = new Map<number, number>();
    for (const group of groups) if (!place.has(group)) place.set(group, place.size);
    const met: Set<number>[] = Array.from({length: place.size}, () => new Set());
    for (let p = 0; p < cells.portalCount; ++p) {
        const [a, b] = cells.joins(p).map((cell) => place.get(groups[cell])!);
        if (a === b) continue;
        met[a].add(b);
        met[b].add(a);
    }
    const colour = new Int16Array(place.size).fill(-1);
    // Those with most neighbours choose first; then hardly ever more than five colours are needed.
    const order = met.map((_, group) => group).sort((a, b) => met[b].size - met[a].size || a - b);
    for (const group of order) {
        const taken = new Set([...met[group]].map((other) => colour[other]));
        let free = 0;
        while (taken.has(free)) ++free;
        colour[group] = free;
    }
    return {tint: Uint8Array.from(groups, (group) => colour[place.get(group)!]), groupCount: place.size};
}

// Who the people are: what does not change from frame to frame. Every id gets a small number, its slot, so that frames
// can be joined through arrays instead of maps.
import type {AgentColumns, Frame, Info} from './types';

const DENSE_IDS = 1 << 22; // up to this id an array finds the slot, above it a map
const USUAL_RADIUS = 0.2;

export interface Person {
    id: number;
    radius: number;
    profile: string | null;
    goal: string | null;
    group: string | null;
}

export class People {
    readonly ids: number[] = [];
    radius = new Float32Array(64);
    profile = new Int32Array(64);
    goal = new Int32Array(64);
    group = new Int32Array(64);
    profiles: string[];
    goals: string[];
    groups: string[];
    /** Grows whenever somebody or something about somebody becomes known. */
    version = 0;

    private dense = new Int32Array(1024).fill(-1);
    private readonly sparse = new Map<number, number>();
    private readonly waitsOf = new Map<number, {first: number; last: number}[]>();
    private readonly slotCache = new WeakMap<Frame, Int32Array>();

    constructor(info: Pick<Info, 'profiles' | 'goal_names' | 'groups'>) {
        this.profiles = info.profiles;
        this.goals = info.goal_names;
        this.groups = info.groups;
    }

    get count(): number {
        return this.ids.length;
    }

    find(id: number): number {
        if (id < DENSE_IDS) return id < this.dense.length ? this.dense[id] : -1;
        return this.sparse.get(id) ?? -1;
    }

    private slot(id: number): number {
        const known = this.find(id);
        if (known >= 0) return known;
        const slot = this.ids.length;
        this.ids.push(id);
        ++this.version;
        if (slot >= this.radius.length) this.grow();
        this.radius[slot] = USUAL_RADIUS;
        this.profile[slot] = this.goal[slot] = this.group[slot] = -1;
        if (id < DENSE_IDS) {
            if (id >= this.dense.length) {
                const larger = new Int32Array(Math.min(DENSE_IDS, Math.max(id + 1, 2 * this.dense.length))).fill(-1);
                larger.set(this.dense);
                this.dense = larger;
            }
            this.dense[id] = slot;
        } else {
            this.sparse.set(id, slot);
        }
        return slot;
    }

    private grow(): void {
        const copy = <T extends Float32Array | Int32Array>(old: T): T => {
            const larger = new (old.constructor as new (n: number) => T)(2 * old.length);
            larger.set(old);
            return larger;
        };
        this.radius = copy(this.radius);
        this.profile = copy(this.profile);
        this.goal = copy(this.goal);
        this.group = copy(this.group);
    }

    add(agents: AgentColumns): void {
        if (agents.profiles) this.profiles = agents.profiles;
        if (agents.goal_names) this.goals = agents.goal_names;
        if (agents.groups) this.groups = agents.groups;
        for (let i = 0; i < agents.id.length; ++i) {
            const slot = this.slot(agents.id[i]);
            const radius = agents.radius[i];
            this.radius[slot] = radius > 0 ? radius : USUAL_RADIUS;
            this.profile[slot] = agents.profile?.[i] ?? -1;
            this.goal[slot] = agents.goal?.[i] ?? -1;
            this.group[slot] = agents.group?.[i] ?? -1;
        }
        if (agents.waits_anew) this.waitsOf.clear();
        for (let i = 0; i + 2 < (agents.waits?.length ?? 0); i += 3) this.addWait(agents.waits!.slice(i, i + 3));
        ++this.version;
    }

    // A wait is told of when it begins and, in a live run, again when it ends.
    private addWait([id, first, end]: number[]): void {
        const waits = this.waitsOf.get(id) ?? [];
        this.waitsOf.set(id, waits);
        const last = end < 0 ? Infinity : end;
        const known = waits.find((wait) => wait.first === first);
        if (known) known.last = last;
        else waits.push({first, last});
    }

    /** Whether somebody stands because it is not to walk: before its start, or at its last goal. */
    waits(id: number, frameNumber: number): boolean {
        return this.waitsOf.get(id)?.some(({first, last}) => first <= frameNumber && frameNumber <= last) ?? false;
    }
    get anyWaits(): boolean {
        return this.waitsOf.size > 0;
    }

    slots(frame: Frame): Int32Array {
        let slots = this.slotCache.get(frame);
        if (!slots) {
            slots = new Int32Array(frame.id.length);
            for (let i = 0; i < slots.length; ++i) slots[i] = this.slot(frame.id[i]);
            this.slotCache.set(frame, slots);
        }
        return slots;
    }

    person(id: number): Person {
        const slot = this.find(id);
        const name = (list: string[], column: Int32Array): string | null => {
            const place = slot < 0 ? -1 : column[slot];
            return place < 0 ? null : list[place] || `#${place}`;
        };
        return {
            id,
            radius: slot < 0 ? USUAL_RADIUS : this.radius[slot],
            profile: name(this.profiles, this.profile),
            goal: name(this.goals, this.goal),
            group: name(this.groups, this.group),
        };
    }
}

/** The row of an agent in a frame, −1 where it is not present. */
export function rowOf(frame: Frame, id: number): number {
    return frame.id.indexOf(id);
}

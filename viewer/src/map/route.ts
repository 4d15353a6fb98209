// The route under the mouse: where it starts, where it leads, and one question at a time to whoever finds it.
import type {MapQuestions} from '../sources/source';
import type {RouteAnswer} from '../types';

const BUILDING_MS = 250;

export type Place = [number, number];

const millimetres = ([x, y]: Place): Place => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000];

export class RouteTool {
    on = false;
    method: string;
    start: Place | null = null;
    goal: Place | null = null;
    /** The goal stays where it was clicked instead of following the mouse. */
    pinned = false;
    answer: RouteAnswer | null = null;
    /** What the answer was asked for; a newer one may be under way. */
    answered: {from: Place; to: Place} | null = null;

    changed = (): void => {};
    failed: (message: string) => void = () => {};

    private busy = false;
    private stale = false;

    constructor(
        private readonly map: MapQuestions,
        private readonly body: () => number,
        private readonly closedDoors: () => number[],
    ) {
        this.method = map.methods.includes('hierarchical') ? 'hierarchical' : (map.methods[0] ?? '');
    }

    setOn(on: boolean): void {
        this.on = on && this.map.methods.length > 0;
        if (!this.on) this.clear();
        this.changed();
    }

    private clear(): void {
        this.start = this.goal = null;
        this.pinned = false;
        this.answer = this.answered = null;
    }

    setStart(place: Place | null): void {
        this.start = place && millimetres(place);
        this.answer = this.answered = null;
        if (!this.start) this.clear();
        this.ask();
        this.changed();
    }

    setGoal(place: Place, pinned: boolean): void {
        this.goal = millimetres(place);
        this.pinned = pinned;
        this.ask();
        this.changed();
    }

    setMethod(method: string): void {
        this.method = method;
        this.ask();
        this.changed();
    }

    /** The mouse is here. */
    hover(place: Place): void {
        if (this.on && this.start && !this.pinned) this.setGoal(place, false);
    }

    /** The first click is the start, the next holds the goal, the one after lets it go again. */
    click(place: Place, newStart: boolean, touch: boolean): void {
        if (!this.on) return;
        if (!this.start || newStart) {
            this.pinned = false;
            this.goal = null;
            this.setStart(place);
        } else {
            // A finger does not hover: what it touches next is the next goal.
            this.setGoal(place, touch || !this.pinned);
        }
    }

    /** Asks again, because what the answer depends on has changed. One question is under way at most, the newest follows it. */
    ask(): void {
        if (!this.on || !this.start || !this.goal) return;
        if (this.busy) {
            this.stale = true;
            return;
        }
        void this.run();
    }

    private async run(): Promise<void> {
        this.busy = true;
        do {
            this.stale = false;
            const {start: from, goal: to, method} = this;
            if (!from || !to) break;
            try {
                const answer = await this.map.route({from, to, method, body: this.body(), closed: this.closedDoors()});
                if (answer.status === 'superseded') this.stale = true;
                else if (this.start === from && this.on) {
                    this.answer = answer;
                    this.answered = {from, to};
                    this.changed();
                }
                if (answer.status === 'building') {
                    this.stale = true;
                    await new Promise((resolve) => setTimeout(resolve, BUILDING_MS));
                }
            } catch (error) {
                this.failed(error instanceof Error ? error.message : 'The route could not be asked for.');
                break;
            }
        } while (this.stale && this.on);
        this.busy = false;
    }
}

// Which heat map is shown, over which frames; computed when it is chosen and again as the play head moves on.
import {niceCeil} from './format';
import {heatMap, type HeatKind, type HeatMap} from './heat';
import {DENSITY, SPEED, type Ramp} from './palette';
import type {Player} from './player';
import type {HeatLayer} from './scene/heat_layer';
import {isLive, type Source} from './sources/source';

export type HeatChoice = 'off' | HeatKind;
export type HeatSpan = 'all' | 'window';

const CHOICES: HeatChoice[] = ['off', 'density', 'speed'];
const FRAMES = {all: 1000, window: 100};
const FEWEST_FRAMES = 50;
const MOST_ROWS = 4e6; // of all frames together: a hundred thousand people are not fetched a thousand times
const WINDOW_S = 10;

export class HeatView {
    choice: HeatChoice = 'off';
    span: HeatSpan = 'all';
    /** What is drawn, which may still be of the choice before. */
    result: {of: HeatKind; map: HeatMap; ramp: Ramp; largest: number} | null = null;

    /** Something to draw or to say. */
    changed = (): void => {};
    failed: (message: string) => void = () => {};

    private stop: AbortController | null = null;
    private at = -1;

    constructor(
        private readonly source: Source,
        private readonly player: Player,
        private readonly layer: HeatLayer,
        private readonly isMoving: () => boolean,
    ) {}

    choose(choice: HeatChoice): void {
        this.choice = choice;
        this.changed();
        void this.refresh();
    }

    next(): void {
        this.choose(CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length]);
    }

    setSpan(span: HeatSpan): void {
        this.span = span;
        this.changed();
        void this.refresh();
    }

    keepUp(): void {
        if (this.choice !== 'off' && this.isOld()) void this.refresh();
    }

    private isOld(): boolean {
        const {fps} = this.source.info;
        const moved = this.player.head - this.at;
        if (this.span === 'window') return Math.abs(moved) > Math.max(0.5, 0.4 * fps * (this.isMoving() ? 1 : 0.1));
        return isLive(this.source) && this.isMoving() && moved > 2 * fps;
    }

    private async refresh(): Promise<void> {
        this.stop?.abort();
        const {signal} = (this.stop = new AbortController());
        this.at = this.player.head;
        const {choice} = this;
        try {
            const map = choice === 'off' ? null : await this.compute(choice, signal);
            if (!signal.aborted) this.show(choice, map);
        } catch (error) {
            if (signal.aborted) return;
            this.failed(error instanceof Error ? error.message : 'The heat map could not be computed.');
        }
    }

    private async compute(kind: HeatKind, signal: AbortSignal): Promise<HeatMap> {
        const [first, last] = this.framesOf(this.span);
        const most = Math.max(FEWEST_FRAMES, Math.floor(MOST_ROWS / Math.max(1, this.source.people.count)));
        const frames = await this.source.sample(first, last, Math.min(FRAMES[this.span], most), signal);
        const [x0, y0, x1, y1] = this.source.info.bounds;
        const [ox, oy] = this.source.info.origin;
        return heatMap(frames, kind, [x0 - ox, y0 - oy, x1 - ox, y1 - oy]);
    }

    private framesOf(span: HeatSpan): [number, number] {
        const {player, source} = this;
        if (span === 'all') return [source.first, source.last];
        const place = (seconds: number): number => Math.round(player.placeOf(player.time() + seconds));
        return [place(-WINDOW_S / 2), place(WINDOW_S / 2)];
    }

    private show(choice: HeatChoice, map: HeatMap | null): void {
        const ramp = choice === 'speed' ? SPEED : DENSITY;
        const largest = map ? niceCeil(map.largest) : 1;
        this.result = map && choice !== 'off' ? {of: choice, map, ramp, largest} : null;
        this.layer.set(map, ramp, largest);
        this.changed();
    }
}

// How many people there are, and how fast they walk, over time.
import {LONGEST_STEP, type App} from '../app';
import {usualStep, withGaps} from '../gaps';
import {isLive} from '../sources/source';
import {TimeChart} from './charts';
import {el} from './dom';

export class CurvesPanel {
    readonly element: HTMLElement;
    readonly charts: TimeChart[];

    constructor(private readonly app: App) {
        const seek = (time: number): void => app.player.seekTime(time);
        this.charts = [
            new TimeChart({title: 'People', unit: '', colour: '--accent', digits: 0, testid: 'chart-count', seek}),
            new TimeChart({
                title: 'Mean speed',
                unit: 'm/s',
                colour: '--second',
                digits: 2,
                testid: 'chart-speed',
                seek,
            }),
        ];
        this.element = el(
            'section.panel',
            {'data-tab': 'curves', 'aria-label': 'Curves'},
            el('h2', {}, 'Over time'),
            ...this.charts.map((chart) => chart.element),
        );
    }

    async load(): Promise<void> {
        const {source} = this.app;
        const series = await source.series();
        // A live run names frames by their number, a recording by their place.
        const times = series.index.map((index) => (isLive(source) ? index : source.numberAt(index)) / source.info.fps);
        const speeds = series.speed.map((speed, i) => (series.count[i] > 0 ? speed : null));
        // Long recordings are told by every so many frames.
        const longest = Math.max(this.app.longestStep, LONGEST_STEP * usualStep(times));
        this.charts[0].set(...withGaps(times, [...series.count], longest));
        this.charts[1].set(...withGaps(times, speeds, longest));
    }

    setHead(time: number): void {
        for (const chart of this.charts) chart.setHead(time);
    }
}

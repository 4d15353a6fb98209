// Curves over time. The play head is a line in each; a click goes there.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import {short, tick} from '../format';
import {lonely} from '../gaps';
import {el, setText} from './dom';

const HEIGHT = 118;

export class TimeChart {
    readonly element: HTMLElement;
    private readonly plotBox = el('div.plot');
    private readonly now = el('output.chart-now');
    private plot: uPlot | null = null;
    private data: [number[], (number | null)[]] = [[], []];
    private head = 0;
    private width = 0;

    constructor(
        private readonly options: {
            title: string;
            unit: string;
            colour: string;
            digits: number;
            testid: string;
            seek(time: number): void;
        },
    ) {
        const {title, unit, testid} = options;
        this.element = el(
            'figure.chart',
            {'data-testid': testid, 'aria-label': `${title} over time${unit ? ` in ${unit}` : ''}`},
            el('figcaption', {}, el('span', {}, unit ? `${title} (${unit})` : title), this.now),
            this.plotBox,
        );
        new ResizeObserver(([entry]) => {
            const width = Math.floor(entry.contentRect.width);
            if (width > 40 && width !== this.width) {
                this.width = width;
                if (this.plot) this.plot.setSize({width, height: HEIGHT});
                else this.build();
            }
        }).observe(this.plotBox);
    }

    private build(): void {
        this.plot?.destroy();
        this.plot = null;
        if (this.width === 0) return;
        const style = getComputedStyle(document.documentElement);
        const ink = style.getPropertyValue('--muted').trim(),
            line = style.getPropertyValue('--line').trim();
        const colour = style.getPropertyValue(this.options.colour).trim();
        const axis = {
            stroke: ink,
            font: '10.5px system-ui, sans-serif',
            ticks: {show: false},
            grid: {stroke: line, width: 1},
        };
        this.plot = new uPlot(
            {
                width: this.width,
                height: HEIGHT,
                padding: [6, 10, 0, 0],
                legend: {show: false},
                cursor: {y: false, drag: {x: false, y: false}, points: {size: 6, fill: colour}},
                scales: {x: {time: false}, y: {range: (_u, _min, max) => [0, max > 0 ? max * 1.08 : 1]}},
                axes: [
                    {
                        ...axis,
                        size: 18,
                        space: 46,
                        gap: 2,
                        label: 'time (s)',
                        labelSize: 14,
                        labelGap: 0,
                        labelFont: '10.5px system-ui, sans-serif',
                    },
                    {...axis, size: 38, space: 26, gap: 4, values: (_u, ticks) => ticks.map(tick)},
                ],
                series: [
                    {},
                    {
                        stroke: colour,
                        width: 1.6,
                        points: {show: true, size: 4, fill: colour, filter: () => lonely(this.data[1])},
                        fill: `${colour}1f`,
                        spanGaps: false,
                    },
                ],
                hooks: {
                    draw: [(u) => this.drawHead(u)],
                    setCursor: [(u) => this.say(u.cursor.idx ?? null)],
                    ready: [
                        (u) =>
                            u.over.addEventListener('click', () => {
                                if (u.cursor.left !== undefined && u.cursor.left >= 0)
                                    this.options.seek(u.posToVal(u.cursor.left, 'x'));
                            }),
                    ],
                },
            },
            this.data,
            this.plotBox,
        );
    }

    private drawHead(u: uPlot): void {
        if (this.data[0].length === 0) return;
        const x = Math.round(u.valToPos(this.head, 'x', true));
        const {left, top, width, height} = u.bbox;
        if (x < left || x > left + width) return;
        u.ctx.save();
        u.ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
        u.ctx.lineWidth = devicePixelRatio;
        u.ctx.beginPath();
        u.ctx.moveTo(x, top);
        u.ctx.lineTo(x, top + height);
        u.ctx.stroke();
        u.ctx.restore();
    }

    private hovering = false;
    private say(index: number | null): void {
        this.hovering = index !== null && (this.plot?.cursor.left ?? -1) >= 0;
        if (!this.hovering || index === null) {
            this.showNow();
            return;
        }
        setText(this.now, `${short(this.data[1][index] ?? NaN)} at ${this.data[0][index].toFixed(1)} s`);
    }

    private showNow(): void {
        const [times, values] = this.data;
        if (times.length === 0) {
            setText(this.now, '');
            return;
        }
        let low = 0,
            high = times.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (times[middle] <= this.head + 1e-9) low = middle;
            else high = middle - 1;
        }
        const value = values[low];
        setText(this.now, value === null || this.head < times[0] - 1e-9 ? '–' : value.toFixed(this.options.digits));
    }

    set(times: number[], values: (number | null)[]): void {
        this.data = [times, values];
        if (this.plot) this.plot.setData(this.data);
        else this.build();
        this.showNow();
    }

    setHead(time: number): void {
        if (time === this.head) return;
        this.head = time;
        this.plot?.redraw(false, false);
        if (!this.hovering) this.showNow();
    }

    themeChanged(): void {
        this.build();
    }
}

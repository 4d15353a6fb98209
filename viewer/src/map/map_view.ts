// What of the map is shown: cells by class or by level, portals, heading charts, the route. Everything is fetched when it is first switched on.
import type {MapQuestions} from '../sources/source';
import type {CellLayer} from '../scene/cell_layer';
import type {ChartLayer} from '../scene/chart_layer';
import type {ChartAnswer} from '../types';
import {Cells} from './cells';
import {RouteTool} from './route';

export type CellsShown = 'off' | 'class' | 'level';
export const BODY = {least: 0.1, most: 4};

export class MapView {
    shown: CellsShown = 'off';
    portals = false;
    level = -1;
    body: number;
    cells: Cells | null = null;
    groupCount = 0;
    loading = false;
    /** Which of `questions.charts` is shown, −1: none. */
    chart = -1;
    chartRadius = 0;
    /** Of the chart chosen, once it is here. */
    charts: ChartAnswer | null = null;
    readonly route: RouteTool;

    /** Something to draw or to say. */
    changed = (): void => {};
    failed: (message: string) => void = () => {};

    constructor(
        readonly questions: MapQuestions,
        private readonly layer: CellLayer,
        private readonly chartLayer: ChartLayer,
        private readonly origin: [number, number],
        body: number,
        closedDoors: () => number[],
    ) {
        this.body = body;
        this.route = new RouteTool(questions, () => this.body, closedDoors);
        this.route.changed = () => this.changed();
        this.route.failed = (message) => this.failed(message);
    }

    setShown(shown: CellsShown): void {
        this.shown = shown;
        this.refresh();
    }

    setPortals(on: boolean): void {
        this.portals = on;
        this.refresh();
    }

    setLevel(level: number): void {
        this.level = level;
        this.refresh();
    }

    setBody(body: number): void {
        if (!(body >= BODY.least && body <= BODY.most) || body === this.body) return;
        this.body = body;
        this.route.ask();
        this.refresh();
    }

    async setChart(chart: number): Promise<void> {
        this.chart = chart;
        this.charts = null;
        this.paintChart();
        if (chart < 0) return;
        try {
            const answer = await this.questions.chart(chart);
            if (this.chart !== chart) return;
            this.charts = answer;
            this.chartRadius = Math.min(this.chartRadius, answer.charts.length - 1);
        } catch (error) {
            this.chart = -1;
            this.failed(error instanceof Error ? error.message : 'The heading chart could not be read.');
        }
        this.paintChart();
    }

    /** By its place among the turning radii. */
    setChartRadius(radius: number): void {
        this.chartRadius = radius;
        this.paintChart();
    }

    private paintChart(): void {
        this.chartLayer.show(this.charts, this.chartRadius, this.origin);
        this.changed();
    }

    private refresh(): void {
        const wanted = this.shown !== 'off' || this.portals;
        if (wanted && this.cells?.body !== this.body && !this.questions.fixedBody) void this.load();
        else if (wanted && !this.cells) void this.load();
        this.paint();
        this.changed();
    }

    private async load(): Promise<void> {
        if (this.loading) return;
        this.loading = true;
        try {
            const {body} = this;
            this.cells = new Cells(await this.questions.cells(body));
            if (this.level < 0) this.level = Math.round(this.cells.highest / 2);
            this.level = Math.min(this.level, this.cells.highest);
            this.layer.set(this.cells);
        } catch (error) {
            this.shown = 'off';
            this.portals = false;
            this.failed(error instanceof Error ? error.message : 'The cells could not be read.');
        }
        this.loading = false;
        // The body may have been changed meanwhile.
        this.refresh();
    }

    private paint(): void {
        this.groupCount = this.layer.show(
            this.cells ? this.shown : 'off',
            this.portals && this.cells !== null,
            this.level,
        );
    }
}

// The map itself: its cells and portals, levels of abstraction, and ways through it.
import type {App} from '../app';
import {count, fixed} from '../format';
import type {CellKind} from '../map/cells';
import {BODY, type CellsShown, type MapView} from '../map/map_view';
import type {Place} from '../map/route';
import {el, segmented, setText, toggle} from './dom';

const BODY_MS = 250;
const NAMES: Record<CellKind, [string, string]> = {
    crossroads: ['crossroads', 'crossroads'],
    passage: ['passage', 'passages'],
    dead_end: ['dead end', 'dead ends'],
    closed: ['closed cell', 'closed cells'],
};

/** "12.5, −3" as a place; null where it is none. */
export function parsePlace(text: string): Place | null {
    const numbers = text
        .replaceAll('−', '-')
        .split(/[\s,;]+/)
        .filter((part) => part !== '')
        .map(Number);
    return numbers.length === 2 && numbers.every(Number.isFinite) ? [numbers[0], numbers[1]] : null;
}

export class MapPanel {
    readonly element: HTMLElement;
    private readonly cells: {set(value: CellsShown): void};
    private readonly portals: {set(on: boolean): void};
    private readonly level: HTMLInputElement;
    private readonly levelText = el('output', {'data-testid': 'level-text'});
    private readonly levelField: HTMLElement;
    private readonly body: HTMLInputElement;
    private readonly summary = el('p.muted', {'data-testid': 'cells-summary'});
    private readonly chart: HTMLSelectElement;
    private readonly chartRadius: HTMLSelectElement;
    private readonly chartField: HTMLElement;
    private readonly route: {element: HTMLElement; set(on: boolean): void};
    private readonly routeBox: HTMLElement;
    private readonly method: HTMLSelectElement;
    private readonly start: HTMLInputElement;
    private readonly goal: HTMLInputElement;
    private readonly words = el('p', {'data-testid': 'route-words', 'aria-live': 'polite'});
    private readonly values = new Map<string, HTMLElement>();

    constructor(
        private readonly app: App,
        private readonly map: MapView,
    ) {
        const {route, questions} = map;
        const cells = segmented<CellsShown>(
            'Cells',
            'cells',
            [
                {value: 'off', text: 'Off'},
                {value: 'class', text: 'Class', title: 'Dead ends, passages and crossroads for a body of this width'},
                {value: 'level', text: 'Levels', title: 'Groups of cells at one level of the abstraction tree'},
            ],
            (value) => map.setShown(value),
        );
        this.cells = cells;
        this.level = el('input', {
            type: 'range',
            min: 0,
            max: 1,
            step: 1,
            value: 0,
            'aria-label': 'Level of abstraction',
            'data-testid': 'level',
        });
        this.level.addEventListener('input', () => map.setLevel(Number(this.level.value)));
        this.levelField = el(
            'div.field',
            {},
            el('span', {}, 'Level'),
            el('span.slider', {}, this.level, this.levelText),
        );
        const portals = toggle('Portals', 'portals', map.portals, (on) => map.setPortals(on));
        this.portals = portals;
        this.body = el('input.number', {
            type: 'number',
            min: BODY.least,
            max: BODY.most,
            step: 0.05,
            id: 'body-width',
            'data-testid': 'body',
            disabled: questions.fixedBody,
        });
        let timer = 0;
        this.body.addEventListener('input', () => {
            clearTimeout(timer);
            timer = window.setTimeout(() => map.setBody(Number(this.body.value)), BODY_MS);
        });

        this.chart = el(
            'select',
            {id: 'heading-chart', 'data-testid': 'chart'},
            el('option', {value: -1}, 'Off'),
            ...questions.charts.map((name, k) => el('option', {value: k}, `to ${name || 'the goal'}`)),
        );
        this.chart.addEventListener('change', () => void map.setChart(Number(this.chart.value)));
        this.chartRadius = el('select', {id: 'chart-radius', 'data-testid': 'chart-radius'});
        this.chartRadius.addEventListener('change', () => map.setChartRadius(Number(this.chartRadius.value)));
        this.chartField = el('div.field', {}, el('label', {for: 'chart-radius'}, 'Turning radius'), this.chartRadius);

        this.route = toggle('Route under the mouse', 'route', route.on, () => app.toggleRoute());
        this.method = el(
            'select',
            {id: 'route-method', 'data-testid': 'route-method'},
            ...questions.methods.map((name) => el('option', {value: name}, name)),
        );
        this.method.addEventListener('change', () => route.setMethod(this.method.value));
        this.start = this.placeInput('Start', 'route-start', (place) => route.setStart(place));
        this.goal = this.placeInput('End', 'route-goal', (place) => route.setGoal(place, true));
        const numbers = el('dl.numbers');
        for (const [name, testid] of [
            ['Length', 'route-length'],
            ['Portals crossed', 'route-portals'],
            ['Expansions', 'route-expansions'],
            ['Time', 'route-time'],
        ] as const) {
            const value = el('dd', {'data-testid': testid});
            this.values.set(testid, value);
            numbers.append(el('div', {}, el('dt', {}, name), value));
        }
        this.routeBox = el(
            'div.route',
            {},
            el('div.field', {}, el('label', {for: 'route-method'}, 'Method'), this.method),
            el('div.field', {}, el('span', {}, 'From (m)'), this.start),
            el('div.field', {}, el('span', {}, 'To (m)'), this.goal),
            this.words,
            numbers,
        );

        this.element = el(
            'section.panel',
            {'data-tab': 'map', 'aria-label': 'Map'},
            el('h2', {}, 'Map'),
            el('div.field', {}, el('span', {}, 'Cells'), cells.element),
            this.levelField,
            el('div.field', {}, portals.element, el('label.body', {}, 'Body width ', this.body, ' m')),
            this.summary,
            ...(questions.charts.length
                ? [
                      el('div.field', {}, el('label', {for: 'heading-chart'}, 'Heading chart'), this.chart),
                      this.chartField,
                  ]
                : []),
            questions.methods.length ? el('div.field', {}, this.route.element) : null,
            questions.methods.length
                ? this.routeBox
                : el(
                      'p.muted',
                      {'data-testid': 'route-hint'},
                      app.source.kind === 'embedded'
                          ? 'Routes under the mouse are found by the server: open the recording with “sidestep view”.'
                          : 'Ways do not lead across a periodic border, so none are looked for here.',
                  ),
        );
    }

    private placeInput(label: string, testid: string, set: (place: Place) => void): HTMLInputElement {
        const input = el('input.place', {
            type: 'text',
            inputmode: 'text',
            placeholder: 'x, y',
            'aria-label': `${label} of the route: x, y in metres`,
            'data-testid': testid,
            autocomplete: 'off',
        });
        input.addEventListener('change', () => {
            const place = parsePlace(input.value);
            if (place) set(place);
            else this.app.say('A place is two numbers in metres: x, y.');
        });
        return input;
    }

    update(): void {
        const {map, values} = this;
        const {cells, route} = map;
        this.cells.set(map.shown);
        this.portals.set(map.portals);
        if (document.activeElement !== this.body) this.body.value = String(map.body);
        this.levelField.hidden = map.shown !== 'level' || !cells;
        if (cells) {
            this.level.max = String(cells.highest);
            this.level.value = String(map.level);
            setText(this.levelText, `${map.level} of ${cells.highest}`);
        }
        const shown = map.shown !== 'off' || map.portals;
        this.summary.hidden = !shown;
        setText(this.summary, !cells ? (map.loading ? 'Cutting the map into cells…' : '') : this.sentence());

        const {charts} = map;
        this.chart.value = String(map.chart);
        this.chartField.hidden = !charts;
        if (charts && this.chartRadius.options.length !== charts.charts.length)
            this.chartRadius.replaceChildren(
                ...charts.charts.map(({radius}, k) => el('option', {value: k}, `${fixed(radius, 2)} m`)),
            );
        this.chartRadius.value = String(map.chartRadius);

        this.route.set(route.on);
        this.routeBox.hidden = !route.on;
        if (!route.on) return;
        this.method.value = route.method;
        const {answer} = route;
        const text = (place: Place | null): string => (place ? place.map((v) => fixed(v, 2)).join(', ') : '');
        if (document.activeElement !== this.start) this.start.value = text(route.start);
        if (document.activeElement !== this.goal) this.goal.value = text(route.goal);
        // What was found is said by the numbers.
        this.words.hidden = answer?.status === 'found';
        setText(
            this.words,
            !route.start ? 'Click where it starts.' : !answer ? 'Point to where it should lead.' : answer.explanation,
        );
        const known = answer?.status === 'found';
        this.words.classList.toggle('bad', answer !== null && !known && answer.status !== 'building');
        setText(values.get('route-length')!, known ? `${fixed(answer.length!, 2)} m` : '–');
        setText(values.get('route-portals')!, known ? String(answer.portals!.length / 4) : '–');
        setText(
            values.get('route-expansions')!,
            answer?.expansions === undefined ? '–' : answer.expansions.toLocaleString('en-US'),
        );
        setText(
            values.get('route-time')!,
            answer?.time_us === undefined ? '–' : `${fixed(answer.time_us, answer.time_us < 100 ? 1 : 0)} µs`,
        );
    }

    private sentence(): string {
        const {map} = this;
        const cells = map.cells!;
        if (map.shown === 'level')
            return `${count(map.groupCount, 'group')} of ${count(cells.count, 'cell')}. Level 0 is the cells themselves.`;
        const counts = cells.counts();
        const kinds = (Object.keys(NAMES) as CellKind[])
            .filter((kind) => counts[kind] > 0)
            .map((kind) => count(counts[kind], ...NAMES[kind]));
        return `${count(cells.count, 'cell')}: ${kinds.join(', ')}. ${count(cells.portalCount, 'portal')}, ${count(cells.bottlenecks(), 'bottleneck')}.`;
    }
}

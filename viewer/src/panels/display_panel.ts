// How things are shown: colours, trails, heat map, what is on the floor.
import type {App, HeatChoice, HeatSpan} from '../app';
import {COLOUR_MODES, type ColourMode} from '../crowd';
import {el, segmented, toggle} from './dom';
import {MODE_NAMES} from './legend';

export class DisplayPanel {
    readonly element: HTMLElement;
    private readonly colour: HTMLSelectElement;
    private readonly heat: {set(value: HeatChoice): void};
    private readonly span: {element: HTMLElement; set(value: HeatSpan): void};
    private readonly trails: {set(on: boolean): void};
    private readonly layerToggles = new Map<string, {set(on: boolean): void}>();
    private readonly trailLength: HTMLInputElement;
    private readonly trailText = el('output');

    constructor(private readonly app: App) {
        this.colour = el(
            'select',
            {'data-testid': 'colour', id: 'colour-by'},
            ...COLOUR_MODES.map((mode) => el('option', {value: mode}, MODE_NAMES[mode])),
        );
        this.colour.addEventListener('change', () => app.setColour(this.colour.value as ColourMode));

        const heat = segmented<HeatChoice>(
            'Heat map',
            'heat',
            [
                {value: 'off', text: 'Off'},
                {value: 'density', text: 'Density', title: 'Mean number of people per m² in each cell'},
                {value: 'speed', text: 'Speed', title: 'Mean speed of those who were in each cell'},
            ],
            (value) => app.setHeat(value),
        );
        this.heat = heat;
        this.span = segmented<HeatSpan>(
            'Heat map over',
            'heat-span',
            [
                {value: 'all', text: 'Whole recording', title: 'Up to 200 evenly spread frames'},
                {value: 'window', text: '10 s around now', title: 'Five seconds before and after the time shown'},
            ],
            (value) => app.setHeatSpan(value),
        );

        const trails = toggle('Trails', 'trails', app.trails, (on) => app.setTrails(on));
        this.trails = trails;
        this.trailLength = el('input', {
            type: 'range',
            min: 1,
            max: 30,
            step: 1,
            value: app.trailSeconds,
            'aria-label': 'Length of trails in seconds',
            'data-testid': 'trail-length',
        });
        this.trailLength.addEventListener('input', () => app.setTrailSeconds(Number(this.trailLength.value)));

        const layers = app.stage.floor.layers.map(({key, label, shown}) => {
            const made = toggle(label, `layer-${key}`, shown, (on) => app.showLayer(key, on));
            this.layerToggles.set(key, made);
            return made.element;
        });
        if (app.stage.floor.names.length)
            layers.push(toggle('Names', 'layer-names', app.names, (on) => app.setNames(on)).element);

        this.element = el(
            'section.panel',
            {'data-tab': 'display', 'aria-label': 'Display'},
            el('h2', {}, 'Display'),
            ...(app.source.kind === 'map'
                ? []
                : [
                      el('div.field', {}, el('label', {for: 'colour-by'}, 'Colour by'), this.colour),
                      el('div.field', {}, el('span', {}, 'Heat map'), heat.element),
                      this.span.element,
                      el('div.field', {}, trails.element, el('span.slider', {}, this.trailLength, this.trailText)),
                  ]),
            el('div.toggles', {role: 'group', 'aria-label': 'Layers'}, ...layers),
        );
    }

    update(): void {
        const {app} = this;
        this.colour.value = app.crowd.mode;
        this.heat.set(app.heat);
        this.span.set(app.heatSpan);
        this.span.element.hidden = app.heat === 'off';
        this.trails.set(app.trails);
        this.trailLength.value = String(app.trailSeconds);
        this.trailLength.disabled = !app.trails;
        this.trailText.textContent = `${app.trailSeconds} s`;
        for (const {key, shown} of app.stage.floor.layers) this.layerToggles.get(key)?.set(shown);
    }
}

// How things are shown: colours, trails, heat map, what is on the floor.
import type {App} from '../app';
import {COLOUR_MODES, type ColourMode} from '../crowd';
import type {HeatChoice, HeatSpan} from '../heat_view';
import {LAYERS} from '../overlay/layers';
import {el, segmented, toggle} from './dom';
import {MODE_NAMES} from './legend';

export class DisplayPanel {
    readonly element: HTMLElement;
    private readonly colour: HTMLSelectElement;
    private readonly heat: {set(value: HeatChoice): void};
    private readonly span: {element: HTMLElement; set(value: HeatSpan): void};
    private readonly trails: {set(on: boolean): void};
    private readonly layerToggles = new Map<string, {set(on: boolean): void}>();
    private readonly overlayToggles = new Map<string, {set(on: boolean): void}>();
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
                {value: 'density', text: 'Density', title: 'Mean number of people per m²'},
                {value: 'speed', text: 'Speed', title: 'Mean speed of those who were there'},
            ],
            (value) => app.heat.choose(value),
        );
        this.heat = heat;
        this.span = segmented<HeatSpan>(
            'Heat map over',
            'heat-span',
            [
                {value: 'all', text: 'Whole recording', title: 'Up to 1,000 evenly spread frames'},
                {value: 'window', text: '10 s around now', title: 'Five seconds before and after the time shown'},
            ],
            (value) => app.heat.setSpan(value),
        );

        const {floor, trails} = app.stage;
        const trailSwitch = toggle('Trails', 'trails', trails.on, (on) => {
            trails.on = on;
            app.show();
        });
        this.trails = trailSwitch;
        this.trailLength = el('input', {
            type: 'range',
            min: 1,
            max: 30,
            step: 1,
            value: trails.seconds,
            'aria-label': 'Length of trails in seconds',
            'data-testid': 'trail-length',
        });
        this.trailLength.addEventListener('input', () => {
            trails.seconds = Number(this.trailLength.value);
            app.show();
        });

        const layers = floor.layers.map(({key, label, shown}) => {
            const made = toggle(label, `layer-${key}`, shown, (on) => app.showLayer(key, on));
            this.layerToggles.set(key, made);
            return made.element;
        });
        for (const {key, toggle: offer} of LAYERS) {
            if (!offer?.offered(floor)) continue;
            const made = toggle(offer.label, `layer-${key}`, app.overlay.isOn(key), (on) => app.overlay.show(key, on));
            this.overlayToggles.set(key, made);
            layers.push(made.element);
        }

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
                      el('div.field', {}, trailSwitch.element, el('span.slider', {}, this.trailLength, this.trailText)),
                  ]),
            el('div.toggles', {role: 'group', 'aria-label': 'Layers'}, ...layers),
        );
    }

    update(): void {
        const {app} = this;
        this.colour.value = app.crowd.mode;
        this.heat.set(app.heat.choice);
        this.span.set(app.heat.span);
        this.span.element.hidden = app.heat.choice === 'off';
        const {floor, trails} = app.stage;
        this.trails.set(trails.on);
        this.trailLength.value = String(trails.seconds);
        this.trailLength.disabled = !trails.on;
        this.trailText.textContent = `${trails.seconds} s`;
        for (const {key, shown} of floor.layers) this.layerToggles.get(key)?.set(shown);
        for (const [key, made] of this.overlayToggles) made.set(app.overlay.isOn(key));
    }
}

// What colours mean. Lies below the drawing, never on it.
import {DENSITY_RADIUS, DENSITY_TOP, SPEED_TOP, type ColourMode} from '../crowd';
import {count, tick} from '../format';
import {CATEGORIES, category, DENSITY, hex, NEUTRAL, SPEED, type Ramp} from '../palette';
import type {CellKind, PortalKind} from '../map/cells';
import type {People} from '../people';
import {CELL_COLOURS, portalColour} from '../scene/cell_layer';
import type {Theme} from '../theme';
import {el} from './dom';

const MOST_NAMES = 12;

export const MODE_NAMES: Record<ColourMode, string> = {
    speed: 'Speed',
    density: 'Density',
    group: 'Group',
    profile: 'Profile',
    goal: 'Goal',
};
const PLURALS: Record<'group' | 'profile' | 'goal', string> = {group: 'groups', profile: 'profiles', goal: 'goals'};

export function rampLegend(
    title: string,
    unit: string,
    ramp: Ramp,
    top: number,
    tooltip: string,
    testid: string,
    open = true,
): HTMLElement {
    const bar = el('span.ramp', {'aria-hidden': 'true'});
    bar.style.background = ramp.css();
    const ticks = [0, 0.5, 1].map((f) => el('span', {}, `${f === 1 && open ? '≥ ' : ''}${tick(f * top)}`));
    return el(
        'div.legend',
        {title: tooltip, 'data-testid': testid},
        el('span.legend-title', {}, `${title} (${unit})`),
        el('span.ramp-box', {}, bar, el('span.ticks', {}, ...ticks)),
    );
}

function swatch(colour: string, text: string, shape = 'swatch'): HTMLElement {
    const dot = el('span', {class: shape, 'aria-hidden': 'true'});
    dot.style.background = colour;
    return el('span.entry', {title: text}, dot, el('span', {}, text));
}

const CELL_NAMES: [CellKind, string][] = [
    ['crossroads', 'crossroads'],
    ['passage', 'passage'],
    ['dead_end', 'dead end'],
    ['closed', 'closed'],
];

export function cellLegend(body: number): HTMLElement {
    return el(
        'div.legend.categories',
        {
            'data-testid': 'cell-legend',
            title: `By the number of portals a body ${body} m wide can leave them by: 3 or more, 2, 1, none`,
        },
        el('span.legend-title', {}, 'Cells'),
        ...CELL_NAMES.map(([kind, name]) => swatch(hex(CELL_COLOURS[kind]), name, 'swatch square')),
    );
}

export function portalLegend(theme: Theme): HTMLElement {
    const kinds: [PortalKind, string][] = [
        ['bottleneck', 'bottleneck'],
        ['narrow', 'too narrow'],
        ['open', 'other'],
    ];
    return el(
        'div.legend.categories',
        {
            'data-testid': 'portal-legend',
            title: 'Bottlenecks are the narrowest places around; other portals only cut open space into convex cells',
        },
        el('span.legend-title', {}, 'Portals'),
        ...kinds.map(([kind, name]) => swatch(hex(portalColour(kind, theme)), name, 'swatch line')),
    );
}

export function chartLegend(theme: Theme): HTMLElement {
    return el(
        'div.legend.categories',
        {'data-testid': 'chart-legend', title: 'Where to set out to reach the goal with turns of this radius'},
        el('span.legend-title', {}, 'Heading chart'),
        swatch(hex(theme.accent), 'way to set out', 'swatch line'),
        swatch(hex(theme.trouble), 'no path with such turns', 'swatch square'),
    );
}

/** Who has which colour where colours stand for names, at most MOST_NAMES of them. */
export function namedColours(mode: 'group' | 'profile' | 'goal', people: People): [string, string][] {
    const names = mode === 'group' ? people.groups : mode === 'profile' ? people.profiles : people.goals;
    return placesUsed(mode, people)
        .slice(0, MOST_NAMES)
        .map((place) => [hex(category(place)), names[place] || `#${place}`]);
}

function placesUsed(mode: 'group' | 'profile' | 'goal', people: People): number[] {
    const used = new Set(people[mode].slice(0, people.count).filter((place) => place >= 0));
    return [...used].sort((a, b) => a - b);
}

export function colourLegend(mode: ColourMode, people: People, known: boolean): HTMLElement {
    const legend = modeLegend(mode, people, known);
    if (people.anyWaits) legend.append(swatch(hex(NEUTRAL), 'waits'));
    return legend;
}

function modeLegend(mode: ColourMode, people: People, known: boolean): HTMLElement {
    if (mode === 'speed')
        return rampLegend('Speed', 'm/s', SPEED, SPEED_TOP, 'Speed of each person, metres per second', 'legend');
    if (mode === 'density')
        return rampLegend(
            'Density',
            '1/m²',
            DENSITY,
            DENSITY_TOP,
            `People within ${DENSITY_RADIUS} m of each person, itself included, per m² of that circle (walls are not subtracted)`,
            'legend',
        );
    const title = el('span.legend-title', {}, MODE_NAMES[mode]);
    if (!known)
        return el(
            'div.legend',
            {'data-testid': 'legend'},
            title,
            el('span.muted', {}, `This recording names no ${PLURALS[mode]}; everybody is grey.`),
        );
    const places = placesUsed(mode, people);
    const entries = namedColours(mode, people).map(([colour, name]) => swatch(colour, name));
    if (people[mode].slice(0, people.count).some((place) => place < 0)) entries.push(swatch(hex(NEUTRAL), 'none'));
    const more: string[] = [];
    if (places.length > MOST_NAMES) more.push(`and ${count(places.length - MOST_NAMES, 'other')}`);
    if (places.length > CATEGORIES.length) more.push('colours repeat');
    return el(
        'div.legend.categories',
        {'data-testid': 'legend'},
        title,
        ...entries,
        more.length ? el('span.muted', {}, more.join('; ')) : null,
    );
}

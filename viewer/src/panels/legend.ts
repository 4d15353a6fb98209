// What colours mean. Lies below the drawing, never on it.
import {DENSITY_RADIUS, DENSITY_TOP, SPEED_TOP, type ColourMode} from '../crowd';
import {count, tick} from '../format';
import {CATEGORIES, category, DENSITY, hex, NEUTRAL, SPEED, type Ramp} from '../palette';
import type {People} from '../people';
import {el} from './dom';

const MOST_NAMES = 12;

export const MODE_NAMES: Record<ColourMode, string> = {speed: 'Speed', density: 'Density', group: 'Group', profile: 'Profile', goal: 'Goal'};
const PLURALS: Record<'group' | 'profile' | 'goal', string> = {group: 'groups', profile: 'profiles', goal: 'goals'};

export function rampLegend(title: string, unit: string, ramp: Ramp, top: number, tooltip: string, testid: string, open = true): HTMLElement {
    const bar = el('span.ramp', {'aria-hidden': 'true'});
    bar.style.background = ramp.css();
    const ticks = [0, 0.5, 1].map((f) => el('span', {}, `${f === 1 && open ? '≥ ' : ''}${tick(f * top)}`));
    return el('div.legend', {title: tooltip, 'data-testid': testid}, el('span.legend-title', {}, `${title} (${unit})`), el('span.ramp-box', {}, bar, el('span.ticks', {}, ...ticks)));
}

export function colourLegend(mode: ColourMode, people: People, known: boolean): HTMLElement {
    if (mode === 'speed') return rampLegend('Speed', 'm/s', SPEED, SPEED_TOP, 'Speed of each person, metres per second', 'legend');
    if (mode === 'density')
        return rampLegend('Density', '1/m²', DENSITY, DENSITY_TOP, `People within ${DENSITY_RADIUS} m of each person, itself included, per m² of that circle (walls are not subtracted)`, 'legend');
    const title = el('span.legend-title', {}, MODE_NAMES[mode]);
    if (!known) return el('div.legend', {'data-testid': 'legend'}, title, el('span.muted', {}, `This recording names no ${PLURALS[mode]}; everybody is grey.`));
    const names = mode === 'group' ? people.groups : mode === 'profile' ? people.profiles : people.goals;
    const used = new Set<number>();
    const column = people[mode];
    let without = false;
    for (let slot = 0; slot < people.count; ++slot) {
        if (column[slot] >= 0) used.add(column[slot]);
        else without = true;
    }
    const places = [...used].sort((a, b) => a - b);
    const swatch = (colour: string, text: string): HTMLElement => {
        const dot = el('span.swatch', {'aria-hidden': 'true'});
        dot.style.background = colour;
        return el('span.entry', {title: text}, dot, el('span', {}, text));
    };
    const entries = places.slice(0, MOST_NAMES).map((place) => swatch(hex(category(place)), names[place] || `#${place}`));
    if (without) entries.push(swatch(hex(NEUTRAL), 'none'));
    const more: string[] = [];
    if (places.length > MOST_NAMES) more.push(`and ${count(places.length - MOST_NAMES, 'other')}`);
    if (places.length > CATEGORIES.length) more.push('colours repeat');
    return el('div.legend.categories', {'data-testid': 'legend'}, title, ...entries, more.length ? el('span.muted', {}, more.join('; ')) : null);
}

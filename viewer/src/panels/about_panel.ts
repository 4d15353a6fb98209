// What this recording is, and whether its run was sound.
import type {App} from '../app';
import {fixed} from '../format';
import {isLive, type Source} from '../sources/source';
import type {Health} from '../types';
import {el} from './dom';

/** What was found in a run, in the words of whoever sent it: the server knows all there is to say. */
function findings(health: Health): string[] {
    return Array.isArray(health.sentences) ? health.sentences.filter((sentence) => typeof sentence === 'string') : [];
}

export interface Verdict {
    tone: 'good' | 'bad' | 'open';
    badge: string;
    sentence: string;
    findings: string[];
}

/** Null where nothing is known. A run that goes on has no verdict yet: most people have not arrived. */
export function verdictOf(source: Source): Verdict | null {
    const state = isLive(source) ? source.state : null;
    const health = state?.health ?? source.info.health;
    if (!health) return null;
    if (state && !state.finished)
        return {
            tone: 'open',
            badge: 'running',
            sentence: 'The run goes on; its verdict comes at the end.',
            findings: findings(health),
        };
    if (health.ok) return {tone: 'good', badge: 'healthy', sentence: 'The run is healthy.', findings: findings(health)};
    return {tone: 'bad', badge: 'not healthy', sentence: 'The run is not healthy.', findings: findings(health)};
}

export class AboutPanel {
    readonly element: HTMLElement;
    private readonly verdict = el('div.verdict', {'data-testid': 'verdict-detail'});
    private verdictKey = '';
    private readonly facts = el('dl.facts');
    private factsKey = '';

    constructor(private readonly app: App) {
        const {info} = app.source;
        const metadata = Object.entries(info.metadata);
        this.element = el(
            'section.panel',
            {'data-tab': 'about', 'aria-label': 'About'},
            el('h2', {}, isLive(app.source) ? 'Run' : app.source.kind === 'map' ? 'About the map' : 'Recording'),
            this.verdict,
            this.facts,
            metadata.length
                ? el(
                      'details.metadata',
                      {'data-testid': 'metadata'},
                      el('summary', {}, `Metadata (${metadata.length})`),
                      el(
                          'dl',
                          {},
                          ...metadata.map(([key, value]) => el('div', {}, el('dt', {}, key), el('dd', {}, value))),
                      ),
                  )
                : null,
        );
    }

    update(): void {
        const {source} = this.app;
        const {info} = source;
        const verdict = verdictOf(source);
        const key = JSON.stringify(verdict);
        if (key !== this.verdictKey) {
            this.verdictKey = key;
            const list = verdict?.findings ?? [];
            this.verdict.replaceChildren(
                el('p', {}, verdict?.sentence ?? 'No verdict is recorded with this file.'),
                ...(list.length ? [el('ul', {}, ...list.map((finding) => el('li', {}, finding)))] : []),
            );
        }
        const [x0, y0, x1, y1] = info.bounds;
        const walked = source.kind !== 'map';
        this.verdict.hidden = !walked;
        const facts: [string, string][] = [
            ['File', info.file ?? '–'],
            [
                'Frames',
                isLive(source)
                    ? `${source.received.toLocaleString('en-US')} received, ${fixed(source.rate, 0)} per s`
                    : `${info.frames.toLocaleString('en-US')} at ${fixed(info.fps, info.fps % 1 ? 2 : 0)} per s`,
            ],
            ['People', `${source.people.count.toLocaleString('en-US')}`],
            [
                'Extent',
                `${fixed(x1 - x0, 1)} × ${fixed(y1 - y0, 1)} m${info.periodic.some((length) => length > 0) ? ', periodic' : ''}`,
            ],
            [
                'Models',
                Object.entries(info.models)
                    .map(([profile, model]) => `${profile}: ${model}`)
                    .join(', ') || '–',
            ],
            ['Engine', info.version ? `Sidestep ${info.version}` : '–'],
        ];
        if (!walked)
            facts.splice(0, facts.length, ...facts.filter(([name]) => ['File', 'Extent', 'Engine'].includes(name)));
        if (isLive(source) && source.state)
            facts.push([
                'Steps',
                `${source.state.step.toLocaleString('en-US')}, ${fixed(source.state.steps_per_s, 0)} per s${source.state.finished ? ', finished' : ''}`,
            ]);
        const factsKey = JSON.stringify(facts);
        if (factsKey === this.factsKey) return;
        this.factsKey = factsKey;
        this.facts.replaceChildren(
            ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {title: value}, value))),
        );
    }
}

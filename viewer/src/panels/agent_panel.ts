// The chosen agent: numbers now, speed over time, and why it does what it does.
import type {App} from '../app';
import {degrees, fixed, short} from '../format';
import {largestSpeed, magnitude, permitted, roleColour} from '../overlay/explain';
import {hex} from '../palette';
import {isLive} from '../sources/source';
import type {Explanation} from '../types';
import {TimeChart} from './charts';
import {el, icon, iconButton, setText} from './dom';

const MOST_LINKS = 20;
const FIELDS = ['speed', 'position', 'heading', 'profile', 'goal', 'group', 'radius', 'present'] as const;
type Field = (typeof FIELDS)[number];
const FIELD_NAMES: Record<Field, string> = {
    speed: 'Speed',
    position: 'Position',
    heading: 'Heading',
    profile: 'Profile',
    goal: 'Goal',
    group: 'Group',
    radius: 'Radius',
    present: 'Present',
};

function aboutHalfPlanes(explanation: Explanation): string {
    if (!explanation.shapes.some(({kind}) => kind === 'half_plane')) return '';
    const none = permitted(explanation.shapes, largestSpeed(explanation)).length < 3;
    const rest = none ? 'and here they leave nothing.' : 'what all permit is tinted.';
    return ` Half-planes lie in the plane of velocities around the agent: the shaded side is ruled out, ${rest}`;
}

function aboutExplanation(explanation: Explanation): string {
    const {model, frame, shapes} = explanation;
    if (!shapes.length) return `Model ${model} draws nothing in this frame.`;
    const arrows = 'Arrows: 1 m/s and 1 m/s² are drawn 1 m long.';
    return `Model ${model}, frame ${frame}. ${arrows}${aboutHalfPlanes(explanation)}`;
}

export class AgentPanel {
    readonly element: HTMLElement;
    readonly chart: TimeChart;
    private readonly search: HTMLInputElement;
    private readonly hint = el('p.muted', {}, 'Click somebody, or type an id, to see numbers, path and decisions.');
    private readonly body: HTMLElement;
    private readonly title = el('span.agent-id', {'data-testid': 'agent-id'});
    private readonly values = new Map<Field, HTMLElement>();
    private readonly followButton: HTMLButtonElement;
    private readonly why = el('div.why');
    private readonly whyNote = el('p.muted', {'data-testid': 'explain-note'});
    private readonly rows = el('tbody');
    private readonly table: HTMLElement;
    private shown: Explanation | null = null;

    constructor(private readonly app: App) {
        this.search = el('input', {
            type: 'search',
            inputmode: 'numeric',
            placeholder: 'id',
            'aria-label': 'Find an agent by id',
            'data-testid': 'search',
            autocomplete: 'off',
        });
        const form = el(
            'form.search',
            {
                onsubmit: (event: SubmitEvent) => {
                    event.preventDefault();
                    const id = Number(this.search.value.trim());
                    if (this.search.value.trim() !== '' && Number.isInteger(id) && id >= 0) void app.find(id);
                    else app.say('An id is a whole number.');
                },
            },
            icon('search'),
            this.search,
        );

        const list = el('dl.numbers');
        for (const field of FIELDS) {
            const value = el('dd', {'data-testid': `agent-${field}`});
            this.values.set(field, value);
            list.append(el('div', {}, el('dt', {}, FIELD_NAMES[field]), value));
        }
        this.followButton = el(
            'button.quiet',
            {type: 'button', 'data-testid': 'follow', 'aria-pressed': 'false', onclick: () => app.toggleFollow()},
            icon('follow'),
            'Follow',
        );
        this.chart = new TimeChart({
            title: 'Speed',
            unit: 'm/s',
            colour: '--accent',
            digits: 2,
            testid: 'chart-agent',
            seek: (time) => app.player.seekTime(time),
        });
        this.table = el(
            'table.shapes',
            {'data-testid': 'explain-table'},
            el(
                'thead',
                {},
                el(
                    'tr',
                    {},
                    el('th', {scope: 'col'}, 'What'),
                    el('th', {scope: 'col'}, 'About'),
                    el('th.number', {scope: 'col'}, 'Size'),
                    el('th', {scope: 'col'}, 'Unit'),
                ),
            ),
            this.rows,
        );
        this.why.append(el('h3', {}, 'Why?'), this.whyNote, el('div.table-box', {}, this.table));
        this.body = el(
            'div.agent',
            {},
            el(
                'div.agent-head',
                {},
                this.title,
                this.followButton,
                iconButton('close', 'Choose nobody (Esc)', 'unselect', () => app.chosen.choose(null)),
            ),
            list,
            this.chart.element,
            this.why,
        );
        const {explained} = app.source.info;
        if (explained.length && explained.length <= MOST_LINKS)
            this.hint.append(
                ' Decisions are recorded for ',
                ...explained.flatMap((id, i) => [
                    i > 0 ? ', ' : '',
                    el('button.link', {type: 'button', onclick: () => void app.find(id)}, String(id)),
                ]),
                '.',
            );
        this.element = el(
            'section.panel',
            {'data-tab': 'agent', 'aria-label': 'Agent'},
            el('div.panel-head', {}, el('h2', {}, 'Agent'), form),
            this.hint,
            this.body,
        );
    }

    focusSearch(): void {
        this.search.focus();
        this.search.select();
    }

    /** Numbers of this moment; several times a second. */
    update(): void {
        const {app} = this;
        const {id} = app.chosen;
        this.body.hidden = id === null;
        this.hint.hidden = id !== null;
        if (id === null) return;
        const now = app.chosenNow();
        setText(this.title, `Agent ${id}`);
        const person = app.source.people.person(id);
        const set = (field: Field, text: string): void => {
            const element = this.values.get(field)!;
            setText(element, text);
            element.title = text;
        };
        const frame = app.crowd.frame;
        const waits = frame !== null && app.source.people.waits(id, frame.number) ? ', waits' : '';
        set('speed', now ? `${fixed(now.speed, 2)} m/s${waits}` : 'not here now');
        set('position', now ? `${fixed(now.x, 2)}, ${fixed(now.y, 2)} m` : '–');
        set('heading', now ? degrees(now.heading) : '–');
        set('profile', person.profile ?? 'not recorded');
        set('goal', person.goal ?? 'not recorded');
        set('group', person.group ?? 'none');
        set('radius', `${fixed(person.radius, 2)} m`);
        const {track} = app.chosen;
        const fps = app.source.info.fps;
        set(
            'present',
            track
                ? `${fixed(track.number[0] / fps, 1)} – ${fixed(track.number[track.number.length - 1] / fps, 1)} s`
                : '–',
        );
        this.followButton.setAttribute('aria-pressed', String(app.chosen.following));
        this.explain();
    }

    trackChanged(): void {
        const {source} = this.app;
        const {track} = this.app.chosen;
        if (!track) {
            this.chart.set([], []);
            return;
        }
        const times: number[] = [],
            values: (number | null)[] = [];
        for (let i = 0; i < track.speed.length; ++i) {
            // A break in the line where somebody was away.
            if (i > 0 && track.index[i] > track.index[i - 1] + 1 && !isLive(source)) {
                times.push((track.number[i - 1] + 0.5) / source.info.fps);
                values.push(null);
            }
            times.push(track.number[i] / source.info.fps);
            values.push(track.speed[i]);
        }
        this.chart.set(times, values);
    }

    private aboutNone(id: number): string {
        const {source} = this.app;
        const scene = source.info.title;
        const remedy = `sidestep run ${scene} --explain ${id} -o ${scene}.sqlite`;
        if (!source.canExplain(id)) return `Decisions of ${id} were not recorded. Record them: ${remedy}`;
        return isLive(source)
            ? 'Waiting for the run to explain its next step.'
            : 'No decision is recorded for this frame.';
    }

    private explain(): void {
        const {app} = this;
        const {explanation} = app.chosen.reasons;
        this.table.hidden = !explanation?.shapes.length;
        setText(this.whyNote, explanation ? aboutExplanation(explanation) : this.aboutNone(app.chosen.id!));
        if (explanation === this.shown) return;
        this.shown = explanation;
        const theme = app.theme;
        this.rows.replaceChildren(
            ...(explanation?.shapes ?? []).map((shape, index) => {
                const dot = el('span.swatch', {'aria-hidden': 'true'});
                dot.style.background = hex(roleColour(shape.role, theme));
                const size = magnitude(shape);
                const row = el(
                    'tr',
                    {
                        tabindex: 0,
                        'data-testid': 'explain-row',
                        title: `${shape.role}, ${shape.kind.replace('_', '-')}`,
                    },
                    el('td', {}, dot, shape.label || shape.role),
                    el(
                        'td',
                        {},
                        shape.about
                            ? el(
                                  'button.link',
                                  {type: 'button', onclick: () => app.chosen.choose(shape.about)},
                                  String(shape.about),
                              )
                            : '–',
                    ),
                    el('td.number', {}, Number.isFinite(size) ? short(size) : '–'),
                    el('td', {}, shape.unit || (shape.kind === 'circle' || shape.kind === 'segment' ? 'm' : '')),
                );
                for (const [name, on] of [
                    ['pointerenter', true],
                    ['pointerleave', false],
                    ['focus', true],
                    ['blur', false],
                ] as const)
                    row.addEventListener(name, () => app.highlight(on ? index : null));
                return row;
            }),
        );
    }
}

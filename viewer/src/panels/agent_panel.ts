// The chosen agent: numbers now, speed over time, and why it does what it does.
import type {App} from '../app';
import {degrees, fixed} from '../format';
import {withGaps} from '../gaps';
import {TimeChart} from './charts';
import {el, icon, iconButton, setText} from './dom';
import {Why} from './why';

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

export class AgentPanel {
    readonly element: HTMLElement;
    readonly chart: TimeChart;
    private readonly search: HTMLInputElement;
    private readonly hint = el('p.muted', {}, 'Click somebody, or type an id, to see numbers, path and decisions.');
    private readonly body: HTMLElement;
    private readonly title = el('span.agent-id', {'data-testid': 'agent-id'});
    private readonly values = new Map<Field, HTMLElement>();
    private readonly followButton: HTMLButtonElement;
    private readonly why: Why;

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
                    if (this.search.value.trim() !== '' && Number.isInteger(id) && id >= 0) this.find(id);
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
        this.why = new Why(app);
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
            this.why.element,
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

    /** Found, the search is over: keys are keys again. */
    private find(id: number): void {
        this.search.blur();
        void this.app.find(id);
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
        this.why.update();
    }

    trackChanged(): void {
        const {source} = this.app;
        const {track} = this.app.chosen;
        if (!track) {
            this.chart.set([], []);
            return;
        }
        const times = Array.from(track.number, (number) => number / source.info.fps);
        // A break in the line where somebody was away, or nothing was recorded.
        this.chart.set(...withGaps(times, [...track.speed], this.app.longestStep));
    }
}

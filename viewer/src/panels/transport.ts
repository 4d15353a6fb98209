// The timeline: buttons, scrubber, clock and speed.
import type {App} from '../app';
import {clock, fixed} from '../format';
import {SPEEDS} from '../player';
import {isLive} from '../sources/source';
import {el, iconButton, setIcon, setText} from './dom';

export class Transport {
    readonly element: HTMLElement;
    private readonly play: HTMLButtonElement;
    private readonly scrubber: HTMLInputElement;
    private readonly time = el('span.time', {'data-testid': 'time'});
    private readonly total = el('span.total');
    private readonly frame = el('span.frame-number', {'data-testid': 'frame'});
    private readonly speed: HTMLSelectElement;
    private readonly live: HTMLButtonElement | null = null;
    private readonly buttons: HTMLButtonElement[];

    constructor(private readonly app: App) {
        const {player, source} = app;
        const running = isLive(source);
        this.play = iconButton('play', 'Play (space)', 'play', () => app.togglePlay());
        this.play.classList.add('primary');
        const back = iconButton('back', 'One frame back (←)', 'step-back', () => app.step(-1));
        const forward = iconButton('forward', 'One frame on (→)', 'step-forward', () => app.step(1));
        const start = running
            ? iconButton('restart', 'Start the run again', 'restart', () => app.restart())
            : iconButton('start', 'To the beginning (Home)', 'to-start', () => player.seek(source.first));
        this.buttons = [start, back, this.play, forward];

        this.scrubber = el('input.scrubber', {
            type: 'range',
            min: 0,
            max: 1,
            step: 'any',
            value: 0,
            'aria-label': 'Time',
            'data-testid': 'scrubber',
        });
        this.scrubber.addEventListener('input', () => player.seek(Number(this.scrubber.value)));
        // Arrows on the focused scrubber would move it by an arbitrary share; they step frames as everywhere else.
        this.scrubber.addEventListener('keydown', (event) => {
            if (/^(Arrow|Page|Home|End)/.test(event.key)) event.preventDefault();
        });

        const options = running ? [...SPEEDS, 0] : SPEEDS;
        this.speed = el(
            'select.speed',
            {'aria-label': 'Speed', title: 'Speed, [ slower, ] faster', 'data-testid': 'speed'},
            ...options.map((value) => el('option', {value}, value === 0 ? 'max' : `${value}×`)),
        );
        this.speed.addEventListener('change', () => app.setSpeed(Number(this.speed.value)));
        if (running)
            this.live = el(
                'button.live',
                {type: 'button', 'data-testid': 'live', title: 'Return to now (End)', onclick: () => player.goLive()},
                el('span.dot', {'aria-hidden': 'true'}),
                'Live',
            );

        this.element = el(
            'div.transport',
            {role: 'group', 'aria-label': 'Playback'},
            el('div.buttons', {}, ...this.buttons),
            this.scrubber,
            el('div.readout', {}, el('div.clock', {}, this.time, this.total), this.frame),
            el('div.rate', {}, this.speed, this.live),
        );
    }

    update(): void {
        const {app} = this;
        const {player, source} = app;
        const {empty} = player;
        const moving = app.isMoving;
        setIcon(this.play, moving ? 'pause' : 'play', moving ? 'Pause (space)' : 'Play (space)');
        this.play.dataset.state = moving ? 'playing' : 'paused';
        for (const button of this.buttons) button.disabled = empty && !isLive(source);
        this.scrubber.disabled = empty;
        this.scrubber.min = String(source.first);
        this.scrubber.max = String(Math.max(source.first, source.last));
        this.scrubber.value = String(player.head);
        const span = source.last - source.first;
        this.scrubber.style.setProperty('--done', `${span > 0 ? ((player.head - source.first) / span) * 100 : 0}%`);
        this.scrubber.setAttribute('aria-valuetext', `${fixed(player.time(), 1)} seconds`);
        setText(this.time, empty ? '–' : clock(player.time()));
        const end = player.time(source.last);
        setText(this.total, empty ? '' : ` / ${clock(isLive(source) ? Math.max(source.info.duration, end) : end)}`);
        const none = isLive(source) ? 'waiting for frames' : 'no frames';
        setText(this.frame, empty ? none : `frame ${source.numberAt(Math.floor(player.head + 1e-9))}`);
        const speed = isLive(source) && source.state ? source.state.speed : player.speed;
        if (document.activeElement !== this.speed || Number(this.speed.value) !== speed) {
            if (![...this.speed.options].some((option) => Number(option.value) === speed))
                this.speed.append(el('option', {value: speed}, `${speed}×`));
            this.speed.value = String(speed);
        }
        this.live?.classList.toggle('on', player.atEdge);
        this.live?.setAttribute('aria-pressed', String(player.atEdge));
    }
}

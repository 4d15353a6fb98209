// The frame around everything: bar on top, drawing, timeline, panels. Narrow windows turn the panels into a sheet at the bottom.
import {App} from '../app';
import {count, fixed} from '../format';
import {attachKeys} from '../keyboard';
import type {RouteTool} from '../map/route';
import type {ViewMode} from '../scene/camera';
import {isLive, type Source} from '../sources/source';
import {AboutPanel, verdictOf} from './about_panel';
import {AgentPanel} from './agent_panel';
import {CurvesPanel} from './curves_panel';
import {DisplayPanel} from './display_panel';
import {el, icon, iconButton, segmented, setIcon, setText} from './dom';
import {helpDialog} from './help';
import {cellLegend, chartLegend, colourLegend, portalLegend, rampLegend} from './legend';
import {MapPanel} from './map_panel';
import {SaveDialog} from './save_dialog';
import {Transport} from './transport';

const TABS = [
    ['agent', 'Agent'],
    ['curves', 'Curves'],
    ['display', 'Display'],
    ['map', 'Map'],
    ['about', 'About'],
] as const;
const SLOW_MS = 120;
const MESSAGE_MS = 6000;
const KINDS = {replay: 'Replay', live: 'Live run', embedded: 'Replay', map: 'Map'};

export function buildPage(root: HTMLElement, source: Source): App {
    const {info} = source;
    const walked = source.kind !== 'map'; // a map alone has neither people nor time
    document.title = `${info.title} · Sidestep`;
    const gl = el('canvas.gl', {'aria-hidden': 'true'});
    const flat = el('canvas.flat', {
        tabindex: 0,
        role: 'img',
        'aria-label': `${walked ? 'People walking in' : 'Map of'} ${info.title}. Press ? for keys.`,
        'data-testid': 'stage',
    });
    const app = new App(source, gl, flat);

    // Messages
    const message = el('div.message', {role: 'status', 'aria-live': 'polite', 'data-testid': 'message'});
    const standing = el('div.message.standing', {role: 'alert', 'data-testid': 'trouble', hidden: true});
    const waiting = el('div.waiting', {hidden: true, 'data-testid': 'waiting'}, 'Loading…');
    let messageTimer = 0;
    app.say = (text) => {
        message.textContent = text;
        clearTimeout(messageTimer);
        messageTimer = window.setTimeout(() => (message.textContent = ''), MESSAGE_MS);
    };
    source.trouble = (text) => {
        standing.hidden = text === null;
        setText(standing, text ?? '');
    };

    // Bar
    const viewSwitch = segmented<ViewMode>(
        'View',
        'view',
        [
            {value: 'top', text: 'Top', title: 'From above (t)'},
            {value: '3d', text: '3D', title: 'In perspective (t)'},
        ],
        (mode) => app.setView(mode),
    );
    const verdict = el('button.badge', {
        type: 'button',
        'data-testid': 'verdict',
        onclick: () => openTab('about', true),
    });
    const stored = readStored();
    const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
    let dark = stored === null ? prefersDark.matches : stored === 'dark';
    const themeButton = iconButton('moon', 'Dark colours (l)', 'theme', () => setDark(!dark, true));
    const dialog = helpDialog();
    const openHelp = (): void => (dialog.open ? dialog.close() : dialog.showModal());
    const save = new SaveDialog(app);
    const routeButton = source.map?.methods.length
        ? iconButton('route', 'Route under the mouse (m)', 'route-button', () => app.toggleRoute())
        : null;
    const bar = el(
        'header.bar',
        {},
        el('span.mark', {'aria-hidden': 'true'}),
        el('h1', {title: info.title, 'data-testid': 'title'}, info.title),
        el('span.kind', {}, KINDS[source.kind]),
        verdict,
        el('span.space'),
        viewSwitch.element,
        ...(routeButton ? [routeButton] : []),
        iconButton('fit', 'Fit everything into the window (f)', 'fit', () => app.fit()),
        iconButton('save', 'Save a picture or a film (i)', 'save', () => save.show()),
        themeButton,
        el(
            'button.icon-button',
            {
                type: 'button',
                'aria-label': 'Keys and mouse (?)',
                title: 'Keys and mouse (?)',
                'data-testid': 'help',
                onclick: openHelp,
            },
            icon('help'),
        ),
    );

    // Drawing
    const emptyNote = el('div.empty', {hidden: true, 'data-testid': 'empty'});
    const place = el('output.pointed', {hidden: true, 'data-testid': 'place', title: 'Place under the mouse, x and y'});
    const stage = el('main.stage', {}, gl, flat, emptyNote, waiting, place, el('div.messages', {}, standing, message));
    const showPlace = (): void => {
        const at = app.pointedPlace;
        place.hidden = at === null;
        if (at) setText(place, `${fixed(at[0], 2)}, ${fixed(at[1], 2)} m`);
    };

    // Below the drawing
    const legends = el('div.legends', {'data-testid': 'legends'});
    const scale = el(
        'span.scale',
        {'data-testid': 'scale', 'aria-hidden': 'true'},
        el('span.scale-bar'),
        el('span.scale-text'),
    );
    const transport = new Transport(app);
    const dock = el('footer.dock', {}, el('div.legend-row', {}, legends, scale), walked ? transport.element : null);

    // Panels
    const display = new DisplayPanel(app),
        curves = new CurvesPanel(app),
        agent = new AgentPanel(app),
        about = new AboutPanel(app);
    const map = app.map ? new MapPanel(app, app.map) : null;
    const panels = [
        walked ? agent : null,
        walked ? curves : null,
        walked ? null : map,
        display,
        walked ? map : null,
        about,
    ].filter((panel) => panel !== null);
    const tabButtons = new Map<string, HTMLButtonElement>();
    const side = el('aside.side', {'data-tab': walked ? 'display' : 'map', 'aria-label': 'Panels'});
    const openTab = (tab: string, show: boolean): void => {
        if (show || side.dataset.tab !== tab) {
            side.dataset.tab = tab;
            side.classList.add('open');
        } else {
            side.classList.toggle('open');
        }
        for (const [name, button] of tabButtons)
            button.setAttribute('aria-expanded', String(name === side.dataset.tab && side.classList.contains('open')));
        if (show) side.querySelector(`section[data-tab=${tab}]`)?.scrollIntoView({block: 'nearest'});
    };
    const tabs = el('nav.tabs', {'aria-label': 'Panels'});
    for (const [name, text] of TABS) {
        if (!panels.some(({element}) => element.dataset.tab === name)) continue;
        const button = el(
            'button',
            {
                type: 'button',
                'aria-expanded': 'false',
                'data-testid': `tab-${name}`,
                onclick: () => openTab(name, false),
            },
            text,
        );
        tabButtons.set(name, button);
        tabs.append(button);
    }
    side.append(tabs, el('div.panels', {}, ...panels.map(({element}) => element)));
    root.replaceChildren(bar, stage, dock, side, dialog, save.element);

    // Keeping all of it up to date
    function setDark(on: boolean, remember: boolean): void {
        dark = on;
        document.documentElement.dataset.theme = on ? 'dark' : 'light';
        setIcon(themeButton, on ? 'sun' : 'moon', on ? 'Light colours (l)' : 'Dark colours (l)');
        app.setTheme(on);
        for (const chart of [...curves.charts, agent.chart]) chart.themeChanged();
        if (remember) writeStored(on ? 'dark' : 'light');
    }
    prefersDark.addEventListener('change', (event) => {
        if (readStored() === null) setDark(event.matches, false);
    });

    // Where panels are folded away this is where the answer is read.
    const routeSummary = el('div.route-summary', {'data-testid': 'route-summary', hidden: true});
    const showRoute = (): void => {
        const route = app.map?.route;
        const on = route?.on ?? false;
        routeButton?.setAttribute('aria-pressed', String(on));
        routeSummary.hidden = !on;
        if (!route || !on) return;
        setText(routeSummary, aboutRoute(route));
        const {answer} = route;
        const bad = answer !== null && answer.status !== 'found' && answer.status !== 'building';
        routeSummary.classList.toggle('bad', bad);
    };

    let legendKey = '';
    const showLegends = (): void => {
        const {result, span} = app.heat;
        const shownMap = app.map?.cells ? app.map : null;
        const key = [
            [app.map?.charts !== null, shownMap?.shown, shownMap?.portals, shownMap?.body],
            [app.theme.dark, app.crowd.mode, source.people.version],
            [result?.of, span, result?.largest, result?.map.cell],
        ].join('/');
        if (key === legendKey) return;
        legendKey = key;
        legends.replaceChildren(routeSummary);
        if (walked) legends.append(colourLegend(app.crowd.mode, source.people, app.crowd.known(app.crowd.mode)));
        if (shownMap?.shown === 'class') legends.append(cellLegend(shownMap.body));
        if (shownMap?.portals) legends.append(portalLegend(app.theme));
        if (app.map?.charts) legends.append(chartLegend(app.theme));
        if (result) {
            const over = span === 'all' ? 'over the whole recording' : 'around now';
            const cells = `smoothed over ${fixed(result.map.smoothed, 1)} m`;
            legends.append(
                result.of === 'density'
                    ? rampLegend(
                          'Heat: mean density',
                          '1/m²',
                          result.ramp,
                          result.largest,
                          `People per m², mean ${over}, ${cells}`,
                          'heat-legend',
                      )
                    : rampLegend(
                          'Heat: mean speed',
                          'm/s',
                          result.ramp,
                          result.largest,
                          `Mean speed of those present ${over}, ${cells}`,
                          'heat-legend',
                      ),
            );
        }
    };
    let verdictKey = '';
    const showVerdict = (): void => {
        const known = verdictOf(source);
        const key = JSON.stringify(known);
        if (key === verdictKey) return;
        verdictKey = key;
        verdict.hidden = !known;
        if (!known) return;
        verdict.className = `badge ${known.tone}`;
        const sign = {good: '✓', bad: '!', open: '…'}[known.tone];
        verdict.replaceChildren(
            el('span.badge-sign', {'aria-hidden': 'true'}, sign),
            el('span.badge-text', {}, known.badge),
        );
        verdict.title = [known.sentence, ...known.findings].join('\n');
    };
    const showScale = (): void => {
        const {view} = app.stage;
        scale.hidden = view.mode !== 'top';
        const {length, words} = app.stage.floor.scaleBar(view.metresPerPixel);
        (scale.firstChild as HTMLElement).style.width = `${length}px`;
        setText(scale.lastChild as HTMLElement, words);
    };

    // A choice shows at once; what moves with the play head is written some times a second.
    let slowTime = 0,
        stale = true,
        scheduled = false,
        waitingSince = 0,
        knewChosen: number | null = null,
        knewRoute = false;
    const updateAll = (): void => {
        scheduled = stale = false;
        slowTime = performance.now();
        viewSwitch.set(app.stage.view.mode);
        transport.update();
        showLegends();
        showVerdict();
        display.update();
        map?.update();
        showRoute();
        agent.update();
        about.update();
        const time = app.player.time();
        curves.setHead(time);
        agent.chart.setHead(time);
        if (app.chosen.id !== knewChosen) {
            knewChosen = app.chosen.id;
            if (knewChosen !== null && (!isNarrow() || side.classList.contains('open'))) openTab('agent', true);
        }
        const routing = app.map?.route.on ?? false;
        if (routing && !knewRoute && !isNarrow()) openTab('map', true);
        knewRoute = routing;
        const {empty} = app.player;
        emptyNote.hidden = !empty || !walked;
        if (empty)
            setText(
                emptyNote,
                isLive(source)
                    ? 'Waiting for the first frame of the run…'
                    : 'This recording has no frames: nobody was there.',
            );
    };
    app.changed = () => {
        if (scheduled) return;
        scheduled = true;
        queueMicrotask(updateAll);
    };
    app.drawn = () => {
        stale = true;
        transport.update();
        showScale();
        showPlace();
    };
    app.pointed = showPlace;
    app.chosen.trackChanged = () => agent.trackChanged();

    const slow = (now: number): void => {
        if (stale && now - slowTime > SLOW_MS) updateAll();
        const missing =
            !app.player.empty && (app.player.bracket() === null || (app.player.waiting && app.player.playing));
        if (!missing) waitingSince = now;
        waiting.hidden = now - waitingSince < SLOW_MS;
        requestAnimationFrame(slow);
    };

    new ResizeObserver(([entry]) =>
        app.resize(Math.floor(entry.contentRect.width), Math.floor(entry.contentRect.height)),
    ).observe(stage);
    setDark(dark, false);
    attachKeys(app, {
        help: openHelp,
        search: () => {
            openTab('agent', true);
            agent.focusSearch();
        },
        theme: () => setDark(!dark, true),
        save: () => save.show(),
        close: () => {
            const open = [dialog, save].find((one) => one.open);
            open?.close();
            return open !== undefined;
        },
    });

    const loadCurves = (): void => {
        curves
            .load()
            .catch((error: unknown) =>
                app.say(error instanceof Error ? error.message : 'The curves could not be read.'),
            );
    };
    if (walked) loadCurves();
    if (isLive(source)) setInterval(loadCurves, 500);
    requestAnimationFrame(slow);
    app.start();
    return app;
}

function aboutRoute({start, answer, method}: RouteTool): string {
    if (!start) return 'Click where the route starts.';
    if (!answer) return 'Point to where it should lead.';
    if (answer.status !== 'found') return answer.explanation;
    return `Route ${fixed(answer.length!, 2)} m, ${count(answer.portals!.length / 4, 'portal')}, ${method}`;
}

const isNarrow = (): boolean => matchMedia('(max-width: 760px)').matches;

// Storage may be forbidden, as it is in pages from file:// in some browsers.
function readStored(): string | null {
    try {
        return localStorage.getItem('sidestep-theme');
    } catch {
        return null;
    }
}
function writeStored(value: string): void {
    try {
        localStorage.setItem('sidestep-theme', value);
    } catch {
        // Then it is asked again next time.
    }
}

// Keys; panels/help.ts lists them for people.
import type {App} from './app';
import {LAYERS} from './overlay/layers';

export interface PageKeys {
    help(): void;
    search(): void;
    theme(): void;
    save(): void;
    /** Closes whatever is open; false if there was nothing. */
    close(): boolean;
}

const ZOOM = 1.25,
    MOVE_PIXELS = 60,
    TURN_PIXELS = 30;

export function attachKeys(app: App, page: PageKeys): void {
    const {player, source, stage} = app;
    const {view} = stage;
    const move = (dx: number, dy: number): void => {
        const x = view.width / 2,
            y = view.height / 2;
        view.pan(x, y, x + dx, y + dy);
        app.moved();
        app.touch();
    };
    const turn = (dx: number): void => {
        view.orbit(dx, 0);
        app.touch();
    };

    const actions: Record<string, (event: KeyboardEvent) => void> = {
        ' ': () => app.togglePlay(),
        k: () => app.togglePlay(),
        ArrowLeft: (event) => app.step(event.shiftKey ? -10 : -1),
        ArrowRight: (event) => app.step(event.shiftKey ? 10 : 1),
        Home: () => player.seek(source.first),
        End: () => (source.kind === 'live' ? player.goLive() : player.seek(source.last)),
        '[': () => app.changeSpeed(-1),
        ']': () => app.changeSpeed(1),
        f: () => app.fit(),
        t: () => app.setView(view.mode === 'top' ? '3d' : 'top'),
        c: () => app.nextColour(),
        h: () => app.heat.next(),
        r: () => {
            stage.trails.on = !stage.trails.on;
            app.show();
        },
        g: () => app.toggleFollow(),
        m: () => app.toggleRoute(),
        '/': () => page.search(),
        '+': () => app.zoom(1 / ZOOM),
        '=': () => app.zoom(1 / ZOOM),
        '-': () => app.zoom(ZOOM),
        w: () => move(0, MOVE_PIXELS),
        s: () => move(0, -MOVE_PIXELS),
        a: () => move(MOVE_PIXELS, 0),
        d: () => move(-MOVE_PIXELS, 0),
        q: () => turn(TURN_PIXELS),
        e: () => turn(-TURN_PIXELS),
        l: () => page.theme(),
        i: () => page.save(),
        '?': () => page.help(),
        Escape: () => {
            if (page.close()) return;
            if (app.map?.route.on) app.toggleRoute();
            else if (app.chosen.following) app.setFollowing(false);
            else app.chosen.choose(null);
        },
    };

    for (const {key, shortcut} of LAYERS) if (shortcut) actions[shortcut.letter] = () => app.overlay.toggle(key);

    document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const target = event.target as HTMLElement;
        const typing = target.matches('input:not([type=range]):not([type=checkbox]), textarea, select');
        if (typing) {
            if (event.key === 'Escape') target.blur();
            return;
        }
        // A focused button or switch keeps its own space bar.
        if (event.key === ' ' && target.matches('button, input, summary, [role=switch]')) return;
        const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!action) return;
        if (target.matches('input[type=range]:not(.scrubber)') && event.key.startsWith('Arrow')) return;
        event.preventDefault();
        action(event);
    });
}

// What the page is doing: which moment, view, colours and agent. Panels read it and call it; it owns the drawing loop.
import {COLOUR_MODES, Crowd, type ColourMode} from './crowd';
import {niceCeil} from './format';
import {heatMap, type HeatMap} from './heat';
import {closedDoors} from './map/doors';
import {MapView} from './map/map_view';
import type {Place} from './map/route';
import {Overlay} from './overlay/overlay';
import {DENSITY, SPEED, type Ramp} from './palette';
import {rowOf} from './people';
import {Player, SPEEDS} from './player';
import type {ViewMode} from './scene/camera';
import {attachGestures} from './scene/gestures';
import {Stage} from './scene/stage';
import {Reasons} from './reasons';
import {isLive, STALE_FRAMES, type Source} from './sources/source';
import {DARK, LIGHT, type Theme} from './theme';
import type {Explanation, Frame, Track} from './types';

export type HeatChoice = 'off' | 'density' | 'speed';
export type HeatSpan = 'all' | 'window';

const HEAT_FRAMES = 200;
const WINDOW_FRAMES = 60;
export const WINDOW_S = 10;
const PICK_PIXELS = 10;

export class App {
    readonly player: Player;
    readonly stage: Stage;
    readonly crowd: Crowd;
    readonly overlay: Overlay;
    readonly reasons: Reasons;
    /** Null where there is no map to ask about. */
    readonly map: MapView | null;
    theme: Theme = LIGHT;

    chosen: number | null = null;
    following = false;
    track: Track | null = null;
    highlighted: number | null = null;
    showPath = true;
    trails = false;
    trailSeconds = 5;
    names = true;
    heat: HeatChoice = 'off';
    heatSpan: HeatSpan = 'all';
    /** What is drawn, which may still be of the choice before. */
    heatResult: {of: HeatChoice; map: HeatMap; ramp: Ramp; largest: number} | null = null;
    /** The first picture has been drawn (or there is nothing to draw). */
    ready = false;

    /** A choice changed: panels show it. */
    changed = (): void => {};
    /** A picture was drawn. */
    drawn = (): void => {};
    trackChanged = (): void => {};
    say: (message: string) => void = () => {};

    private dirty = true;
    private fitted = true; // nobody has moved the map since it was fitted
    private before = 0;
    private heatStop: AbortController | null = null;
    private heatAt = -1;
    private trackTime = 0;
    private trackReceived = 0;

    constructor(
        readonly source: Source,
        glCanvas: HTMLCanvasElement,
        flatCanvas: HTMLCanvasElement,
    ) {
        this.player = new Player(source);
        this.stage = new Stage(glCanvas, source.info);
        this.crowd = new Crowd(source.people, this.stage.figures, source.info.periodic);
        this.overlay = new Overlay(flatCanvas);
        this.map = source.map
            ? new MapView(
                  source.map,
                  this.stage.cells,
                  this.stage.chart,
                  source.info.origin,
                  source.info.map!.body,
                  () => this.closedDoors,
              )
            : null;
        if (this.map) {
            this.map.changed = () => {
                flatCanvas.classList.toggle('aiming', this.map!.route.on);
                this.touch();
                this.changed();
            };
            this.map.failed = (message) => this.say(message);
        }
        source.changed = () => this.touch();
        this.player.changed = () => {
            this.touch();
            this.changed();
        };
        this.reasons = new Reasons(source);
        this.reasons.changed = () => {
            this.touch();
            this.changed();
        };
        this.reasons.failed = (message) => this.say(message);
        if (isLive(source)) {
            source.arrived = () => this.player.frameArrived(performance.now());
            source.restarted = () => {
                this.player.restarted();
                this.track = null;
                this.reasons.forget();
                this.trackChanged();
            };
        }
        attachGestures(flatCanvas, this.stage.view, {
            changed: () => this.touch(),
            moved: () => this.moved(),
            zoomed: () => (this.fitted = false),
            clicked: (x, y, event) => {
                if (!this.map?.route.on) return this.pick(x, y, event.shiftKey);
                const place = this.placeAt(x, y);
                if (place) this.map.route.click(place, event.shiftKey, event.pointerType === 'touch');
            },
            hovered: (x, y) => {
                const place = this.map?.route.on ? this.placeAt(x, y) : null;
                if (place) this.map!.route.hover(place);
            },
        });
        glCanvas.addEventListener('webglcontextlost', () =>
            this.say('The browser took the drawing away; it comes back by itself.'),
        );
        glCanvas.addEventListener('webglcontextrestored', () => this.touch());
        this.player.seek(source.first);
        if (source.kind === 'live') this.player.goLive();
    }

    start(): void {
        const tick = (now: number): void => {
            this.frame(now);
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    touch(): void {
        this.dirty = true;
    }

    /** The picture shows all that was chosen and has arrived. */
    get settled(): boolean {
        return this.ready && !this.dirty;
    }

    /** Doors that are closed in the picture, by their place in the list. */
    get closedDoors(): number[] {
        return closedDoors(this.source.info.doors, this.player.time());
    }

    setTheme(dark: boolean): void {
        this.theme = dark ? DARK : LIGHT;
        this.stage.setTheme(this.theme);
        this.touch();
        this.changed();
    }

    resize(width: number, height: number): void {
        if (width < 1 || height < 1) return;
        const {view} = this.stage;
        // What is looked at keeps its size on the screen.
        view.span *= height / view.height;
        this.stage.resize(width, height);
        this.overlay.resize(width, height, Math.min(2, window.devicePixelRatio || 1));
        if (this.fitted) this.refit();
        // At once: a resized canvas is empty until it is drawn again.
        this.dirty = true;
        this.render();
    }

    // Playing

    get isMoving(): boolean {
        const {source, player} = this;
        if (isLive(source) && player.atEdge)
            return source.connected && source.state !== null && !source.state.paused && !source.state.finished;
        return player.playing;
    }

    togglePlay(): void {
        const {source, player} = this;
        if (isLive(source) && player.atEdge) {
            // Playing what has ended begins anew, as it does in a recording.
            if (source.state?.finished) this.restart();
            source.send({do: this.isMoving ? 'pause' : 'play'});
        } else if (player.playing) player.pause();
        else player.play();
    }

    step(by: number): void {
        const {source, player} = this;
        if (isLive(source) && by > 0 && (player.atEdge || player.head >= source.last)) {
            player.goLive();
            source.send({do: 'step'});
            return;
        }
        player.step(by);
    }

    restart(): void {
        if (!isLive(this.source)) return;
        this.source.send({do: 'restart'});
        this.player.goLive();
    }

    setSpeed(speed: number): void {
        if (speed > 0) this.player.setSpeed(speed);
        if (isLive(this.source)) this.source.send({do: 'speed', value: speed});
        this.changed();
    }

    changeSpeed(by: number): void {
        const {source} = this;
        const now = isLive(source) && source.state ? source.state.speed || Infinity : this.player.speed;
        let at = SPEEDS.findIndex((speed) => speed >= now);
        if (at < 0) at = SPEEDS.length;
        this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))]);
    }

    // Looking

    setView(mode: ViewMode): void {
        this.stage.view.mode = mode;
        this.stage.view.update();
        if (this.fitted) this.refit();
        this.touch();
        this.changed();
    }

    fit(): void {
        this.setFollowing(false);
        this.fitted = true;
        this.refit();
        this.touch();
    }

    /** The person zoomed without moving: whoever is followed stays in the middle. */
    zoom(factor: number): void {
        const {view} = this.stage;
        view.zoom(factor, view.width / 2, view.height / 2);
        this.fitted = false;
        this.touch();
    }

    /** The person moved the map. */
    moved(): void {
        this.fitted = false;
        this.setFollowing(false);
    }

    private refit(): void {
        const {view} = this.stage;
        const [x0, y0, x1, y1] = this.source.info.bounds,
            [ox, oy] = this.source.info.origin;
        view.largestSpan = 4 * Math.max(x1 - x0, y1 - y0, 20);
        view.fit([x0 - ox, y0 - oy, x1 - ox, y1 - oy]);
    }

    setColour(mode: ColourMode): void {
        this.crowd.mode = mode;
        this.touch();
        this.changed();
    }

    nextColour(): void {
        this.setColour(COLOUR_MODES[(COLOUR_MODES.indexOf(this.crowd.mode) + 1) % COLOUR_MODES.length]);
    }

    setTrails(on: boolean): void {
        this.trails = on;
        this.touch();
        this.changed();
    }

    setTrailSeconds(seconds: number): void {
        this.trailSeconds = seconds;
        this.touch();
        this.changed();
    }

    setNames(on: boolean): void {
        this.names = on;
        this.touch();
    }

    /** The place of the map under a pixel, null above the horizon. */
    private placeAt(x: number, y: number): Place | null {
        const at = this.stage.view.onFloor(x, y);
        return at && [at[0] + this.source.info.origin[0], at[1] + this.source.info.origin[1]];
    }

    toggleRoute(): void {
        const route = this.map?.route;
        if (!route || !this.map!.questions.methods.length) {
            this.say(
                this.source.kind === 'embedded'
                    ? 'Routes are found by “sidestep view”; this page has no server.'
                    : 'There are no ways to look for here.',
            );
            return;
        }
        route.setOn(!route.on);
    }

    showLayer(key: string, on: boolean): void {
        this.stage.floor.show(key, on);
        this.touch();
        this.changed();
    }

    setHeat(choice: HeatChoice): void {
        this.heat = choice;
        void this.refreshHeat(true);
    }

    setHeatSpan(span: HeatSpan): void {
        this.heatSpan = span;
        void this.refreshHeat(true);
    }

    private async refreshHeat(asked: boolean): Promise<void> {
        this.heatStop?.abort();
        const stop = (this.heatStop = new AbortController());
        this.heatAt = this.player.head;
        if (asked) this.changed();
        const {source, heat} = this;
        if (heat === 'off') {
            this.heatResult = null;
            this.stage.heat.set(null, DENSITY, 1);
            this.changed();
            this.touch();
            return;
        }
        try {
            const now = this.player.time();
            const [first, last] =
                this.heatSpan === 'all'
                    ? [source.first, source.last]
                    : [this.player.placeOf(now - WINDOW_S / 2), this.player.placeOf(now + WINDOW_S / 2)].map(
                          Math.round,
                      );
            const frames = await source.sample(
                first,
                last,
                this.heatSpan === 'all' ? HEAT_FRAMES : WINDOW_FRAMES,
                stop.signal,
            );
            if (stop.signal.aborted) return;
            const [x0, y0, x1, y1] = source.info.bounds,
                [ox, oy] = source.info.origin;
            const map = heatMap(frames, heat, [x0 - ox, y0 - oy, x1 - ox, y1 - oy]);
            const ramp = heat === 'density' ? DENSITY : SPEED;
            const largest = niceCeil(map.largest);
            this.heatResult = {of: heat, map, ramp, largest};
            this.stage.heat.set(map, ramp, largest);
            this.changed();
            this.touch();
        } catch (error) {
            if (!stop.signal.aborted)
                this.say(error instanceof Error ? error.message : 'The heat map could not be computed.');
        }
    }

    // Choosing

    private pick(x: number, y: number, follow: boolean): void {
        const {view} = this.stage;
        let id: number | null = null;
        if (view.mode === '3d') {
            // People stand: what is clicked is a body, so compare on the screen, feet to head.
            let least = Infinity;
            const {pose, count} = this.stage.figures;
            for (let i = 0; i < count; ++i) {
                const foot = view.project(pose[4 * i], pose[4 * i + 1]),
                    head = view.project(pose[4 * i], pose[4 * i + 1], 1.75);
                if (!foot || !head) continue;
                const along = Math.max(
                    0,
                    Math.min(
                        1,
                        ((x - foot[0]) * (head[0] - foot[0]) + (y - foot[1]) * (head[1] - foot[1])) /
                            (Math.hypot(head[0] - foot[0], head[1] - foot[1]) ** 2 || 1),
                    ),
                );
                const distance = Math.hypot(
                    foot[0] + along * (head[0] - foot[0]) - x,
                    foot[1] + along * (head[1] - foot[1]) - y,
                );
                const reach = pose[4 * i + 3] / view.metresPerPixel + PICK_PIXELS;
                if (distance < reach && distance < least) {
                    least = distance;
                    id = this.player.bracket()?.from.id[i] ?? null;
                }
            }
        } else {
            const at = view.onFloor(x, y);
            if (at) id = this.crowd.nearest(at[0], at[1], PICK_PIXELS * view.metresPerPixel);
        }
        this.choose(id);
        if (follow && id !== null) this.setFollowing(true);
    }

    choose(id: number | null): void {
        if (id === this.chosen) return;
        this.chosen = id;
        this.track = null;
        this.reasons.forget();
        this.highlighted = null;
        if (id === null) this.following = false;
        if (isLive(this.source)) this.source.choose(id);
        this.trackChanged();
        void this.loadTrack();
        this.touch();
        this.changed();
    }

    private async loadTrack(): Promise<void> {
        const id = this.chosen;
        if (id === null) return;
        this.trackTime = performance.now();
        try {
            const track = await this.source.track(id);
            if (this.chosen !== id) return;
            this.track = track;
            this.trackChanged();
            this.touch();
            this.changed();
        } catch (error) {
            this.say(error instanceof Error ? error.message : 'The path could not be read.');
        }
    }

    /** Chooses somebody by id, going to where it is present if it is not here now. */
    async find(id: number): Promise<void> {
        const frame = this.player.bracket()?.from;
        const here = frame !== undefined && rowOf(frame, id) >= 0;
        let track: Track | null = null;
        try {
            track = await this.source.track(id);
        } catch {
            // Unknown to the server: told below.
        }
        if (!track && !here) {
            this.say(`There is no agent ${id}.`);
            return;
        }
        this.choose(id);
        if (!here && track) this.player.seek(track.index[0]);
        const place = here ? this.crowd.placeOf(id) : {x: track!.x[0], y: track!.y[0]};
        if (place) this.centre(place.x, place.y);
    }

    private centre(x: number, y: number): void {
        this.fitted = false;
        this.stage.view.x = x;
        this.stage.view.y = y;
        this.stage.view.update();
        this.touch();
    }

    setFollowing(on: boolean): void {
        if (this.following === on) return;
        this.following = on && this.chosen !== null;
        if (this.following) this.fitted = false;
        this.touch();
        this.changed();
    }

    toggleFollow(): void {
        if (this.chosen === null) this.say('Choose somebody first: click a person.');
        else this.setFollowing(!this.following);
    }

    highlight(index: number | null): void {
        this.highlighted = index;
        this.touch();
    }

    /** The chosen agent's numbers in the frame shown, in the map's coordinates; null when it is not there. */
    chosenNow(): {id: number; x: number; y: number; heading: number; speed: number; frame: number} | null {
        const frame = this.player.bracket()?.from;
        if (!frame || this.chosen === null) return null;
        const row = rowOf(frame, this.chosen);
        if (row < 0) return null;
        const [ox, oy] = this.source.info.origin;
        return {
            id: this.chosen,
            x: frame.x[row] + ox,
            y: frame.y[row] + oy,
            heading: frame.heading[row],
            speed: frame.speed[row],
            frame: frame.number,
        };
    }

    // Drawing

    private frame(now: number): void {
        const seconds = this.before ? (now - this.before) / 1000 : 0;
        this.before = now;
        if (this.player.advance(seconds, now)) this.dirty = true;
        this.keepUp(now);
        if (this.dirty) this.render();
    }

    /** What follows the play head at its own pace: explanations, live tracks, the sliding heat map. */
    private keepUp(now: number): void {
        const frame = this.player.bracket()?.from;
        const {chosen, source} = this;
        if (chosen !== null && frame) this.reasons.keepUp(chosen, frame, now);
        if (chosen !== null && isLive(source) && now - this.trackTime > 500 && source.received !== this.trackReceived) {
            this.trackReceived = source.received;
            void this.loadTrack();
        }
        const sliding =
            this.heatSpan === 'window'
                ? Math.abs(this.player.head - this.heatAt) >
                  Math.max(0.5, 0.4 * source.info.fps * (this.isMoving ? 1 : 0.1))
                : isLive(source) && this.isMoving && this.player.head - this.heatAt > 2 * source.info.fps;
        if (this.heat !== 'off' && sliding) void this.refreshHeat(false);
    }

    private explanationFor(frame: Frame): Explanation | null {
        const {explanation} = this.reasons;
        return explanation && Math.abs(explanation.frame - frame.number) <= STALE_FRAMES ? explanation : null;
    }

    private render(): void {
        const bracket = this.player.bracket();
        if (!bracket && !this.player.empty) return; // on its way: keep the last picture rather than flash an empty one
        this.dirty = false;
        const {stage, crowd, source} = this;
        crowd.pose(bracket);
        const place = this.chosen === null ? null : crowd.placeOf(this.chosen);
        if (this.following && place) {
            stage.view.x = place.x;
            stage.view.y = place.y;
            stage.view.update();
        }
        stage.trails.update(
            source,
            source.people,
            this.trails && bracket ? bracket.from : null,
            this.trailSeconds,
            crowd.colourVersion,
            (slot) => crowd.colourOf(slot),
        );
        if (stage.floor.closeDoors(this.closedDoors)) this.map?.route.ask();
        stage.draw();
        this.overlay.draw({
            view: stage.view,
            theme: this.theme,
            floor: stage.floor,
            origin: source.info.origin,
            periodic: source.info.periodic,
            names: this.names,
            chosen: this.chosen === null ? null : {id: this.chosen, place, following: this.following},
            track: this.track,
            showPath: this.showPath,
            explanation: place && bracket ? this.explanationFor(bracket.from) : null,
            highlighted: this.highlighted,
            route: this.map?.route.on ? this.map.route : null,
        });
        this.ready = true;
        this.drawn();
    }
}

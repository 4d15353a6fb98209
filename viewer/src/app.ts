// What the page is doing: which moment, view, colours and agent. Panels read it and call it; it owns the drawing loop.
import {Chosen} from './chosen';
import {COLOUR_MODES, Crowd, type ColourMode} from './crowd';
import {usualStep} from './gaps';
import {HeatView} from './heat_view';
import {closedDoors} from './map/doors';
import {MapView} from './map/map_view';
import type {Place} from './map/route';
import {busiest} from './opening';
import {Overlay} from './overlay/overlay';
import {rowOf} from './people';
import {Player, SPEEDS} from './player';
import type {ViewMode} from './scene/camera';
import {attachGestures} from './scene/gestures';
import {rowUnder} from './scene/pick';
import {Stage} from './scene/stage';
import {isLive, type Source} from './sources/source';
import {DARK, LIGHT, type Theme} from './theme';
import type {Track} from './types';

const PICK_PIXELS = 10;
/** Times the usual step between frames: what is farther apart is not joined by a curve. */
export const LONGEST_STEP = 1.5;
const LONGEST_LIVE_STEP_S = 1; // a busy run leaves frames out

const SEEN_PIXELS = 4; // a body narrower than that is a dot
const OPENING_PIXELS = 12;
const OPENING_S = 60; // of the recording, in which people are looked for
const OPENING_ROWS = 2e5;
const OPENING_FRAMES = 12;
const FEW = 20; // people in the first frame of a run: too few to tell where the others will be

export class App {
    readonly player: Player;
    readonly stage: Stage;
    readonly crowd: Crowd;
    readonly overlay: Overlay;
    readonly chosen: Chosen;
    readonly heat: HeatView;
    /** Null where there is no map to ask about. */
    readonly map: MapView | null;
    theme: Theme = LIGHT;

    /** The first picture has been drawn (or there is nothing to draw). */
    ready = false;

    /** A choice changed: panels show it. */
    changed = (): void => {};
    /** A picture was drawn. */
    drawn = (): void => {};
    /** The mouse points elsewhere. */
    pointed = (): void => {};
    say: (message: string) => void = () => {};

    private dirty = true;
    private fitted = true; // nobody has moved the map since it was fitted
    private begun = false;
    private pointer: {x: number; y: number} | null = null;
    private before = 0;

    constructor(
        readonly source: Source,
        glCanvas: HTMLCanvasElement,
        private readonly flat: HTMLCanvasElement,
    ) {
        this.player = new Player(source);
        this.stage = new Stage(glCanvas, source.info);
        this.crowd = new Crowd(source.people, this.stage.figures, source.info.periodic);
        this.overlay = new Overlay(flat);
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
        this.chosen = new Chosen(source);
        this.heat = new HeatView(source, this.player, this.stage.heat, () => this.isMoving);
        source.changed = () => this.touch();
        for (const part of [this.player, this.overlay, this.chosen, this.heat, this.map]) {
            if (part) part.changed = () => this.show();
        }
        for (const part of [this.chosen, this.heat, this.map]) if (part) part.failed = (message) => this.say(message);
        if (isLive(source)) {
            source.arrived = () => this.player.frameArrived(performance.now());
            source.restarted = () => {
                this.player.restarted();
                this.chosen.forget();
            };
        }
        attachGestures(flat, this.stage.view, {
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
            pointed: (at) => {
                this.pointer = at;
                this.pointed();
            },
        });
        glCanvas.addEventListener('webglcontextlost', () =>
            this.say('The browser took the drawing away; it comes back by itself.'),
        );
        glCanvas.addEventListener('webglcontextrestored', () => this.touch());
        this.player.seek(source.first);
        if (source.kind === 'live') this.player.goLive();
    }

    /** Seconds; curves do not join what is farther apart. */
    get longestStep(): number {
        const {info} = this.source;
        if (isLive(this.source)) return LONGEST_LIVE_STEP_S;
        this.usualNumbers ??= usualStep(info.frame_numbers ?? []) || 1;
        return (LONGEST_STEP * this.usualNumbers) / info.fps;
    }
    private usualNumbers: number | null = null;

    /** Called once, with the first picture that has its size: a recording plays, and people are large enough to be seen. */
    private begin(): void {
        this.begun = true;
        const {source, player} = this;
        if (source.kind === 'map' || player.empty) return;
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (!isLive(source) && !still) player.play();
        void this.openOnPeople();
    }

    private async openOnPeople(): Promise<void> {
        const {source, player} = this;
        const {view, figures} = this.stage;
        const first = this.crowd.frame;
        if (!first || this.bodyWidth / view.metresPerPixel >= SEEN_PIXELS) return;
        let frames = [first];
        if (isLive(source)) {
            if (figures.count < FEW) return;
        } else {
            const most = Math.max(
                1,
                Math.min(OPENING_FRAMES, Math.floor(OPENING_ROWS / Math.max(1, source.people.count))),
            );
            const end = Math.round(player.placeOf(player.time(source.first) + OPENING_S));
            frames = await source.sample(source.first, end, most, new AbortController().signal).catch(() => frames);
        }
        const metres = this.bodyWidth / OPENING_PIXELS; // of a pixel
        const at = busiest(frames, metres * view.width, metres * view.height);
        if (!at || !this.fitted || view.mode !== 'top') return; // somebody has looked elsewhere meanwhile
        view.span = (metres * view.height) / 2;
        this.centre(at.x, at.y);
        this.say('Opened where most people are. Press f to see the whole map.');
    }

    /** In metres, of somebody in the middle. */
    private get bodyWidth(): number {
        const {figures} = this.stage;
        const widths = Float32Array.from({length: figures.count}, (_, i) => 2 * figures.pose[4 * i + 3]).sort();
        return widths[widths.length >> 1] ?? 0.5;
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

    /** Something to draw and something that panels show. */
    show(): void {
        this.touch();
        this.changed();
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
        this.show();
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
        this.show();
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
        this.show();
    }

    nextColour(): void {
        this.setColour(COLOUR_MODES[(COLOUR_MODES.indexOf(this.crowd.mode) + 1) % COLOUR_MODES.length]);
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
        this.show();
    }

    // Choosing

    private pick(x: number, y: number, follow: boolean): void {
        const id = this.agentAt(x, y);
        this.chosen.choose(id);
        if (follow && id !== null) this.setFollowing(true);
    }

    private agentAt(x: number, y: number): number | null {
        const {crowd, stage} = this;
        // People stand: what is clicked in 3D is a body.
        if (stage.view.mode === '3d')
            return crowd.frame?.id[rowUnder([x, y], stage.view, stage.figures, PICK_PIXELS)] ?? null;
        const at = stage.view.onFloor(x, y);
        return at && crowd.nearest(at[0], at[1], PICK_PIXELS * stage.view.metresPerPixel);
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
        this.chosen.choose(id);
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
        this.chosen.follow(on);
        if (this.chosen.following) this.fitted = false;
    }

    toggleFollow(): void {
        if (this.chosen.id === null) this.say('Choose somebody first: click a person.');
        else this.setFollowing(!this.chosen.following);
    }

    highlight(index: number | null): void {
        this.chosen.highlighted = index;
        this.touch();
    }

    /** The chosen agent's numbers in the frame shown. */
    chosenNow(): ReturnType<Chosen['numbersIn']> {
        return this.chosen.numbersIn(this.player.bracket()?.from);
    }

    // Drawing

    private frame(now: number): void {
        const seconds = this.before ? (now - this.before) / 1000 : 0;
        this.before = now;
        if (this.player.advance(seconds, now)) this.dirty = true;
        this.chosen.keepUp(this.player.bracket()?.from, now);
        this.heat.keepUp();
        if (this.dirty) this.render();
    }

    /** Draws with `scale` pixels per pixel of the page, lets the pictures be read, and draws again as before. */
    drawAt(scale: number, read: (drawing: HTMLCanvasElement, flat: HTMLCanvasElement) => void): void {
        const {renderer, view, canvas} = this.stage;
        const ratio = renderer.getPixelRatio();
        const size = (pixels: number, flatPixels: number): void => {
            renderer.setPixelRatio(pixels);
            this.overlay.resize(view.width, view.height, flatPixels);
            this.render();
        };
        size(scale, scale);
        read(canvas, this.flat);
        size(ratio, Math.min(2, window.devicePixelRatio || 1));
    }

    /** The place of the map that the mouse points at. */
    get pointedPlace(): Place | null {
        return this.pointer && this.placeAt(this.pointer.x, this.pointer.y);
    }

    private render(): void {
        const bracket = this.player.bracket();
        if (!bracket && !this.player.empty) return; // on its way: keep the last picture rather than flash an empty one
        this.dirty = false;
        const {stage, crowd, source} = this;
        crowd.pose(bracket);
        const place = this.chosen.following ? crowd.placeOf(this.chosen.id!) : null;
        if (place) {
            stage.view.x = place.x;
            stage.view.y = place.y;
            stage.view.update();
        }
        stage.trails.update(source, bracket?.from ?? null, crowd);
        if (stage.floor.closeDoors(this.closedDoors)) this.map?.route.ask();
        stage.draw();
        const {view, floor} = stage;
        const route = this.map?.route.on ? this.map.route : null;
        this.flat.classList.toggle('aiming', route !== null);
        this.overlay.draw({view, theme: this.theme, info: source.info, floor, crowd, chosen: this.chosen, route});
        this.ready = true;
        this.drawn();
        if (!this.begun && stage.view.width > 1) this.begin();
    }
}

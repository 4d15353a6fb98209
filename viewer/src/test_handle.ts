// window.sidestep: what tests read. Nothing on the page uses it, and nothing in it can be set.
import type {App} from './app';
import {LAYERS} from './overlay/layers';
import {isLive} from './sources/source';

export function exposeTestHandle(app: App): void {
    const {crowd, player, source, stage} = app;
    const handle = {
        get ready() {
            return app.ready;
        },
        get kind() {
            return source.kind;
        },
        get frames() {
            return source.last - source.first + 1;
        },
        /** The picture shows all that was chosen and has arrived. */
        get settled() {
            return app.settled;
        },
        /** Place in the list of the frame that is drawn, as `screenOf`, `people` and `ids` are of that picture. */
        get index() {
            return crowd.frame?.index ?? -1;
        },
        get frame() {
            return crowd.frame?.number ?? -1;
        },
        get time() {
            return player.time();
        },
        get playing() {
            return app.isMoving;
        },
        get speed() {
            return player.speed;
        },
        get waiting() {
            return player.waiting;
        },
        get colour() {
            return crowd.mode;
        },
        get view() {
            return stage.view.mode;
        },
        get detail() {
            return stage.figures.detail;
        },
        get camera() {
            const {x, y, span, azimuth, elevation} = stage.view;
            return {x: x + source.info.origin[0], y: y + source.info.origin[1], span, azimuth, elevation};
        },
        get heat() {
            const {choice, span, result: drawn} = app.heat;
            const result = drawn?.of === choice ? drawn : null;
            return {
                choice,
                over: span,
                cell: result?.map.cell ?? null,
                frames: result?.map.frames ?? 0,
                largest: result?.largest ?? null,
            };
        },
        get trails() {
            return {on: stage.trails.on, segments: stage.trails.lines.count};
        },
        /** Layers of the flat drawing that are switched on. */
        get overlays() {
            return LAYERS.map(({key}) => key).filter((key) => app.overlay.isOn(key));
        },
        get map() {
            const {map} = app;
            if (!map) return null;
            const {route, cells} = map;
            return {
                shown: map.shown,
                portals: map.portals,
                level: map.level,
                highest: cells?.highest ?? null,
                groups: map.groupCount,
                body: map.body,
                cells: cells ? {count: cells.count, portals: cells.portalCount, ...cells.counts()} : null,
                chart: map.charts && {name: map.charts.name, radius: map.charts.charts[map.chartRadius].radius},
                route: {
                    on: route.on,
                    start: route.start,
                    goal: route.goal,
                    pinned: route.pinned,
                    answer: route.answer,
                    answered: route.answered,
                },
            };
        },
        get closedDoors() {
            return app.closedDoors;
        },
        /** The place of the map that the mouse points at. */
        get pointed() {
            return app.pointedPlace;
        },
        /** Page pixels of a place of the map. */
        screenOfPlace(x: number, y: number): {x: number; y: number} | null {
            const at = stage.view.project(x - source.info.origin[0], y - source.info.origin[1]);
            const box = stage.canvas.getBoundingClientRect();
            return at && {x: at[0] + box.left, y: at[1] + box.top};
        },
        /** Number of people drawn. */
        get people() {
            return stage.figures.count;
        },
        get selected() {
            const {id, following, track} = app.chosen;
            if (id === null) return null;
            const person = source.people.person(id);
            return {
                ...person,
                now: app.chosenNow(),
                following,
                track: track?.index.length ?? 0,
            };
        },
        get live() {
            return isLive(source)
                ? {
                      received: source.received,
                      rate: source.rate,
                      connected: source.connected,
                      atEdge: player.atEdge,
                      state: source.state,
                  }
                : null;
        },
        get explanation() {
            const {explanation} = app.chosen.reasons;
            if (!explanation) return null;
            const {id, frame, model} = explanation;
            return {id, frame, model, shapes: app.overlay.explained === explanation ? app.overlay.drawn : []};
        },
        /** Where somebody is drawn: page pixels; null when not there or behind the camera. */
        screenOf(id: number): {x: number; y: number} | null {
            const place = crowd.placeOf(id);
            const at = place && stage.view.project(place.x, place.y);
            if (!at) return null;
            const box = stage.canvas.getBoundingClientRect();
            return {x: at[0] + box.left, y: at[1] + box.top};
        },
        /** Colour somebody is drawn in, red, green, blue. */
        colourOf(id: number): number[] | null {
            const place = crowd.placeOf(id);
            return place ? [...stage.figures.tint.slice(4 * place.row, 4 * place.row + 3)] : null;
        },
        ids(): number[] {
            return [...(crowd.frame?.id ?? [])];
        },
    };
    Object.defineProperty(window, 'sidestep', {value: Object.freeze(handle)});
}

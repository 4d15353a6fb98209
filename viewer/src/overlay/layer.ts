// What the flat drawing is made of. A new layer is a file of its own and a line in layers.ts: its switch in the panel, its key
// and its line in the list of keys come from here.
import type {Chosen} from '../chosen';
import type {Crowd} from '../crowd';
import type {RouteTool} from '../map/route';
import type {View} from '../scene/camera';
import type {Floor} from '../scene/floor';
import type {Theme} from '../theme';
import type {Info} from '../types';
import type {DrawnShape} from './explain';

/** All that can be drawn from, at the moment of the picture. */
export interface OverlayScene {
    view: View;
    theme: Theme;
    info: Info;
    floor: Floor;
    crowd: Crowd;
    chosen: Chosen;
    /** Where it is switched on. */
    route: RouteTool | null;
}

export interface OverlayLayer {
    readonly key: string;
    /** In the panel Display, where there is something to switch. */
    readonly toggle?: {label: string; offered(floor: Floor): boolean};
    readonly shortcut?: {letter: string; help: string};
    /** Whether there is anything to draw. */
    present(scene: OverlayScene): boolean;
    /** What tests may want to know of it. */
    draw(context: CanvasRenderingContext2D, scene: OverlayScene): DrawnShape[] | void;
}

export type DrawnPlace = NonNullable<ReturnType<Crowd['placeOf']>>;

/** Where the chosen agent is drawn; null when it is not there. */
export function chosenPlace({chosen, crowd}: OverlayScene): DrawnPlace | null {
    return chosen.id === null ? null : crowd.placeOf(chosen.id);
}

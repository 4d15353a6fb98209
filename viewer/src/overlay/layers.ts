// In the order in which they are drawn.
import {explanationLayer} from './explain';
import type {OverlayLayer} from './layer';
import {namesLayer} from './names';
import {pathLayer} from './path';
import {ringLayer} from './ring';
import {routeLayer} from './route';

export const LAYERS: OverlayLayer[] = [namesLayer, routeLayer, pathLayer, ringLayer, explanationLayer];

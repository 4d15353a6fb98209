// The list of keys, and the dialog that shows it.
import {LAYERS} from '../overlay/layers';
import {el, iconButton} from './dom';

export const KEYS: [string[], string][] = [
    [['space'], 'Play or pause'],
    [['←', '→'], 'One frame back or on'],
    [['⇧ ←', '⇧ →'], 'Ten frames back or on'],
    [['Home', 'End'], 'Beginning; end, or now in a live run'],
    [['[', ']'], 'Slower, faster'],
    [['f'], 'Fit everything into the window'],
    [['t'], 'Top view or 3D'],
    [['c'], 'Next colouring'],
    [['h'], 'Heat map: off, density, speed'],
    [['r'], 'Trails'],
    ...LAYERS.flatMap(({shortcut}): [string[], string][] => (shortcut ? [[[shortcut.letter], shortcut.help]] : [])),
    [['g'], 'Follow the chosen agent'],
    [['m'], 'Route to the place under the mouse'],
    [['/'], 'Find an agent by id'],
    [['+', '−'], 'Zoom in or out'],
    [['w a s d'], 'Move the map'],
    [['q', 'e'], 'Turn the 3D view'],
    [['i'], 'Save a picture or a film'],
    [['l'], 'Light or dark'],
    [['Esc'], 'Close, end the route, stop following, choose nobody'],
    [['?'], 'This list'],
];
const POINTER: [string, string][] = [
    ['Drag', 'moves the map'],
    ['Wheel, pinch', 'zooms to where you point'],
    ['Right or Ctrl-drag, one finger in 3D', 'turns the 3D view'],
    ['Click', 'chooses somebody; with Shift also follows'],
    ['Click, with a route', 'sets its start, then holds or frees its end; with Shift a new start'],
];

export function helpDialog(): HTMLDialogElement {
    const dialog = el('dialog.help', {'aria-label': 'Keys and mouse', 'data-testid': 'help-panel'});
    dialog.append(
        el(
            'div.panel-head',
            {},
            el('h2', {}, 'Keys and mouse'),
            iconButton('close', 'Close (Esc)', 'help-close', () => dialog.close()),
        ),
        el(
            'dl.keys',
            {},
            ...KEYS.map(([keys, what]) =>
                el('div', {}, el('dt', {}, ...keys.map((key) => el('kbd', {}, key))), el('dd', {}, what)),
            ),
        ),
        el('dl.keys', {}, ...POINTER.map(([how, what]) => el('div', {}, el('dt', {}, how), el('dd', {}, what)))),
    );
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dialog.close();
    });
    return dialog;
}

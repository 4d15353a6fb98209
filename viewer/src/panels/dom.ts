// Making elements, in one line each.

type Properties = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** el('button.icon', {'aria-label': 'Play', onclick}, 'text', child) */
export function el<K extends keyof HTMLElementTagNameMap>(
    spec: K | `${K}.${string}`,
    properties: Properties = {},
    ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
    const [tag, ...classes] = spec.split('.');
    const element = document.createElement(tag) as HTMLElementTagNameMap[K];
    if (classes.length) element.className = classes.join(' ');
    for (const [name, value] of Object.entries(properties)) {
        if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
    for (const child of children) if (child !== null) element.append(child);
    return element;
}

const STROKES: Record<string, string> = {
    play: 'M7 4.5v15l12-7.5z',
    pause: 'M8 5v14M16 5v14',
    back: 'M17 5v14L8 12zM6 5v14',
    forward: 'M7 5v14l9-7zM18 5v14',
    start: 'M6 5v14M19 6l-6 6 6 6M13 6l-6 6 6 6',
    restart: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v5h5',
    fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
    moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
    help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9v.3M12 17.5v.1',
    close: 'M6 6l12 12M18 6L6 18',
    search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
    follow: 'M12 2v4M12 18v4M2 12h4M18 12h4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
    slower: 'M6 12h12',
    faster: 'M6 12h12M12 6v12',
    route: 'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 17h7a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h7',
    save: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
    sheet: 'M6 15l6-6 6 6',
};
const FILLED = new Set(['play', 'back', 'forward']);

export function icon(name: string): SVGSVGElement {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    svg.classList.add('icon');
    const path = document.createElementNS(space, 'path');
    path.setAttribute('d', STROKES[name]);
    if (FILLED.has(name)) path.classList.add('filled');
    svg.append(path);
    return svg;
}

export function iconButton(name: string, label: string, testid: string, onclick: () => void): HTMLButtonElement {
    return el(
        'button.icon-button',
        {type: 'button', 'aria-label': label, title: label, 'data-testid': testid, onclick},
        icon(name),
    );
}

export function setIcon(button: HTMLButtonElement, name: string, label: string): void {
    if (button.dataset.icon === name && button.title === label) return;
    button.dataset.icon = name;
    button.replaceChildren(icon(name));
    button.title = label;
    button.setAttribute('aria-label', label);
}

/** Writes only what changed: the page is told sixty times a second. */
export function setText(element: HTMLElement, text: string): void {
    if (element.textContent !== text) element.textContent = text;
}

/** One of several, as a row of buttons. */
export function segmented<T extends string>(
    label: string,
    testid: string,
    choices: {value: T; text: string; title?: string}[],
    pick: (value: T) => void,
): {element: HTMLElement; set(value: T): void} {
    const buttons = choices.map(({value, text, title}) =>
        el(
            'button',
            {
                type: 'button',
                role: 'radio',
                'aria-checked': 'false',
                title: title ?? null,
                'data-testid': `${testid}-${value}`,
                onclick: () => pick(value),
            },
            text,
        ),
    );
    const element = el('div.segmented', {role: 'radiogroup', 'aria-label': label, 'data-testid': testid}, ...buttons);
    element.addEventListener('keydown', (event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (by === 0 || at < 0) return;
        event.stopPropagation();
        const next = buttons[(at + by + buttons.length) % buttons.length];
        next.focus();
        next.click();
    });
    return {
        element,
        set(value) {
            choices.forEach((choice, i) => {
                const on = choice.value === value;
                buttons[i].setAttribute('aria-checked', String(on));
                buttons[i].tabIndex = on ? 0 : -1;
            });
        },
    };
}

export function toggle(
    label: string,
    testid: string,
    on: boolean,
    change: (on: boolean) => void,
): {element: HTMLElement; set(on: boolean): void} {
    const input = el('input', {
        type: 'checkbox',
        role: 'switch',
        'data-testid': testid,
        onchange: () => change(input.checked),
    });
    input.checked = on;
    return {
        element: el('label.toggle', {}, input, el('span.track', {'aria-hidden': 'true'}), el('span', {}, label)),
        set(value) {
            input.checked = value;
        },
    };
}

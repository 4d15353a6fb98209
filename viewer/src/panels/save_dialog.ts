// Saving what is shown: a picture, larger than the screen where wanted, or a film of a part of the recording.
import type {App} from '../app';
import {makeFilm, PICTURES_PER_SECOND} from '../film';
import {fixed} from '../format';
import {SCALES, stillOf, stillSize} from '../still';
import {el, iconButton, segmented, setText} from './dom';

/** Hands a file to whoever sits in front of the page. */
function hand(file: Blob, name: string): void {
    const address = URL.createObjectURL(file);
    el('a', {href: address, download: name}).click();
    // The browser reads it after the click has returned.
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

const fileName = (app: App, ending: string): string => {
    const title = app.source.info.title.replace(/[^\w.-]+/g, '_').slice(0, 60) || 'picture';
    return app.source.kind === 'map' ? `${title}.${ending}` : `${title}_${fixed(app.player.time(), 1)}s.${ending}`;
};

export class SaveDialog {
    readonly element = el('dialog.help.save', {'aria-label': 'Save a picture or a film', 'data-testid': 'save-panel'});
    private scale = 2;
    private readonly scales = segmented(
        'Size',
        'save-scale',
        SCALES.map((scale) => ({value: String(scale), text: `${scale}×`})),
        (value) => {
            this.scale = Number(value);
            this.update();
        },
    );
    private readonly size = el('span.muted', {'data-testid': 'save-size'});
    private readonly from = this.moment('From (s)', 'film-from');
    private readonly to = this.moment('to (s)', 'film-to');
    private readonly length = el('span.muted', {'data-testid': 'film-length'});
    private readonly filmButton = el(
        'button.quiet',
        {type: 'button', 'data-testid': 'save-film', onclick: () => void this.film()},
        'Make a film (WebM)',
    );
    private readonly progress = el('progress', {max: 1, value: 0, hidden: true, 'data-testid': 'film-progress'});
    private readonly trouble = el('p.bad', {role: 'alert', 'data-testid': 'save-trouble'});
    private making: AbortController | null = null;

    constructor(private readonly app: App) {
        const walked = app.source.kind !== 'map';
        this.element.append(
            el(
                'div.panel-head',
                {},
                el('h2', {}, 'Save what is shown'),
                iconButton('close', 'Close (Esc)', 'save-close', () => this.element.close()),
            ),
            el('div.field', {}, el('span', {}, 'Size'), this.scales.element),
            this.size,
            el(
                'button.quiet',
                {type: 'button', 'data-testid': 'save-picture', onclick: () => void this.picture()},
                'Save a picture (PNG)',
            ),
            ...(walked
                ? [
                      el('h2', {}, 'Film'),
                      el(
                          'div.field',
                          {},
                          el('label', {for: 'film-from'}, 'From (s)'),
                          this.from,
                          el('label', {for: 'film-to'}, 'to (s)'),
                          this.to,
                      ),
                      this.length,
                      this.filmButton,
                      this.progress,
                  ]
                : []),
            this.trouble,
        );
        for (const field of [this.from, this.to]) field.addEventListener('input', () => this.update());
        this.element.addEventListener('close', () => this.making?.abort());
        this.element.addEventListener('click', (event) => {
            if (event.target === this.element) this.element.close();
        });
    }

    private moment(label: string, id: string): HTMLInputElement {
        return el('input.number', {
            type: 'number',
            min: 0,
            step: 'any',
            id,
            'aria-label': label,
            'data-testid': id,
        });
    }

    get open(): boolean {
        return this.element.open;
    }

    close(): void {
        this.element.close();
    }

    show(): void {
        const {player, source} = this.app;
        if (player.playing) player.pause();
        const end = player.time(source.last);
        this.from.value = (player.head >= source.last ? player.time(source.first) : player.time()).toFixed(1);
        this.to.value = end.toFixed(1);
        this.update();
        this.element.showModal();
    }

    private span(): [number, number] | null {
        const [from, to] = [this.from, this.to].map((field) => (field.value === '' ? NaN : Number(field.value)));
        const {player, source} = this.app;
        const [first, last] = [player.time(source.first), player.time(source.last)];
        return to > from && from < last && to > first ? [Math.max(first, from), Math.min(last, to)] : null;
    }

    private update(): void {
        this.scales.set(String(this.scale));
        const [width, height] = stillSize(this.app, this.scale);
        setText(this.size, `${width} × ${height} pixels, with a line that says what colours mean`);
        setText(this.trouble, '');
        const span = this.span();
        this.filmButton.disabled = span === null && !this.making;
        const {speed} = this.app.player;
        setText(
            this.length,
            span
                ? `${fixed((span[1] - span[0]) / speed, 1)} s at ${speed}×, ${PICTURES_PER_SECOND} pictures per second`
                : 'Nothing lies between these moments.',
        );
    }

    private async picture(): Promise<void> {
        const canvas = stillOf(this.app, this.scale);
        const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
        if (file) hand(file, fileName(this.app, 'png'));
        else setText(this.trouble, 'A picture of this size is too large for the browser.');
    }

    /** Pressed again while one is made, it ends there; what is done is kept. */
    private async film(): Promise<void> {
        if (this.making) return this.making.abort();
        const span = this.span();
        if (!span) return;
        const making = (this.making = new AbortController());
        setText(this.filmButton, 'Stop, and keep what is done');
        this.progress.hidden = false;
        try {
            const name = fileName(this.app, 'webm');
            const {file, pictures} = await makeFilm(
                this.app,
                span,
                this.scale,
                (share) => (this.progress.value = share),
                making.signal,
            );
            if (pictures > 0) hand(file, name);
        } catch (error) {
            setText(this.trouble, error instanceof Error ? error.message : 'The film could not be made.');
        } finally {
            this.making = null;
            this.progress.hidden = true;
            setText(this.filmButton, 'Make a film (WebM)');
        }
    }
}

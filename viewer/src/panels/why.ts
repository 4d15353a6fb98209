// Why the chosen agent does what it does: the decision in a sentence, the shapes that say most, and all others folded.
import type {App} from '../app';
import {mainShapes, sentenceOf, summaryOf} from '../decision';
import {short} from '../format';
import {largestSpeed, magnitude, permitted, roleColour} from '../overlay/explain';
import {hex} from '../palette';
import {isLive} from '../sources/source';
import type {Explanation} from '../types';
import {el, setText} from './dom';

function aboutHalfPlanes(explanation: Explanation): string {
    if (!explanation.shapes.some(({kind}) => kind === 'half_plane')) return '';
    const none = permitted(explanation.shapes, largestSpeed(explanation)).length < 3;
    const rest = none ? 'and here they leave nothing.' : 'what all permit is tinted.';
    return ` Half-planes lie in the plane of velocities around the agent: the shaded side is ruled out, ${rest}`;
}

function aboutExplanation(explanation: Explanation): string {
    const {model, frame, shapes} = explanation;
    if (!shapes.length) return `Model ${model} draws nothing in this frame.`;
    const arrows = 'Arrows: 1 m/s and 1 m/s² are drawn 1 m long.';
    return `Model ${model}, frame ${frame}. ${arrows}${aboutHalfPlanes(explanation)}`;
}

function shapeTable(testid: string, rows: HTMLElement): HTMLElement {
    const head = ['What', 'About', 'Size', 'Unit'].map((name) =>
        el(name === 'Size' ? 'th.number' : 'th', {scope: 'col'}, name),
    );
    return el('table.shapes', {'data-testid': testid}, el('thead', {}, el('tr', {}, ...head)), rows);
}

export class Why {
    readonly element: HTMLElement;
    private readonly sentence = el('p.decision', {'data-testid': 'explain-sentence'});
    private readonly note = el('p.muted', {'data-testid': 'explain-note'});
    private readonly main = el('tbody');
    private readonly rest = el('tbody');
    private readonly table = shapeTable('explain-table', this.main);
    private readonly summary = el('summary', {'data-testid': 'explain-more'});
    private readonly more = el(
        'details.more',
        {},
        this.summary,
        el('div.table-box', {}, shapeTable('explain-rest', this.rest)),
    );
    private shown: Explanation | null = null;

    constructor(private readonly app: App) {
        this.element = el('div.why', {}, el('h3', {}, 'Why?'), this.sentence, this.table, this.more, this.note);
    }

    update(): void {
        const {app} = this;
        const {explanation} = app.chosen.reasons;
        const shapes = explanation?.shapes ?? [];
        this.sentence.hidden = this.table.hidden = shapes.length === 0;
        setText(this.note, explanation ? aboutExplanation(explanation) : this.aboutNone(app.chosen.id!));
        if (!explanation) this.more.hidden = true;
        if (explanation === this.shown) return;
        this.shown = explanation;
        const main = explanation ? mainShapes(explanation) : [];
        const rest = shapes.map((_, index) => index).filter((index) => !main.includes(index));
        setText(this.sentence, explanation && shapes.length ? sentenceOf(explanation) : '');
        setText(this.summary, `${rest.length} more: ${summaryOf(rest.map((index) => shapes[index]))}`);
        this.more.hidden = rest.length === 0;
        this.main.replaceChildren(...main.map((index) => this.row(explanation!, index)));
        this.rest.replaceChildren(...rest.map((index) => this.row(explanation!, index)));
    }

    private aboutNone(id: number): string {
        const {source} = this.app;
        const scene = source.info.title;
        const remedy = `sidestep run ${scene} --explain ${id} -o ${scene}.sqlite --force`;
        if (!source.canExplain(id)) return `Decisions of ${id} were not recorded. Record them: ${remedy}`;
        return isLive(source)
            ? 'Waiting for the run to explain its next step.'
            : 'No decision is recorded for this frame.';
    }

    private row({shapes}: Explanation, index: number): HTMLElement {
        const {app} = this;
        const shape = shapes[index];
        const dot = el('span.swatch', {'aria-hidden': 'true'});
        dot.style.background = hex(roleColour(shape.role, app.theme));
        const size = magnitude(shape);
        const choose = (): void => app.chosen.choose(shape.about);
        const row = el(
            'tr',
            {
                tabindex: 0,
                'data-testid': 'explain-row',
                title: `${shape.role}, ${shape.kind.replace('_', '-')}`,
            },
            el('td', {}, dot, shape.label || shape.role),
            el('td', {}, shape.about ? el('button.link', {type: 'button', onclick: choose}, String(shape.about)) : '–'),
            el('td.number', {}, Number.isFinite(size) ? short(size) : '–'),
            el('td', {}, shape.unit || (shape.kind === 'circle' || shape.kind === 'segment' ? 'm' : '')),
        );
        for (const [name, on] of [
            ['pointerenter', true],
            ['pointerleave', false],
            ['focus', true],
            ['blur', false],
        ] as const)
            row.addEventListener(name, () => app.highlight(on ? index : null));
        return row;
    }
}

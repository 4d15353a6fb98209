// An explanation in words: what was decided, how that differs from what the agent would have done alone, and who caused it.
import {degrees, fixed} from './format';
import {magnitude} from './overlay/explain';
import type {Explanation, Shape} from './types';

const STANDING = 0.05; // m/s
const ALIKE = 0.05; // m/s, of speeds that count as the same
const STRAIGHT = (3 * Math.PI) / 180;
const BINDING = 0.02; // m/s, of a velocity from the border of what is permitted
const NOTICEABLE = 0.05; // m/s², of what pushes somebody
const MOST_NAMED = 3;
const MOST_CAUSES = 5;

const isVelocity = ({kind, unit}: Shape): boolean => kind === 'vector' && unit === 'm/s';
const speedOf = ({b}: Shape): number => Math.hypot(b[0], b[1]);

export function decisionOf({shapes}: Explanation): Shape | null {
    return shapes.find((shape) => shape.role === 'decision' && isVelocity(shape)) ?? null;
}

function wishOf({shapes}: Explanation): Shape | null {
    return shapes.find((shape) => shape.role === 'wish' && isVelocity(shape)) ?? null;
}

/** How much a shape had to do with the decision, 0: nothing that can be told. */
function weight(shape: Shape, decision: Shape | null): number {
    if (shape.role !== 'neighbour' && shape.role !== 'wall') return 0;
    if (shape.kind === 'vector') return magnitude(shape);
    // The closer what was chosen comes to the border, the more the border mattered.
    if (shape.kind !== 'half_plane' || !decision) return 0;
    const slack = decision.b[0] * shape.b[0] + decision.b[1] * shape.b[1] - shape.value;
    return slack <= BINDING ? 1 : 0;
}

/** Places in the list of those shapes that caused most, strongest first. */
export function causesOf(explanation: Explanation): number[] {
    const decision = decisionOf(explanation);
    return explanation.shapes
        .map((shape, index) => ({index, weight: weight(shape, decision)}))
        .filter(({weight}) => weight >= NOTICEABLE)
        .sort((a, b) => b.weight - a.weight || a.index - b.index)
        .map(({index}) => index);
}

function isWaiting({role, label}: Shape): boolean {
    return role === 'wish' && label.startsWith('waits');
}

/** The handful that says most: that it waits, what was decided, what was wished, what caused most. In that order. */
export function mainShapes(explanation: Explanation): number[] {
    const {shapes} = explanation;
    const of = (role: string): number[] =>
        shapes.flatMap((shape, i) => (shape.role === role && shape.kind === 'vector' ? [i] : []));
    const waits = shapes.findIndex(isWaiting);
    const first = waits < 0 ? [] : [waits];
    return [...first, ...of('decision'), ...of('wish'), ...causesOf(explanation).slice(0, MOST_CAUSES)];
}

/** “16 × portal, 10 × way” */
export function summaryOf(shapes: Shape[]): string {
    const counts = new Map<string, number>();
    for (const {label, role} of shapes) counts.set(label || role, (counts.get(label || role) ?? 0) + 1);
    return [...counts].map(([label, n]) => (n > 1 ? `${n} × ${label}` : label)).join(', ');
}

function listed(names: string[]): string {
    return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

function causedBy(explanation: Explanation): string {
    const causes = causesOf(explanation).map((index) => explanation.shapes[index]);
    const people = [...new Set(causes.flatMap(({about}) => (about ? [String(about)] : [])))];
    const names = people.slice(0, MOST_NAMED);
    if (people.length > MOST_NAMED) names.push(people.length > MOST_NAMED + 1 ? 'others' : people[MOST_NAMED]);
    if (causes.some(({role}) => role === 'wall')) names.push('a wall');
    return listed(names);
}

export function sentenceOf(explanation: Explanation): string {
    const decision = decisionOf(explanation);
    if (!decision) return 'No velocity is recorded for this decision.';
    const wish = wishOf(explanation);
    const speed = speedOf(decision);
    const waits = explanation.shapes.find(isWaiting);
    if (waits && speed < STANDING)
        return `${waits.label[0].toUpperCase()}${waits.label.slice(1)}${waits.unit === 's' ? `, ${fixed(waits.value, 1)} s more` : ''}.`;
    const does = speed < STANDING ? 'Stands' : `Walks at ${fixed(speed, 2)} m/s`;
    if (!wish) return `${does}.`;
    const alone = speedOf(wish);
    if (alone < STANDING && speed < STANDING) return 'Stands, as it wishes.';
    const differences: string[] = [];
    if (Math.abs(alone - speed) > ALIKE)
        differences.push(
            speed < STANDING
                ? `though it would walk at ${fixed(alone, 2)} m/s`
                : `${fixed(Math.abs(alone - speed), 2)} m/s ${speed < alone ? 'slower' : 'faster'} than it would alone`,
        );
    if (speed >= STANDING && alone >= STANDING) {
        const turn = Math.atan2(
            wish.b[0] * decision.b[1] - wish.b[1] * decision.b[0],
            wish.b[0] * decision.b[0] + wish.b[1] * decision.b[1],
        );
        if (Math.abs(turn) > STRAIGHT)
            differences.push(`${degrees(Math.abs(turn))} to the ${turn > 0 ? 'left' : 'right'} of its wish`);
    }
    if (differences.length === 0) return `${does}, as it would alone.`;
    const because = causedBy(explanation);
    return `${does}, ${differences.join(' and ')}${because ? `, because of ${because}` : ''}.`;
}

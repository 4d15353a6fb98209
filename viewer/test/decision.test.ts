import assert from 'node:assert/strict';
import {test} from 'node:test';
import {mainShapes, sentenceOf, summaryOf} from '../src/decision';
import type {Explanation, Shape} from '../src/types';

const shape = (part: Partial<Shape>): Shape => ({
    kind: 'vector',
    role: 'limit',
    a: [0, 0],
    b: [0, 0],
    value: 0,
    label: '',
    unit: '',
    about: 0,
    ...part,
});
const velocity = (role: 'decision' | 'wish', b: [number, number]): Shape => shape({role, b, unit: 'm/s', label: role});
const push = (about: number, strength: number): Shape =>
    shape({role: about ? 'neighbour' : 'wall', b: [strength, 0], unit: 'm/s²', label: 'push', about});
const portal = shape({kind: 'segment', role: 'limit', label: 'portal', unit: 'm', value: 3});
const explained = (...shapes: Shape[]): Explanation => ({id: 1, frame: 0, model: 'any', position: [0, 0], shapes});

test('the decision in a sentence', () => {
    const says = (...shapes: Shape[]): string => sentenceOf(explained(...shapes));
    assert.equal(
        says(velocity('decision', [1.2, 0]), velocity('wish', [1.2, 0])),
        'Walks at 1.20 m/s, as it would alone.',
    );
    assert.equal(
        says(velocity('decision', [0, 0.5]), velocity('wish', [1.3, 0]), push(7, 0.4), push(9, 2), push(0, 0.3)),
        'Walks at 0.50 m/s, 0.80 m/s slower than it would alone and 90° to the left of its wish, because of 9, 7 and a wall.',
    );
    assert.equal(
        says(velocity('decision', [0, 0]), velocity('wish', [1, 0]), push(3, 1)),
        'Stands, though it would walk at 1.00 m/s, because of 3.',
    );
    assert.equal(says(velocity('decision', [0, 0]), velocity('wish', [0, 0]), push(3, 1)), 'Stands, as it wishes.');
    const waits = shape({kind: 'point', role: 'wish', label: 'waits for its start', value: 3.25, unit: 's'});
    assert.equal(
        says(velocity('decision', [0, 0]), velocity('wish', [0, 0]), waits),
        'Waits for its start, 3.3 s more.',
    );
    assert.equal(mainShapes(explained(velocity('decision', [0, 0]), waits))[0], 1);
    assert.equal(says(velocity('decision', [1, 0])), 'Walks at 1.00 m/s.');
    assert.match(says(portal), /^No velocity/);
    assert.match(
        says(velocity('decision', [0.5, 0]), velocity('wish', [1, 0]), ...[1, 2, 3, 4, 5].map((id) => push(id, id))),
        /because of 5, 4, 3 and others\.$/,
    );
});

test('of what is ruled out only the border that was reached counts', () => {
    const plane = (about: number, b: [number, number], value: number): Shape =>
        shape({kind: 'half_plane', role: 'neighbour', b, value, unit: 'm/s', about});
    assert.equal(
        sentenceOf(
            explained(
                velocity('decision', [0.4, 0]),
                velocity('wish', [1, 0]),
                plane(5, [-1, 0], -0.4),
                plane(6, [-1, 0], -2),
            ),
        ),
        'Walks at 0.40 m/s, 0.60 m/s slower than it would alone, because of 5.',
    );
});

test('a handful of lines first, the others in a line', () => {
    const many = Array.from({length: 60}, () => portal);
    const explanation = explained(
        ...many,
        velocity('wish', [1, 0]),
        velocity('decision', [1, 0]),
        ...[1, 2, 3, 4, 5, 6, 7].map((id) => push(id, id)),
    );
    const main = mainShapes(explanation);
    assert.deepEqual(
        main.map((index) => explanation.shapes[index].about || explanation.shapes[index].role),
        ['decision', 'wish', 7, 6, 5, 4, 3],
    );
    assert.equal(summaryOf([...many, push(1, 1)]), '60 × portal, push');
});

// What the other tests stand on.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';

import {finish, until} from './support.mjs';

after(finish);

/** A page whose conditions are evaluated here. */
const page = {evaluate: async (condition, argument) => condition(argument), isClosed: () => false};

test('a condition that throws is one that does not hold yet', async () => {
    let looks = 0;
    await until(
        page,
        (wanted) => {
            const explanation = ++looks < 3 ? null : {frame: looks};
            return explanation.frame >= wanted;
        },
        4,
    );
    assert.equal(looks, 4);
});

test('in the end it is told what never happened, and what was thrown last', async () => {
    const never = until(page, () => null.frame > 1, null, 'a newer one', 0.1);
    await assert.rejects(never, /never happened: a newer one; .*Cannot read properties of null/s);
    await assert.rejects(
        until(page, () => false, null, 'anything', 0.1),
        (error) => !/threw/.test(error.message),
    );
});

test('a page that was closed is not waited for', async () => {
    const closed = {evaluate: async () => assert.fail('closed'), isClosed: () => true};
    await assert.rejects(
        until(closed, () => true, null, 'it opens'),
        /never happened: it opens; .*closed/s,
    );
});

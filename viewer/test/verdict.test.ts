import assert from 'node:assert/strict';
import {test} from 'node:test';
import {verdictOf} from '../src/panels/about_panel';
import type {Source} from '../src/sources/source';
import type {Health} from '../src/types';

const replay = (health: Health | null): Source => ({kind: 'replay', info: {health}}) as unknown as Source;
const live = (health: Health, finished: boolean): Source =>
    ({kind: 'live', info: {health: null}, state: {health, finished}}) as unknown as Source;

test('a verdict says whatever it is told', () => {
    const sentences = ['3 people left the map.', 'Something nobody thought of when this page was made.'];
    assert.deepEqual(verdictOf(replay({ok: false, sentences}))?.findings, sentences);
    assert.equal(verdictOf(replay({ok: false, sentences}))?.tone, 'bad');
    assert.deepEqual(verdictOf(live({ok: true, sentences}, false))?.findings, sentences);
    assert.equal(verdictOf(live({ok: true, sentences}, false))?.tone, 'open');
    assert.equal(verdictOf(live({ok: true, sentences: []}, true))?.tone, 'good');
});

test('a verdict without words is a verdict', () => {
    assert.deepEqual(verdictOf(replay({ok: true}))?.findings, []);
    assert.equal(verdictOf(replay(null)), null);
});

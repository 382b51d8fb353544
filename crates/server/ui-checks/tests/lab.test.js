// The tree lab: what it says of a search step by step, changes of a tree's text, and what its addresses ask for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { trace } from './page.js';

const { label, nextCut, sentence } = await import('../../ui/lab/say.js');
const { grow, revalue, without } = await import('../../ui/lab/text.js');
const { knownAt } = await import('../../ui/lab/walk.js');
const { LESSON, address, read, twinOf, wishOf } = await import('../../ui/lab/wish.js');
const { speak } = await import('../../ui/app/words.js');

await speak('en');

test('every step of a search is said in a sentence', async () => {
  const { grown, list } = await trace(LESSON, 'alphabeta');
  // 11 visits, 10 values returned to a parent, and the end.
  assert.equal(list.length, 22);
  const known = (step) => knownAt(grown, list, step);
  for (const [step, words] of [
    [0, 'Nothing has been visited yet'],
    [4, 'b1 returns 3: a is at most 3'],
    [12, 'c1 returns 2; b is at most 2 ≤ α 3: the rest is cut.'],
    [22, 'Done: it plays a, worth 3. Positions visited: 11.'],
  ]) {
    assert.ok(sentence(grown, known(step)).includes(words), sentence(grown, known(step)));
  }
  for (const [step, path, words] of [
    [0, 'a', 'not yet visited'],
    [4, 'a', 'window [−∞, +∞], β → 3'],
    [4, 'b', 'not yet visited'],
    [22, 'b', 'value ≤2'],
    [22, 'b', '2 ≤ α 3'],
    [22, 'b c2', 'cut off: never visited'],
  ]) {
    const said = label(grown, known(step), grown.find(path.split(' ')));
    assert.ok(said.includes(words), said);
  }
  assert.equal(nextCut(grown, known(4), grown.find(['a'])), 'Nothing can be cut here yet: neither side has a guaranteed value elsewhere.');
  assert.equal(nextCut(grown, known(11), grown.find(['b'])), 'A child worth 3 or less will cut the rest.');
});

test('a tree is changed node by node, and what is not changed stays as it was written', () => {
  // Signs of players, numbers before labels, comments and written values are kept as they are.
  const text = '(1 -(2,3 # no (paren\n)~4 {1/2 low:0 1/2 +(7)})';
  assert.equal(revalue(text, ['a'], '9'), '(9 -(2,3 # no (paren\n)~4 {1/2 low:0 1/2 +(7)})');
  assert.equal(revalue(text, ['b', 'b'], 'W'), '(1 -(2,W # no (paren\n)~4 {1/2 low:0 1/2 +(7)})');
  assert.equal(revalue(text, ['c', 'low'], '-1'), '(1 -(2,3 # no (paren\n)~4 {1/2 low:-1 1/2 +(7)})');
  assert.equal(revalue(text, ['c', '2', 'a'], '='), '(1 -(2,3 # no (paren\n)~4 {1/2 low:0 1/2 +(=)})');
  assert.equal(grow(text, ['b']), '(1 -(2,3 c:0 # no (paren\n)~4 {1/2 low:0 1/2 +(7)})');
  assert.equal(grow(text, []), '(1 -(2,3 # no (paren\n)~4 {1/2 low:0 1/2 +(7)} d:0)');
  assert.equal(grow(text, ['c']), text);
  assert.equal(without(text, ['b']), '(1 {1/2 low:0 1/2 +(7)})');
  assert.equal(without(text, ['c', 'low']), null);
  assert.equal(without(text, ['b', 'b']), '(1 -(2 # no (paren\n)~4 {1/2 low:0 1/2 +(7)})');
});

test('an address says what is asked for', () => {
  const at = (text) => read(new URLSearchParams(text));
  assert.deepEqual([at('').game, at('').view, at('').bot], [LESSON, 'trace', 'alphabeta']);
  assert.equal(at('game=nim').view, 'full');
  assert.equal(at('game=nim&bot=minimax').view, 'trace');
  assert.equal(at('game=nim&view=nonsense&proof=win').view, 'proof');
  const asked = at('game=nim&view=coloured&merge=1&depth=2&step=4');
  assert.deepEqual(at(address(asked).split('?')[1]), asked);
  const { merge, depth, most, bot } = wishOf(asked);
  assert.deepEqual({ merge, depth, most, bot }, { merge: true, depth: 2, most: null, bot: null });
});

test('the twin of a search visits everything', () => {
  const bots = [{ name: 'minimax', parameters: [{ key: 'depth' }] }, { name: 'expectiminimax', parameters: [{ key: 'depth' }, { key: 'prune' }] }];
  assert.equal(twinOf('alphabeta:depth=4', bots), 'minimax:depth=4');
  assert.equal(twinOf('expectiminimax:depth=3', bots), 'expectiminimax:depth=3,prune=off');
});

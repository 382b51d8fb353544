// What is said and pointed out beside and on boards: names of sides and people, scores, the last move, boards that stand.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './page.js';

const { endWords, isDark, peopleNames, playerNames, problemWords, scoreText, tOf } = await import('../../ui/app/names.js');
const { following } = await import('../../ui/app/table/premove.js');
const { speak, t } = await import('../../ui/app/words.js');
const { lastOf } = await import('../../ui/boards/marks.js');
const { bestTurn } = await import('../../ui/boards/outline.js');

await speak('en');

const bot = { kind: 'bot', bot: 'level:n=4' };
const ann = { kind: 'person', name: 'Ann', here: true };
const marks = { shape: 'mark', falls: false, dark_first: false };

test('sides are called by the look of their pieces', () => {
  assert.deepEqual(playerNames(['X', 'O'], marks), ['X', 'O']);
  assert.deepEqual(playerNames(['X', 'O'], { ...marks, falls: true }), ['Light', 'Dark']);
  assert.deepEqual(playerNames(['X', 'O'], { ...marks, shape: 'ball', dark_first: true }), ['Dark', 'Light']);
  assert.deepEqual(playerNames(['dark', 'light'], { ...marks, shape: 'disc' }), ['Dark', 'Light']);
  assert.ok(isDark('first', marks, ['dark', 'light']) && isDark('second', marks, ['X', 'O']) && isDark('first', { ...marks, dark_first: true }, ['X', 'O']));
});

test('people are called by their names, and oneself "you" in every sentence', async () => {
  assert.deepEqual(peopleNames([ann, bot], ['X', 'O'], 'first'), ['You', 'Level 4']);
  assert.deepEqual(peopleNames([ann, bot], ['X', 'O'], null), ['Ann', 'Level 4']);
  assert.deepEqual(peopleNames([bot, bot], ['X', 'O'], null), ['Level 4 (X)', 'Level 4 (O)']);
  assert.equal(tOf('value.chance', 'Ann', { chance: '60%' }), 'Chance of winning for Ann: 60%');
  assert.equal(tOf('value.winsin', 'You', { count: 3 }), 'You win in 3 moves');
  for (const language of ['fi', 'hu', 'sk', 'et', 'en']) {
    await speak(language);
    for (const key of ['wins', 'winsin', 'winsby', 'chance', 'exact']) {
      for (const count of [1, 3, 7]) assert.doesNotMatch(tOf(`value.${key}`, t('seat.me'), { count, chance: '1', points: 1 }), /\{|value/);
    }
  }
});

test('a game that is decided by points ends as a score, one\'s own first', () => {
  const step = { scene: { scores: [14, 50], marks: [] } };
  const rules = { winner: 'second', reason: 'rules' };
  const headline = (end, you) => endWords(end, ['Ann', 'Ben'], you, 'othello', step).headline;
  assert.deepEqual([headline(rules, 'first'), headline(rules, 'second'), headline(rules, null)], ['You lost 14 : 50', 'You won! 50 : 14', 'Ben wins 50 : 14']);
  assert.equal(headline({ winner: 'first', reason: 'resignation' }, 'first'), 'You won!');
  assert.equal(scoreText([3, 3], null), '3 : 3');
});

test('refusals at the table are words of the language alone', () => {
  assert.equal(problemWords({ code: 'illegal', message: 'no such move' }), t('problem.illegal'));
  assert.equal(problemWords({ code: 'options', message: 'size is 4 to 9' }), `${t('problem.options')} (size is 4 to 9)`);
});

test('the last move has an end, and a beginning where a piece came from', () => {
  const of = (motion) => lastOf({ last: { motion } });
  const steps = (touched, effects) => of({ steps: { touched, effects } });
  assert.deepEqual(of({ put: [0, 1, 2] }), { to: [0, 1, 2], from: null });
  assert.deepEqual(steps([[0, 0, 0], [0, 1, 0]], [{ slide: [[0, 0, 0], [0, 1, 0]] }]), { to: [0, 1, 0], from: [0, 0, 0] });
  // The last seed that was sown, not one that was captured after it.
  const sown = [[1, 0, 1], [1, 0, 2]].map((to) => ({ slide: [[1, 0, 0], to] }));
  assert.deepEqual(steps([[1, 0, 0]], [...sown, { slide: [[0, 0, 3], [1, 0, 6]] }]), { to: [1, 0, 2], from: [1, 0, 0] });
  assert.deepEqual(steps([[0, 0, 0], [0, 2, 2]], [{ put: [0, 0, 0] }, { remove: [0, 2, 2] }]), { to: [0, 0, 0], from: null });
  assert.deepEqual(lastOf({ last: null }), { to: null, from: null });
});

test('a long board of pits stands where there is more height than width', () => {
  const cells = Array.from({ length: 12 }, (_, i) => ({ at: [0, 0, i], centre: [i % 6, Math.floor(i / 6)], outline: { circle: 0.9 } }));
  assert.equal(bestTurn(cells, 370, 490), 1.5);
  assert.equal(bestTurn(cells, 870, 540), 0);
  assert.equal(bestTurn(cells.map((cell) => ({ ...cell, outline: { square: 1 } })), 370, 490), 0);
});

test('a place of a part that may be chosen freely is one press', () => {
  const step = { ply: 4, moves: [{ text: 'ne', motion: { grid: 2 } }, { text: 'a1', motion: { put: [0, 0, 0] } }] };
  assert.deepEqual(following({ line: 1, step }, 'ne', [2, 0, 1]), { line: 1, ply: 5, at: [2, 0, 1] });
  assert.equal(following({ line: 1, step }, 'a1', [0, 0, 0]), null);
  assert.equal(following({ line: 1, step }, 'ne', undefined), null);
});

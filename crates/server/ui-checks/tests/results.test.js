// What is kept of games and puzzles in a browser: levels, stars, how long one held out, puzzles in a row.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './page.js';

const { house } = await import('../../ui/app/house.js');
const { botName } = await import('../../ui/app/names.js');
const { NAMED, STARS, holdsOf, isEven, keepHold, keepLevel, levelOf, nextLevel, offered, starsOf } = await import('../../ui/app/results.js');
const { getStreak, resultText } = await import('../../ui/app/puzzles/streak.js');
const { speak, t } = await import('../../ui/app/words.js');

await speak('en');
const known = await house();

test('a level that is beaten is a star, and the next game is at the level that was found', () => {
  assert.deepEqual([starsOf('a'), nextLevel('a')], [0, 4]);
  assert.deepEqual(keepLevel('a', 'level:n=4,even=on', 1), { star: true, next: 5 });
  assert.deepEqual([starsOf('a'), nextLevel('a')], [2, 5]);
  assert.deepEqual(keepLevel('a', 'level:n=5,even=on', 0), { star: false, next: null });
  assert.deepEqual(keepLevel('a', 'level:n=5,even=on', -1), { star: false, next: 4 });
  // A level that was chosen counts, and finds nothing.
  assert.deepEqual(keepLevel('a', 'level:n=7', 1), { star: true, next: null });
  assert.deepEqual([starsOf('a'), nextLevel('a'), STARS], [3, 4, 3]);
  assert.deepEqual(keepLevel('b', 'engine:time=3s', 1), { star: false, next: null });
  for (let game = 0; game < 10; game += 1) keepLevel('b', `level:n=${nextLevel('b')},even=on`, -1);
  assert.deepEqual([starsOf('b'), nextLevel('b')], [0, 1]);
  assert.equal(starsOf('nowhere'), 0);
});

test('every card offers the level of the person by itself, and levels with names', () => {
  for (const card of known.games) {
    const bots = offered(card.game, card.opponents).map(({ bot }) => bot);
    assert.ok(isEven(bots[card.middling]), card.key);
    assert.equal(levelOf(bots[card.middling]), nextLevel(card.game));
    for (const [name, level] of NAMED) {
      assert.ok(bots.includes(`level:n=${level}`), `${card.key}: ${level}`);
      assert.ok(t(`level.${name}`));
    }
  }
  assert.equal(botName('level:n=5,even=on'), 'Your level · Level 5');
});

test('who held out longest comes first, and who won before that', () => {
  const hold = (moves, result = -1) => ({ moves, result, when: moves });
  assert.equal(keepHold('a', hold(9)), 1);
  assert.equal(keepHold('a', hold(7)), 2);
  assert.equal(keepHold('a', hold(12)), 1);
  assert.equal(keepHold('a', hold(8, 0)), 1);
  assert.equal(keepHold('a', hold(20, 1)), 1);
  assert.equal(keepHold('a', hold(15, 1)), 1);
  assert.deepEqual(holdsOf('a').map(({ moves }) => moves), [15, 20, 8, 12, 9, 7]);
  for (let moves = 30; moves < 45; moves += 1) keepHold('a', hold(moves));
  assert.equal(holdsOf('a').length, 10);
});

test('some games have a first player to hold out against', () => {
  const champions = known.games.filter((card) => card.champion);
  assert.ok(champions.length >= 4, String(champions.length));
  for (const { champion } of champions) assert.deepEqual([levelOf(champion.bot), champion.proved], [8, false]);
});

test('a result gives nothing away', () => {
  assert.deepEqual(getStreak(), { now: 0, best: 0 });
  assert.equal(resultText('Puzzle 7', 2, 'http://a/#/b'), 'Plywood · Puzzle 7\n🟥🟥🟩\nhttp://a/#/b');
});

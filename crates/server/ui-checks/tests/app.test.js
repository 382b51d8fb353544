// Modules of the page that draw nothing: names of games and bots, puzzles, sounds, the cursor of a cube.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { read } from './page.js';

const { house } = await import('../../ui/app/house.js');
const { botName, compose, gameName, parse, pointsText, sameGame } = await import('../../ui/app/names.js');
const { dayOf, ofDay } = await import('../../ui/app/puzzles/day.js');
const { LEVELS, levelOf, next } = await import('../../ui/app/puzzles/data.js');
const { soundOf } = await import('../../ui/app/sounds.js');
const { walk } = await import('../../ui/boards/cube/cursor.js');
const { speak } = await import('../../ui/app/words.js');

await speak('en');
const known = await house();

test('names of games and bots in words', () => {
  assert.equal(compose('a', parse('a:b=1,c=2').options), 'a:b=1,c=2');
  assert.ok(sameGame(known, 'connect4', 'mnk:gravity=on,k=4,m=7,n=6') && !sameGame(known, 'connect4', 'tictactoe'));
  assert.equal(gameName(known, 'connect4'), 'Four in a row');
  assert.equal(gameName(known, 'nobody-knows:n=3'), 'nobody-knows:n=3');
  assert.equal(botName('nobody:n=3'), 'nobody:n=3');
  for (const { name } of known.bots) assert.notEqual(botName(name), name);
  assert.deepEqual([0, 1, 2, 3].map(pointsText), ['0', '½', '1', '1½']);
});

test('a day has the same puzzle everywhere, and no two days running the same', () => {
  const days = Array.from({ length: 1000 }, (_, at) => ofDay(known.puzzles, 20_783 + at));
  // 26 November 2026, for ever.
  assert.equal(dayOf(Date.UTC(2026, 10, 26, 23, 59)), 20_783);
  assert.deepEqual([days[0].file, days[0].at], ['breakthrough', 12]);
  const seen = new Set(days.map(({ file, at }) => `${file} ${at}`));
  assert.equal(seen.size, days.length);
});

test('every file has 200 puzzles of every level, and the next one is of the level', async () => {
  assert.equal(known.puzzles.length, 5);
  for (const { file, count } of known.puzzles) {
    const puzzles = (await read(`puzzles/${file}.jsonl`)).trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual([puzzles.length, count], [200, 200]);
    assert.deepEqual(new Set(puzzles.map(levelOf)), new Set(LEVELS.slice(1)));
    for (const level of LEVELS.slice(1)) assert.equal(levelOf(puzzles[next(puzzles, file, level, 150)]), level);
    assert.equal(next(puzzles, file, 'all', 199), 0);
  }
});

test('a roll, a capture and the end sound unlike a move', () => {
  const state = (over) => ({ line: 0, end: null, played: ['a'], movers: ['first'], step: { scene: { grids: [['xo.']] } }, ...over });
  const after = (over) => state({ played: ['a', 'b'], movers: ['first', 'second'], ...over });
  const end = (winner) => after({ end: { winner } });
  const all = [after({}), after({ movers: ['first', null] }), after({ step: { scene: { grids: [['.o.']] } } }), end('first'), end('second'), end(null), state({}), after({ line: 1 })];
  assert.deepEqual(all.map((now) => soundOf(state({}), now, 'first')), ['move', 'roll', 'capture', 'won', 'lost', 'drawn', '', '']);
});

test('the cursor walks through a cube, beyond a cell that does not exist', () => {
  const hollow = (at) => String(at) !== '1,1,1';
  assert.deepEqual(walk([1, 1, 0], [0, 0, 0, 0, 1], 3, 3, hollow), [1, 1, 2]);
  assert.deepEqual(walk([0, 1, 1], [0, 0, 1, 0, 0], 3, 3, hollow), [2, 1, 1]);
  assert.equal(walk([0, 0, 0], [0, 0, -1, 0, 0], 3, 3, hollow), null);
});

// Sheets for classes: what may be on one, as a file and as a link, and the table of results for other programs.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './page.js';

const { house } = await import('../../ui/app/house.js');
const { asBoard, asPuzzle, isAsked, kindOf, pack, placeOf, read, unpack, write } = await import('../../ui/app/sheet/data.js');
const { table } = await import('../../ui/app/sheet/results.js');
const { speak } = await import('../../ui/app/words.js');

await speak('en');
const known = await house();

test('links lead to puzzles, trees and boards, from any page like this one', () => {
  const place = (link) => placeOf(known, link);
  assert.equal(place(' https://a.example/x/#/puzzles/connect4?n=3 '), 'puzzles/connect4?n=3');
  assert.equal(place('https://a.example/share/hex:size=4?moves=b2&ply=1&in=hu'), 'hex:size=4?moves=b2&ply=1');
  assert.equal(place('#/tree?game=tree:(1 2)&quiz=values'), 'tree?game=tree:(1 2)&quiz=values');
  for (const wrong of ['', '#/', 'https://a.example/', 'table/abc?seat=x', '#/sheet/abc', 'puzzles', 'nonsense', '#/%', `hex?moves=${'a1+'.repeat(2000)}`]) assert.equal(place(wrong), null, wrong);
  assert.deepEqual(['puzzles/othello?n=1', 'tree?quiz=cuts', 'tree?game=nim', 'hex?ply=0'].map(isAsked), [true, true, false, false]);
  assert.equal(kindOf(known, 'puzzles/connect4?n=3'), 'Puzzle · Four in a row · puzzle 3');
});

test('a board asks for the best move, and is a board again', () => {
  const puzzle = asPuzzle('hex%3Asize%3D4?moves=b2+(c1)+c3+d4&ply=2');
  assert.equal(puzzle, 'puzzles/game?game=hex%3Asize%3D4&moves=b2+c3&plies=3');
  assert.ok(isAsked(puzzle));
  assert.equal(asBoard(puzzle), 'hex%3Asize%3D4?moves=b2+c3&ply=2');
  assert.equal(asBoard(asPuzzle('tictactoe?position=3/1x1/3+o&moves=&ply=0')), 'tictactoe?position=3%2F1x1%2F3+o&moves=&ply=0');
  for (const other of ['puzzles/connect4?n=3', 'tree?game=nim', 'record/abc', 'hex?moves=b2&ply=1&at=3']) assert.equal(asPuzzle(other), null);
  // Where a move follows, a better one is asked for.
  assert.equal(asBoard('puzzles/game?game=hex&moves=b2+c3&plies=2'), null);
});

test('a sheet comes back from its file and its link, and nothing else does', async () => {
  const sheet = { title: 'Hét 1 🙂', items: [{ title: '', text: 'Első\nmásodik', link: 'puzzles/connect4?n=3' }, { title: 'Fa', text: '', link: 'tree?quiz=values' }] };
  assert.deepEqual(read(known, JSON.parse(write(sheet))), sheet);
  assert.deepEqual(await unpack(known, await pack(sheet)), sheet);
  assert.match(await pack(sheet), /^[\w-]+$/);
  for (const wrong of [null, [], {}, { ...sheet, format: 2 }, { format: 1, title: 'x', items: [] }, { format: 1, title: 'x', items: [{ link: 'table/abc' }] }]) assert.equal(read(known, wrong), null);
  assert.equal(await unpack(known, 'nonsense'), null);
});

test('a name in the table is never a formula', () => {
  const lines = table(['One', 'A "b"'], [{ name: '=1+1', solved: [1] }]).split('\r\n');
  assert.deepEqual(lines, ['"Name","One","A ""b"""', `"'=1+1","0","1"`]);
});

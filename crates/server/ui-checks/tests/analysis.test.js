// The tree of moves of the board to analyse on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LineTree, mainMoves } from '../../ui/app/analysis/line-tree.js';

const read = (text) => new LineTree().read(text, true);

test('a tree is written as it was read', () => {
  for (const text of ['', 'd', 'd d c e', 'd (c) d', 'd d (c e) c', 'd (c e (f g) (h) a) (a) d', 'd d (d c) (d e f)', 'd (c (c e) (c f)) b']) {
    const tree = read(text);
    assert.equal(read(tree.write()).write(), tree.write());
    assert.deepEqual(tree.game.map((node) => node.text), mainMoves(text), text);
  }
  for (const text of ['d d (c e) c', 'd (c e (f g) (h) a) (a) d', 'd d (d c) (d e f)']) assert.equal(read(text).write(), text);
});

test('places of positions are the same after writing and reading', () => {
  const tree = read('d (c e (f g) a) d (d b)');
  const again = read(tree.write());
  const lines = (one) => one.nodes.map((node) => node.path.map(({ text }) => text).join(' '));
  assert.deepEqual(lines(again), lines(tree));
});

test('moves of a game that is over become side lines, and others go on', () => {
  const over = read('d d c');
  const last = over.game[2];
  over.add(over.add(last, 'e', false), 'f', false);
  assert.equal(over.write(), 'd d c (c e f)');
  assert.deepEqual(read(over.write()).game.length, 3);
  const open = new LineTree();
  const first = open.add(open.root, 'd', true);
  open.add(first, 'c', true);
  // The game goes another way already.
  const other = open.add(first, 'b', true);
  assert.equal(open.write(), 'd c (b)');
  assert.ok(!other.played && open.branches);
  assert.equal(open.add(first, 'b', true), other, 'it is there already');
});

test('a line is taken away or becomes the main one', () => {
  const tree = read('d d (c e (f) g) c');
  const at = (text) => tree.nodes.find((node) => node.text === text);
  tree.promote(at('f'));
  assert.equal(tree.write(), 'd d (c f (e g)) c');
  tree.promote(at('f'));
  assert.equal(tree.write(), 'd c (d c) f (e g)');
  assert.equal(tree.remove(at('g')).text, 'c');
  assert.equal(tree.write(), 'd c (d c) f');
  assert.equal(tree.remove(tree.game[2]).text, 'c');
  assert.equal(tree.write(), 'd c (d c)');
  assert.equal(tree.game[1].trunk, tree.game[1]);
});

test('brackets that fit nothing do no harm', () => {
  assert.equal(read('(d) e ) f (').write(), 'd (e f)');
});

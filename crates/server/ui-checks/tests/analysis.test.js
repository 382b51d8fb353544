// The tree of moves of the board to analyse on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answerAt, promised, squaresOf } from '../../ui/app/analysis/answers.js';
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

test('the reply to a move is found by its square, and kept when the move is played', () => {
  const put = (text, column) => ({ text, motion: { put: [0, 1, column] } });
  const replies = [[put('a1', 1), put('b1', 2)], [put('b1', 2), put('a1', 1)]];
  const safe = { side: 'first', wins: true, reason: 'pairs', first: null, replies };
  assert.equal(answerAt(safe, [0, 1, 2]), replies[1]);
  assert.equal(answerAt(safe, [0, 1, 3]), null);
  assert.equal(answerAt(safe, null), null);
  assert.equal(answerAt(null, [0, 1, 2]), null);
  assert.deepEqual(squaresOf([replies[0][0], null, { text: 'pass' }]), [[0, 1, 1]]);
  assert.equal(promised(safe, ['c3'], ['c3', 'a1']), replies[0][1]);
  // Another move, a longer line, another line, and a reply that does not come first.
  for (const moves of [['c3', 'd4'], ['c3', 'a1', 'b1'], ['c4', 'a1'], ['c3']]) assert.equal(promised(safe, ['c3'], moves), null, moves);
  assert.equal(promised({ ...safe, first: put('e1', 5) }, ['c3'], ['c3', 'a1']), null);
});

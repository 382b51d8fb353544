// Trees to begin with: searches at their first step, before anything is given away.

import { LESSON } from './wish.js';

/** @typedef {import('./wish.js').Asked} Asked */

/** The words for each are `lab.preset.NAME`. @type {[string, Partial<Asked>][]} */
export const PRESETS = [
  ['alphabeta', { game: LESSON, view: 'trace', bot: 'alphabeta', against: 'minimax', step: '0' }],
  ['worst', { game: 'tree:(c:(d1:14 d2:5 d3:2) b:(c3:6 c2:4 c1:2) a:(b2:12 b3:8 b1:3))', view: 'trace', bot: 'alphabeta', step: '0' }],
  ['dice', { game: 'tree:(hold:4 roll:{1/6 1:0 1/2 2-4:3 1/3 5-6:8})', view: 'trace', bot: 'expectiminimax', step: '0' }],
  ['coloured', { game: 'tictactoe', view: 'coloured', merge: '1', depth: '2' }],
  ['ending', { game: 'tictactoe', moves: 'b2 a1 c1 a3 b3', view: 'trace', bot: 'alphabeta', step: '0' }],
  ['playouts', { game: 'connect4', view: 'trace', bot: 'mcts:playouts=300', most: '80', step: '0' }],
  ['quiz', { game: LESSON, view: 'trace', bot: 'alphabeta', quiz: 'values' }],
];

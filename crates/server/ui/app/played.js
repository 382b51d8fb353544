// A game to look at: its moves with their side lines, from an address, a record or a file.

import { mainMoves } from './analysis/line-tree.js';
import { record } from './house.js';
import { botName, seatName } from './names.js';
import { getLines } from './store.js';

/** @typedef {import('../protocol').RecordLine} RecordLine */
/** @typedef {import('../protocol').Side} Side */
/**
 * @typedef {object} Played
 * @property {string} game
 * @property {string | null} position  where it begins
 * @property {string[]} moves
 * @property {string | null} lines  the moves again, with side lines in parentheses
 * @property {(Side | null)[]} movers  none where they are not known
 * @property {RecordLine | null} line  of a record of this server
 * @property {boolean} over  true if it was played to its end: further moves are side lines
 * @property {[string, string][]} tags
 * @property {[string, string]} names
 * @property {string} text  the record, if there is one
 */

/** A record that was read from a file. @type {{opened: import('../protocol').ReadRecord | null}} */
export const shelf = { opened: null };

/**
 * The address of a game with its moves. `moves` may have side lines in parentheses; `at` is the place of a position in one.
 * @param {string} game
 * @param {string | null} position
 * @param {string} moves
 * @param {number} ply
 * @param {number | null} [at]
 */
export function permalink(game, position, moves, ply, at = null) {
  const params = new URLSearchParams({ ...(position ? { position } : {}), moves, ply: String(ply), ...(at === null ? {} : { at: String(at) }) });
  return `#/${encodeURIComponent(game)}?${params}`;
}

/** The address of moves of a game as puzzles. @param {string} game @param {string | null} position @param {string[]} moves @param {number[]} plies @param {string | null} record */
export function puzzlesOf(game, position, moves, plies, record) {
  const params = new URLSearchParams({ game, ...(position ? { position } : {}), moves: moves.join(' '), plies: plies.join(','), ...(record ? { record } : {}) });
  return `#/puzzles/game?${params}`;
}

/** The game to look at: one in the address, a record, or the one opened from a file. @param {Pick<import('./main.js').View, 'name' | 'id' | 'params' | 'signal'>} view @returns {Promise<Played | null>} */
export async function load({ name, id, params, signal }) {
  /** @type {Played} */
  const none = { game: name, position: null, moves: [], lines: null, movers: [], line: null, over: false, tags: [], names: ['', ''], text: '' };
  if (name !== 'record') {
    const lines = params.get('moves') ?? '';
    return { ...none, position: params.get('position'), moves: mainMoves(lines), lines };
  }
  if (id) {
    const { line, position, moves, movers, text } = await record(id, signal);
    const lines = params.get('lines') ?? getLines(id);
    return { ...none, game: line.game, position, moves, lines, movers, line, over: true, names: [seatName(line.players[0]), seatName(line.players[1])], text };
  }
  const { opened } = shelf;
  if (!opened) return null;
  // The text names bots by the names that make them.
  const named = (/** @type {string} */ text) => (text === 'human' ? '' : botName(text));
  const tag = (/** @type {string} */ name) => opened.tags.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  const { game, position, moves, side_lines: lines, tags } = opened;
  return { ...none, game, position, moves, lines, over: !['', '*'].includes(tag('result')), tags, names: [named(tag('first')), named(tag('second'))] };
}

// Replies by which a player is safe, as they are looked up: by the square of the move that is tried, and by the moves of a line.

import { lastOf } from '../../boards/marks.js';
import { key } from '../../boards/svg.js';

/** @typedef {import('../../protocol').At} At */
/** @typedef {import('../../protocol').MoveView} MoveView */
/** @typedef {import('../../protocol').SafeView} SafeView */

/** The square on which a move ends. @param {MoveView} move @returns {At | null} */
export const squareOf = (move) => lastOf({ last: move }).to;

/** The moves that may be tried, each with its reply, at this square. @param {SafeView | null} safe @param {At | null} at @returns {[MoveView, MoveView] | null} */
export function answerAt(safe, at) {
  const is = (/** @type {MoveView} */ move) => {
    const square = squareOf(move);
    return square !== null && at !== null && key(square) === key(at);
  };
  return safe?.replies.find(([tried]) => is(tried)) ?? null;
}

/**
 * The reply that was shown for the last of these moves, if the replies are those of the position before it.
 * @param {SafeView | null} safe
 * @param {string[]} before  the moves to that position
 * @param {string[]} moves
 */
export function promised(safe, before, moves) {
  const follows = moves.length === before.length + 1 && before.every((text, at) => text === moves[at]);
  if (!safe || safe.first || !follows) return null;
  return safe.replies.find(([tried]) => tried.text === moves[before.length])?.[1] ?? null;
}

/** The squares of moves that can be drawn. @param {(MoveView | null)[]} moves */
export const squaresOf = (moves) => moves.map((move) => move && squareOf(move)).filter((at) => at !== null);

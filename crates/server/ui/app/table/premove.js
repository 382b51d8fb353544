// A move chosen while the other side thinks: it is played as soon as it is legal, or dropped.

import { getSettings } from '../store.js';

/** @typedef {import('./state.js').GameState} GameState */
/** @typedef {import('../../protocol').State} State */
/** @typedef {import('../../protocol').MoveView} MoveView */
/** @typedef {import('../../protocol').StepView} StepView */

/** True if moves may be chosen early at a table: usually only where people play. @param {State} state */
function wanted({ seats }) {
  const { premoves } = getSettings();
  return premoves === 'on' || (premoves === '' && seats.every((seat) => seat.kind !== 'bot'));
}

/**
 * The moves that may be chosen before one's turn: those of one's last turn that were not played since. What will be legal only
 * the other side's move shows.
 * @param {GameState} table
 * @param {State} state
 * @returns {MoveView[]}
 */
export function foreseen(table, state) {
  const { you, dice, connected } = table;
  const other = you === 'first' ? 'second' : 'first';
  // With dice there is nothing to foresee.
  if (!wanted(state) || !you || !connected || state.end || dice || state.step.turn !== other || table.viewing !== null) return [];
  if (state.seats.some((seat) => seat.kind === 'open')) return [];
  const last = state.movers.lastIndexOf(you);
  const step = last < 0 ? null : table.timeline.known(last);
  if (step?.turn !== you) return [];
  const since = new Set(state.played.slice(last));
  return step.moves.filter(({ text }) => !since.has(text));
}

/**
 * The move that takes the pressed place, after pressing it chose its part of the board for the same player.
 * @param {State} state
 * @param {string} text
 * @param {import('../../protocol').At} [at]
 */
export function following({ line, step }, text, at) {
  return at && choosesGrid(step, text) ? { line, ply: step.ply + 1, at } : null;
}

/** True if a move only chooses a part of the board. @param {StepView} step @param {string} text */
export function choosesGrid({ moves }, text) {
  const motion = moves.find((move) => move.text === text)?.motion;
  return motion !== undefined && 'grid' in motion;
}

/** The move that puts a piece on a square, or null. @param {StepView} step @param {import('../../protocol').At} at */
export const putAt = ({ moves }, at) => moves.find(({ motion }) => motion && 'put' in motion && String(motion.put) === String(at))?.text ?? null;

/** The move that follows now that a state is drawn, or null. @param {GameState} table @param {State} state */
function followed(table, state) {
  const { follow } = table;
  table.follow = null;
  if (!follow || follow.line !== state.line || follow.ply !== state.step.ply || !table.mayMove(state)) return null;
  return putAt(state.step, follow.at);
}

/**
 * The premove that is to be played now that a state is drawn, or null. It is forgotten where it cannot come true.
 * @param {GameState} table
 * @param {State} state
 * @returns {string | null}
 */
export function due(table, state) {
  const next = followed(table, state);
  if (next !== null) return next;
  const text = table.premove;
  const waits = text !== null && !state.end && table.premoveLine === state.line;
  if (waits && !table.mayMove(state)) return null;
  table.premove = null;
  return waits && state.step.moves.some((move) => move.text === text) ? text : null;
}

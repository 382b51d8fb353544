// A move chosen while the other side thinks: it is played as soon as it is legal, or dropped.

import { getSettings } from '../store.js';

/** @typedef {import('./state.js').GameState} GameState */
/** @typedef {import('../../protocol').State} State */
/** @typedef {import('../../protocol').MoveView} MoveView */

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
  if (!getSettings().premoves || !you || !connected || state.end || dice || state.step.turn !== other || table.viewing !== null) return [];
  if (state.seats.some((seat) => seat.kind === 'open')) return [];
  const last = state.movers.lastIndexOf(you);
  const step = last < 0 ? null : table.timeline.known(last);
  if (step?.turn !== you) return [];
  const since = new Set(state.played.slice(last));
  return step.moves.filter(({ text }) => !since.has(text));
}

/**
 * The end of the premove in a new state: the move to play now, or null. The premove is forgotten where it cannot come true.
 * @param {GameState} table
 * @param {State} state
 * @returns {{play: string | null, dropped: string | null}}
 */
export function due(table, state) {
  const text = table.premove;
  const waits = text !== null && !state.end && table.premoveLine === state.line;
  if (waits && !table.mayMove(state)) return { play: null, dropped: null };
  table.premove = null;
  if (!waits) return { play: null, dropped: null };
  const legal = state.step.moves.some((move) => move.text === text);
  return { play: legal ? text : null, dropped: legal ? null : text };
}

// Games that begin at once, where one click says all.

import { toast } from './dom.js';
import { openTable } from './house.js';
import { problemWords } from './names.js';
import { getSettings, keepPlace, keepStart } from './store.js';

/** @typedef {import('../protocol').SeatRequest} SeatRequest */

/**
 * Asks for a game between these players from its start, and goes there.
 * @param {string} game
 * @param {[SeatRequest, SeatRequest]} seats
 * @param {HTMLButtonElement} pressed
 * @param {boolean} [hold]  true if the question is how long one holds out
 */
export async function begin(game, seats, pressed, hold = false) {
  pressed.disabled = true;
  keepStart(null);
  try {
    const taken = await openTable({ game, position: null, moves: [], seats, name: getSettings().name, clock: null, public: false, max_plies: null, away: null, pace: null });
    keepPlace({ id: taken.table, token: taken.token, seat: taken.seat, game, hold });
    location.hash = `#/table/${taken.table}`;
  } catch (error) {
    pressed.disabled = false;
    toast(problemWords(/** @type {any} */ (error)));
  }
}

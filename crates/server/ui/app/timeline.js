// The positions of a game, ply by ply, requested from the server when needed.

import { look } from './house.js';

/** @typedef {import('../protocol').StepView} StepView */

/** Positions that are asked for at once. */
const AT_ONCE = 15;

export class Timeline {
  /** @type {Map<number, StepView>} */
  #steps = new Map();
  /** @type {string[]} */
  #moves = [];

  /**
   * @param {string} game
   * @param {string | null} position the start
   * @param {AbortSignal} signal
   */
  constructor(game, position, signal) {
    this.game = game;
    this.position = position;
    this.signal = signal;
  }

  get moves() {
    return this.#moves;
  }

  /** The game is now this one; positions that are no longer in it are forgotten. @param {string[]} moves */
  become(moves) {
    let same = 0;
    while (same < moves.length && moves[same] === this.#moves[same]) same += 1;
    for (const ply of this.#steps.keys()) if (ply > same) this.#steps.delete(ply);
    this.#moves = moves.slice();
  }

  /** The position after some plies, if it is there already. @param {number} ply */
  known(ply) {
    return this.#steps.get(ply) ?? null;
  }

  /** @param {StepView} step */
  keep(step) {
    this.#steps.set(step.ply, step);
  }

  /** @param {number} ply @returns {Promise<StepView>} */
  async at(ply) {
    const wanted = Math.max(0, Math.min(ply, this.#moves.length));
    if (!this.#steps.has(wanted)) {
      // A few around it, on the side one is going to: positions of large games are long.
      const onward = this.#steps.has(wanted - 1);
      const from = onward ? wanted : Math.max(0, wanted - AT_ONCE);
      const moves = this.#moves.slice(0, onward ? wanted + AT_ONCE : wanted);
      const view = await look({ game: this.game, position: this.position, moves, from, random: 0 }, this.signal);
      for (const step of view.steps) this.#steps.set(step.ply, step);
    }
    const step = this.#steps.get(wanted);
    if (!step) throw new Error(`no ply ${wanted}`);
    return step;
  }
}

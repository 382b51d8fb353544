// A board, and the order in which positions come onto it: each is shown after the animation of the one before.

import { createBoard } from '../boards/index.js';
import { motion, onSettings, preferences } from './store.js';
import { t } from './words.js';

/** @typedef {import('../protocol').Step} Step */
/** @typedef {{step: Step, interactive: boolean, early?: boolean, ghost: boolean, end: import('../protocol').EndView | null, line: number, after?: () => void}} Scene */

/** Positions that may wait; more come at once after a lost connection, and then only the last matters. */
const WAITING = 3;
/** Milliseconds after which an animation is no longer waited for: in a hidden window it may be paused. */
const LONGEST = 2500;

export class Stage {
  /** @type {Scene[]} */
  #queue = [];
  /** @type {Scene | null} */
  #shown = null;
  #busy = false;

  /**
   * @param {HTMLElement} host
   * @param {import('../boards/types.js').BoardOptions} options
   * @param {AbortSignal} signal
   */
  constructor(host, options, signal) {
    this.board = createBoard(host, options);
    this.signal = signal;
    onSettings(() => this.board.prefer(preferences()), signal);
    signal.addEventListener('abort', () => this.board.destroy());
  }

  /** @param {Scene} scene */
  show(scene) {
    this.#queue.push(scene);
    if (!this.#busy) this.#play();
  }

  async #play() {
    this.#busy = true;
    while (this.#queue.length && !this.signal.aborted) {
      while (this.#queue.length > WAITING) this.#queue.shift();
      const scene = /** @type {Scene} */ (this.#queue.shift());
      if (!same(this.#shown, scene)) {
        const follows = this.#shown?.line === scene.line && this.#shown.step.ply + 1 === scene.step.ply;
        const { interactive, early = false, ghost, end, step } = scene;
        try {
          await Promise.race([this.board.update(step, { interactive, early, animate: follows && motion() && !document.hidden, ghost, end }), pause(LONGEST)]);
        } catch (error) {
          // A picture that fails must not stop the game: the next position is drawn afresh.
          console.error(error);
        }
        this.#shown = scene;
      }
      if (!this.signal.aborted) scene.after?.();
    }
    this.#busy = false;
  }
}

/** @param {number} millis */
const pause = (millis) => new Promise((done) => setTimeout(done, millis));

/** @param {Scene | null} a @param {Scene} b */
function same(a, b) {
  return (
    a !== null &&
    a.line === b.line &&
    a.step.ply === b.step.ply &&
    a.step.position === b.step.position &&
    a.interactive === b.interactive &&
    !a.early === !b.early &&
    a.ghost === b.ghost &&
    !a.end === !b.end
  );
}

/**
 * The options of every board.
 * @param {import('../protocol').BoardView} board
 * @param {string} family
 * @param {string} game
 * @param {[string, string]} players already in words
 * @returns {import('../boards/types.js').BoardOptions}
 */
export const boardOptions = (board, family, game, players) => ({ board, family, game, players, t, preferences: preferences() });

// A board, and the order in which positions come onto it: each is shown after the animation of the one before. One of them is drawn:
// a person has seen it. Words beside the board, choices on it and what is sent belong to that one.

import { createBoard } from '../boards/index.js';
import { h } from './dom.js';
import { motion, onSettings, preferences } from './store.js';
import { t } from './words.js';

/** @typedef {import('../protocol').StepView} StepView */
/** @typedef {{step: StepView, interactive: boolean, early?: boolean, hurry?: boolean, ghost: boolean, end: import('../protocol').EndView | null, line: number, after?: () => void}} Scene */
/**
 * The options of a board. `onMove` also gets the scene of the choice, and true if the choice came before anybody can have seen it.
 * @typedef {Omit<import('../boards/types.js').BoardOptions, 'onMove'> & {onMove?: (text: string, scene: Scene, hasty: boolean, at?: import('../protocol').At) => boolean}} StageOptions
 */

/** Positions that may wait; more come at once after a lost connection, and then only the last matters. */
const WAITING = 3;
/** Milliseconds after which an animation is no longer waited for: in a hidden window it may be paused. */
const LONGEST = 2500;
/** Milliseconds from the first picture of a position to the earliest press that can be an answer to it. */
const GLANCE = 200;
/** Milliseconds for which a press is not commented on where one is not to move: it was meant for the position before. */
const QUIET = 1000;
/** Milliseconds for which a refusal is read. */
const REFUSED = 2200;

export class Stage {
  /** @type {Scene[]} */
  #queue = [];
  /** The scene on the board, maybe still moving. @type {Scene | null} */
  #shown = null;
  /** The scene that was seen. @type {Scene | null} */
  #drawn = null;
  #busy = false;
  /** The time of the last press of a pointer or a key on the board. */
  #pressed = 0;
  /** Presses before this time were not meant for the position on the board. */
  #ready = -Infinity;
  /** Ends the wait for what is on the board. */
  #end = () => {};
  /** Counts the positions that came. */
  #count = 0;

  /**
   * @param {HTMLElement} host
   * @param {StageOptions} options
   * @param {AbortSignal} signal
   */
  constructor(host, options, signal) {
    this.options = options;
    // While positions are on their way, nothing that is said would be true for long.
    const onRefuse = (/** @type {string} */ words) => this.#busy || this.#hasty || this.#refuse(words);
    this.host = host;
    this.board = createBoard(host, { ...options, onMove: (text, at) => this.#choose(text, at), onRefuse });
    this.signal = signal;
    // The event's own time: on a busy machine it comes to the page long after.
    const press = (/** @type {Event} */ event) => (this.#pressed = event.timeStamp);
    host.addEventListener('pointerdown', press, { capture: true });
    host.addEventListener('keydown', press, { capture: true });
    host.addEventListener('click', (event) => event.detail === 0 && press(event), { capture: true });
    onSettings(() => this.board.prefer(preferences()), signal);
    signal.addEventListener('abort', () => this.board.destroy());
  }

  /** True if the last press came before the position on the board can have been seen. */
  get #hasty() {
    return this.#pressed < this.#ready;
  }

  /** True if what is on the board is drawn. */
  get settled() {
    return this.#shown === this.#drawn;
  }

  /** Says at the board why something cannot be, for a short while or until the next position. @param {string} words */
  #refuse(words) {
    if (!this.options.onRefuse) return;
    this.#note?.remove();
    const note = h('p', { class: 'refusal', 'aria-hidden': 'true' }, words);
    this.#note = note;
    this.host.append(note);
    setTimeout(() => note.remove(), REFUSED);
    this.options.onRefuse(words);
  }

  /** @type {HTMLElement | null} */
  #note = null;

  /** @param {Scene} scene */
  show(scene) {
    this.#queue.push(scene);
    if (!this.#busy) this.#play();
  }

  /** @param {string} text @param {import('../protocol').At} [at] */
  #choose(text, at) {
    const scene = this.#shown;
    const hasty = this.#hasty;
    if (!scene) return false;
    if (!hasty) {
      // The press ended the animation.
      this.#draw(scene);
      this.#end();
    }
    return this.options.onMove?.(text, scene, hasty, at) ?? false;
  }

  async #play() {
    this.#busy = true;
    while (this.#queue.length && !this.signal.aborted) {
      while (this.#queue.length > WAITING) this.#queue.shift();
      const scene = /** @type {Scene} */ (this.#queue.shift());
      if (same(this.#shown, scene)) this.#shown = scene;
      else await this.#put(scene);
      this.#draw(scene);
    }
    this.#busy = false;
  }

  /** Brings a scene onto the board. @param {Scene} scene */
  async #put(scene) {
    const before = this.#shown;
    this.#note?.remove();
    const { interactive, early = false, hurry = false, ghost, end, step } = scene;
    const follows = before?.line === scene.line && before.step.ply + 1 === step.ply;
    this.#shown = scene;
    const moved = this.board.update(step, { interactive, early, animate: follows && !hurry && motion() && !document.hidden, ghost, end });
    // Of an own move everything is known.
    const own = follows && !end && step.by !== null && step.by === this.options.you;
    const asks = interactive && !early && before !== null && !document.hidden;
    const seen = isSame(before, scene) ? null : this.#await(asks, interactive, own ? 0 : GLANCE);
    // The same position, and now something can be chosen: somebody has come.
    if (!seen && interactive && !before?.interactive) this.#ready = -Infinity;
    if (own && asks) seen?.then(() => this.#shown === scene && this.#draw(scene));
    else if (own) this.#draw(scene);
    /** @type {Promise<void>} */
    const ended = new Promise((done) => (this.#end = done));
    try {
      await Promise.race([Promise.all([moved, !hurry && seen]), ended, pause(LONGEST)]);
    } catch (error) {
      // A picture that fails must not stop the game: the next position is drawn afresh.
      console.error(error);
    }
  }

  /**
   * Another position has come onto the board: waits until a person can have seen it, if it asks for an answer.
   * @param {boolean} asks
   * @param {boolean} open  true if something can be chosen
   * @param {number} glance  milliseconds after its first picture
   */
  async #await(asks, open, glance) {
    const number = ++this.#count;
    this.#ready = asks ? Infinity : open ? -Infinity : performance.now() + QUIET;
    if (!asks) return;
    await Promise.race([painted(), pause(LONGEST)]);
    if (number === this.#count) this.#ready = performance.now() + glance;
    await pause(glance);
  }

  /** The scene on the board was seen. @param {Scene} scene */
  #draw(scene) {
    if (this.#drawn === scene || this.signal.aborted) return;
    this.#drawn = scene;
    scene.after?.();
  }
}

/** @param {number} millis */
const pause = (millis) => new Promise((done) => setTimeout(done, millis));

/** The picture of now is on the screen. */
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** True if both are of the same position. @param {Scene | null} a @param {Scene} b */
const isSame = (a, b) => a !== null && a.line === b.line && a.step.ply === b.step.ply && a.step.position === b.step.position;

/** @param {Scene | null} a @param {Scene} b */
function same(a, b) {
  return a !== null && isSame(a, b) && a.interactive === b.interactive && !a.early === !b.early && a.ghost === b.ghost && !a.end === !b.end;
}

/**
 * The options of every board.
 * @param {import('../protocol').BoardView} board
 * @param {[string, string]} players already in words
 * @returns {Omit<import('../boards/types.js').BoardOptions, 'onMove'>}
 */
export const boardOptions = (board, players) => ({ board, players, t, preferences: preferences() });

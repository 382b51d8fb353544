// The small boards of the lobby, on which games play themselves: only those that are on the screen, and one at a time.

import { createBoard } from '../boards/index.js';
import { look } from './house.js';
import { playerNames } from './names.js';
import { motion, onSettings, preferences } from './store.js';
import { t } from './words.js';

/** @typedef {import('../protocol').GameCard} GameCard */
/** @typedef {import('../protocol').LookView} LookView */

/** Milliseconds between two moves on the whole page; a slow machine waits longer. */
const BEAT = 550;
/** The share of the time that may go into moves: where drawing one takes long, the next one waits. */
const SHARE = 0.08;
/** Milliseconds in which a board makes one move at most. */
const OWN = 1100;
/** Beats of a board for which a finished game is shown before the next. */
const REST = 4;
/** Plies that a playing picture asks for at once: all of a large game would be a megabyte. */
const AHEAD = 8;
/** Plies after which a playing picture begins anew. */
const LONGEST = 100;
/** The part of a board that has to be on the screen. */
const SEEN = 0.6;

/** A game that plays itself. */
class Showcase {
  /** @type {import('../boards/index.js').BoardHandle | null} */
  #board = null;
  /** The position at which the picture begins; null is the opening. @type {string | null} */
  #origin = null;
  /** The moves from there. @type {string[]} */
  #line = [];
  /** The known steps of the game from the position shown. @type {LookView['steps']} */
  #steps = [];
  #at = 0;
  #rest = 0;
  #asking = false;
  /** True if it is on the screen. */
  seen = false;
  /** The time of its last move. */
  moved = 0;

  /** @param {HTMLElement} host @param {GameCard} card @param {AbortSignal} signal */
  constructor(host, card, signal) {
    this.host = host;
    this.card = card;
    this.signal = signal;
    onSettings(() => this.#board?.prefer(preferences()), signal);
    signal.addEventListener('abort', () => this.#board?.destroy());
  }

  /** Draws the first position, if there is none yet. */
  open() {
    if (!this.#steps.length && !this.#asking) this.#more();
  }

  /** True if it has something to do. @param {number} now */
  waits(now) {
    return this.seen && !this.#asking && now - this.moved >= OWN && (motion() || !this.#steps.length);
  }

  /** Asks for a position in the middle of a game, and a few plies from there. A game that is over so soon is tried again. */
  async #middle() {
    for (let ply = this.card.begins; ; ply = Math.floor(ply / 2)) {
      const view = await look({ game: this.card.game, position: null, moves: [], from: ply, random: ply + (motion() ? AHEAD : 0) }, this.signal);
      if (ply === 0 || this.signal.aborted || view.steps[0].turn !== 'over') return view;
    }
  }

  /** Asks for the next few plies. */
  async #more() {
    this.#asking = true;
    try {
      const going = this.#line.length > 0;
      const view = going ? await look({ game: this.card.game, position: this.#origin, moves: this.#line, from: this.#line.length, random: AHEAD }, this.signal) : await this.#middle();
      if (this.signal.aborted) return;
      this.#steps = view.steps;
      this.#at = 0;
      if (going) return;
      this.#origin = this.#steps[0].position;
      this.#board ??= createBoard(this.host, { board: view.board, players: playerNames(view.players, view.board), t, preferences: preferences(), still: true });
      await this.#board.update(this.#steps[0], { interactive: false, animate: false });
    } catch {
      // A picture that cannot be had is left out: the card says what matters.
    } finally {
      this.#asking = false;
    }
  }

  /** Makes a move. */
  beat() {
    this.moved = performance.now();
    if (!this.#steps.length) return this.#more();
    const step = this.#steps[this.#at + 1];
    if (step) {
      this.#at += 1;
      this.#line.push(step.last?.text ?? '');
      const over = step.turn === 'over';
      return this.#board?.update(step, { interactive: false, animate: true, end: over ? { winner: null, reason: 'rules', payoff: null, record: null } : null });
    }
    if (this.#steps[this.#at].turn !== 'over' && this.#line.length < LONGEST) return this.#more();
    if (++this.#rest < REST) return undefined;
    this.#rest = 0;
    this.#line = [];
    return this.#more();
  }
}

export class Showcases {
  /** @type {Map<Element, Showcase>} */
  #all = new Map();
  /** Milliseconds that a move takes on this machine, about. */
  #cost = 0;
  #timer = 0;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.observer = new IntersectionObserver((entries) => this.#look(entries), { threshold: [0, SEEN] });
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.observer.disconnect();
    });
    this.#timer = setTimeout(() => this.#beat(), BEAT);
  }

  /** A small board, as long as it can be seen. @param {HTMLElement} host @param {GameCard} card */
  add(host, card) {
    this.#all.set(host, new Showcase(host, card, this.signal));
    this.observer.observe(host);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #look(entries) {
    for (const { target, isIntersecting, intersectionRatio } of entries) {
      const one = this.#all.get(target);
      if (!one) continue;
      one.seen = intersectionRatio >= SEEN;
      if (isIntersecting) one.open();
    }
  }

  /** The board on the screen that has waited longest makes a move. */
  async #beat() {
    const begun = performance.now();
    const next = [...this.#all.values()].filter((one) => one.waits(begun)).sort((a, b) => a.moved - b.moved)[0];
    if (next && !document.hidden && !document.querySelector('dialog[open]')) {
      next.beat();
      // Drawing comes after the call: the next frame says what it cost.
      await Promise.race([frame(), pause(BEAT)]);
      this.#cost = 0.7 * this.#cost + 0.3 * (performance.now() - begun);
    }
    if (!this.signal.aborted) this.#timer = setTimeout(() => this.#beat(), Math.max(BEAT, (this.#cost - FRAME) / SHARE));
  }
}

/** Milliseconds of two frames in which there is nothing to do. */
const FRAME = 34;

const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** @param {number} millis */
const pause = (millis) => new Promise((done) => setTimeout(done, millis));

// Moves that are pointed at square by square, and what they do to the pieces, one change after the other.

import { ownerOf, pieceOn } from './placing.js';
import { letterAt } from './say.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('../protocol').Effect} Effect */

/** Milliseconds from one change to the next. */
const BEAT = 110;
/** Milliseconds that many changes take together. */
const LONGEST = 1600;
/** Milliseconds from one place to another. */
const FLIGHT = 240;

const OWNERS = /** @type {const} */ (['first', 'second']);

export class Steps {
  /** @type {At[]} the squares pointed at so far */
  chosen = [];
  /** @type {{touched: string[], text: string}[]} */
  #paths = [];

  /**
   * @param {StepView} step
   * @param {Field} field
   */
  update(step, field) {
    this.chosen = [];
    this.#paths = [];
    for (const { text, motion } of step.moves) {
      if (!motion || !('steps' in motion)) continue;
      const { touched, effects } = motion.steps;
      this.#paths.push({ touched: touched.map(key), text });
      for (const effect of effects) {
        if ('put' in effect && touched.some((at) => key(at) === key(effect.put))) field.arrivals.add(key(effect.put));
      }
    }
  }

  /** @param {string[]} names */
  #beginning(names) {
    return this.#paths.filter(({ touched }) => names.every((name, i) => touched[i] === name));
  }

  /**
   * The squares that can be pointed at next, each with the move that it completes, if it does.
   * @param {Map<string, string>} puts
   * @returns {Map<string, string>}
   */
  offered(puts) {
    const names = this.chosen.map(key);
    const next = new Map(names.length === 0 ? puts : []);
    for (const { touched, text } of this.#beginning(names)) {
      const name = touched[names.length];
      if (name !== undefined && !next.get(name)) next.set(name, touched.length === names.length + 1 ? text : '');
    }
    return next;
  }

  /**
   * The squares that can be pointed at next, each with all moves that go on there.
   * @param {Map<string, string>} puts
   * @returns {Map<string, string[]>}
   */
  leading(puts) {
    const names = this.chosen.map(key);
    /** @type {Map<string, string[]>} */
    const next = new Map(names.length === 0 ? [...puts].map(([name, text]) => [name, [text]]) : []);
    for (const { touched, text } of this.#beginning(names)) {
      const name = touched[names.length];
      if (name !== undefined) next.set(name, [...(next.get(name) ?? []), text]);
    }
    return next;
  }

  /**
   * A square was pointed at.
   * @param {At} at
   * @param {Map<string, string>} puts
   * @returns {string | null}  the move that is complete now
   */
  point(at, puts) {
    const text = this.offered(puts).get(key(at));
    if (text === undefined) {
      // Pointing at another square starts again.
      const again = this.chosen.length > 0;
      this.chosen = [];
      return again ? this.point(at, puts) : null;
    }
    this.chosen = text === '' ? [...this.chosen, at] : [];
    return text === '' ? null : text;
  }

  /**
   * Animates the effects of a move, one after the other.
   * @param {Effect[]} effects
   * @param {Field} field
   * @param {StepView} before
   */
  play(effects, field, before) {
    const { motion } = field.context;
    const beat = Math.min(BEAT, LONGEST / effects.length);
    /** @type {Map<string, number>} how many there are in the pits so far */
    const counts = new Map(before.scene.counts.map(([at, , count]) => [key(at), count]));
    /** @type {Set<string>} pits that something has come to */
    const begun = new Set();
    effects.forEach((effect, i) => {
      const delay = beat * i;
      if ('remove' in effect) {
        leave(effect.remove, field, before, delay);
        return;
      }
      const to = 'slide' in effect ? effect.slide[1] : 'put' in effect ? effect.put : effect.flip;
      const spot = field.spots.get(key(to));
      const piece = field.pieces.get(key(to));
      if ('slide' in effect) {
        const from = field.spots.get(key(effect.slide[0]));
        if (!from || !spot) return;
        const way = { transform: `translate(${from.x - spot.x}px, ${from.y - spot.y}px)` };
        const timing = { duration: FLIGHT, delay };
        if (piece && !piece.letter.includes(' ')) {
          leave(to, field, before, delay + FLIGHT / 2);
          motion.play(piece.inner, [way, { transform: 'none' }], timing);
          return;
        }
        const many = counts.get(key(to)) ?? 0;
        counts.set(key(effect.slide[0]), (counts.get(key(effect.slide[0])) ?? 0) - 1);
        counts.set(key(to), many + 1);
        const owner = OWNERS.find((owner) => piece?.letter.startsWith(owner)) ?? 'neutral';
        const seed = svg('circle', { r: 8, class: 'seed' });
        field.layers.flight.append(
          svg('g', { class: `piece heap ${owner}`, transform: `translate(${spot.x} ${spot.y})` }, seed),
        );
        const number = piece?.inner.querySelector('.number');
        if (number && !begun.has(key(to))) number.textContent = many === 0 ? '' : String(many);
        begun.add(key(to));
        // In the heap it is seen when it has landed.
        const landed = piece?.inner.querySelectorAll('.seed')[many];
        if (landed) motion.play(landed, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + FLIGHT });
        motion.play(seed, [{ ...way, opacity: 1 }, { transform: 'none', opacity: 1 }], timing, () => {
          seed.parentElement?.remove();
          if (number) number.textContent = String(many + 1);
        });
      } else if (spot && piece && 'flip' in effect) {
        const timing = { duration: 260, delay: 60 * i };
        motion.play(piece.inner, [{ transform: 'none' }, { transform: 'scaleX(.05)' }, { transform: 'none' }], timing);
        // Until it is on its edge, the other side is visible.
        const letter = letterAt(before, to);
        const old = pieceOn(field, spot, ownerOf(before, letter), letter);
        piece.inner.append(old);
        const side = [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }];
        motion.play(old, side, timing, () => old.remove());
      } else if (piece) {
        field.arrive(piece, to);
      }
    });
  }
}

/**
 * Shows how a piece leaves that was there before.
 * @param {At} at
 * @param {Field} field
 * @param {StepView} before
 * @param {number} delay
 */
function leave(at, field, before, delay) {
  const spot = field.spots.get(key(at));
  const letter = letterAt(before, at);
  if (!spot || letter === '.' || letter === ' ') return;
  const old = pieceOn(field, spot, ownerOf(before, letter), letter);
  const ghost = svg('g', { transform: `translate(${spot.x} ${spot.y})` }, svg('g', {}, old));
  field.layers.flight.append(ghost);
  const frames = [{ opacity: 1 }, { opacity: 0, transform: 'scale(.6)' }];
  field.context.motion.play(old.parentElement ?? old, frames, { duration: 200, delay }, () => ghost.remove());
}

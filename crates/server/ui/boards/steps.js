// Moves that are pointed at square by square, and what they do to the pieces, one change after the other.

import { key, svg } from './svg.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('../protocol').Effect} Effect */

/** Milliseconds from one change to the next. */
const BEAT = 110;

export class Steps {
  /** @type {At[]} where the move that is being pointed at goes so far */
  chosen = [];
  /** @type {{touched: string[], text: string}[]} */
  #paths = [];

  /**
   * @param {Step} step
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
   * What can be pointed at next, and the move that this completes, if it does.
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
   * A square was pointed at.
   * @param {At} at
   * @param {Map<string, string>} puts
   * @returns {string | null}  the move that is complete now
   */
  point(at, puts) {
    const text = this.offered(puts).get(key(at));
    if (text === undefined) {
      // Whoever points elsewhere begins again.
      const again = this.chosen.length > 0;
      this.chosen = [];
      return again ? this.point(at, puts) : null;
    }
    this.chosen = text === '' ? [...this.chosen, at] : [];
    return text === '' ? null : text;
  }

  /**
   * Shows how the pieces came to where they are.
   * @param {Effect[]} effects
   * @param {Field} field
   */
  play(effects, field) {
    const { motion } = field.context;
    effects.forEach((effect, i) => {
      const delay = BEAT * i;
      const to = 'slide' in effect ? effect.slide[1] : 'put' in effect ? effect.put : 'flip' in effect ? effect.flip : null;
      const spot = to && field.spots.get(key(to));
      const piece = to && field.pieces.get(key(to));
      if (!to || !spot || !piece) return;
      if ('slide' in effect) {
        const from = field.spots.get(key(effect.slide[0]));
        if (!from) return;
        const way = { transform: `translate(${from.x - spot.x}px, ${from.y - spot.y}px)` };
        if (!piece.letter.includes(' ')) {
          motion.play(piece.inner, [way, { transform: 'none' }], { duration: 240, delay });
          return;
        }
        // One of many: it flies, and the heap that it joins is there already.
        const owner = piece.letter.startsWith('second') ? 'second' : piece.letter.startsWith('first') ? 'first' : 'neutral';
        const seed = svg('circle', { r: 8, class: 'seed' });
        const flying = svg('g', { class: `piece heap ${owner}`, transform: `translate(${spot.x} ${spot.y})` }, seed);
        field.layers.over.append(flying);
        motion.play(seed, [way, { transform: 'none' }], { duration: 240, delay }, () => flying.remove());
      } else if ('flip' in effect) {
        const frames = [{ transform: 'scaleX(1)' }, { transform: 'scaleX(.05)' }, { transform: 'scaleX(1)' }];
        motion.play(piece.inner, frames, { duration: 260, delay: 60 * i });
      } else {
        field.arrive(piece, to);
      }
    });
  }
}

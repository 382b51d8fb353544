// What is drawn of the positions of a tree of moves, asked for when it is needed.

import { look } from '../house.js';

/** @typedef {import('./line-tree.js').LineNode} LineNode */
/** @typedef {import('../../protocol').StepView} StepView */

/** Positions that are asked for at once. */
const AT_ONCE = 15;

export class Positions {
  /** @param {string} game @param {string | null} position where it begins @param {AbortSignal} signal */
  constructor(game, position, signal) {
    this.game = game;
    this.position = position;
    this.signal = signal;
  }

  /** @param {LineNode} node @param {StepView} step */
  keep(node, step) {
    node.step = step;
    node.by = step.by;
  }

  /** @param {LineNode} node @returns {Promise<StepView>} */
  async at(node) {
    if (!node.step) {
      // Some more on the side one is going to: positions of large games are long.
      const onward = node.parent?.step != null;
      const line = onward ? [...node.path, ...node.rest.slice(0, AT_ONCE)] : node.path;
      const from = onward ? node.ply : Math.max(0, node.ply - AT_ONCE);
      const { steps } = await look({ game: this.game, position: this.position, moves: line.map(({ text }) => text), from, random: 0 }, this.signal);
      // The beginning is in no line.
      for (const step of steps) {
        const known = line[step.ply - 1];
        if (known) this.keep(known, step);
      }
    }
    if (!node.step) throw new Error(`no ply ${node.ply}`);
    return node.step;
  }
}

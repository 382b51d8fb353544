// Any game at all: its grids with letters on them, arrows where lines are pushed; the rest are buttons.

import { Pushes } from './pushes.js';
import { pushOf } from './arrows.js';

/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */

/** Room for arrows, in games that push. */
const RING = 64;

/** A board for games that no other view knows. */
export class Plain extends Pushes {
  /** @param {import('./types.js').Context} context */
  constructor(context) {
    const look = context.preferences.marks === 'shapes' ? 'shape' : 'disc';
    super(context, { look, ground: 'cells' });
    this.wide = context.board.grids.length === 0;
    context.root.classList.toggle('wordy', this.wide);
  }

  /**
   * @override
   * @param {StepView} step
   * @param {Now} now
   * @param {StepView | null} before
   */
  show(step, now, before) {
    const pushes = step.moves.some((move) => pushOf(move) !== null);
    if (pushes && this.ring === 0 && !this.context.still) {
      this.clear(RING);
    }
    super.show(step, now, before);
  }
}

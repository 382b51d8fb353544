// Any game at all: its grids with letters on them, arrows where lines are pushed; the rest are buttons.

import { Pushes } from './pushes.js';

/** A board for games that no other view knows. */
export class Plain extends Pushes {
  /** @param {import('./types.js').Context} context */
  constructor(context) {
    const look = context.preferences.marks === 'shapes' ? 'shape' : 'disc';
    super(context, { look, ground: 'cells', ring: 56 });
    const empty = context.board.grids.length === 0;
    this.svg.classList.toggle('empty', empty);
    this.wide = empty;
  }
}

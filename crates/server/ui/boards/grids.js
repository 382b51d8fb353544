// What is shown of whole grids, where there are several: on which one may play, and which are decided.

import { plainLetter } from './pieces.js';
import { svg } from './svg.js';

/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @param {Box | undefined} box */
export const middle = (box) => box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };

/**
 * Lights the grids on which a piece may be put next, where they are not all of them, and covers those that are decided: with
 * a large piece of the winner, or greyed.
 * @param {Field} field
 * @param {StepView} step
 */
export function showGrids({ context, drawing, layers, plates, style }, { scene: { active, decided } }) {
  layers.lamp.replaceChildren();
  layers.decided.replaceChildren();
  plates.forEach((box, grid) => {
    if (active.length === 0) return;
    layers.lamp.append(svg('rect', { ...box, rx: 16, class: active.includes(grid) ? 'active' : 'idle' }));
  });
  for (const [grid, owner] of decided) {
    const frame = context.board.grids[grid];
    const at = middle(plates[grid]);
    if (!frame || !at) continue;
    const [width, height] = [frame.columns.length * 100, frame.rows.length * 100];
    const node = svg('g', { class: `verdict ${owner}`, transform: `translate(${at.x} ${at.y})` });
    node.append(svg('rect', { x: -width / 2, y: -height / 2, width, height, rx: 9, class: 'cover' }));
    if (owner !== 'neutral') {
      const piece = drawing.draw(owner, plainLetter(owner), style.look);
      piece.setAttribute('transform', `scale(${Math.min(width, height) / 100})`);
      node.append(piece);
    }
    layers.decided.append(node);
  }
}

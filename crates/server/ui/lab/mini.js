// Positions small enough for the nodes of a tree.

import { round, svg } from '../boards/svg.js';

/** @typedef {import('../protocol').SceneView} SceneView */

/** Between grids, in squares. */
const GAP = 0.6;

/** True if there is anything to draw. @param {SceneView} scene */
export const hasGrid = (scene) => scene.grids.some((rows) => rows.length > 0);

/**
 * A position within a square of the given side, its middle at the top.
 * @param {SceneView} scene
 * @param {number} across  grids side by side; 0 for all
 * @param {number} side
 */
export function mini(scene, across, side) {
  const grids = scene.grids.filter((rows) => rows.length > 0);
  const line = across || grids.length;
  const [columns, rows] = [Math.max(...grids.map((grid) => [...(grid[0] ?? '')].length)), Math.max(...grids.map((grid) => grid.length))];
  const wide = Math.min(line, grids.length) * (columns + GAP) - GAP;
  const high = Math.ceil(grids.length / line) * (rows + GAP) - GAP;
  const size = side / Math.max(wide, high);
  const owners = new Map(scene.pieces);
  const node = svg('g', { class: 'lab-mini', transform: `translate(${round((-wide * size) / 2)} 0) scale(${round(size)})` });
  grids.forEach((grid, number) => {
    const [left, top] = [(number % line) * (columns + GAP), Math.floor(number / line) * (rows + GAP)];
    const own = [...(grid[0] ?? '')].length;
    let lines = '';
    for (let x = 1; x < own; x += 1) lines += `M${left + x} ${top}v${grid.length}`;
    for (let y = 1; y < grid.length; y += 1) lines += `M${left} ${top + y}h${own}`;
    node.append(svg('rect', { x: left, y: top, width: own, height: grid.length, rx: 0.15, class: 'lab-mini-board' }), svg('path', { d: lines, class: 'lab-mini-lines' }));
    grid.forEach((row, y) => {
      [...row].forEach((letter, x) => {
        if (letter === '.' || letter === ' ') return;
        node.append(piece(letter, owners.get(letter) ?? 'neutral', left + x + 0.5, top + y + 0.5));
      });
    });
  });
  return node;
}

/** @param {string} letter @param {string} owner @param {number} x @param {number} y */
function piece(letter, owner, x, y) {
  if (letter === 'x') return svg('path', { d: `M${x - 0.27} ${y - 0.27}l.54 .54m0 -.54l-.54 .54`, class: `lab-mini-sign ${owner}` });
  if (letter === 'o') return svg('circle', { cx: x, cy: y, r: 0.28, class: `lab-mini-sign ${owner}` });
  return svg('circle', { cx: x, cy: y, r: 0.36, class: `lab-mini-piece ${owner}` });
}

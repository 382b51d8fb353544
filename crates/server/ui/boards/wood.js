// The board itself: a plate of plywood with its grain, and the layers that are seen at its near edge.

import { round, svg } from './svg.js';

/** The thickness of the plate. */
export const EDGE = 18;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {boolean} [still]  a small picture: without grain
 */
export function plate(x, y, width, height, still) {
  const node = svg('g', { class: 'plate' });
  const box = (/** @type {number} */ down, /** @type {string} */ name) =>
    svg('rect', { x, y: y + down, width, height, rx: 16, class: name });
  node.append(box(EDGE + 6, 'drop'), box(EDGE, 'ply dark'), box(EDGE * 0.72, 'ply'), box(EDGE * 0.45, 'ply dark'));
  node.append(box(EDGE * 0.2, 'ply'), box(0, 'top'));
  if (!still) node.append(grain(x, y, width, height));
  return node;
}

/**
 * Long, slightly bent fibres; the same for the same size.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function grain(x, y, width, height) {
  let seed = 7 + Math.round(width) * 31 + Math.round(height);
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  let d = '';
  const fibres = Math.round(height / 28);
  for (let i = 0; i < fibres; i += 1) {
    const from = y + 10 + ((height - 20) * (i + random() * 0.8)) / fibres;
    const bend = (random() - 0.5) * 36;
    const start = x + 8 + random() * width * 0.3;
    const end = x + width - 8 - random() * width * 0.3;
    const low = y + 8;
    const high = y + height - 8;
    const level = (/** @type {number} */ value) => round(Math.min(high, Math.max(low, value)));
    d += `M${round(start)} ${level(from)}C${round(start + (end - start) * 0.3)} ${level(from + bend)} `;
    d += `${round(start + (end - start) * 0.7)} ${level(from - bend)} ${round(end)} ${level(from + bend * 0.3)}`;
  }
  return svg('path', { d, class: 'grain' });
}

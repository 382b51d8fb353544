// A bot's values of moves, beside the squares where they are chosen: a shape, a colour and a short text.

import { html, svg } from './svg.js';

/** @typedef {import('./types.js').Judgement} Judgement */

/** @param {number | null} share */
export function tone(share) {
  if (share === null) return 'unknown';
  if (share > 0.12) return 'good';
  return share < -0.12 ? 'bad' : 'even';
}

const SHAPES = {
  good: 'M0 -8L8 7L-8 7Z',
  bad: 'M0 8L8 -7L-8 -7Z',
  even: 'M0 -8L8 0L0 8L-8 0Z',
  unknown: 'M-5 -1.5H5V1.5H-5Z',
};

/** The width of a badge. @param {string} text */
export const badgeWidth = (text) => (text === '' ? 30 : 46 + 13.5 * [...text].length);

/**
 * A badge around (0, 0), its text 22 high.
 * @param {Judgement} judgement
 * @param {boolean} brief  only the shape
 */
export function badge({ share, label }, brief) {
  const kind = tone(share);
  const node = svg('g', { class: `badge ${kind}`, 'aria-hidden': 'true' }, svg('title', {}, label));
  const text = brief ? '' : label;
  const width = badgeWidth(text);
  node.append(svg('rect', { x: -width / 2, y: -17, width, height: 34, rx: 17 }));
  node.append(svg('path', { d: SHAPES[kind], transform: `translate(${text === '' ? 0 : 19 - width / 2} 0)` }));
  if (text !== '') node.append(svg('text', { x: 10, y: 1 }, text));
  return node;
}

/**
 * The same for a button.
 * @param {Judgement} judgement
 */
export function tag({ share, label }) {
  const kind = tone(share);
  const shape = svg('svg', { viewBox: '-10 -10 20 20', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[kind] }));
  return html('span', { class: `tag ${kind}` }, shape, label);
}

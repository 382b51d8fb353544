// Pieces, drawn around (0, 0) for squares of 100 by 100. Players differ in shape or lightness as well as in colour.

import { svg, unique } from './svg.js';

/** @typedef {import('./types.js').Owner} Owner */
/** @typedef {'strokes' | 'disc' | 'ball' | 'cube' | 'marked' | 'shape'} Look */

/** @type {Owner[]} */
const OWNERS = ['first', 'second', 'neutral'];

/** Letters that need not be written on a piece, because its look says as much. */
const PLAIN_LETTERS = 'xowbt';

/** A letter that is not written. @param {Owner} owner */
export const plainLetter = (owner) => (owner === 'first' ? 'x' : 'o');

const CROSS = ['M-27 -27L27 27', 'M27 -27L-27 27'];
const RING = 'M0 -29A29 29 0 1 1 -0.1 -29';

/** The gradients that pieces are filled with; one set for each picture, so that each follows its own colours. */
export class Pieces {
  constructor() {
    this.id = unique('piece');
    const gradient = (/** @type {Owner} */ owner) =>
      svg(
        'radialGradient',
        { id: `${this.id}-${owner}`, cx: 0.36, cy: 0.3, r: 0.78 },
        svg('stop', { offset: 0, class: `shine ${owner}` }),
        svg('stop', { offset: 0.4, class: `body ${owner}` }),
        svg('stop', { offset: 0.8, class: `side ${owner}` }),
        svg('stop', { offset: 1, class: `rim ${owner}` }),
      );
    const shadow = svg(
      'radialGradient',
      { id: `${this.id}-shadow` },
      svg('stop', { offset: 0.7, class: 'shade' }),
      svg('stop', { offset: 1, class: 'shade none' }),
    );
    this.defs = svg('defs', {}, ...OWNERS.map(gradient), shadow);
  }

  /** @param {Owner} owner */
  fill(owner) {
    return `url(#${this.id}-${owner})`;
  }

  /**
   * @param {Owner} owner
   * @param {string} letter
   * @param {Look} look
   */
  draw(owner, letter, look) {
    const node = svg('g', { class: `piece ${owner} ${look}` });
    if (look === 'strokes' && owner !== 'neutral') {
      const paths = owner === 'first' ? CROSS : [RING];
      for (const layer of ['under', 'over']) {
        for (const d of paths) node.append(svg('path', { d, class: layer, pathLength: 100 }));
      }
      return node;
    }
    if (look === 'shape') {
      node.append(this.#shape(owner));
    } else if (look === 'disc') {
      node.append(
        svg('ellipse', { cx: 2, cy: 5, rx: 43, ry: 42, class: 'cast' }),
        svg('circle', { r: 41, class: 'coin' }),
        svg('circle', { r: 30, class: 'groove' }),
      );
    } else if (look === 'cube') {
      node.append(svg('rect', { x: -34, y: -26, width: 72, height: 70, rx: 9, class: 'cast' }), ...cubeFaces());
    } else {
      node.append(
        svg('ellipse', { cx: 6, cy: 11, rx: 46, ry: 43, fill: `url(#${this.id}-shadow)` }),
        svg('circle', { r: 43, fill: this.fill(owner), class: 'globe' }),
      );
      if (owner === 'neutral') node.append(...target());
      if (look === 'marked' && owner === 'first')
        CROSS.forEach((d) => node.append(svg('path', { d, class: 'engraved' })));
      if (look === 'marked' && owner === 'second') node.append(svg('path', { d: RING, class: 'engraved' }));
    }
    if (!PLAIN_LETTERS.includes(letter.toLowerCase())) {
      const [x, y] = look === 'cube' ? [-7, 9] : [0, 1];
      node.append(svg('text', { class: 'letter', x, y }, bare(letter)));
    }
    return node;
  }

  /**
   * Small pieces in a heap, and their number.
   * @param {Owner} owner
   * @param {number} count
   * @param {number} size  how large the pit is, beside a square
   */
  heap(owner, count, size) {
    const node = svg('g', { class: `piece heap ${owner}` });
    const apart = Math.min(9, 30 / Math.sqrt(count)) * size;
    // The number is below, where it hides none.
    const high = 10 * size;
    for (let i = 0; i < count; i += 1) {
      // Like the seeds of a sunflower: evenly, however many there are.
      const [far, turn] = [apart * Math.sqrt(i + 0.3), 2.4 * i];
      node.append(svg('circle', { cx: far * Math.cos(turn), cy: far * Math.sin(turn) - high, r: apart * 0.88, class: 'seed' }));
    }
    node.append(svg('text', { y: 38 * size, class: 'number' }, String(count)));
    return node;
  }

  /** @param {Owner} owner */
  #shape(owner) {
    const attributes = { fill: this.fill(owner), class: 'globe' };
    if (owner === 'first') return svg('rect', { x: -34, y: -34, width: 68, height: 68, rx: 8, ...attributes });
    if (owner === 'second')
      return svg('path', { d: 'M0 -40L40 32Q0 36 -40 32Z', 'stroke-linejoin': 'round', ...attributes });
    return svg('path', { d: 'M0 -42L42 0L0 42L-42 0Z', ...attributes });
  }
}

/** The faces of a cube that are seen, the front a little to the left and below. */
export function cubeFaces() {
  const face = (/** @type {string} */ name, /** @type {number[][]} */ corners) =>
    svg('path', {
      d: `M${corners.map((corner) => corner.join(' ')).join('L')}Z`,
      class: `face ${name}`,
      'stroke-linejoin': 'round',
    });
  return [
    face('top', [[-39, -25], [-25, -39], [39, -39], [25, -25]]),
    face('flank', [[25, -25], [39, -39], [39, 25], [25, 39]]),
    face('front', [[-39, -25], [25, -25], [25, 39], [-39, 39]]),
  ];
}

/** A letter or digit without the ring around it, which only marks the owner. @param {string} letter */
export const bare = (letter) => letter.normalize('NFKC');

/** The marks of the target, which red balls lack: rings, and a large highlight. */
function target() {
  return [
    svg('circle', { r: 31, class: 'bull' }),
    svg('circle', { r: 16, class: 'eye' }),
    svg('ellipse', { cx: -15, cy: -20, rx: 15, ry: 9, transform: 'rotate(-38 -15 -20)', class: 'gleam' }),
  ];
}

/**
 * How pieces are to be drawn on a flat board.
 * @param {import('./types.js').Context} context
 * @returns {Look}
 */
export function flatLook({ board, preferences }) {
  if (preferences.marks === 'shapes') return 'shape';
  if (board.falls) return 'disc';
  if (board.shape === 'mark') return preferences.marks === 'discs' ? 'ball' : 'strokes';
  return board.shape;
}

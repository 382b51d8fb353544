// One cube of a picture: glass levels, the dots of free cells, balls, and lines through it.

import { key, round, svg } from '../svg.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('../types.js').Owner} Owner */
/** @typedef {import('./projection.js').Seen} Seen */
/** @typedef {ReturnType<typeof import('./projection.js').projector>} Projector */

/**
 * @typedef {object} Cell
 * @property {At} at
 * @property {number} cube    which cube it is in
 * @property {number} level
 * @property {SVGGElement} node   its dot and its piece
 * @property {SVGEllipseElement} dot
 * @property {SVGGElement} inner  its piece; animated
 * @property {Seen} seen
 * @property {string} letter
 */

export class Solid {
  /** @type {Cell[]} */
  cells = [];
  /** @type {{node: SVGGElement, face: SVGPathElement, rules: SVGPathElement, cells: Cell[], order: string}[]} */
  #levels = [];
  #upright = true;

  /**
   * @param {number} side
   * @param {number} number  which cube it is
   * @param {(at: At) => boolean} exists
   */
  constructor(side, number, exists) {
    this.side = side;
    this.node = svg('g', { class: 'solid', 'aria-hidden': 'true' });
    for (let level = 0; level < side; level += 1) {
      const node = svg('g', { class: 'level' });
      const face = svg('path', { class: 'face' });
      const rules = svg('path', { class: 'rules' });
      node.append(face, rules);
      /** @type {Cell[]} */
      const cells = [];
      for (let row = 0; row < side; row += 1) {
        for (let column = 0; column < side; column += 1) {
          const at = /** @type {At} */ ([number * side + level, row, column]);
          if (!exists(at)) continue;
          const dot = svg('ellipse', { rx: 13, ry: 8, class: 'dot' });
          const inner = svg('g', { class: 'ball' });
          const group = svg('g', { class: 'spot' }, dot, inner);
          const seen = { x: 0, y: 0, depth: 0, scale: 1 };
          cells.push({ at, cube: number, level, node: group, dot, inner, seen, letter: '.' });
        }
      }
      node.append(...cells.map((cell) => cell.node));
      this.cells.push(...cells);
      this.#levels.push({ node, face, rules, cells, order: '' });
    }
    // Seen from above, lower levels are farther away.
    this.node.append(...this.#levels.map(({ node }) => node).reverse());
  }

  /**
   * @param {Projector} project
   * @param {number} pitch
   */
  draw(project, pitch) {
    const { side } = this;
    const from = -0.5;
    const to = side - 0.5;
    const point = (/** @type {Seen} */ { x, y }) => `${round(x)} ${round(y)}`;
    this.#levels.forEach((layer, level) => {
      const line = (/** @type {number[]} */ [r1 = 0, c1 = 0, r2 = 0, c2 = 0]) =>
        `M${point(project(level, r1, c1))}L${point(project(level, r2, c2))}`;
      const corners = [
        [from, from],
        [from, to],
        [to, to],
        [to, from],
      ];
      layer.face.setAttribute('d', `M${corners.map(([r = 0, c = 0]) => point(project(level, r, c))).join('L')}Z`);
      let rules = '';
      for (let i = 1; i < side; i += 1)
        rules += line([i - 0.5, from, i - 0.5, to]) + line([from, i - 0.5, to, i - 0.5]);
      layer.rules.setAttribute('d', rules);
      const flat = String(round(13 * Math.max(0.3, Math.abs(Math.sin(pitch)))));
      for (const cell of layer.cells) {
        cell.seen = project(level, cell.at[1], cell.at[2]);
        const { x, y, scale } = cell.seen;
        cell.node.setAttribute('transform', `translate(${round(x)} ${round(y)}) scale(${round(scale)})`);
        cell.dot.setAttribute('ry', flat);
      }
      const sorted = [...layer.cells].sort((a, b) => a.seen.depth - b.seen.depth);
      const order = sorted.map(({ at }) => key(at)).join(' ');
      if (order !== layer.order) {
        layer.order = order;
        layer.node.append(...sorted.map(({ node }) => node));
      }
    });
    const upright = pitch >= 0;
    if (upright !== this.#upright) {
      this.#upright = upright;
      const nodes = this.#levels.map(({ node }) => node);
      this.node.append(...(upright ? nodes.reverse() : nodes));
    }
  }
}

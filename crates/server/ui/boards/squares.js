// The squares of grids as real elements: named, focusable, walked by arrow keys. Nothing of them is seen but the focus.

import { path } from './outline.js';
import { key, svg } from './svg.js';
import { gridLabel, squareLabel } from './say.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {{at: At, x: number, y: number, outline?: import('../protocol').Outline}} Spot  a square and its centre */
/** @typedef {{choose: (at: At, finger: boolean) => void, hover: (at: At | null) => void}} Handlers */

export class Squares {
  /** @type {SVGGElement[]} */
  #grids = [];
  /** @type {Map<string, SVGGElement>} */
  nodes = new Map();
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {string} the square that Tab comes to */
  #home = '';

  /**
   * @param {Context} context
   * @param {Spot[][][]} grids  by grid, row and column
   * @param {Handlers} handlers
   */
  constructor(context, grids, handlers) {
    this.context = context;
    this.handlers = handlers;
    this.node = svg('g', { class: 'squares' });
    grids.forEach((rows, number) => {
      const grid = svg('g', { role: 'grid', 'aria-description': context.t('board.keys.grid') });
      this.#grids[number] = grid;
      for (const row of rows) {
        if (row.length === 0) continue;
        grid.append(svg('g', { role: 'row' }, ...row.map((spot) => this.#square(spot))));
      }
      this.node.append(grid);
    });
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('pointerleave', () => handlers.hover(null));
  }

  /** @param {Spot} spot */
  #square(spot) {
    const { at, x, y, outline } = spot;
    const shape = (/** @type {string} */ name) =>
      outline
        ? svg('path', { d: path(outline), transform: `translate(${x} ${y})`, class: `${name} outlined` })
        : name === 'hit'
          ? svg('rect', { x: x - 50, y: y - 50, width: 100, height: 100, class: name })
          : svg('rect', { x: x - 45, y: y - 45, width: 90, height: 90, rx: 10, class: name });
    const attributes = { role: 'gridcell', tabindex: -1, 'data-cell': key(at), class: 'square' };
    const node = svg('g', attributes, shape('hit'), shape('focus'));
    node.addEventListener('click', (event) => {
      this.#homeAt(key(at));
      this.handlers.choose(at, event.pointerType === 'touch');
    });
    node.addEventListener('pointerenter', () => this.handlers.hover(at));
    node.addEventListener('focus', () => {
      this.#homeAt(key(at));
      if (node.matches(':focus-visible')) this.handlers.hover(at);
    });
    // Listened to here and not on the group: browsers let Tab stop at SVG groups that listen to focus.
    node.addEventListener('blur', () => this.handlers.hover(null));
    this.nodes.set(key(at), node);
    this.#spots.set(key(at), spot);
    return node;
  }

  /** @param {string} name */
  #homeAt(name) {
    this.nodes.get(this.#home)?.setAttribute('tabindex', '-1');
    this.#home = name;
    this.nodes.get(name)?.setAttribute('tabindex', '0');
  }

  /**
   * Sets if Tab stops here.
   * @param {boolean} here
   */
  stop(here) {
    this.nodes.get(this.#home)?.setAttribute('tabindex', here ? '0' : '-1');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const spot = this.#spots.get(this.#home);
    if (!spot || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key: pressed } = event;
    if (pressed === 'Enter' || pressed === ' ') {
      event.preventDefault();
      this.handlers.choose(spot.at, false);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = Object.entries(ways).find(([name]) => name === pressed)?.[1];
    if (!way || event.shiftKey) return;
    event.preventDefault();
    const [dx = 0, dy = 0] = way;
    const next = this.#beside(spot, dx, dy);
    if (next) this.focusAt(next.at);
  }

  /**
   * The nearest square that way: in the same row or column, maybe of another grid, or else where cells are not in rows, half
   * aside.
   * @param {Spot} from
   * @param {number} dx
   * @param {number} dy
   */
  #beside(from, dx, dy) {
    let best;
    let least = Infinity;
    for (const spot of this.#spots.values()) {
      const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
      const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
      const straight = aside < 10;
      // Half aside in the next row is nearer than straight on in the one after it; a line of the grid goes on along itself.
      const far = along + 1.2 * aside - (spot.at[1] === from.at[1] || spot.at[2] === from.at[2] ? 1 : 0);
      if (along > 10 && (straight || (spot.outline && aside < 2 * along)) && far < least) {
        least = far;
        best = spot;
      }
    }
    return best;
  }

  /** @param {At} at */
  focusAt(at) {
    this.nodes.get(key(at))?.focus();
  }

  focus() {
    this.nodes.get(this.#home)?.focus();
  }

  /**
   * @param {StepView} step
   * @param {Map<string, string>} moves  the moves that can be chosen, by square
   * @param {At | null} last
   * @param {At[]} chosen  the squares pointed at so far
   */
  update(step, moves, last, chosen) {
    this.#grids.forEach((grid, number) => grid.setAttribute('aria-label', gridLabel(this.context, step, number)));
    const begun = new Set(chosen.map(key));
    const won = new Set(step.scene.marks.map(key));
    for (const [name, node] of this.nodes) {
      const spot = this.#spots.get(name);
      if (!spot) continue;
      node.setAttribute('aria-label', squareLabel(this.context, step, spot.at));
      const move = moves.get(name);
      if (move === undefined) delete node.dataset.move;
      else node.dataset.move = move;
      node.setAttribute('aria-disabled', String(move === undefined));
      node.toggleAttribute('data-chosen', begun.has(name));
      node.toggleAttribute('data-won', won.has(name));
      node.toggleAttribute('data-last', last !== null && key(last) === name);
    }
    if (!this.nodes.has(this.#home)) {
      const names = [...this.nodes.keys()];
      this.#homeAt(names[Math.floor(names.length / 2)] ?? '');
    }
  }
}

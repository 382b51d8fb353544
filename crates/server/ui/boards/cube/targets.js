// What is pressed and focused on a cube in space: an element for each cell, where the cell is seen.

import { clearance } from './projection.js';
import { squareLabel } from '../say.js';
import { key, round, svg } from '../svg.js';

/** @typedef {import('../types.js').StepView} StepView */
/** @typedef {import('./solid.js').Cell} Cell */
/** @typedef {import('./view.js').Cube} Cube */

export class Targets {
  /** @type {Map<string, SVGGElement>} */
  #nodes = new Map();
  /** The cell at which Tab comes to the cube. */
  home = '';

  /** @param {Cube} cube */
  constructor(cube) {
    this.cube = cube;
    this.node = svg('g', {
      class: 'targets',
      role: 'group',
      'aria-label': cube.context.t('board.cube'),
      'aria-description': cube.context.t('board.keys.cube'),
    });
  }

  /** @param {string} name */
  has(name) {
    return this.#nodes.has(name);
  }

  /** @param {string} name */
  focus(name) {
    this.#nodes.get(name)?.focus();
  }

  /** @param {string} name @param {Cell} cell */
  add(name, cell) {
    const target = svg(
      'g',
      { role: 'button', tabindex: -1, class: 'target', 'data-cell': name },
      svg('circle', { class: 'hit', r: 20 }),
      svg('circle', { class: 'focus', r: 34 }),
    );
    target.addEventListener('focus', () => {
      this.homeAt(name);
      if (target.matches(':focus-visible')) this.cube.lights.show(cell.at);
    });
    // Listened to here and not on the group: browsers let Tab stop at SVG groups that listen to focus.
    target.addEventListener('blur', () => this.cube.lights.show(null));
    this.#nodes.set(name, target);
    this.node.append(target);
  }

  /**
   * Says what a cell is, and the move that it makes.
   * @param {Cell} cell
   * @param {{step: StepView, move: string | undefined, last: boolean, won: boolean}} now
   */
  update(cell, { step, move, last, won }) {
    const name = key(cell.at);
    const target = this.#nodes.get(name);
    if (!target) return;
    target.setAttribute('aria-label', squareLabel(this.cube.context, step, cell.at));
    target.setAttribute('aria-disabled', String(move === undefined));
    target.classList.toggle('taken', cell.letter !== '.');
    if (move === undefined) delete target.dataset.move;
    else target.dataset.move = move;
    target.toggleAttribute('data-last', last);
    target.toggleAttribute('data-won', won);
  }

  /** Brings the targets to where their cells are seen, as large as they can be without hiding one another. */
  aimAll() {
    for (const { cells } of this.cube.solids) {
      const room = clearance(
        cells.map(({ seen }) => seen),
        38,
      );
      cells.forEach(({ at }, i) => {
        const name = key(at);
        this.aim(name);
        this.#nodes.get(name)?.firstElementChild?.setAttribute('r', String(round(room[i] ?? 10)));
      });
    }
  }

  /** @param {string} name */
  aim(name) {
    const point = this.cube.point(name);
    if (point) this.#nodes.get(name)?.setAttribute('transform', `translate(${round(point.x)} ${round(point.y)})`);
  }

  /** @param {string} name */
  homeAt(name) {
    this.#nodes.get(this.home)?.setAttribute('tabindex', '-1');
    this.home = name;
    this.#nodes.get(name)?.setAttribute('tabindex', '0');
  }
}

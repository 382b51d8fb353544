// A cell that is pointed at, with the lines that go through it, in space and on the levels.

import { key, svg } from '../svg.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('./view.js').Cube} Cube */

export class Lights {
  /** @type {At | null} */
  #lit = null;
  /** @type {At[][]} */
  #lines = [];

  /** @param {Cube} cube */
  constructor(cube) {
    this.cube = cube;
  }

  /**
   * Shows a cell with its lines, in space and on the levels.
   * @param {At | null} at
   */
  show(at) {
    const { cube } = this;
    if (at === this.#lit || (at && this.#lit && key(at) === key(this.#lit))) return;
    if (this.#lit) cube.cells.get(key(this.#lit))?.node.querySelector('.preview')?.remove();
    cube.solids.forEach(({ cells }) => cells.forEach(({ node }) => node.classList.remove('on', 'here')));
    cube.lines.querySelectorAll('.through').forEach((path) => path.remove());
    this.#lit = at;
    cube.context.options.onAim?.(at);
    this.#lines = at ? this.#through(at) : [];
    cube.levels?.light(at, this.#lines);
    const cell = at && cube.cells.get(key(at));
    if (!at || !cell || cube.now.ghost) return;
    for (const line of this.#lines) {
      for (const other of line) cube.cells.get(key(other))?.node.classList.add('on');
      // A line from cube to cube is shown by its cells.
      if (new Set(line.map((other) => Math.floor(other[0] / cube.side))).size > 1) continue;
      cube.lines.prepend(svg('path', { class: 'through', 'data-line': line.map(key).join(' ') }));
    }
    cell.node.classList.add('here');
    const side = cube.step?.turn;
    if (cell.letter === '.' && cube.context.ready() && (side === 'first' || side === 'second')) {
      const { marks } = cube.context.preferences;
      const piece = cube.drawing.draw(
        side,
        side === 'first' ? 'x' : 'o',
        marks === 'shapes' ? 'shape' : marks === 'discs' ? 'ball' : 'marked',
      );
      cell.node.append(svg('g', { class: 'preview', transform: 'scale(.82)' }, piece));
    }
    cube.draw();
  }

  /**
   * The lines through a cell that can still belong to one player alone.
   * @param {At} at
   */
  #through(at) {
    const { cube } = this;
    const name = key(at);
    const letters = (/** @type {At[]} */ line) =>
      new Set(line.map((other) => cube.cells.get(key(other))?.letter ?? '.').filter((letter) => letter !== '.'));
    return cube.context.board.lines.filter(
      (line) => line.some((other) => key(other) === name) && letters(line).size < 2,
    );
  }
}

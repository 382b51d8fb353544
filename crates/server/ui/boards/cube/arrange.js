// The levels of a cube, beside or below it: how they are laid out, and how much room they get.

import { Levels } from './levels.js';

/** @typedef {import('./view.js').Cube} Cube */

/**
 * Shares the room out: the levels get what they need to be pressed, the cubes the rest.
 * @param {Cube} cube
 * @param {number} width
 * @param {number} height
 * @param {boolean} wide
 */
export function shareRoom(cube, width, height, wide) {
  const box = cube.levels?.svg.viewBox.baseVal;
  if (!box || box.width === 0 || box.height === 0) return;
  const shape = box.width / box.height;
  const gap = 8;
  let [w, h] = [Math.min(height * shape, width * (cube.count > 1 ? 0.46 : 0.36)), height];
  if (!wide) [w, h] = [width, Math.min(width / shape, height * (cube.count > 1 ? 0.46 : 0.4))];
  cube.beside.style.width = `${w}px`;
  cube.beside.style.height = `${h}px`;
  cube.pane.style.width = `${wide ? width - w - gap : width}px`;
  cube.pane.style.height = `${wide ? height : height - h - gap}px`;
  cube.levels?.fit(w, h);
}

/**
 * Lays the levels out beside the cubes.
 * @param {Cube} cube
 * @param {boolean} wide
 * @param {number} columns  of levels beside a single cube
 */
export function layLevels(cube, wide, columns) {
  const { context, side, count } = cube;
  cube.beside.replaceChildren();
  const look =
    context.preferences.marks === 'shapes' ? 'shape' : context.preferences.marks === 'discs' ? 'ball' : 'strokes';
  // A single cube has its levels in a row or a column; of several, each has its levels in a block of its own.
  const block = count === 1 ? (wide ? columns : side) : Math.ceil(Math.sqrt(side));
  const rows = Math.ceil(side / block);
  const across = cube.across;
  const arrange = (/** @type {number} */ grid) => {
    const [cube, level] = [Math.floor(grid / side), grid % side];
    return /** @type {[number, number]} */ ([
      (cube % across) * (block + (count > 1 ? 0.3 : 0)) + (level % block),
      Math.floor(cube / across) * (rows + (count > 1 ? 0.2 : 0)) + Math.floor(level / block),
    ]);
  };
  const levels = new Levels(context, cube.beside, { look, ground: 'cells', bare: true, labelled: true, arrange }, (at) =>
    cube.lights.show(at),
  );
  cube.levels = levels;
  if (cube.step) levels.show(cube.step, { ...cube.now, animate: false }, null);
  levels.judge(cube.judged);
}

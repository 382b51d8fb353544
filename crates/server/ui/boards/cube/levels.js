// The levels of a cube as flat boards beside it.

import { Field } from '../field.js';
import { plainLetter } from '../pieces.js';
import { cubeName } from '../say.js';
import { key, svg } from '../svg.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('./view.js').Cube} Cube */

export class Levels extends Field {
  /**
   * @param {Context} context
   * @param {HTMLElement} stage
   * @param {import('../field.js').Style} style
   * @param {(at: At | null) => void} onHover
   */
  constructor(context, stage, style, onHover) {
    super(context, style, stage);
    this.onHover = onHover;
    this.lights = svg('g', { class: 'lights' });
    this.svg.insertBefore(this.lights, this.layers.pieces);
    this.svg.classList.add('levels');
    this.svg.addEventListener('pointerleave', () => onHover(null));
  }

  /**
   * @override
   * @param {number} grid
   */
  title(grid) {
    const { board, t } = this.context;
    const level = (grid % (board.axes.at(-3) ?? 1)) + 1;
    if (board.axes.length === 3) return t('board.level', { level });
    return `${cubeName(board.axes, grid)} · ${level}`;
  }

  /**
   * @override
   * @param {At | null} at
   */
  hover(at) {
    this.onHover(at);
  }

  /**
   * Lights a cell and the cells of its lines.
   * @param {At | null} at
   * @param {At[][]} lines
   */
  light(at, lines) {
    this.lights.replaceChildren();
    const spot = at && this.spots.get(key(at));
    if (!at || !spot) return;
    const names = new Set(lines.flat().map(key));
    names.delete(key(at));
    for (const name of names) {
      const other = this.spots.get(name);
      if (other)
        this.lights.append(
          svg('rect', { x: other.x - 46, y: other.y - 46, width: 92, height: 92, rx: 9, class: 'on' }),
        );
    }
    this.lights.append(svg('rect', { x: spot.x - 46, y: spot.y - 46, width: 92, height: 92, rx: 9, class: 'here' }));
    const side = this.step?.turn;
    if (this.puts.has(key(at)) && this.now.interactive && (side === 'first' || side === 'second')) {
      const piece = this.drawing.draw(side, plainLetter(side), this.style.look);
      this.lights.append(svg('g', { class: 'preview', transform: `translate(${spot.x} ${spot.y})` }, piece));
    }
  }
}

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
  if (cube.pane.hidden) [w, h] = [Math.min(width, height * shape), Math.min(width / shape, height)];
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
  const levels = new Levels(context, cube.beside, { look, ground: 'cells', bare: true, labelled: !cube.pane.hidden, arrange }, (at) =>
    cube.lights.show(at),
  );
  cube.levels = levels;
  if (cube.step) levels.show(cube.step, { ...cube.now, animate: false }, null);
  levels.judge(cube.judged);
  levels.pointOut(...cube.pointed);
}

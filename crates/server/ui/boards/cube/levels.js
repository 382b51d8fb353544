// The levels of a cube as flat boards beside it.

import { Field } from '../field.js';
import { plainLetter } from '../pieces.js';
import { cubeName } from '../say.js';
import { key, svg } from '../svg.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('../types.js').Context} Context */

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

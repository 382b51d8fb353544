// Flat boards where pieces are put, fall, move or are counted: of squares, or of cells with outlines of their own.

import { Field } from './field.js';
import { flatLook, plainLetter } from './pieces.js';
import { pieceOn } from './placing.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */

/** From this many columns on, stones are on the crossings, as in games played with stones. */
const CROSSINGS = 9;

export class Flat extends Field {
  /** @type {SVGGElement | null} */
  #preview = null;

  /** @param {Context} context */
  constructor(context) {
    const { falls: gravity, grids, cells } = context.board;
    const look = flatLook(context);
    const stones = look === 'ball' && (grids[0]?.columns.length ?? 0) >= CROSSINGS;
    super(context, { look, ground: cells.length > 0 ? 'outlines' : gravity ? 'holes' : stones ? 'points' : 'cells' });
    this.gravity = gravity;
    this.svg.addEventListener('pointerleave', () => this.hover(null));
  }

  /**
   * The square where a piece lands that is thrown in at a square.
   * @param {At} at
   * @returns {At}
   */
  #landing(at) {
    if (!this.gravity || this.puts.has(key(at))) return at;
    const [grid, , column] = at;
    const found = [...this.puts.keys()].find((name) => name.startsWith(`${grid},`) && name.endsWith(`,${column}`));
    const place = found ? this.spots.get(found)?.at : undefined;
    return place ?? at;
  }

  /**
   * @override
   * @param {At} at
   * @param {boolean} [finger]
   */
  choose(at, finger) {
    super.choose(this.#landing(at), finger);
  }

  /**
   * @override
   * @param {At} at
   */
  reason(at) {
    return this.gravity ? 'full' : super.reason(at);
  }

  /**
   * @override
   * @param {At | null} at
   */
  hover(at) {
    this.#preview?.remove();
    this.#preview = null;
    super.hover(at);
    const side = this.step?.turn;
    if (!at || !this.now.interactive || this.now.ghost || (side !== 'first' && side !== 'second')) return;
    const landing = this.#landing(at);
    const spot = this.spots.get(key(landing));
    if (!spot || !this.arrivals.has(key(landing))) return;
    const preview = svg('g', { class: 'preview', transform: `translate(${spot.x} ${spot.y})` });
    preview.append(pieceOn(this, spot, side, plainLetter(side)));
    if (this.gravity) {
      const top = spot.y - 50 - landing[1] * 100;
      preview.prepend(
        svg('rect', { x: -46, y: top - spot.y, width: 92, height: (landing[1] + 1) * 100, class: 'shaft' }),
      );
    }
    this.#preview = preview;
    this.layers.under.append(preview);
  }

  /**
   * @override
   * @param {import('./field.js').Piece} piece
   * @param {At} at
   */
  arrive(piece, at) {
    if (!this.gravity) {
      super.arrive(piece, at);
      return;
    }
    const way = (at[1] + 1) * 100;
    const up = (/** @type {number} */ share) => ({ transform: `translate(0, ${-way * share}px)` });
    this.context.motion.play(
      piece.inner,
      [
        { ...up(1), easing: 'cubic-bezier(.5,0,.9,.6)' },
        { ...up(0), offset: 0.62, easing: 'cubic-bezier(.1,.5,.4,1)' },
        { ...up(0.07), offset: 0.78, easing: 'cubic-bezier(.6,0,.9,.5)' },
        { ...up(0), offset: 0.92 },
        { ...up(0) },
      ],
      { duration: 260 + 45 * at[1] },
    );
  }

  /**
   * @override
   * @param {StepView} step
   * @param {Now} now
   */
  mark(step, now) {
    super.mark(step, now);
    if (this.gravity) {
      // The mark is behind the screen: a ring around the hole is visible.
      const at = this.context.still ? null : this.lastAt(step);
      this.layers.under.replaceChildren();
      this.layers.over.replaceChildren();
      const spot = at ? this.spots.get(key(at)) : undefined;
      if (spot) this.layers.over.append(svg('circle', { cx: spot.x, cy: spot.y, r: 44, class: 'last' }));
    } else if (this.style.ground !== 'outlines') {
      this.layers.over.replaceChildren();
    }
    for (const line of wonLines(this.context, step)) this.#strike(line, now.animate);
  }

  /**
   * Draws the line that won.
   * @param {At[]} line
   * @param {boolean} animate
   */
  #strike(line, animate) {
    const ends = [line[0], line[line.length - 1]].map((at) => at && this.spots.get(key(at)));
    const [from, to] = ends;
    if (!from || !to) return;
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [((to.x - from.x) / long) * 34, ((to.y - from.y) / long) * 34];
    const d = `M${from.x - dx} ${from.y - dy}L${to.x + dx} ${to.y + dy}`;
    for (const name of ['strike halo', 'strike']) {
      const path = svg('path', { d, pathLength: 100, class: name });
      this.layers.over.append(path);
      const frames = [{ strokeDasharray: '0 200' }, { strokeDasharray: '100 200' }];
      if (animate) this.context.motion.play(path, frames, { duration: 420, delay: 200 });
    }
  }
}

/**
 * The lines of the board that are marked from end to end.
 * @param {Context} context
 * @param {StepView} step
 */
export function wonLines({ board }, step) {
  const marks = new Set(step.scene.marks.map(key));
  return marks.size === 0 ? [] : board.lines.filter((line) => line.every((at) => marks.has(key(at))));
}

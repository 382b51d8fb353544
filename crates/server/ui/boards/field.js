// Grids on a plate of wood with pieces on them: what flat boards, pushed lines and unknown games have in common.

import { Pieces } from './pieces.js';
import { Squares } from './squares.js';
import { arrive, place, shake, slide } from './placing.js';
import { judge, lastOf, mark, pointOut } from './marks.js';
import { aims, foretell, showOffers } from './offers.js';
import { showGrids } from './grids.js';
import { layGround, sizeTexts } from './ground.js';
import { bestTurn } from './outline.js';
import { Steps } from './steps.js';
import { key, svg } from './svg.js';
import { gridName } from './say.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */
/** @typedef {import('./types.js').Judgement} Judgement */
/** @typedef {import('./squares.js').Spot} Spot */
/** @typedef {{node: SVGGElement, inner: SVGGElement, letter: string}} Piece */

/**
 * @typedef {object} Style
 * @property {import('./pieces.js').Look} look
 * @property {'cells' | 'points' | 'holes' | 'pits' | 'outlines'} ground  the shape of the squares
 * @property {number} [ring]  room for arrows around each grid
 * @property {boolean} [bare]  without plate (the levels of a cube)
 * @property {boolean} [labelled]  with labels though bare
 * @property {(grid: number) => [number, number]} [arrange]  the column and row of a grid among the grids
 */

/** The layers of the drawing, from below. */
const LAYERS = /** @type {const} */ (['ground', 'lamp', 'under', 'pieces', 'front', 'offers', 'over', 'decided', 'pointed', 'flight', 'judge']);

export class Field {
  /** @type {Map<string, Spot>} */
  spots = new Map();
  /** @type {Map<string, Piece>} */
  pieces = new Map();
  /** @type {Squares | null} */
  squares = null;
  /** @type {StepView | null} */
  step = null;
  /** @type {Now} */
  now = { interactive: false, animate: false };
  /** @type {Map<string, string>} moves that one square is enough for, by that square */
  puts = new Map();
  /** @type {Map<number, string>} moves that choose a grid, by the grid */
  grids = new Map();
  /** @type {Set<string>} squares on which a piece of the mover's would land */
  arrivals = new Set();
  /** @type {{x: number, y: number, width: number, height: number}[]} the plate of each grid */
  plates = [];
  /** Moves that are pointed at square by square. */
  steps = new Steps();
  aimed = '';
  /** @type {SVGGElement | null} */
  foretold = null;
  /** The share of a square by which a finger has pulled a run before it is pushed. */
  pulled = 0;

  /**
   * @param {Context} context
   * @param {Style} style
   * @param {HTMLElement} [stage]
   */
  constructor(context, style, stage = context.stage) {
    this.context = context;
    this.style = style;
    this.drawing = new Pieces();
    this.labels = context.preferences.labels && !context.still && (!style.bare || style.labelled === true);
    this.ring = context.still ? 0 : (style.ring ?? 0);
    const layers = LAYERS.map((name) => [name, svg('g', { class: name, 'aria-hidden': 'true' })]);
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ (Object.fromEntries(layers));
    this.svg = svg('svg', { role: 'presentation', class: `field ${style.ground}`, preserveAspectRatio: 'xMidYMid meet' });
    if (context.still) this.svg.setAttribute('aria-hidden', 'true');
    const { judge, ...below } = this.layers;
    this.svg.append(this.drawing.defs, ...Object.values(below));
    this.judgeLayer = judge;
    stage.append(this.svg);
  }

  ratio() {
    const box = this.svg.viewBox.baseVal;
    return box.width > 0 ? box.height / box.width : 1;
  }

  /**
   * Keeps labels readable, however small or large the board is drawn.
   * @param {number} width
   * @param {number} height
   */
  fit(width, height) {
    this.#turn(width, height);
    const box = this.svg.viewBox.baseVal;
    if (box.width === 0) return;
    this.scale = Math.min(width / box.width, height / box.height) || 1;
    sizeTexts(this);
    if (this.judged) this.judge(this.judged);
    this.pointOut(...this.pointed);
  }

  /** The sixths by which cells are turned, because they are larger that way. */
  sixths = 0;

  /**
   * Turns a board of hexagons if that makes it a good deal larger in this space.
   * @param {number} width
   * @param {number} height
   */
  #turn(width, height) {
    const sixths = bestTurn(this.context.board.cells, width, height);
    if (!this.step || sixths === this.sixths) return;
    this.sixths = sixths;
    const focused = this.svg.contains(document.activeElement);
    this.clear(this.ring);
    this.show(this.step, { ...this.now, animate: false }, null);
    if (focused) this.focus();
  }

  /** Pixels for one of the picture's units, of which a square has 100. */
  scale = 1;
  /** @type {Map<string, Judgement> | null} */
  judged = null;
  /** @type {[At[], At[]]} */
  pointed = [[], []];

  /** True if the text of a badge would be too small to read. @param {number} enlarged */
  brief(enlarged) {
    return 22 * enlarged * this.scale < 9.5;
  }

  /** Removes everything, to be drawn again. @param {number} ring  room for arrows */
  clear(ring) {
    this.ring = ring;
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.spots.clear();
    this.pieces.clear();
    this.plates = [];
    this.squares?.node.remove();
    this.squares = null;
  }

  /**
   * Puts elements that can be pointed at over the squares.
   * @param {Spot[][][]} all
   */
  #ask(all) {
    if (!this.context.still) {
      this.squares = new Squares(this.context, all, {
        choose: (at, finger) => this.choose(at, finger),
        hover: (at) => this.hover(at),
      });
      this.svg.append(this.squares.node);
    }
    this.svg.append(this.judgeLayer);
  }

  /** @param {number} grid */
  title(grid) {
    return gridName(this.context.t, this.context.board.grids[grid]?.title ?? '');
  }

  /**
   * @param {StepView} step
   * @param {Now} now
   * @param {StepView | null} before
   */
  show(step, now, before) {
    if (this.spots.size === 0 && this.layers.ground.childElementCount === 0) this.#ask(layGround(this, step));
    this.step = step;
    this.now = now;
    this.aimed = '';
    this.puts = new Map();
    this.grids = new Map();
    this.arrivals = new Set();
    for (const { text, motion } of step.moves) {
      if (motion && 'grid' in motion) this.grids.set(motion.grid, text);
      if (motion && 'put' in motion) {
        this.puts.set(key(motion.put), text);
        this.arrivals.add(key(motion.put));
      }
    }
    this.steps.update(step, this);
    const last = step.last?.motion;
    const pushed = now.animate && before && last && 'push' in last ? last.push : null;
    if (pushed) slide(this, pushed);
    place(this, step);
    const put = last && 'put' in last ? last.put : null;
    const piece = put && now.animate && before ? this.pieces.get(key(put)) : undefined;
    if (put && piece) this.arrive(piece, put);
    if (last && 'steps' in last && now.animate && before) this.steps.play(last.steps.effects, this, before);
    showGrids(this, step);
    this.mark(step, now);
    this.#offer();
  }

  /** The squares for which one is enough, and the move of each. */
  #single() {
    const single = new Map(this.puts);
    for (const [name, { at }] of this.spots) {
      const text = this.grids.get(at[0]);
      if (text !== undefined && !this.pieces.has(name)) single.set(name, text);
    }
    return single;
  }

  /** Says which squares can be pointed at now. */
  #offer() {
    const { step, now } = this;
    if (!step) return;
    const free = now.interactive && !now.ghost ? this.steps.offered(this.#single()) : new Map();
    this.squares?.update(step, free, this.lastAt(step), this.steps.chosen);
    this.offered = free;
    showOffers(this);
  }

  /** The square on which the last move is marked. @param {StepView} step @returns {At | null} */
  lastAt(step) {
    return lastOf(step).to;
  }

  /**
   * Shows how a piece comes to its place.
   * @param {Piece} piece
   * @param {At} _at
   */
  arrive(piece, _at) {
    arrive(this, piece);
  }

  /**
   * Points out the last move and what won.
   * @param {StepView} step
   * @param {Now} _now
   */
  mark(step, _now) {
    mark(this, step);
  }

  /** @type {Map<string, string>} the squares that can be pointed at now, each with the move that it completes */
  offered = new Map();

  /** @param {At} at @param {boolean} [finger] */
  choose(at, finger = false) {
    const { context, now } = this;
    if (now.ghost) return;
    if (!context.ready()) {
      context.refuse(this.step?.turn === 'over' ? 'over' : 'turn');
      return;
    }
    if (finger && aims(this, at)) return;
    const move = this.steps.point(at, this.#single());
    if (move !== null) context.choose(move, at);
    else if (this.steps.chosen.length === 0) {
      shake(this, at);
      context.refuse(this.reason(at));
    }
    this.#offer();
    this.judge(this.judged);
  }

  /**
   * Why nothing can be put there: the end of a word's key.
   * @param {At} at
   * @returns {string}
   */
  reason(at) {
    return this.pieces.has(key(at)) ? 'taken' : 'illegal';
  }

  /** @param {At | null} at */
  hover(at) {
    foretell(this, at);
    this.context.options.onAim?.(at);
  }

  /** @param {import('./types.js').MoveView} move */
  claims(move) {
    return move.motion !== undefined && ('put' in move.motion || 'steps' in move.motion || 'grid' in move.motion);
  }

  /** @param {Map<string, Judgement> | null} moves */
  judge(moves) {
    this.judged = moves;
    judge(this, moves);
  }

  /** @param {At[]} squares @param {At[]} line */
  pointOut(squares, line) {
    this.pointed = [squares, line];
    pointOut(this, squares, line);
  }

  focus() {
    this.squares?.focus();
  }
}

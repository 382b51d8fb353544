// Grids on a plate of wood with pieces on them: what flat boards, pushed lines and unknown games have in common.

import { Pieces } from './pieces.js';
import { Squares } from './squares.js';
import { badge } from './judge.js';
import { middle, showGrids } from './grids.js';
import { EDGE, plate } from './wood.js';
import { bestTurn, extent, lineNames, path, room, turned } from './outline.js';
import { Steps } from './steps.js';
import { key, svg, unique } from './svg.js';
import { gridName, letterAt } from './say.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Now} Now */
/** @typedef {import('./types.js').Owner} Owner */
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

const GAP = 50;

export class Field {
  /** @type {Map<string, Spot>} */
  spots = new Map();
  /** @type {Map<string, Piece>} */
  pieces = new Map();
  /** @type {Squares | null} */
  squares = null;
  /** @type {Step | null} */
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
    const layer = (/** @type {string} */ name) => svg('g', { class: name, 'aria-hidden': 'true' });
    this.layers = {
      ground: layer('ground'),
      lamp: layer('lamp'),
      under: layer('under'),
      pieces: layer('pieces'),
      front: layer('front'),
      over: layer('over'),
      decided: layer('decided'),
      flight: layer('flight'),
      judge: layer('judge'),
    };
    this.svg = svg('svg', { class: `field ${style.ground}`, preserveAspectRatio: 'xMidYMid meet' });
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
    const { grids } = this.context.board;
    const long = grids.some(({ columns, rows }) => [...columns, ...rows].some((label) => label.length > 1));
    this.svg.style.setProperty('--label', `${Math.min(long ? 31 : 40, Math.max(15, 15 / this.scale))}px`);
    // Titles too small to read only disturb.
    this.svg.style.setProperty(
      '--title',
      46 * this.scale < 8 ? '0' : `${Math.min(46, Math.max(24, 14 / this.scale))}px`,
    );
    if (this.judged) this.judge(this.judged);
  }

  /** The sixths by which cells are turned, because they are larger that way. */
  #sixths = 0;

  /**
   * Turns a board of hexagons if that makes it a good deal larger in this space.
   * @param {number} width
   * @param {number} height
   */
  #turn(width, height) {
    const sixths = bestTurn(this.context.board.cells, width, height);
    if (!this.step || sixths === this.#sixths) return;
    this.#sixths = sixths;
    const focused = this.svg.contains(document.activeElement);
    this.clear(this.ring);
    this.show(this.step, { ...this.now, animate: false }, null);
    if (focused) this.focus();
  }

  /** Pixels for one of the picture's units, of which a square has 100. */
  scale = 1;
  /** @type {Map<string, Judgement> | null} */
  judged = null;

  /**
   * True if the text of a badge would be too small to read.
   * @param {number} enlarged
   */
  brief(enlarged) {
    return 22 * enlarged * this.scale < 9.5;
  }

  /**
   * Removes everything, to be drawn again.
   * @param {number} ring  room for arrows
   */
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
   * Draws the board; needs the first position, which shows where squares are missing.
   * @param {Step} step
   */
  #build(step) {
    const { board, still } = this.context;
    if (board.cells.length > 0 && this.style.ground === 'outlines') {
      this.#outlines(step);
      return;
    }
    const ring = this.ring;
    const side = ring + (this.labels ? 44 : 14);
    const across = board.across || board.grids.length || 1;
    const widest = Math.max(1, ...board.grids.map((grid) => grid.columns.length)) * 100;
    const highest = Math.max(1, ...board.grids.map((grid) => grid.rows.length)) * 100;
    const titled = !still && board.grids.some((grid) => grid.title !== '') ? 54 : 0;
    const pitch = { x: widest + 2 * side + GAP, y: highest + 2 * side + GAP + titled };
    const place =
      this.style.arrange ?? ((/** @type {number} */ number) => [number % across, Math.floor(number / across)]);
    const places = board.grids.map((_, number) => place(number));
    /** @type {Spot[][][]} */
    const all = [];
    board.grids.forEach((frame, number) => {
      const [over, down] = place(number);
      const left = over * pitch.x;
      const top = down * pitch.y;
      const width = frame.columns.length * 100;
      const height = frame.rows.length * 100;
      const rows = frame.rows.map((_, row) =>
        frame.columns
          .map((_, column) => ({
            at: /** @type {At} */ ([number, row, column]),
            x: left + column * 100 + 50,
            y: top + row * 100 + 50,
          }))
          .filter(({ at }) => letterAt(step, at) !== ' '),
      );
      rows.flat().forEach((spot) => this.spots.set(key(spot.at), spot));
      all.push(rows);
      const box = { x: left - side, y: top - side, width: width + 2 * side, height: height + 2 * side };
      this.plates.push(box);
      if (!this.style.bare) this.layers.ground.append(plate(box.x, box.y, box.width, box.height, still));
      if (titled && frame.title) {
        const x = left + width / 2;
        this.layers.ground.append(svg('text', { class: 'title', x, y: top - side - 22 }, this.title(number)));
      }
      if (this.labels) this.#label(frame, left, top, ring + 22);
      this.ground(rows.flat(), left, top, frame.columns.length, frame.rows.length);
    });
    const edge = this.style.bare ? 4 : 0;
    const columns = Math.max(0, ...places.map(([over]) => over)) + 1;
    const lines = Math.max(0, ...places.map(([, down]) => down)) + 1;
    const width = columns * pitch.x - GAP + 2 * edge;
    const height = lines * pitch.y - GAP + (this.style.bare ? 0 : EDGE + 8) + 2 * edge;
    this.svg.setAttribute(
      'viewBox',
      `${-side - edge} ${-side - titled - edge} ${Math.max(width, 10)} ${Math.max(height, 10)}`,
    );
    this.#ask(all);
  }

  /**
   * Draws cells that have outlines and places of their own.
   * @param {Step} step
   */
  #outlines(step) {
    const { board, still } = this.context;
    /** @type {Spot[][][]} */
    const all = board.grids.map((grid) => grid.rows.map(() => []));
    const cells = turned(board.cells, this.#sixths);
    let { left, top, right, bottom } = extent(cells);
    for (const { at, centre, outline } of cells) {
      const [x, y] = [centre[0] * 100, centre[1] * 100];
      const ornament = letterAt(step, at) === ' ';
      const name = ornament ? 'ornament' : 'circle' in outline ? 'pit' : 'polygon' in outline ? 'cell gap' : 'cell';
      this.layers.ground.append(svg('path', { d: path(outline), transform: `translate(${x} ${y})`, class: name }));
      if (ornament) continue;
      if ('circle' in outline) {
        // The floor of a pit is lit from the upper left: its near wall is in the light.
        const floor = { cx: x + outline.circle * 2, cy: y + outline.circle * 4, r: outline.circle * 42 };
        this.layers.ground.append(svg('circle', { ...floor, class: 'pit-shade' }));
      }
      const spot = { at, x, y, outline };
      this.spots.set(key(at), spot);
      all[at[0]]?.[at[1]]?.push(spot);
    }
    if (this.labels) {
      const middle = (top + bottom) / 2;
      for (const { label, x, y } of board.grids.flatMap((_, grid) => lineNames(board.grids, cells, grid, middle))) {
        this.layers.ground.append(svg('text', { class: 'label', x, y }, label));
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      }
    }
    const side = 34;
    const [width, height] = [right - left + 2 * side, bottom - top + 2 * side];
    if (!this.style.bare) this.layers.ground.prepend(plate(left - side, top - side, width, height, still));
    this.svg.setAttribute('viewBox', `${left - side} ${top - side} ${width} ${height + EDGE + 8}`);
    this.#ask(all);
  }

  /**
   * Puts elements that can be pointed at over the squares.
   * @param {Spot[][][]} all
   */
  #ask(all) {
    if (!this.context.still) {
      this.squares = new Squares(this.context, all, {
        choose: (at) => this.choose(at),
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
   * @param {import('../protocol').GridView} frame
   * @param {number} left
   * @param {number} top
   * @param {number} out
   */
  #label({ columns, rows }, left, top, out) {
    const text = (/** @type {string} */ label, /** @type {number} */ x, /** @type {number} */ y) =>
      this.layers.ground.append(svg('text', { class: 'label', x, y }, label));
    columns.forEach((label, column) => text(label, left + column * 100 + 50, top + rows.length * 100 + out));
    rows.forEach((label, row) => text(label, left - out, top + row * 100 + 50));
  }

  /**
   * The squares of one grid.
   * @param {Spot[]} spots
   * @param {number} left
   * @param {number} top
   * @param {number} columns
   * @param {number} rows
   */
  ground(spots, left, top, columns, rows) {
    const { ground, front } = this.layers;
    if (this.style.ground === 'holes') {
      // Pieces fall between a dark back and a front with holes.
      const box = { x: left - 8, y: top - 8, width: columns * 100 + 16, height: rows * 100 + 16, rx: 18 };
      ground.append(svg('rect', { ...box, class: 'back' }));
      const clip = unique('screen');
      this.drawing.defs.append(svg('clipPath', { id: clip }, svg('rect', box)));
      this.layers.pieces.setAttribute('clip-path', `url(#${clip})`);
      let d = outline(box, 18);
      for (const { x, y } of spots) d += `M${x - 39} ${y}a39 39 0 1 0 78 0a39 39 0 1 0 -78 0Z`;
      front.append(svg('path', { d, class: 'screen', 'fill-rule': 'evenodd' }));
      for (const { x, y } of spots) front.append(svg('circle', { cx: x, cy: y, r: 39, class: 'lip' }));
      return;
    }
    if (this.style.ground === 'points') {
      let d = '';
      for (let column = 0; column < columns; column += 1)
        d += `M${left + column * 100 + 50} ${top + 50}v${(rows - 1) * 100}`;
      for (let row = 0; row < rows; row += 1) d += `M${left + 50} ${top + row * 100 + 50}h${(columns - 1) * 100}`;
      ground.append(svg('path', { d, class: 'rules' }));
      return;
    }
    if (this.style.ground === 'pits') {
      for (const { x, y } of spots) {
        ground.append(
          svg('circle', { cx: x, cy: y, r: 30, class: 'pit' }),
          svg('path', {
            d: `M${x - 21} ${y + 21}A30 30 0 0 0 ${x + 21} ${y - 21}`,
            class: 'pit-light',
            transform: `rotate(90 ${x} ${y})`,
          }),
        );
      }
      return;
    }
    for (const { x, y } of spots) {
      ground.append(svg('rect', { x: x - 46, y: y - 46, width: 92, height: 92, rx: 9, class: 'cell' }));
    }
  }

  /**
   * @param {Step} step
   * @param {Now} now
   * @param {Step | null} before
   */
  show(step, now, before) {
    if (this.spots.size === 0 && this.layers.ground.childElementCount === 0) this.#build(step);
    this.step = step;
    this.now = now;
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
    if (pushed) this.slide(pushed);
    this.#sync(step);
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
      if (text !== undefined) single.set(name, text);
    }
    return single;
  }

  /** Says which squares can be pointed at now. */
  #offer() {
    const { step, now } = this;
    if (!step) return;
    const free = now.interactive && !now.ghost ? this.steps.offered(this.#single()) : new Map();
    this.squares?.update(step, free, this.lastAt(step), this.steps.chosen);
  }

  /**
   * The square on which the last move is marked.
   * @param {Step} step
   * @returns {At | null}
   */
  lastAt(step) {
    const motion = step.last?.motion;
    if (motion && 'steps' in motion) return motion.steps.touched.at(-1) ?? null;
    return motion && 'put' in motion ? motion.put : null;
  }

  /**
   * A piece for a cell: drawn on it, or filling it.
   * @param {Spot} spot
   * @param {Owner} owner
   * @param {string} letter
   */
  pieceOn({ outline }, owner, letter) {
    if (outline && 'polygon' in outline) {
      return svg('g', { class: `piece ${owner} filled` }, svg('path', { d: path(outline), class: 'coin' }));
    }
    const piece = this.drawing.draw(owner, letter, this.style.look);
    if (outline) piece.setAttribute('transform', `scale(${room(outline)})`);
    return piece;
  }

  /**
   * @param {Step} step
   * @param {string} letter
   * @returns {Owner}
   */
  owner(step, letter) {
    return step.scene.pieces.find(([piece]) => piece === letter)?.[1] ?? 'neutral';
  }

  /**
   * Puts on the board what is there and takes away what is not.
   * @param {Step} step
   */
  #sync(step) {
    const counts = new Map(step.scene.counts.map(([at, owner, count]) => [key(at), { owner, count }]));
    for (const [name, spot] of this.spots) {
      const { at, x, y } = spot;
      const counted = counts.get(name);
      const letter = counted ? `${counted.owner} ${counted.count}` : letterAt(step, at);
      const piece = this.pieces.get(name);
      if (piece?.letter === letter) continue;
      piece?.node.remove();
      this.pieces.delete(name);
      if (letter === '.' || letter === ' ') continue;
      const drawn = counted
        ? this.drawing.heap(counted.owner, counted.count, spot.outline ? room(spot.outline) : 0.85)
        : this.pieceOn(spot, this.owner(step, letter), letter);
      const inner = svg('g', {}, drawn);
      const node = svg('g', { transform: `translate(${x} ${y})` }, inner);
      this.layers.pieces.append(node);
      this.pieces.set(name, { node, inner, letter });
    }
  }

  /**
   * Shows how a piece comes to its place.
   * @param {Piece} piece
   * @param {At} _at
   */
  arrive(piece, _at) {
    const { motion } = this.context;
    const paths = piece.inner.querySelectorAll('path.under, path.over');
    if (this.style.look === 'strokes' && paths.length > 0) {
      const strokes = paths.length / 2;
      paths.forEach((path, i) => {
        const delay = (i % strokes) * 130;
        const frames = [{ strokeDasharray: '0 200' }, { strokeDasharray: '100 200' }];
        motion.play(path, frames, { duration: strokes > 1 ? 150 : 260, delay });
      });
      return;
    }
    motion.play(
      piece.inner,
      [
        { transform: 'scale(1.5)', opacity: 0 },
        { transform: 'scale(0.96)', opacity: 1, offset: 0.7 },
        { transform: 'none' },
      ],
      {
        duration: 200,
      },
    );
  }

  /**
   * Moves the pieces of a run to their places after the push.
   * @param {import('./types.js').Push} push
   */
  slide({ run, way, leader }) {
    const { motion } = this.context;
    const [dx, dy] = STEPS[way];
    const moved = run.map((at) => ({ at, piece: this.pieces.get(key(at)) }));
    const held = this.pulled;
    this.pulled = 0;
    moved.forEach(({ at }) => this.pieces.delete(key(at)));
    moved.forEach(({ at: [grid, row, column], piece }, i) => {
      if (!piece) return;
      const leads = i === run.length - 1;
      const tail = run[0];
      if (leads && leader !== 'moves') {
        const gone = this.#exit(piece, dx, dy, held);
        if (leader === 'leaves' || !tail) return;
        const copy = svg('g', { transform: gone.getAttribute('transform') }, piece.inner);
        const home = this.spots.get(key(tail));
        if (!home) return;
        copy.setAttribute('transform', `translate(${home.x} ${home.y})`);
        this.layers.pieces.append(copy);
        this.pieces.set(key(tail), { ...piece, node: copy });
        motion.play(
          piece.inner,
          [
            { transform: `translate(${-dx * 100}px, ${-dy * 100}px)`, opacity: 0 },
            { transform: 'none', opacity: 1 },
          ],
          { duration: 220 },
        );
        return;
      }
      const name = key([grid, row + dy, column + dx]);
      const spot = this.spots.get(name);
      if (!spot) return;
      piece.node.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
      this.pieces.set(name, piece);
      const from = (held - 1) * 100;
      /** @type {Keyframe[]} */
      const frames = [{ transform: `translate(${dx * from}px, ${dy * from}px)` }];
      if (leads) frames.push({ transform: `translate(${dx * 13}px, ${dy * 13}px)`, offset: 0.72 });
      frames.push({ transform: 'none' });
      motion.play(piece.inner, frames, {
        duration: leads ? 240 : 190,
        easing: leads ? 'ease-out' : 'cubic-bezier(.3,.1,.3,1)',
      });
    });
  }

  /** The share of a square by which a finger has pulled a run before it is pushed. */
  pulled = 0;

  /**
   * A piece rolls off the board.
   * @param {Piece} piece
   * @param {number} dx
   * @param {number} dy
   * @param {number} held
   */
  #exit(piece, dx, dy, held) {
    const ghost = /** @type {SVGGElement} */ (piece.node.cloneNode(true));
    piece.node.remove();
    this.layers.over.append(ghost);
    const inner = ghost.firstElementChild ?? ghost;
    const to = `translate(${dx * 135}px, ${dy * 135}px) scale(.8)`;
    const frames = [
      { transform: `translate(${dx * held * 100}px, ${dy * held * 100}px)` },
      { transform: to, opacity: 0 },
    ];
    this.context.motion.play(inner, frames, { duration: 330, easing: 'ease-in' }, () => ghost.remove());
    return ghost;
  }

  /**
   * Points out the last move and what won.
   * @param {Step} step
   * @param {Now} _now
   */
  mark(step, _now) {
    const { under, over } = this.layers;
    under.replaceChildren();
    const at = this.context.still ? null : this.lastAt(step);
    const spot = at ? this.spots.get(key(at)) : undefined;
    if (this.style.ground === 'outlines') {
      over.replaceChildren();
      const won = step.scene.marks.flatMap((place) => this.spots.get(key(place)) ?? []);
      for (const [name, { outline, x, y }] of [
        ...(spot ? [/** @type {[string, Spot]} */ (['last', spot])] : []),
        ...won.map((place) => /** @type {[string, Spot]} */ (['won', place])),
      ]) {
        if (!outline) continue;
        // A piece that fills its cell would hide the mark.
        const layer = 'polygon' in outline ? over : under;
        layer.append(svg('path', { d: path(outline), transform: `translate(${x} ${y})`, class: name }));
      }
      return;
    }
    if (spot)
      under.append(svg('rect', { x: spot.x - 47, y: spot.y - 47, width: 94, height: 94, rx: 12, class: 'last' }));
    if (this.style.ground === 'pits') return;
    for (const { x, y } of step.scene.marks.flatMap((won) => this.spots.get(key(won)) ?? [])) {
      under.append(svg('rect', { x: x - 46, y: y - 46, width: 92, height: 92, rx: 10, class: 'won' }));
    }
  }

  /** @param {At} at */
  choose(at) {
    const { context, now } = this;
    if (now.ghost) return;
    if (!context.ready()) {
      context.refuse(this.step?.turn === 'over' ? 'over' : 'turn');
      return;
    }
    const move = this.steps.point(at, this.#single());
    if (move !== null) context.choose(move);
    else if (this.steps.chosen.length === 0) {
      this.shake(at);
      context.refuse(this.reason(at));
    }
    this.#offer();
  }

  /**
   * Why nothing can be put there: the end of a word's key.
   * @param {At} at
   * @returns {string}
   */
  reason(at) {
    return this.pieces.has(key(at)) ? 'taken' : 'illegal';
  }

  /** @param {At} at */
  shake(at) {
    const piece = this.pieces.get(key(at));
    if (!piece) return;
    const to = (/** @type {number} */ x) => ({ transform: `translate(${x}px, 0)` });
    this.context.motion.play(piece.inner, [to(0), to(-7), to(6), to(-3), to(0)], { duration: 220 });
  }

  /** @param {At | null} _at */
  hover(_at) {}

  /** @param {import('./types.js').MoveView} move */
  claims(move) {
    return move.motion !== undefined && ('put' in move.motion || 'steps' in move.motion || 'grid' in move.motion);
  }

  /** @param {Map<string, Judgement> | null} moves */
  judge(moves) {
    this.judgeLayer.replaceChildren();
    this.judged = moves;
    if (!moves) return;
    /** @type {[{x: number, y: number} | undefined, string][]} */
    const places = [
      ...[...this.puts].map(([name, move]) => /** @type {[Spot | undefined, string]} */ ([this.spots.get(name), move])),
      ...[...this.grids].map(([grid, move]) => /** @type {[{x: number, y: number} | undefined, string]} */ ([middle(this.plates[grid]), move])),
    ];
    for (const [spot, move] of places) {
      const judgement = moves.get(move);
      if (!judgement || !spot) continue;
      const wide = 34 + 12.5 * [...judgement.label].length;
      const fitting = Math.min(1.15, 94 / wide);
      const brief = this.brief(fitting);
      const place = `translate(${spot.x} ${spot.y}) scale(${brief ? 1.5 : fitting})`;
      this.judgeLayer.append(svg('g', { transform: place }, badge(judgement, brief)));
    }
  }

  focus() {
    this.squares?.focus();
  }
}

/** @type {Record<import('./types.js').Way, [number, number]>} */
export const STEPS = { top: [0, -1], bottom: [0, 1], left: [-1, 0], right: [1, 0] };

/**
 * The outline of a box with round corners.
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {number} r
 */
function outline({ x, y, width, height }, r) {
  const [right, down] = [width - 2 * r, height - 2 * r];
  const sides = `h${right}q${r} 0 ${r} ${r}v${down}q0 ${r} ${-r} ${r}h${-right}q${-r} 0 ${-r} ${-r}v${-down}`;
  return `M${x + r} ${y}${sides}q0 ${-r} ${r} ${-r}Z`;
}

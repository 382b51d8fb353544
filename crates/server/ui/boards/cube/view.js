// Cubes of three to five dimensions: what can be turned, and its levels laid out flat beside it.

import { Hands } from './hands.js';
import { Lights } from './lights.js';
import { Pieces } from '../pieces.js';
import { Solid } from './solid.js';
import { Targets } from './targets.js';
import { badge } from '../judge.js';
import { layLevels, shareRoom } from './levels.js';
import { extent, projector, restPose } from './projection.js';
import { html, key, round, svg } from '../svg.js';
import { letterAt } from '../say.js';
import { wonLines } from '../flat.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').StepView} StepView */
/** @typedef {import('../types.js').Now} Now */
/** @typedef {import('../types.js').Judgement} Judgement */
/** @typedef {import('./solid.js').Cell} Cell */

export class Cube {
  /** @type {Solid[]} */
  solids = [];
  /** @type {Map<string, Cell>} */
  cells = new Map();
  /** @type {import('./levels.js').Levels | null} */
  levels = null;
  #arrangement = '';
  across = 1;
  #frame = 0;
  #rest = 0;
  pixels = 1;
  /** @type {StepView | null} */
  step = null;
  /** @type {Now} */
  now = { interactive: false, animate: false };
  /** @type {Map<string, string>} */
  puts = new Map();
  /** @type {Map<string, Judgement> | null} */
  judged = null;
  /** @type {[At[], At[]]} */
  pointed = [[], []];
  tracks = false;

  /** @param {Context} context */
  constructor(context) {
    const { board, still, stage, memory } = context;
    this.context = context;
    this.side = board.axes[0] ?? 1;
    this.dimensions = board.axes.length;
    this.count = Math.max(1, board.grids.length / this.side);
    /** @type {import('./projection.js').Pose} */
    this.pose = memory.pose ?? restPose(this.side);
    memory.pose = this.pose;
    this.drawing = new Pieces();
    this.space = svg('g', {});
    this.lines = svg('g', { class: 'lines', 'aria-hidden': 'true' });
    this.targets = new Targets(this);
    this.lights = new Lights(this);
    this.badges = svg('g', { class: 'judge', 'aria-hidden': 'true' });
    this.svg = svg('svg', { role: 'presentation', class: 'space' }, this.drawing.defs, this.space, this.lines, this.targets.node, this.badges);
    this.pane = html('div', { class: 'pane' }, this.svg);
    this.beside = html('div', { class: 'beside' });
    stage.append(html('div', { class: 'cube' }, this.pane, ...(still ? [] : [this.beside])));
    if (still) this.svg.setAttribute('aria-hidden', 'true');
    else this.hands = new Hands(this);
  }

  /** @param {StepView} step */
  #build(step) {
    const exists = (/** @type {At} */ at) => letterAt(step, at) !== ' ';
    for (let number = 0; number < this.count; number += 1) {
      const solid = new Solid(this.side, number, exists);
      this.solids.push(solid);
      this.space.append(solid.node);
      for (const cell of solid.cells) {
        const name = key(cell.at);
        this.cells.set(name, cell);
        if (!this.context.still) this.targets.add(name, cell);
      }
    }
  }

  ratio() {
    const { width, height } = extent(this.side, this.pose.apart);
    return this.count === 1 ? height / width + 0.35 : 1.6;
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  fit(width, height) {
    const { still, root } = this.context;
    const wide = width > height * 1.12 && (this.count === 1 || this.count > this.side);
    root.classList.toggle('side-by-side', wide);
    const narrow = width < 560 && this.count > 1;
    // Several cubes side by side would be too small to see anything: the levels take all the room.
    this.pane.hidden = narrow && !still;
    this.across =
      this.count === 1 ? 1 : narrow ? Math.ceil(Math.sqrt(this.count)) : this.dimensions > 4 ? this.side : this.count;
    this.reframe();
    // A column of levels on a low screen would be too small to press.
    const columns = height < 420 ? 2 : 1;
    const arrangement = `${wide} ${this.across} ${columns}`;
    if (!still && arrangement !== this.#arrangement) {
      this.#arrangement = arrangement;
      layLevels(this, wide, columns);
    }
    if (!still) shareRoom(this, width, height, wide);
    const box = this.svg.viewBox.baseVal;
    const seen = this.svg.getBoundingClientRect();
    this.pixels = box.width > 0 ? Math.min(seen.width / box.width, seen.height / box.height) : 1;
    this.redraw();
  }

  /** Shows as much of space as the cubes need. */
  reframe() {
    const { width, height } = extent(this.side, this.pose.apart);
    const rows = Math.ceil(this.count / this.across);
    this.solids.forEach((solid, i) => {
      const [x, y] = this.#corner(i);
      set(solid.node, x, y);
    });
    const w = this.across * width * 2;
    const h = rows * height * 2;
    this.svg.setAttribute('viewBox', `${-width} ${-height} ${round(w)} ${round(h)}`);
  }

  /** The place of a cube in the picture. @param {number} number */
  #corner(number) {
    const { width, height } = extent(this.side, this.pose.apart);
    return [(number % this.across) * width * 2, Math.floor(number / this.across) * height * 2];
  }

  /**
   * @param {StepView} step
   * @param {Now} now
   * @param {StepView | null} before
   */
  show(step, now, before) {
    if (this.solids.length === 0) this.#build(step);
    this.step = step;
    this.now = now;
    this.lights.show(null);
    this.puts = new Map();
    for (const { text, motion } of step.moves) if (motion && 'put' in motion) this.puts.set(key(motion.put), text);
    const open = now.interactive && !now.ghost;
    const motion = step.last?.motion;
    const last = motion && 'put' in motion ? key(motion.put) : '';
    const won = new Set(step.scene.marks.map(key));
    for (const [name, cell] of this.cells) {
      const letter = letterAt(step, cell.at);
      if (letter !== cell.letter) this.#piece(cell, letter, step);
      cell.node.classList.toggle('taken', letter !== '.');
      cell.node.classList.toggle('won', won.has(name));
      cell.node.classList.toggle('last', name === last && !this.context.still);
      this.targets.update(cell, { step, move: open ? this.puts.get(name) : undefined, last: name === last, won: won.has(name) });
    }
    if (this.targets.home === '') this.targets.homeAt([...this.cells.keys()][Math.floor(this.cells.size / 2)] ?? '');
    this.levels?.show(step, now, before);
    const put = now.animate && before ? this.cells.get(last) : undefined;
    if (put) {
      const frames = [
        { transform: 'scale(1.7)', opacity: 0 },
        { transform: 'scale(.93)', opacity: 1, offset: 0.7 },
        { transform: 'none' },
      ];
      this.context.motion.play(put.inner, frames, { duration: 240 });
    }
    this.#strike(step, now.animate);
    this.draw();
  }

  /**
   * @param {Cell} cell
   * @param {string} letter
   * @param {StepView} step
   */
  #piece(cell, letter, step) {
    cell.letter = letter;
    cell.inner.replaceChildren();
    if (letter === '.') return;
    const { marks } = this.context.preferences;
    const owner = step.scene.pieces.find(([piece]) => piece === letter)?.[1] ?? 'neutral';
    const look = marks === 'shapes' ? 'shape' : marks === 'discs' ? 'ball' : 'marked';
    cell.inner.append(
      svg(
        'g',
        { transform: 'scale(.82)' },
        svg('circle', { r: 54, class: 'ring' }),
        this.drawing.draw(owner, letter, look),
      ),
    );
  }

  /**
   * Lines that won stay lit; drawn as they are when the game ends.
   * @param {StepView} step
   * @param {boolean} animate
   */
  #strike(step, animate) {
    this.lines.querySelectorAll('.strike').forEach((path) => path.remove());
    for (const line of wonLines(this.context, step)) {
      for (const name of ['strike halo', 'strike']) {
        const path = svg('path', { class: name, pathLength: 100, 'data-line': line.map(key).join(' ') });
        this.lines.append(path);
        const frames = [{ strokeDasharray: '0 200' }, { strokeDasharray: '100 200' }];
        if (animate) this.context.motion.play(path, frames, { duration: 520, delay: 240 });
      }
    }
  }

  /** Draws with the next frame; what is only there to be pressed follows when the hand rests. */
  redraw() {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.draw(), 90);
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw(true);
    });
  }

  /** @param {boolean} [quick] true to update only the visible parts */
  draw(quick) {
    const project = projector(this.side, this.pose);
    this.solids.forEach((solid) => solid.draw(project, this.pose.pitch));
    const solid = this.solids[0];
    if (!solid) return;
    if (!this.context.still) {
      if (quick) this.targets.aim(this.targets.home);
      else this.targets.aimAll();
      for (const node of this.badges.children) {
        const point = this.point(node.getAttribute('data-at') ?? '');
        if (point) node.setAttribute('transform', `translate(${round(point.x)} ${round(point.y)})`);
      }
    }
    for (const path of this.lines.children) {
      const points = (path.getAttribute('data-line') ?? '').split(' ').flatMap((name) => this.point(name) ?? []);
      path.setAttribute('d', `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`);
    }
  }

  /** The place of a cell in the picture. @param {string} name */
  point(name) {
    const cell = this.cells.get(name);
    if (!cell) return null;
    const [x = 0, y = 0] = this.#corner(cell.cube);
    return { x: x + cell.seen.x, y: y + cell.seen.y };
  }

  /** @param {import('../types.js').MoveView} move */
  claims(move) {
    return move.motion !== undefined && 'put' in move.motion;
  }

  /** @param {Map<string, Judgement> | null} moves */
  judge(moves) {
    this.judged = moves;
    this.levels?.judge(moves);
    this.badges.replaceChildren();
    for (const [name, move] of this.puts) {
      const judgement = moves?.get(move);
      // In space texts would hide one another; they are on the levels.
      if (judgement) this.badges.append(svg('g', { 'data-at': name }, badge(judgement, true)));
    }
    this.draw();
  }

  /** @param {At[]} squares @param {At[]} line */
  pointOut(squares, line) {
    this.pointed = [squares, line];
    this.levels?.pointOut(squares, line);
    for (const [name, all] of /** @type {[string, At[]][]} */ ([['pointed', squares], ['follows', line]])) {
      const cells = new Set(all.map(key));
      for (const [cell, { node }] of this.cells) node.classList.toggle(name, cells.has(cell));
    }
  }

  focus() {
    if (this.pane.hidden) this.levels?.focus();
    else this.targets.focus(this.targets.home);
  }

  destroy() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
  }
}

/**
 * @param {Element} node
 * @param {number | undefined} x
 * @param {number | undefined} y
 */
function set(node, x = 0, y = 0) {
  node.setAttribute('transform', `translate(${round(x)} ${round(y)})`);
}

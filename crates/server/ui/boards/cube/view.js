// Cubes of three to five dimensions: what can be turned, and its levels laid out flat beside it.

import { Levels } from './levels.js';
import { Pieces } from '../pieces.js';
import { Solid } from './solid.js';
import { badge } from '../judge.js';
import { clearance, extent, projector, restPose } from './projection.js';
import { html, key, round, svg } from '../svg.js';
import { letterAt, squareLabel } from '../say.js';
import { stepBy, turnBy, walk } from './cursor.js';
import { turnable } from './turn.js';
import { wonLines } from '../flat.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').Now} Now */
/** @typedef {import('../types.js').Judgement} Judgement */
/** @typedef {import('./solid.js').Cell} Cell */

/** Cells closer together than this on the screen, in pixels, are first shown to a finger, then taken. */
const CLOSE = 18;
export class Cube {
  /** @type {Solid[]} */
  #solids = [];
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  /** @type {Map<string, SVGGElement>} */
  #targets = new Map();
  /** @type {Levels | null} */
  #levels = null;
  #arrangement = '';
  #across = 1;
  #frame = 0;
  #rest = 0;
  #pixels = 1;
  #home = '';
  /** @type {At | null} */
  #lit = null;
  /** @type {At[][]} */
  #litLines = [];
  /** @type {Step | null} */
  #step = null;
  /** @type {Now} */
  #now = { interactive: false, animate: false };
  /** @type {Map<string, string>} */
  #puts = new Map();
  /** @type {Map<string, Judgement> | null} */
  #judged = null;
  tracks = false;

  /** @param {Context} context */
  constructor(context) {
    const { board, still, stage, t, memory } = context;
    this.context = context;
    this.side = board.axes[0] ?? 1;
    this.dimensions = board.axes.length;
    this.count = Math.max(1, board.grids.length / this.side);
    /** @type {import('./projection.js').Pose} */
    this.pose = memory.pose ?? restPose(this.side);
    memory.pose = this.pose;
    this.drawing = new Pieces();
    this.solids = svg('g', {});
    this.lines = svg('g', { class: 'lines', 'aria-hidden': 'true' });
    this.targets = svg('g', {
      class: 'targets',
      role: 'group',
      'aria-label': t('board.cube'),
      'aria-description': t('board.keys.cube'),
    });
    this.badges = svg('g', { class: 'judge', 'aria-hidden': 'true' });
    this.svg = svg('svg', { class: 'space' }, this.drawing.defs, this.solids, this.lines, this.targets, this.badges);
    this.pane = html('div', { class: 'pane' }, this.svg);
    this.beside = html('div', { class: 'beside' });
    stage.append(html('div', { class: 'cube' }, this.pane, ...(still ? [] : [this.beside])));
    if (still) this.svg.setAttribute('aria-hidden', 'true');
    else this.#control();
  }

  #control() {
    const { t } = this.context;
    this.slider = html('input', { type: 'range', min: 0, max: 100, step: 1, 'aria-label': t('board.apart') });
    this.slider.value = String(Math.round((this.pose.apart / 1.6) * 100));
    this.slider.addEventListener('input', () => {
      this.pose.apart = (Number(this.slider?.value) / 100) * 1.6;
      this.#window();
      this.#redraw();
    });
    const again = html('button', {
      type: 'button',
      class: 'again',
      'aria-label': t('board.turn.reset'),
      title: t('board.turn.reset'),
    });
    again.append(
      svg(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        svg('path', { d: 'M5 12a7 7 0 1 0 2.2-5.1M7 3v4.4h4.4', class: 'icon' }),
      ),
    );
    again.addEventListener('click', () => this.#reset());
    const layers = svg(
      'svg',
      { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      svg('path', { d: 'M4 8l8-4 8 4-8 4ZM4 16l8 4 8-4', class: 'icon' }),
    );
    this.pane.append(html('div', { class: 'tools' }, layers, this.slider, again));
    turnable(this.svg, {
      turn: (dx, dy) => this.#turn(dx * 0.01, dy * 0.01),
      zoom: (by) => this.#zoom(by),
      rest: () => this.#draw(),
      reset: () => this.#reset(),
      hover: (event) => this.#light(this.#pick(event)?.at ?? null),
      click: (event, touch) => this.#click(event, touch),
    });
    this.svg.addEventListener('pointerleave', () => this.#light(null));
    this.targets.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {Step} step */
  #build(step) {
    const exists = (/** @type {At} */ at) => letterAt(step, at) !== ' ';
    for (let number = 0; number < this.count; number += 1) {
      const solid = new Solid(this.side, number, exists);
      this.#solids.push(solid);
      this.solids.append(solid.node);
      for (const cell of solid.cells) {
        const name = key(cell.at);
        this.#cells.set(name, cell);
        if (this.context.still) continue;
        const target = svg(
          'g',
          { role: 'button', tabindex: -1, class: 'target', 'data-cell': name },
          svg('circle', { class: 'hit', r: 20 }),
          svg('circle', { class: 'focus', r: 34 }),
        );
        target.addEventListener('focus', () => {
          this.#homeAt(name);
          if (target.matches(':focus-visible')) this.#light(cell.at);
        });
        // Listened to here and not on the group: browsers let Tab stop at SVG groups that listen to focus.
        target.addEventListener('blur', () => this.#light(null));
        this.#targets.set(name, target);
        this.targets.append(target);
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
    this.#across =
      this.count === 1 ? 1 : narrow ? Math.ceil(Math.sqrt(this.count)) : this.dimensions > 4 ? this.side : this.count;
    this.#window();
    // A column of levels on a low screen would be too small to press.
    const columns = height < 420 ? 2 : 1;
    const arrangement = `${wide} ${this.#across} ${columns}`;
    if (!still && arrangement !== this.#arrangement) {
      this.#arrangement = arrangement;
      this.#layLevels(wide, columns);
    }
    if (!still) this.#share(width, height, wide);
    const box = this.svg.viewBox.baseVal;
    const seen = this.svg.getBoundingClientRect();
    this.#pixels = box.width > 0 ? Math.min(seen.width / box.width, seen.height / box.height) : 1;
    this.#redraw();
  }

  /**
   * Shares the room out: the levels get what they need to be pressed, the cubes the rest.
   * @param {number} width
   * @param {number} height
   * @param {boolean} wide
   */
  #share(width, height, wide) {
    const box = this.#levels?.svg.viewBox.baseVal;
    if (!box || box.width === 0 || box.height === 0) return;
    const shape = box.width / box.height;
    const gap = 8;
    let [w, h] = [Math.min(height * shape, width * (this.count > 1 ? 0.46 : 0.36)), height];
    if (!wide) [w, h] = [width, Math.min(width / shape, height * (this.count > 1 ? 0.46 : 0.4))];
    this.beside.style.width = `${w}px`;
    this.beside.style.height = `${h}px`;
    this.pane.style.width = `${wide ? width - w - gap : width}px`;
    this.pane.style.height = `${wide ? height : height - h - gap}px`;
    this.#levels?.fit(w, h);
  }

  /** Shows as much of space as the cubes need. */
  #window() {
    const { width, height } = extent(this.side, this.pose.apart);
    const rows = Math.ceil(this.count / this.#across);
    this.#solids.forEach((solid, i) => {
      const [x, y] = this.#corner(i);
      set(solid.node, x, y);
    });
    const w = this.#across * width * 2;
    const h = rows * height * 2;
    this.svg.setAttribute('viewBox', `${-width} ${-height} ${round(w)} ${round(h)}`);
  }

  /** The place of a cube in the picture. @param {number} number */
  #corner(number) {
    const { width, height } = extent(this.side, this.pose.apart);
    return [(number % this.#across) * width * 2, Math.floor(number / this.#across) * height * 2];
  }

  /**
   * @param {boolean} wide
   * @param {number} columns  of levels beside a single cube
   */
  #layLevels(wide, columns) {
    const { context, side, count } = this;
    this.beside.replaceChildren();
    const look =
      context.preferences.marks === 'shapes' ? 'shape' : context.preferences.marks === 'discs' ? 'ball' : 'strokes';
    // A single cube has its levels in a row or a column; of several, each has its levels in a block of its own.
    const block = count === 1 ? (wide ? columns : side) : Math.ceil(Math.sqrt(side));
    const rows = Math.ceil(side / block);
    const across = this.#across;
    const arrange = (/** @type {number} */ grid) => {
      const [cube, level] = [Math.floor(grid / side), grid % side];
      return /** @type {[number, number]} */ ([
        (cube % across) * (block + (count > 1 ? 0.3 : 0)) + (level % block),
        Math.floor(cube / across) * (rows + (count > 1 ? 0.2 : 0)) + Math.floor(level / block),
      ]);
    };
    const levels = new Levels(context, this.beside, { look, ground: 'cells', bare: true, labelled: true, arrange }, (at) =>
      this.#light(at),
    );
    this.#levels = levels;
    if (this.#step) levels.show(this.#step, { ...this.#now, animate: false }, null);
    levels.judge(this.#judged);
  }

  /**
   * @param {Step} step
   * @param {Now} now
   * @param {Step | null} before
   */
  show(step, now, before) {
    if (this.#solids.length === 0) this.#build(step);
    this.#step = step;
    this.#now = now;
    this.#light(null);
    this.#puts = new Map();
    for (const { text, motion } of step.moves) if (motion && 'put' in motion) this.#puts.set(key(motion.put), text);
    const open = now.interactive && !now.ghost;
    const motion = step.last?.motion;
    const last = motion && 'put' in motion ? key(motion.put) : '';
    const won = new Set(step.scene.marks.map(key));
    for (const [name, cell] of this.#cells) {
      const letter = letterAt(step, cell.at);
      if (letter !== cell.letter) this.#piece(cell, letter, step);
      cell.node.classList.toggle('taken', letter !== '.');
      cell.node.classList.toggle('won', won.has(name));
      cell.node.classList.toggle('last', name === last && !this.context.still);
      const target = this.#targets.get(name);
      if (!target) continue;
      const move = open ? this.#puts.get(name) : undefined;
      target.setAttribute('aria-label', squareLabel(this.context, step, cell.at));
      target.setAttribute('aria-disabled', String(move === undefined));
      target.classList.toggle('taken', letter !== '.');
      if (move === undefined) delete target.dataset.move;
      else target.dataset.move = move;
      target.toggleAttribute('data-last', name === last);
      target.toggleAttribute('data-won', won.has(name));
    }
    if (this.#home === '') this.#homeAt([...this.#cells.keys()][Math.floor(this.#cells.size / 2)] ?? '');
    this.#levels?.show(step, now, before);
    const put = now.animate && before ? this.#cells.get(last) : undefined;
    if (put) {
      const frames = [
        { transform: 'scale(1.7)', opacity: 0 },
        { transform: 'scale(.93)', opacity: 1, offset: 0.7 },
        { transform: 'none' },
      ];
      this.context.motion.play(put.inner, frames, { duration: 240 });
    }
    this.#strike(step, now.animate);
    this.#draw();
  }

  /**
   * @param {Cell} cell
   * @param {string} letter
   * @param {Step} step
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
   * @param {Step} step
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
  #redraw() {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#draw(), 90);
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw(true);
    });
  }

  /** @param {boolean} [quick] true to update only the visible parts */
  #draw(quick) {
    const project = projector(this.side, this.pose);
    this.#solids.forEach((solid) => solid.draw(project, this.pose.pitch));
    const solid = this.#solids[0];
    if (!solid) return;
    if (!this.context.still) {
      if (quick) this.#aim(this.#home);
      else this.#aimAll();
      for (const node of this.badges.children) {
        const point = this.#point(node.getAttribute('data-at') ?? '');
        if (point) node.setAttribute('transform', `translate(${round(point.x)} ${round(point.y)})`);
      }
    }
    for (const path of this.lines.children) {
      const points = (path.getAttribute('data-line') ?? '').split(' ').flatMap((name) => this.#point(name) ?? []);
      path.setAttribute('d', `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`);
    }
  }

  /** Brings the targets to where their cells are seen, as large as they can be without hiding one another. */
  #aimAll() {
    for (const { cells } of this.#solids) {
      const room = clearance(
        cells.map(({ seen }) => seen),
        38,
      );
      cells.forEach(({ at }, i) => {
        const name = key(at);
        this.#aim(name);
        this.#targets.get(name)?.firstElementChild?.setAttribute('r', String(round(room[i] ?? 10)));
      });
    }
  }

  /** @param {string} name */
  #aim(name) {
    const point = this.#point(name);
    if (point) this.#targets.get(name)?.setAttribute('transform', `translate(${round(point.x)} ${round(point.y)})`);
  }

  /** The place of a cell in the picture. @param {string} name */
  #point(name) {
    const cell = this.#cells.get(name);
    if (!cell) return null;
    const [x = 0, y = 0] = this.#corner(cell.cube);
    return { x: x + cell.seen.x, y: y + cell.seen.y };
  }

  /** The free cell at the pointer, or the nearest one; pieces do not catch it. @param {MouseEvent} event */
  #pick(event) {
    const target = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const under = this.#cells.get(target?.getAttribute('data-cell') ?? '');
    if (under?.letter === '.') return under;
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    let best = null;
    let least = 56 * this.pose.zoom;
    for (const [name, cell] of this.#cells) {
      if (cell.letter !== '.') continue;
      const point = this.#point(name);
      if (!point) continue;
      // Of two that are equally far away, the one in front.
      const far = Math.hypot(point.x - at.x, point.y - at.y) - cell.seen.depth * 0.01;
      if (far < least) {
        least = far;
        best = cell;
      }
    }
    return best;
  }

  /**
   * @param {MouseEvent} event
   * @param {boolean} touch
   */
  #click(event, touch) {
    if (this.#now.ghost) return;
    const cell = this.#pick(event);
    if (!cell) return;
    const free = (this.#solids[cell.cube]?.cells ?? []).filter(({ letter }) => letter === '.');
    const points = free.map(({ seen }) => seen);
    const room = 2 * (clearance(points, 50)[free.indexOf(cell)] ?? 50) * this.#pixels;
    const shown = this.#chosen !== null && key(this.#chosen) === key(cell.at);
    this.#chosen = cell.at;
    if (touch && !shown && room < CLOSE) {
      this.#light(cell.at);
      if (this.#step) {
        const label = squareLabel(this.context, this.#step, cell.at);
        this.context.options.announce?.(this.context.t('board.again', { cell: label }));
      }
      return;
    }
    this.#chosen = null;
    this.#choose(cell.at);
  }

  /** @type {At | null} the cell a finger pointed at before */
  #chosen = null;

  /** @param {At} at */
  #choose(at) {
    const { context } = this;
    const move = this.#puts.get(key(at));
    if (!context.ready()) context.refuse(this.#step?.turn === 'over' ? 'over' : 'turn');
    else if (move !== undefined) context.choose(move);
    else context.refuse(this.#cells.get(key(at))?.letter === '.' ? 'illegal' : 'taken');
  }

  /**
   * Shows a cell with its lines, in space and on the levels.
   * @param {At | null} at
   */
  #light(at) {
    if (at === this.#lit || (at && this.#lit && key(at) === key(this.#lit))) return;
    if (this.#lit) this.#cells.get(key(this.#lit))?.node.querySelector('.preview')?.remove();
    this.#solids.forEach(({ cells }) => cells.forEach(({ node }) => node.classList.remove('on', 'here')));
    this.lines.querySelectorAll('.through').forEach((path) => path.remove());
    this.#lit = at;
    this.#litLines = at ? this.#through(at) : [];
    this.#levels?.light(at, this.#litLines);
    const cell = at && this.#cells.get(key(at));
    if (!at || !cell || this.#now.ghost) return;
    for (const line of this.#litLines) {
      for (const other of line) this.#cells.get(key(other))?.node.classList.add('on');
      // A line from cube to cube is shown by its cells.
      if (new Set(line.map((other) => Math.floor(other[0] / this.side))).size > 1) continue;
      this.lines.prepend(svg('path', { class: 'through', 'data-line': line.map(key).join(' ') }));
    }
    cell.node.classList.add('here');
    const side = this.#step?.turn;
    if (cell.letter === '.' && this.context.ready() && (side === 'first' || side === 'second')) {
      const { marks } = this.context.preferences;
      const piece = this.drawing.draw(
        side,
        side === 'first' ? 'x' : 'o',
        marks === 'shapes' ? 'shape' : marks === 'discs' ? 'ball' : 'marked',
      );
      cell.node.append(svg('g', { class: 'preview', transform: 'scale(.82)' }, piece));
    }
    this.#draw();
  }

  /**
   * The lines through a cell that can still belong to one player alone.
   * @param {At} at
   */
  #through(at) {
    const name = key(at);
    const letters = (/** @type {At[]} */ line) =>
      new Set(line.map((other) => this.#cells.get(key(other))?.letter ?? '.').filter((letter) => letter !== '.'));
    return this.context.board.lines.filter(
      (line) => line.some((other) => key(other) === name) && letters(line).size < 2,
    );
  }

  /** @param {string} name */
  #homeAt(name) {
    this.#targets.get(this.#home)?.setAttribute('tabindex', '-1');
    this.#home = name;
    this.#targets.get(name)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = this.#cells.get(this.#home);
    const { key: pressed } = event;
    const turn = turnBy(event);
    const by = stepBy(event);
    if (pressed === 'Enter' || pressed === ' ') {
      if (cell) this.#choose(cell.at);
    } else if (pressed === '+' || pressed === '=' || pressed === '-') this.#zoom(pressed === '-' ? 1 / 1.15 : 1.15);
    else if (pressed === '0') this.#reset();
    else if (turn) this.#turn((turn[0] ?? 0) * 0.18, (turn[1] ?? 0) * 0.18);
    else if (by && cell) {
      const exists = (/** @type {At} */ at) => this.#targets.has(key(at));
      const next = walk(cell.at, by, this.side, this.dimensions, exists);
      if (next) this.#targets.get(key(next))?.focus();
    } else return;
    event.preventDefault();
  }

  /**
   * @param {number} yaw
   * @param {number} pitch
   */
  #turn(yaw, pitch) {
    this.pose.yaw += yaw;
    this.pose.pitch = Math.max(-1.4, Math.min(1.4, this.pose.pitch + pitch));
    this.#redraw();
  }

  /** @param {number} by */
  #zoom(by) {
    this.pose.zoom = Math.max(0.5, Math.min(3, this.pose.zoom * by));
    this.#redraw();
  }

  #reset() {
    Object.assign(this.pose, restPose(this.side));
    if (this.slider) this.slider.value = String(Math.round((this.pose.apart / 1.6) * 100));
    this.#window();
    this.#redraw();
  }

  /** @param {import('../types.js').MoveView} move */
  claims(move) {
    return move.motion !== undefined && 'put' in move.motion;
  }

  /** @param {Map<string, Judgement> | null} moves */
  judge(moves) {
    this.#judged = moves;
    this.#levels?.judge(moves);
    this.badges.replaceChildren();
    for (const [name, move] of this.#puts) {
      const judgement = moves?.get(move);
      // In space texts would hide one another; they are on the levels.
      if (judgement) this.badges.append(svg('g', { 'data-at': name }, badge(judgement, true)));
    }
    this.#draw();
  }

  focus() {
    this.#targets.get(this.#home)?.focus();
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

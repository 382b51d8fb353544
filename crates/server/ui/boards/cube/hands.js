// A cube in the hands: it is turned, zoomed and pulled apart, and its cells are chosen, by mouse, finger and keys.

import { clearance, restPose } from './projection.js';
import { stepBy, turnBy, walk } from './cursor.js';
import { gestures } from '../gestures.js';
import { squareLabel } from '../say.js';
import { html, key, svg } from '../svg.js';

/** @typedef {import('../types.js').At} At */
/** @typedef {import('./view.js').Cube} Cube */

/** Cells closer together than this on the screen, in pixels, are first shown to a finger, then taken. */
const CLOSE = 18;

export class Hands {
  /** @param {Cube} cube */
  constructor(cube) {
    this.cube = cube;
    this.#control();
  }

  #control() {
    const { t } = this.cube.context;
    this.slider = html('input', { type: 'range', min: 0, max: 100, step: 1, 'aria-label': t('board.apart') });
    this.slider.value = String(Math.round((this.cube.pose.apart / 1.6) * 100));
    this.slider.addEventListener('input', () => {
      this.cube.pose.apart = (Number(this.slider?.value) / 100) * 1.6;
      this.cube.reframe();
      this.cube.redraw();
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
    this.cube.pane.append(html('div', { class: 'tools' }, layers, this.slider, again));
    gestures(this.cube.svg, {
      drag: (dx, dy) => this.#turn(dx * 0.01, dy * 0.01),
      zoom: (by) => this.#zoom(by),
      rest: () => this.cube.draw(),
      reset: () => this.#reset(),
      hover: (event) => this.cube.lights.show(this.#pick(event)?.at ?? null),
      click: (event, touch) => this.#click(event, touch),
    });
    this.cube.svg.addEventListener('pointerleave', () => this.cube.lights.show(null));
    this.cube.targets.node.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The free cell at the pointer, or the nearest one; pieces do not catch it. @param {MouseEvent} event */
  #pick(event) {
    const target = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const under = this.cube.cells.get(target?.getAttribute('data-cell') ?? '');
    if (under?.letter === '.') return under;
    const matrix = this.cube.svg.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    let best = null;
    let least = 56 * this.cube.pose.zoom;
    for (const [name, cell] of this.cube.cells) {
      if (cell.letter !== '.') continue;
      const point = this.cube.point(name);
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
    if (this.cube.now.ghost) return;
    const cell = this.#pick(event);
    if (!cell) return;
    const free = (this.cube.solids[cell.cube]?.cells ?? []).filter(({ letter }) => letter === '.');
    const points = free.map(({ seen }) => seen);
    const room = 2 * (clearance(points, 50)[free.indexOf(cell)] ?? 50) * this.cube.pixels;
    const shown = this.#chosen !== null && key(this.#chosen) === key(cell.at);
    this.#chosen = cell.at;
    if (touch && !shown && room < CLOSE) {
      this.cube.lights.show(cell.at);
      if (this.cube.step) {
        const label = squareLabel(this.cube.context, this.cube.step, cell.at);
        this.cube.context.options.announce?.(this.cube.context.t('board.again', { cell: label }));
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
    const { context } = this.cube;
    const move = this.cube.puts.get(key(at));
    if (!context.ready()) context.refuse(this.cube.step?.turn === 'over' ? 'over' : 'turn');
    else if (move !== undefined) context.choose(move);
    else context.refuse(this.cube.cells.get(key(at))?.letter === '.' ? 'illegal' : 'taken');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = this.cube.cells.get(this.cube.targets.home);
    const { key: pressed } = event;
    const turn = turnBy(event);
    const by = stepBy(event);
    if (pressed === 'Enter' || pressed === ' ') {
      if (cell) this.#choose(cell.at);
    } else if (pressed === '+' || pressed === '=' || pressed === '-') this.#zoom(pressed === '-' ? 1 / 1.15 : 1.15);
    else if (pressed === '0') this.#reset();
    else if (turn) this.#turn((turn[0] ?? 0) * 0.18, (turn[1] ?? 0) * 0.18);
    else if (by && cell) {
      const exists = (/** @type {At} */ at) => this.cube.targets.has(key(at));
      const next = walk(cell.at, by, this.cube.side, this.cube.dimensions, exists);
      if (next) this.cube.targets.focus(key(next));
    } else return;
    event.preventDefault();
  }

  /**
   * @param {number} yaw
   * @param {number} pitch
   */
  #turn(yaw, pitch) {
    this.cube.pose.yaw += yaw;
    this.cube.pose.pitch = Math.max(-1.4, Math.min(1.4, this.cube.pose.pitch + pitch));
    this.cube.redraw();
  }

  /** @param {number} by */
  #zoom(by) {
    this.cube.pose.zoom = Math.max(0.5, Math.min(3, this.cube.pose.zoom * by));
    this.cube.redraw();
  }

  #reset() {
    Object.assign(this.cube.pose, restPose(this.cube.side));
    if (this.slider) this.slider.value = String(Math.round((this.cube.pose.apart / 1.6) * 100));
    this.cube.reframe();
    this.cube.redraw();
  }
}

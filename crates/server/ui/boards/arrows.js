// Arrows where lines may be pushed, and the run that would move with its balls counted at both ends.

import { STEPS } from './placing.js';
import { badge } from './judge.js';
import { key, svg } from './svg.js';
import { pushLabel } from './say.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').Push} Push */
/** @typedef {import('./types.js').MoveView} MoveView */
/** @typedef {import('./field.js').Field} Field */

/**
 * @typedef {object} Arrow
 * @property {string} text
 * @property {Push} push
 * @property {SVGGElement} node
 * @property {boolean} file  true if it belongs to a column
 * @property {number} line   which column or row
 * @property {number} place  the start of its run on the line
 * @property {number} x
 * @property {number} y
 */

const TURNS = { top: 0, right: 90, bottom: 180, left: 270 };
const SHAPE = 'M0 -25Q4 -25 7 -20L25 10Q28 17 20 18Q0 10 -20 18Q-28 17 -25 10L-7 -20Q-4 -25 0 -25Z';

/** @param {MoveView} move @returns {Push | null} */
export const pushOf = ({ motion }) => (motion && 'push' in motion ? motion.push : null);

export class Arrows {
  /** @type {Arrow[]} */
  list = [];
  /** @type {Arrow | null} */
  #lit = null;
  #home = { file: true, line: 0, place: 0 };

  /**
   * @param {Context} context
   * @param {Field} field
   */
  constructor(context, field) {
    this.context = context;
    this.field = field;
    this.node = svg('g', {
      class: 'arrows',
      role: 'group',
      'aria-label': context.t('board.pushes'),
      'aria-description': context.t('board.keys.pushes'),
    });
    this.light = svg('g', { class: 'light', 'aria-hidden': 'true' });
    this.node.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * The place of a push's arrow: at the end of its line, or right before its run where another run of that line
   * is pushed the same way and is nearer to the end.
   * @param {Push} push
   * @param {Push[]} all
   */
  #place(push, all) {
    const { run, way } = push;
    const leader = run[run.length - 1];
    const first = run[0];
    if (!leader || !first) return null;
    const [dx, dy] = STEPS[way];
    const [grid, row, column] = leader;
    const frame = this.context.board.grids[grid];
    if (!frame) return null;
    const along = (/** @type {Push} */ other) => {
      const end = other.run[other.run.length - 1] ?? leader;
      return (end[2] - column) * dx + (end[1] - row) * dy;
    };
    const same = (/** @type {Push} */ other) => {
      const end = other.run[other.run.length - 1];
      return (
        end !== undefined && other.way === way && end[0] === grid && (dx === 0 ? end[2] === column : end[1] === row)
      );
    };
    const near = all.some((other) => other !== push && same(other) && along(other) > 0);
    const spot = this.field.spots.get(key(leader));
    if (!spot) return null;
    const file = dx === 0;
    const where = { file, line: file ? column : row, place: Math.min(file ? first[1] : first[2], file ? row : column) };
    if (near) return { ...where, x: spot.x + dx * 69, y: spot.y + dy * 69, small: true };
    // Beyond the last square of the line.
    const left = dx > 0 ? frame.columns.length - 1 - column : dx < 0 ? column : 0;
    const high = dy > 0 ? frame.rows.length - 1 - row : dy < 0 ? row : 0;
    return { ...where, x: spot.x + dx * (left * 100 + 92), y: spot.y + dy * (high * 100 + 92), small: false };
  }

  /**
   * @param {MoveView[]} moves
   * @param {boolean} show
   */
  update(moves, show) {
    this.#unlight();
    this.list = [];
    this.node.replaceChildren();
    if (!show) return;
    const pushes = moves.flatMap((move) => pushOf(move) ?? []);
    for (const move of moves) {
      const push = pushOf(move);
      const place = push && this.#place(push, pushes);
      if (!push || !place) continue;
      const { file, line, x, y, small } = place;
      const node = svg(
        'g',
        {
          role: 'button',
          tabindex: -1,
          class: small ? 'arrow small' : 'arrow',
          'data-move': move.text,
          'aria-label': pushLabel(this.context, move),
          transform: `translate(${x} ${y})`,
        },
        svg(
          'rect',
          small
            ? { x: -24, y: -24, width: 48, height: 48, class: 'hit' }
            : { x: -48, y: -44, width: 96, height: 88, class: 'hit' },
        ),
        svg(
          'g',
          { transform: `rotate(${TURNS[push.way]})${small ? ' scale(.72)' : ''}` },
          svg('path', { d: SHAPE, class: 'head' }),
        ),
      );
      const arrow = { text: move.text, push, node, file, line, place: place.place, x, y };
      node.addEventListener('pointerenter', () => this.#show(arrow));
      node.addEventListener('pointerdown', () => this.#show(arrow));
      node.addEventListener('pointerleave', () => this.#unlight());
      node.addEventListener('focus', () => {
        this.#homeAt(arrow);
        if (node.matches(':focus-visible')) this.#show(arrow);
      });
      node.addEventListener('blur', () => this.#unlight());
      node.addEventListener('click', () => this.context.choose(move.text));
      this.node.append(node);
      this.list.push(arrow);
    }
    const home = this.#nearest();
    if (home) this.#homeAt(home);
  }

  /** The arrow closest to where the cursor was: the same line if it can still be pushed. */
  #nearest() {
    const { file, line, place } = this.#home;
    const far = (/** @type {Arrow} */ arrow) =>
      (arrow.file === file ? 0 : 100) + Math.abs(arrow.line - line) * 4 + Math.abs(arrow.place - place) * 0.1;
    return this.list.reduce(
      (/** @type {Arrow | null} */ best, arrow) => (best && far(best) <= far(arrow) ? best : arrow),
      null,
    );
  }

  /** @param {Arrow} arrow */
  #homeAt(arrow) {
    this.#home = { file: arrow.file, line: arrow.line, place: arrow.place };
    for (const { node } of this.list) node.setAttribute('tabindex', node === arrow.node ? '0' : '-1');
  }

  /** @param {Arrow} arrow */
  #show(arrow) {
    if (this.#lit === arrow) return;
    this.#unlight();
    this.#lit = arrow;
    arrow.node.classList.add('lit');
    this.light.append(...runLight(this.field, arrow.push, true));
  }

  #unlight() {
    this.#lit?.node.classList.remove('lit');
    this.#lit = null;
    this.light.replaceChildren();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const arrow = this.list.find(({ node }) => node === document.activeElement);
    if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
    const pressed = event.key;
    if (pressed === 'Enter' || pressed === ' ') {
      event.preventDefault();
      this.context.choose(arrow.text);
    } else if (pressed === '+' || pressed === '-' || pressed === '=') {
      event.preventDefault();
      const forward = pressed !== '-';
      const way = arrow.file ? (forward ? 'top' : 'bottom') : forward ? 'right' : 'left';
      const { file, line, place } = arrow;
      const wanted = this.list.find(
        (a) => a.push.way === way && a.file === file && a.line === line && a.place === place,
      );
      if (wanted) this.context.choose(wanted.text);
      else this.context.refuse('push');
    } else if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
      event.preventDefault();
      this.#walk(arrow, true, pressed === 'ArrowRight' ? 1 : -1);
    } else if (pressed === 'ArrowUp' || pressed === 'ArrowDown') {
      event.preventDefault();
      this.#walk(arrow, false, pressed === 'ArrowDown' ? 1 : -1);
    }
  }

  /**
   * To the next line that can be pushed; from a row, left and right come to the columns, and the other way round.
   * @param {Arrow} from
   * @param {boolean} file
   * @param {number} by
   */
  #walk(from, file, by) {
    /** @type {Arrow[]} */
    const lines = [];
    for (const arrow of this.list) {
      const known = lines.some((other) => other.line === arrow.line && other.place === arrow.place);
      if (arrow.file === file && !known) lines.push(arrow);
    }
    lines.sort((a, b) => a.line - b.line || a.place - b.place);
    if (lines.length === 0) return;
    const here = lines.findIndex((a) => from.file === file && a.line === from.line && a.place === from.place);
    const next = here < 0 ? (by > 0 ? 0 : lines.length - 1) : (here + by + lines.length) % lines.length;
    lines[next]?.node.focus();
  }

  /**
   * @param {SVGGElement} layer
   * @param {Map<string, import('./types.js').Judgement>} moves
   */
  judge(layer, moves) {
    for (const { text, x, y, push } of this.list) {
      const judgement = moves.get(text);
      if (!judgement) continue;
      const [dx, dy] = STEPS[push.way];
      const brief = this.field.brief(0.9);
      const place = `translate(${x + dx * 6} ${y + (dy === 0 ? 43 : dy * 40)}) scale(${brief ? 1.15 : 0.9})`;
      layer.append(svg('g', { transform: place }, badge(judgement, brief)));
    }
  }

  focus() {
    this.#nearest()?.node.focus();
  }
}

/**
 * The run of a push in light, and how many balls of each player it has.
 * @param {Field} field
 * @param {Push} push
 * @param {boolean} legal
 */
export function runLight(field, { run, way, counts }, legal) {
  const spots = run.flatMap((at) => field.spots.get(key(at)) ?? []);
  const [first, last] = [spots[0], spots[spots.length - 1]];
  if (!first || !last) return [];
  const x = Math.min(first.x, last.x) - 52;
  const y = Math.min(first.y, last.y) - 52;
  const size = { width: Math.abs(last.x - first.x) + 104, height: Math.abs(last.y - first.y) + 104 };
  const band = svg('rect', { x, y, ...size, rx: 52, class: legal ? 'band' : 'band not' });
  const [dx, dy] = STEPS[way];
  // Behind the run, where no arrow is in the way of the eye.
  const count = svg(
    'g',
    { class: 'count', transform: `translate(${first.x - dx * 88} ${first.y - dy * 82})` },
    svg('rect', { x: -62, y: -25, width: 124, height: 50, rx: 25 }),
    svg('circle', { cx: -43, r: 10, class: 'dot first' }),
    svg('circle', { cx: 43, r: 10, class: 'dot second' }),
    svg('text', { y: 1 }, `${counts[0]}:${counts[1]}`),
  );
  return [band, count];
}

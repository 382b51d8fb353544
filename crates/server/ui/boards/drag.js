// Pushing by hand: a ball is pulled, its run follows, and past half a square the push is made.

import { STEPS, shake } from './placing.js';
import { key } from './svg.js';
import { pushOf, runLight } from './arrows.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').MoveView} MoveView */
/** @typedef {import('./types.js').Push} Push */
/** @typedef {import('./types.js').Way} Way */
/** @typedef {import('./types.js').At} At */
/** @typedef {import('./field.js').Field} Field */

/** Hundredths of a square after which the direction of a pull is certain. */
const SURE = 14;
/** Hundredths of a square that a run has to be pulled to be pushed. */
const ENOUGH = 42;
/** Milliseconds without a move after which a run slides back. */
const RETURN = 2500;

/**
 * Which way a pull goes.
 * @param {number} dx
 * @param {number} dy
 * @returns {Way}
 */
export function wayOf(dx, dy) {
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? 'left' : 'right';
  return dy < 0 ? 'top' : 'bottom';
}

/**
 * The legal push that moves this ball this way.
 * @param {MoveView[]} moves
 * @param {At} at
 * @param {Way} way
 */
export function pushBy(moves, at, way) {
  const name = key(at);
  return moves.find((move) => {
    const push = pushOf(move);
    return push !== null && push.way === way && push.run.some((place) => key(place) === name);
  });
}

/**
 * Lets balls of the field be pulled.
 * @param {Context} context
 * @param {Field} field
 * @param {SVGGElement} light  the element that highlights the run
 */
export function draggable(context, field, light) {
  const { svg } = field;
  /** @type {{at: At, x: number, y: number, id: number, move: MoveView | null, way: Way | null, pull: number} | null} */
  let grip = null;
  let swallow = false;

  /** @param {PointerEvent} event */
  const point = (event) => {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  };
  /** @param {Push} push @param {number} pull */
  const show = ({ run, way }, pull) => {
    const [dx, dy] = STEPS[way];
    for (const at of run) {
      const inner = field.pieces.get(key(at))?.inner;
      if (inner) inner.style.transform = pull === 0 ? '' : `translate(${dx * pull}px, ${dy * pull}px)`;
    }
  };
  const release = () => {
    const push = grip?.move ? pushOf(grip.move) : null;
    if (push) show(push, 0);
    light.replaceChildren();
    grip = null;
  };

  svg.addEventListener('pointerdown', (event) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const [grid = 0, row = 0, column = 0] = (cell?.getAttribute('data-cell') ?? '').split(',').map(Number);
    const at = /** @type {At} */ ([grid, row, column]);
    const start = point(event);
    swallow = false;
    if (!cell || !start || !event.isPrimary || event.button !== 0 || !field.pieces.has(key(at)) || field.now.ghost)
      return;
    grip = { at, x: start.x, y: start.y, id: event.pointerId, move: null, way: null, pull: 0 };
  });
  svg.addEventListener('pointermove', (event) => {
    const here = grip && event.pointerId === grip.id ? point(event) : null;
    if (!grip || !here) return;
    const [dx, dy] = [here.x - grip.x, here.y - grip.y];
    if (grip.way === null) {
      if (Math.hypot(dx, dy) < SURE) return;
      const way = wayOf(dx, dy);
      grip.way = way;
      swallow = true;
      svg.setPointerCapture(grip.id);
      grip.move = context.ready() ? (pushBy(field.step?.moves ?? [], grip.at, way) ?? null) : null;
      const push = grip.move && pushOf(grip.move);
      if (push) light.append(...runLight(field, push, true));
    }
    const push = grip.move && pushOf(grip.move);
    if (!push) return;
    const [wx, wy] = STEPS[push.way];
    grip.pull = Math.max(0, Math.min(100, dx * wx + dy * wy));
    show(push, grip.pull);
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const { at, way, move, pull } = grip;
    const push = move && pushOf(move);
    if (way === null || event.type === 'pointercancel') release();
    else if (!move || !push) {
      release();
      shake(field, at);
      context.refuse(context.ready() ? 'push' : field.step?.turn === 'over' ? 'over' : 'turn');
    } else if (pull < ENOUGH) release();
    else {
      // The run stays where the hand left it until the server has answered.
      grip = null;
      light.replaceChildren();
      field.pulled = pull / 100;
      const held = field.step;
      const back = () => {
        if (field.step !== held) return;
        field.pulled = 0;
        show(push, 0);
      };
      if (context.choose(move.text)) setTimeout(back, RETURN);
      else back();
    }
  };
  svg.addEventListener('pointerup', end);
  svg.addEventListener('pointercancel', end);
  // A pull is no click on the square where it ends.
  svg.addEventListener(
    'click',
    (event) => {
      if (swallow) event.stopPropagation();
      swallow = false;
    },
    { capture: true },
  );
}

// A picture in the hands: a drag moves or turns it, wheel and pinch zoom, a double click goes back to the beginning, and a
// press without a drag chooses. And the part of a picture that is seen.

import { round } from './svg.js';

/** Pixels that a hand may tremble before a press becomes a drag. */
const TREMBLE = 6;

/**
 * @typedef {object} Hands
 * @property {(dx: number, dy: number) => void} drag   pixels
 * @property {(by: number, event: MouseEvent) => void} zoom   a factor, above 1 to make it larger
 * @property {() => void} [rest]                       the hand let go
 * @property {() => void} [reset]
 * @property {(event: MouseEvent, touch: boolean) => void} click   pressed and not dragged
 * @property {(event: PointerEvent) => void} [hover]
 */

/**
 * @param {SVGSVGElement} node
 * @param {Hands} hands
 */
export function gestures(node, hands) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let dragged = false;
  let touch = false;
  let way = 0;

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  node.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (event.isPrimary) {
      fingers.clear();
      dragged = false;
      way = 0;
    }
    touch = event.pointerType === 'touch';
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (touch) hands.hover?.(event);
  });
  node.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      hands.hover?.(event);
      return;
    }
    const before = spread();
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) {
      dragged = true;
      if (before > 0) hands.zoom(spread() / before, event);
      return;
    }
    way += Math.hypot(dx, dy);
    if (!dragged && way < TREMBLE) return;
    if (!dragged) {
      dragged = true;
      node.setPointerCapture(event.pointerId);
      node.classList.add('dragged');
    }
    hands.drag(dx, dy);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (fingers.size > 0) return;
    node.classList.remove('dragged');
    if (dragged) hands.rest?.();
  };
  node.addEventListener('pointerup', lift);
  node.addEventListener('pointercancel', lift);
  node.addEventListener('click', (event) => {
    // A click by keyboard or program has no press before it.
    if (!dragged || event.detail === 0) hands.click(event, touch && event.detail !== 0);
    dragged = false;
  });
  node.addEventListener('dblclick', (event) => {
    event.preventDefault();
    hands.reset?.();
  });
  node.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      hands.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event);
    },
    { passive: false },
  );
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** The part of a picture that is seen: it is moved, and zoomed around a point. */
export class Viewport {
  /** All there is. @type {Box} */
  bounds = { x: 0, y: 0, width: 100, height: 100 };
  /** The part of it that is seen. @type {Box} */
  view = { x: 0, y: 0, width: 100, height: 100 };

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
  }

  /** Pixels for one of the picture's units. */
  get scale() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.min(width / this.view.width, height / this.view.height) || 1;
  }

  /** @param {Box} view */
  show(view) {
    this.view = view;
    const { x, y, width, height } = view;
    this.svg.setAttribute('viewBox', [x, y, width, height].map(round).join(' '));
  }

  /** @param {number} dx @param {number} dy pixels */
  pan(dx, dy) {
    const { scale, view } = this;
    this.show({ ...view, x: view.x - dx / scale, y: view.y - dy / scale });
  }

  /**
   * Makes it larger or smaller around the pointer, or around the middle.
   * @param {number} by  above 1 to make it larger
   * @param {[number, number]} widths  of the least and of the most that may be seen
   * @param {MouseEvent} [event]
   */
  zoom(by, [least, most], event) {
    const { view } = this;
    const matrix = event && this.svg.getScreenCTM();
    if (!Number.isFinite(by)) return;
    const at = matrix
      ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
      : { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const width = Math.max(least, Math.min(most, view.width / by));
    const share = width / view.width;
    this.show({ x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share, width, height: view.height * share });
  }
}

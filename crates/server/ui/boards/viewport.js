// The part of a picture that is seen: it is moved, zoomed around a point, and fits its contents again.

import { round } from './svg.js';

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class Viewport {
  /** All there is. @type {Box} */
  bounds = { x: 0, y: 0, width: 100, height: 100 };
  /** What is seen of it. @type {Box} */
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

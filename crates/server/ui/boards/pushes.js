// Fields whose full lines are pushed: arrows at the ends of lines, balls that slide, the ring of an enclosure.

import { Arrows } from './arrows.js';
import { Field } from './field.js';
import { draggable } from './drag.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */
/** @typedef {import('./types.js').At} At */

export class Pushes extends Field {
  /**
   * @param {Context} context
   * @param {import('./field.js').Style} [style]
   */
  constructor(
    context,
    style = { look: context.preferences.marks === 'shapes' ? 'shape' : 'ball', ground: 'pits', ring: 78 },
  ) {
    super(context, style);
    this.arrows = new Arrows(context, this);
    this.svg.classList.add('pushing');
    if (!context.still) draggable(context, this, this.arrows.light);
  }

  /**
   * @override
   * @param {StepView} step
   * @param {Now} now
   * @param {StepView | null} before
   */
  show(step, now, before) {
    for (const { inner } of this.pieces.values()) inner.style.transform = '';
    const fresh = this.squares === null;
    super.show(step, now, before);
    this.pulled = 0;
    if (this.context.still) return;
    if (fresh) {
      this.svg.insertBefore(this.arrows.light, this.layers.pieces);
      this.svg.insertBefore(this.arrows.node, this.judgeLayer);
    }
    this.arrows.update(step.moves, now.interactive && !now.ghost);
    // Where lines are pushed, one comes to the arrows at once.
    this.squares?.stop(this.arrows.list.length === 0 || this.puts.size > 0);
  }

  /**
   * @override
   * @param {StepView} step
   * @returns {At | null}
   */
  lastAt(step) {
    const motion = step.last?.motion;
    if (!motion || !('push' in motion)) return super.lastAt(step);
    const { run, way, leader } = motion.push;
    const end = run[run.length - 1];
    if (!end) return null;
    if (leader !== 'moves') return leader === 'returns' ? (run[0] ?? null) : end;
    const [grid, row, column] = end;
    if (way === 'top') return [grid, row - 1, column];
    if (way === 'bottom') return [grid, row + 1, column];
    return [grid, row, way === 'left' ? column - 1 : column + 1];
  }

  /**
   * @override
   * @param {StepView} step
   * @param {Now} now
   */
  mark(step, now) {
    super.mark(step, now);
    const motion = step.last?.motion;
    const { under, over } = this.layers;
    over.querySelectorAll('.enclosure').forEach((ring) => ring.remove());
    if (motion && 'push' in motion && !this.context.still) {
      under.replaceChildren();
      const { run, leader, way } = motion.push;
      const spots = run.flatMap((at) => this.spots.get(key(at)) ?? []);
      const [first, end] = [spots[0], spots[spots.length - 1]];
      const at = this.lastAt(step);
      const last = leader === 'moves' ? at && this.spots.get(key(at)) : end;
      if (first && last) under.append(...trail(first, last, way));
    }
    if (step.scene.marks.length > 0) this.#enclose(step, now.animate);
  }

  /**
   * A ring closes around the marked squares.
   * @param {StepView} step
   * @param {boolean} animate
   */
  #enclose(step, animate) {
    const spots = step.scene.marks.flatMap((at) => this.spots.get(key(at)) ?? []);
    if (spots.length === 0) return;
    const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
    const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
    const r = Math.max(...spots.map((spot) => Math.hypot(spot.x - x, spot.y - y))) + 54;
    const node = svg('g', { class: 'enclosure', transform: `translate(${x} ${y})` });
    this.layers.over.append(node);
    for (const name of ['strike halo', 'strike']) {
      const half = (/** @type {number} */ sweep) =>
        svg('path', { d: `M0 ${r}A${r} ${r} 0 0 ${sweep} 0 ${-r}`, pathLength: 100, class: name });
      for (const path of [half(0), half(1)]) {
        node.append(path);
        const frames = [{ strokeDasharray: '0 200' }, { strokeDasharray: '100.5 200' }];
        if (animate) this.context.motion.play(path, frames, { duration: 480, delay: 240, easing: 'ease-in-out' });
      }
    }
    if (animate) {
      const frames = [{ transform: 'none' }, { transform: 'scale(.95)', offset: 0.5 }, { transform: 'none' }];
      spots.forEach(({ at }) => {
        const inner = this.pieces.get(key(at))?.inner;
        if (inner) this.context.motion.play(inner, frames, { duration: 300, delay: 700 });
      });
    }
  }

  /**
   * @override
   * @param {At} at
   */
  reason(at) {
    return this.puts.size > 0 ? super.reason(at) : this.pieces.has(key(at)) ? 'drag' : 'illegal';
  }

  /**
   * @override
   * @param {import('./types.js').MoveView} move
   */
  claims(move) {
    return super.claims(move) || (move.motion !== undefined && 'push' in move.motion);
  }

  /**
   * @override
   * @param {Map<string, import('./types.js').Judgement> | null} moves
   */
  judge(moves) {
    super.judge(moves);
    if (moves) this.arrows.judge(this.judgeLayer, moves);
  }

  /** @override */
  focus() {
    if (this.arrows.list.length > 0) this.arrows.focus();
    else super.focus();
  }
}

/**
 * The way that a run went: a soft band with an arrow head.
 * @param {import('./squares.js').Spot} from
 * @param {import('./squares.js').Spot} to
 * @param {import('./types.js').Way} way
 */
function trail(from, to, way) {
  const x = Math.min(from.x, to.x) - 49;
  const y = Math.min(from.y, to.y) - 49;
  const size = { width: Math.abs(to.x - from.x) + 98, height: Math.abs(to.y - from.y) + 98 };
  const turn = { top: 0, right: 90, bottom: 180, left: 270 }[way];
  const chevron = svg('path', {
    d: 'M-16 10L0 -8L16 10',
    class: 'last-way',
    transform: `translate(${from.x} ${from.y}) rotate(${turn})`,
  });
  return [svg('rect', { x, y, ...size, rx: 49, class: 'last' }), chevron];
}

// What is pointed out on a field: the last move, what won, and what moves are worth.

import { middle } from './grids.js';
import { badge, badgeWidth } from './judge.js';
import { path } from './outline.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./squares.js').Spot} Spot */

/**
 * Points out the last move and what won.
 * @param {Field} field
 * @param {StepView} step
 */
export function mark(field, step) {
  const { under, over } = field.layers;
  under.replaceChildren();
  const at = field.context.still ? null : field.lastAt(step);
  const spot = at ? field.spots.get(key(at)) : undefined;
  if (field.style.ground === 'outlines') {
    over.replaceChildren();
    const won = step.scene.marks.flatMap((place) => field.spots.get(key(place)) ?? []);
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
  if (field.style.ground === 'pits') return;
  for (const { x, y } of step.scene.marks.flatMap((won) => field.spots.get(key(won)) ?? [])) {
    under.append(svg('rect', { x: x - 46, y: y - 46, width: 92, height: 92, rx: 10, class: 'won' }));
  }
}

/**
 * Points squares out.
 * @param {Field} field
 * @param {import('./types.js').At[]} squares
 */
export function pointOut(field, squares) {
  const frame = (/** @type {Spot} */ { x, y, outline }) =>
    outline
      ? svg('path', { d: path(outline), transform: `translate(${x} ${y}) scale(.92)` })
      : svg('rect', { x: x - 45, y: y - 45, width: 90, height: 90, rx: 10 });
  field.layers.pointed.replaceChildren(...squares.flatMap((at) => field.spots.get(key(at)) ?? []).map(frame));
}

/**
 * Shows what the moves are worth, on the squares where they are chosen.
 * @param {Field} field
 * @param {Map<string, import('./types.js').Judgement> | null} moves
 */
export function judge(field, moves) {
  field.judgeLayer.replaceChildren();
  if (!moves) return;
  /** @type {[{x: number, y: number} | undefined, string][]} */
  const places = [
    ...[...field.puts].map(([name, move]) => /** @type {[Spot | undefined, string]} */ ([field.spots.get(name), move])),
    ...[...field.grids].map(([grid, move]) => /** @type {[{x: number, y: number} | undefined, string]} */ ([middle(field.plates[grid]), move])),
  ];
  for (const [spot, move] of places) {
    const judgement = moves.get(move);
    if (!judgement || !spot) continue;
    const fitting = Math.min(1.15, 94 / badgeWidth(judgement.label));
    const brief = field.brief(fitting);
    const place = `translate(${spot.x} ${spot.y}) scale(${brief ? 1.5 : fitting})`;
    field.judgeLayer.append(svg('g', { transform: place }, badge(judgement, brief)));
  }
}

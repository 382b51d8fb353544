// What is pointed out on a field: the last move, what won, and what moves are worth.

import { middle } from './grids.js';
import { badge, badgeWidth } from './judge.js';
import { path } from './outline.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./squares.js').Spot} Spot */

/**
 * The place where the last move ended and, if a piece came from somewhere, the one where it began.
 * @param {Pick<StepView, 'last'>} step
 * @returns {{to: At | null, from: At | null}}
 */
export function lastOf({ last }) {
  const motion = last?.motion;
  if (motion && 'put' in motion) return { to: motion.put, from: null };
  if (!motion || !('steps' in motion)) return { to: null, from: null };
  const { touched, effects } = motion.steps;
  const slides = effects.flatMap((effect) => ('slide' in effect ? [effect.slide] : []));
  const from = slides[0]?.[0] ?? null;
  // Of many that were sown the last one counts.
  const to = from && slides.filter(([start]) => key(start) === key(from)).at(-1)?.[1];
  const put = effects.find((effect) => 'put' in effect);
  return { to: to ?? (put && 'put' in put ? put.put : touched.at(-1)) ?? null, from };
}

/**
 * Points out the last move and what won.
 * @param {Field} field
 * @param {StepView} step
 */
export function mark(field, step) {
  const { under, over } = field.layers;
  const of = (/** @type {At | null} */ at) => (at && !field.context.still ? field.spots.get(key(at)) : undefined);
  under.replaceChildren();
  const last = lastOf(step);
  const ends = /** @type {[string, Spot | undefined][]} */ ([['last from', of(last.from)], ['last', of(field.lastAt(step))]]);
  if (field.style.ground === 'outlines') {
    over.replaceChildren();
    const won = step.scene.marks.flatMap((place) => field.spots.get(key(place)) ?? []);
    for (const [name, spot] of [...ends, ...won.map((place) => /** @type {[string, Spot]} */ (['won', place]))]) {
      if (!spot?.outline) continue;
      const { outline, x, y } = spot;
      // A piece that fills its cell would hide the mark.
      const layer = 'polygon' in outline ? over : under;
      layer.append(svg('path', { d: path(outline), transform: `translate(${x} ${y})`, class: name }));
    }
    return;
  }
  for (const [name, spot] of ends) {
    if (spot) under.append(svg('rect', { x: spot.x - 47, y: spot.y - 47, width: 94, height: 94, rx: 12, class: name }));
  }
  if (field.style.ground === 'pits') return;
  for (const { x, y } of step.scene.marks.flatMap((won) => field.spots.get(key(won)) ?? [])) {
    under.append(svg('rect', { x: x - 46, y: y - 46, width: 92, height: 92, rx: 10, class: 'won' }));
  }
}

/**
 * Points squares out, and numbers those of moves that follow each other.
 * @param {Field} field
 * @param {import('./types.js').At[]} squares
 * @param {import('./types.js').At[]} line
 */
export function pointOut(field, squares, line) {
  const frame = (/** @type {Spot} */ { x, y, outline }) =>
    outline
      ? svg('path', { d: path(outline), transform: `translate(${x} ${y}) scale(.92)` })
      : svg('rect', { x: x - 45, y: y - 45, width: 90, height: 90, rx: 10 });
  const number = (/** @type {Spot} */ { x, y }, /** @type {number} */ at) =>
    svg('g', { class: 'note', transform: `translate(${x} ${y}) scale(1.4)` }, svg('circle', { r: 20 }), svg('text', {}, String(at + 1)));
  const spots = (/** @type {At[]} */ all) => all.flatMap((at) => field.spots.get(key(at)) ?? []);
  field.layers.pointed.replaceChildren(...spots(squares).map(frame), ...spots(line).map(number));
}

/**
 * Shows what the moves are worth, on the squares where they are chosen; where several begin, what the best of them is worth.
 * @param {Field} field
 * @param {Map<string, import('./types.js').Judgement> | null} moves
 */
export function judge(field, moves) {
  field.judgeLayer.replaceChildren();
  if (!moves) return;
  /** @type {[{x: number, y: number} | undefined, string[]][]} */
  const places = [
    ...[...field.steps.leading(field.puts)].map(([name, texts]) => /** @type {[Spot | undefined, string[]]} */ ([field.spots.get(name), texts])),
    ...[...field.grids].map(([grid, move]) => /** @type {[{x: number, y: number} | undefined, string[]]} */ ([middle(field.plates[grid]), [move]])),
  ];
  const worth = (/** @type {import('./types.js').Judgement} */ { share }) => share ?? -Infinity;
  for (const [spot, texts] of places) {
    const [judgement] = texts.flatMap((text) => moves.get(text) ?? []).sort((one, other) => worth(other) - worth(one));
    if (!judgement || !spot) continue;
    const fitting = Math.min(1.15, 94 / badgeWidth(judgement.label));
    const brief = field.brief(fitting);
    // Seeds and their number stay in sight.
    const up = field.style.ground === 'pits' ? 40 : 0;
    const place = `translate(${spot.x} ${spot.y - up}) scale(${brief ? 1.5 : fitting})`;
    field.judgeLayer.append(svg('g', { transform: place }, badge(judgement, brief)));
  }
}

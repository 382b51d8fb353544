// The pieces of a field: which are there, how they come to their places, and how a pushed run slides.

import { path, room } from './outline.js';
import { letterAt } from './say.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./field.js').Piece} Piece */
/** @typedef {import('./squares.js').Spot} Spot */
/** @typedef {import('./types.js').Owner} Owner */

/**
 * A piece for a cell: drawn on it, or filling it.
 * @param {Field} field
 * @param {Spot} spot
 * @param {Owner} owner
 * @param {string} letter
 */
export function pieceOn(field, { outline }, owner, letter) {
  if (outline && 'polygon' in outline) {
    return svg('g', { class: `piece ${owner} filled` }, svg('path', { d: path(outline), class: 'coin' }));
  }
  const piece = field.drawing.draw(owner, letter, field.style.look);
  if (outline) piece.setAttribute('transform', `scale(${room(outline)})`);
  return piece;
}

/**
 * @param {StepView} step
 * @param {string} letter
 * @returns {Owner}
 */
export function ownerOf(step, letter) {
  return step.scene.pieces.find(([piece]) => piece === letter)?.[1] ?? 'neutral';
}

/**
 * Puts on the board what is there and takes away what is not.
 * @param {Field} field
 * @param {StepView} step
 */
export function place(field, step) {
  const counts = new Map(step.scene.counts.map(([at, owner, count]) => [key(at), { owner, count }]));
  for (const [name, spot] of field.spots) {
    const { at, x, y } = spot;
    const counted = counts.get(name);
    const letter = counted ? `${counted.owner} ${counted.count}` : letterAt(step, at);
    const piece = field.pieces.get(name);
    if (piece?.letter === letter) continue;
    piece?.node.remove();
    field.pieces.delete(name);
    if (letter === '.' || letter === ' ') continue;
    const drawn = counted
      ? field.drawing.heap(counted.owner, counted.count, spot.outline ? room(spot.outline) : 0.85)
      : pieceOn(field, spot, ownerOf(step, letter), letter);
    const inner = svg('g', {}, drawn);
    const node = svg('g', { transform: `translate(${x} ${y})` }, inner);
    field.layers.pieces.append(node);
    field.pieces.set(name, { node, inner, letter });
  }
}

/**
 * Shows how a piece comes to its place.
 * @param {Field} field
 * @param {Piece} piece
 */
export function arrive(field, piece) {
  const { motion } = field.context;
  const paths = piece.inner.querySelectorAll('path.under, path.over');
  if (field.style.look === 'strokes' && paths.length > 0) {
    const strokes = paths.length / 2;
    paths.forEach((path, i) => {
      const delay = (i % strokes) * 130;
      const frames = [{ strokeDasharray: '0 200' }, { strokeDasharray: '100 200' }];
      motion.play(path, frames, { duration: strokes > 1 ? 150 : 260, delay });
    });
    return;
  }
  motion.play(
    piece.inner,
    [
      { transform: 'scale(1.5)', opacity: 0 },
      { transform: 'scale(0.96)', opacity: 1, offset: 0.7 },
      { transform: 'none' },
    ],
    {
      duration: 200,
    },
  );
}

/**
 * A piece that cannot be moved shakes its head.
 * @param {Field} field
 * @param {At} at
 */
export function shake(field, at) {
  const piece = field.pieces.get(key(at));
  if (!piece) return;
  const to = (/** @type {number} */ x) => ({ transform: `translate(${x}px, 0)` });
  field.context.motion.play(piece.inner, [to(0), to(-7), to(6), to(-3), to(0)], { duration: 220 });
}

/** The step of each way, in columns and rows. @type {Record<import('./types.js').Way, [number, number]>} */
export const STEPS = { top: [0, -1], bottom: [0, 1], left: [-1, 0], right: [1, 0] };

/**
 * Moves the pieces of a run to their places after the push.
 * @param {Field} field
 * @param {import('./types.js').Push} push
 */
export function slide(field, { run, way, leader }) {
  const { motion } = field.context;
  const [dx, dy] = STEPS[way];
  const moved = run.map((at) => ({ at, piece: field.pieces.get(key(at)) }));
  const held = field.pulled;
  field.pulled = 0;
  moved.forEach(({ at }) => field.pieces.delete(key(at)));
  moved.forEach(({ at: [grid, row, column], piece }, i) => {
    if (!piece) return;
    const leads = i === run.length - 1;
    const tail = run[0];
    if (leads && leader !== 'moves') {
      const gone = exit(field, piece, dx, dy, held);
      if (leader === 'leaves' || !tail) return;
      const copy = svg('g', { transform: gone.getAttribute('transform') }, piece.inner);
      const home = field.spots.get(key(tail));
      if (!home) return;
      copy.setAttribute('transform', `translate(${home.x} ${home.y})`);
      field.layers.pieces.append(copy);
      field.pieces.set(key(tail), { ...piece, node: copy });
      motion.play(
        piece.inner,
        [
          { transform: `translate(${-dx * 100}px, ${-dy * 100}px)`, opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: 220 },
      );
      return;
    }
    const name = key([grid, row + dy, column + dx]);
    const spot = field.spots.get(name);
    if (!spot) return;
    piece.node.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
    field.pieces.set(name, piece);
    const from = (held - 1) * 100;
    /** @type {Keyframe[]} */
    const frames = [{ transform: `translate(${dx * from}px, ${dy * from}px)` }];
    if (leads) frames.push({ transform: `translate(${dx * 13}px, ${dy * 13}px)`, offset: 0.72 });
    frames.push({ transform: 'none' });
    motion.play(piece.inner, frames, {
      duration: leads ? 240 : 190,
      easing: leads ? 'ease-out' : 'cubic-bezier(.3,.1,.3,1)',
    });
  });
}

/**
 * A piece rolls off the board.
 * @param {Field} field
 * @param {Piece} piece
 * @param {number} dx
 * @param {number} dy
 * @param {number} held
 */
function exit(field, piece, dx, dy, held) {
  const ghost = /** @type {SVGGElement} */ (piece.node.cloneNode(true));
  piece.node.remove();
  field.layers.over.append(ghost);
  const inner = ghost.firstElementChild ?? ghost;
  const to = `translate(${dx * 135}px, ${dy * 135}px) scale(.8)`;
  const frames = [
    { transform: `translate(${dx * held * 100}px, ${dy * held * 100}px)` },
    { transform: to, opacity: 0 },
  ];
  field.context.motion.play(inner, frames, { duration: 330, easing: 'ease-in' }, () => ghost.remove());
  return ghost;
}

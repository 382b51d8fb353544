// The animation of a push: the run slides, and the piece at its end stays, leaves or rolls round.

import { key, svg } from './svg.js';

/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./field.js').Piece} Piece */

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

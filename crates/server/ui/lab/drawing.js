// The elements of a node and of the edge that leads to it, before anything is known of it.

import { moveName } from '../app/names.js';
import { number } from '../app/words.js';
import { round, svg } from '../boards/svg.js';
import { BOARD } from './looks.js';
import { hasGrid, mini } from './mini.js';
import { WIDE, level } from './room.js';
import { chanceText } from './say.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {{x: number, y: number}} Place */

const SHAPES = { first: 'M-20 -20H20V20H-20Z', chance: 'M0 -25L25 0L0 25L-25 0Z', over: 'M-16 -17H16Q22 -17 22 -11V11Q22 17 16 17H-16Q-22 17 -22 11V-11Q-22 -17 -16 -17Z' };

/** @param {Grown} tree @param {number} id @param {Place} place @param {{boards: boolean, folded: boolean}} how */
export function drawNode(tree, id, { x, y }, { boards, folded }) {
  const view = tree.node(id);
  const shape =
    view.turn === 'second' ? svg('circle', { r: 22, class: 'lab-shape' }) : svg('path', { d: SHAPES[view.turn === 'over' ? 'over' : view.turn], class: 'lab-shape' });
  const below = tree.below(id).length > 0;
  const node = svg(
    'g',
    {
      role: 'treeitem',
      tabindex: -1,
      transform: `translate(${round(x)} ${round(y)})`,
      'data-node': id,
      'data-path': tree.path(id).join(' '),
      'aria-level': view.ply + 1,
      'aria-expanded': below || tree.opens(id) ? String(below && !folded) : null,
    },
    svg('rect', { x: -WIDE / 2, y: -32, width: WIDE, height: level(boards) - 12, class: 'lab-hit' }),
    svg('circle', { r: 31, class: 'lab-focus' }),
    shape,
  );
  if (boards && hasGrid(view.scene)) {
    const picture = mini(view.scene, tree.told.board.across, BOARD);
    node.append(svg('g', { class: 'lab-board', transform: 'translate(0 30)' }, picture));
  }
  if (below) {
    const fold = svg('path', { d: folded ? 'M-5 -3L0 3L5 -3' : 'M-5 3L0 -3L5 3', class: 'lab-fold-sign' });
    const knob = svg('g', { class: 'lab-fold', 'data-fold': id, transform: 'translate(-30 -16)' }, svg('circle', { r: 10 }), fold);
    node.append(knob);
  }
  return node;
}

/** @param {Grown} tree @param {number} id @param {Place} from @param {Place} to @param {boolean} boards */
export function drawEdge(tree, id, from, to, boards) {
  const { text, ways, probability } = tree.node(id);
  const top = from.y + (boards ? 34 + BOARD : 24);
  const line = svg('path', { d: `M${round(from.x)} ${from.y}V${top}L${round(to.x)} ${to.y - 22}`, class: 'lab-line' });
  const edge = svg('g', { class: 'lab-edge' }, line);
  const share = probability === undefined ? '' : chanceText(probability);
  const name = [moveName(text ?? ''), share, ways > 1 ? `×${number(ways)}` : ''].filter(Boolean).join(' ');
  const [x, y] = [from.x + (to.x - from.x) * 0.8, top + (to.y - 22 - top) * 0.62];
  const short = [...name].length > 13 ? `${[...name].slice(0, 12).join('')}…` : name;
  edge.append(svg('text', { x: round(x), y: round(y), class: 'lab-move' }, short));
  return edge;
}

// How a node looks by what is known of it at a step, and by what a quiz hides. Pure.

import { number, t } from '../app/words.js';
import { cutText, label, movedText, proofEnd, spanText, worthText } from './say.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./walk.js').Known} Known */
/** @typedef {{hides: string, shown: Set<number>, marked: Set<number>, right: Set<number>, wrong: Set<number>}} Mask what a quiz hides and knows */

/** The size of a small board. */
export const BOARD = 58;

/**
 * How a node looks: its classes, its name, its texts with their places, and whether it is hatched.
 * @param {Grown} tree
 * @param {Known} known
 * @param {Mask} mask
 * @param {number} id
 * @param {{board: boolean, folded: boolean}} drawn  true if its board is drawn, if its children are folded away
 * @returns {{classes: string, label: string, texts: [string, number, string][], hatched: boolean}}
 */
export function looks(tree, known, mask, id, { board, folded }) {
  const node = tree.node(id);
  const seen = known.seen[id];
  const open = mask.shown.has(id);
  const tally = known.tally[id];
  const passed = tree.passed(id) && mask.hides !== 'cuts';
  const inner = tree.visited(id).length > 0 || tree.below(id).length > 0;
  const hidesValue = !open && inner && (mask.hides === 'values' || mask.hides === 'cuts');
  // A window reveals values as well.
  const hidesWindow = !open && mask.hides !== '' && !(mask.hides === 'windows' && id === 0);
  const value = seen ? worthText(known.value[id] ?? null, known.bound[id] ?? 'exact') : '';
  const cut = seen && known.done[id] === true && (node.end === 'cut' || node.end === 'chance') && !passed;
  /** @type {[string, number, string][]} */
  const texts = [];
  if (hidesValue && seen && value) texts.push(['?', 0, 'value']);
  else if (value) texts.push([value, 0, [...value].length > 4 ? 'value long' : 'value']);
  if (seen && node.order !== undefined && mask.hides !== 'cuts') texts.push([number(node.order), -20, 'order']);
  let y = board ? 30 + BOARD + 14 : 38;
  // Below a node with children are its edges: its window is beside it.
  const place = inner ? ' beside' : '';
  let line = inner ? -3 : y;
  if (seen && known.window[id]) {
    if (!hidesWindow) texts.push([spanText(node.window), line, `window${place}`]);
    else if (mask.hides === 'windows' && inner) texts.push(['[?, ?]', line, `window${place}`]);
    line += 15;
    if (!inner) y = line;
  }
  const moved = movedText(tree, known, id);
  if (cut && !mask.hides) texts.push([`✂ ${cutText(tree, id)}`, line, `cut${place}`]);
  else if (seen && moved && !mask.hides) texts.push([moved, line, `window${place}`]);
  if (tree.told.proof && proofEnd(tree, id)) texts.push([proofEnd(tree, id), y, 'note']);
  else if (seen && tally) texts.push([t('lab.visits', { count: tally[0] }), y, 'note']);
  const hidden = node.hidden + (folded ? tree.under(id).length : 0);
  if (hidden) texts.push([`⋮ ${number(hidden)}${node.hidden_more ? '+' : ''}`, y + 17, 'hidden']);
  else if (seen && tree.opens(id)) texts.push(['⋮', texts.some(([, , kind]) => kind === 'note') ? y + 17 : y + 2, 'hidden']);
  const classes = [
    node.turn,
    !seen && 'later',
    passed && seen && 'passed',
    cut && !mask.hides && 'was-cut',
    id === known.current && !mask.hides && 'current',
    seen && node.principal && known.happening?.kind !== 'enter' && (known.happening?.kind === 'done' || !tree.walks) && !mask.hides && 'principal',
    seen && node.winner && !hidesValue && `winner-${node.winner}`,
    mask.marked.has(id) && 'marked',
    mask.right.has(id) && 'right',
    mask.wrong.has(id) && 'wrong',
  ].filter(Boolean);
  return { classes: classes.join(' '), label: label(tree, known, id, open ? '' : mask.hides === 'cuts' ? 'order' : mask.hides), texts, hatched: passed && seen };
}

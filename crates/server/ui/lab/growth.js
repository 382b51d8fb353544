// What is asked for later: children that were not sent, and the order of a tree's children.

import { tree as grow } from '../app/house.js';
import { toast } from '../app/dom.js';
import { problemWords } from '../app/names.js';
import { t } from '../app/words.js';
import { ANEW, wishOf } from './wish.js';

/** @typedef {import('./index.js').Lab} Lab */
/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./pane.js').Pane} Pane */

/** The most subtrees that are asked for later. */
const OPENED = 24;
/** The most nodes that the server sends. */
const MOST = 3000;

/** Numbers with dots between. @param {string} text */
export const numbers = (text) => text.split('.').filter((part) => /^\d+$/.test(part)).map(Number);

/** Asks for more of the tree below a node. @param {Lab} lab @param {Pane} pane @param {number} id @param {boolean} kept */
export async function more(lab, pane, id, kept) {
  // A trace is one whole: it is requested again, with room for more nodes.
  if (lab.asked.view === 'trace') {
    const { left_out: left } = pane.tree.told;
    const all = pane.tree.nodes.length + left;
    const deeper = String(pane.tree.node(id).ply + 1);
    const more = all <= MOST ? { most: String(all), depth: '' } : { most: String(MOST), depth: deeper };
    if (lab.asked.most === more.most && lab.asked.depth === more.depth) return toast(t('lab.enough'));
    lab.change({ ...ANEW, ...more });
    lab.form.show();
    return;
  }
  const open = numbers(lab.asked.open);
  if (open.length >= OPENED) {
    toast(t('lab.enough'));
    return;
  }
  try {
    if (!(await graft(lab, pane, id, lab.signal))) return;
  } catch (error) {
    if (!lab.signal.aborted) toast(problemWords(/** @type {any} */ (error)));
    return;
  }
  if (kept) lab.asked.open = [...open, id].join('.');
  lab.grown();
}

/** Asks for what is below a node. @param {Lab} lab @param {Pane} pane @param {number} id @param {AbortSignal} signal */
async function graft(lab, pane, id, signal) {
  const { strategy, proof } = pane.tree.told;
  const player = strategy?.player ?? proof?.player ?? null;
  // Of a proof the move comes with all replies to it.
  const depth = proof && proof.player === pane.tree.node(id).turn ? 2 : 1;
  const wish = wishOf(lab.asked);
  const told = await grow({ ...wish, moves: lab.way(pane, id).join(' '), depth, player, along: null, best: null, proof: proof?.name ?? null }, signal);
  if (signal.aborted || told.nodes.length < 2) return false;
  pane.tree.graft(id, told);
  pane.regrown();
  return true;
}

/** Opens the nodes that the address lists. @param {Lab} lab @param {AbortSignal} signal */
export async function reopen(lab, signal) {
  if (lab.asked.view === 'trace') return;
  for (const id of numbers(lab.asked.open).slice(0, OPENED)) {
    const { tree } = lab.first;
    if (id < tree.nodes.length && tree.opens(id) && !(await graft(lab, lab.first, id, signal))) return;
  }
}

/** Sorts the children in the quiz tree into the order in which the other search visited them. @param {Grown} tree @param {Grown} key */
export function arrange(tree, key) {
  tree.nodes.forEach((_, id) => {
    const same = key.find(tree.path(id));
    if (same === null) return;
    const order = key.below(same).map((child) => key.node(child).text);
    const place = (/** @type {number} */ child) => {
      const at = order.indexOf(tree.node(child).text);
      return at < 0 ? Infinity : at;
    };
    tree.below(id).sort((a, b) => place(a) - place(b));
  });
}

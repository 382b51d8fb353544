// The places of the nodes of a tree: parents over the middle of their children, subtrees as close as they fit; and the names
// on its edges.

import { round, svg } from './svg.js';

/** Trees of up to this many nodes are shown whole. */
const SMALL = 48;

/** @typedef {{id: number, children: Branch[], x: number, depth: number}} Branch */
/** @typedef {import('../protocol').NodeView} NodeView */

/**
 * The children of every node, in their order.
 * @param {NodeView[]} nodes
 */
export function childrenOf(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, id) => {
    if (parent !== null) children[parent]?.push(id);
  });
  return children;
}

/**
 * The nodes to show: all of a small tree; of a large one the way to `here`, the alternatives along it, and below
 * `here` as much as fits.
 * @param {NodeView[]} nodes
 * @param {number[][]} children
 * @param {number} here
 * @param {number} widest  how many nodes fit side by side
 */
export function selection(nodes, children, here, widest) {
  /** @type {Set<number>} */
  const shown = new Set();
  if (nodes.length <= SMALL) {
    nodes.forEach((_, id) => shown.add(id));
    return shown;
  }
  for (
    let id = /** @type {number | null | undefined} */ (here);
    id !== null && id !== undefined;
    id = nodes[id]?.parent
  ) {
    shown.add(id);
    for (const child of (children[id] ?? []).slice(0, 12)) shown.add(child);
  }
  let level = [here];
  while (level.length > 0) {
    const next = level.flatMap((id) => children[id] ?? []);
    if (next.length > Math.max(widest, children[here]?.length ?? 0)) break;
    next.forEach((id) => shown.add(id));
    level = next;
  }
  return shown;
}

/**
 * @param {number} id
 * @param {number[][]} children
 * @param {Set<number>} shown
 * @param {number} [depth]
 * @returns {Branch}
 */
function grow(id, children, shown, depth = 0) {
  const below = (children[id] ?? []).filter((child) => shown.has(child));
  return { id, depth, x: 0, children: below.map((child) => grow(child, children, shown, depth + 1)) };
}

/**
 * Lays a subtree out around x = 0.
 * @param {Branch} branch
 * @returns {[number, number][]} for each level below, how far left and right it reaches
 */
function settle(branch) {
  /** @type {[number, number][]} */
  const contour = [];
  branch.children.forEach((child) => {
    const own = settle(child);
    let shift = 0;
    own.forEach(([left], level) => {
      const taken = contour[level];
      if (taken) shift = Math.max(shift, taken[1] + 1 - left);
    });
    child.x = shift;
    own.forEach(([left, right], level) => {
      const taken = contour[level];
      contour[level] = taken ? [Math.min(taken[0], left + shift), right + shift] : [left + shift, right + shift];
    });
  });
  const first = branch.children[0];
  const last = branch.children[branch.children.length - 1];
  const middle = first && last ? (first.x + last.x) / 2 : 0;
  branch.children.forEach((child) => {
    child.x -= middle;
  });
  return [[0, 0], ...contour.map(([left, right]) => /** @type {[number, number]} */ ([left - middle, right - middle]))];
}

/**
 * The places of all shown nodes, one apart at least on each level.
 * @param {number[][]} children
 * @param {Set<number>} shown
 */
export function layout(children, shown) {
  /** @type {Map<number, {x: number, depth: number}>} */
  const places = new Map();
  const root = grow(0, children, shown);
  settle(root);
  const place = (/** @type {Branch} */ branch, /** @type {number} */ from) => {
    const x = from + branch.x;
    places.set(branch.id, { x, depth: branch.depth });
    branch.children.forEach((child) => place(child, x));
  };
  place(root, 0);
  return places;
}

/**
 * The name of a branch, with its probability, on the edge that leads to it.
 * @param {NodeView} node
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {boolean} walked
 */
export function edgeName(node, from, to, walked) {
  const share = 0.62;
  const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
  const lines = [[...node.label].length > 8 ? `${[...node.label].slice(0, 7).join('')}…` : node.label];
  if (node.probability !== null) {
    const chance = percent(node.probability);
    if (lines[0] !== chance) lines.push(chance);
  }
  const texts = lines.filter((text) => text !== '');
  if (texts.length === 0) return null;
  const wide = 12 + 11.5 * Math.max(...texts.map((text) => [...text].length));
  const high = 26 * texts.length;
  const name = svg('g', { class: walked ? 'name walked' : 'name', transform: `translate(${round(x)} ${round(y)})` });
  name.append(svg('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 13 }));
  texts.forEach((text, i) => {
    name.append(
      svg(
        'text',
        { y: 1 + 24 * (i - (texts.length - 1) / 2), class: i > 0 || lines[0] === '' ? 'share' : null },
        text,
      ),
    );
  });
  return name;
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 1000) / 10}%`;
}

// The places of the nodes of a tree: parents over the middle of their children, subtrees as close as they fit. Pure.

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

// A tree as the server sends it, with the queries that the lab repeats. Pure.

/** @typedef {import('../protocol').GrownTree} GrownTree */
/** @typedef {import('../protocol').TreeNodeView} TreeNode */
/** @typedef {import('../protocol').WorthView} Worth */
/** @typedef {import('../protocol').SpanView} Span */

/** Ends of nodes that were never visited where they have no number in the order of visits. */
const PASSED = ['skipped', 'unvisited', 'tactics', 'reduced', 'chance'];

/**
 * Which of two values is better for the first player: above 0 if it is `a`. A quick win is better than a slow one.
 * @param {Worth} a
 * @param {Worth} b
 */
export function compare(a, b) {
  if (a.points !== b.points || a.plies === null || b.plies === null) return a.points - b.points;
  return a.points > 0 ? b.plies - a.plies : a.plies - b.plies;
}

export class Grown {
  /** @param {GrownTree} told */
  constructor(told) {
    this.told = told;
    this.nodes = told.nodes;
    /** @type {number[][]} */
    this.children = [];
    this.#link();
    /** True for the trace of a depth-first search, which goes down and comes back up; false for a tree that grows. */
    this.walks = told.search !== null && this.#isWalk();
  }

  #link() {
    this.children = this.nodes.map(() => []);
    this.nodes.forEach(({ parent }, id) => {
      if (parent !== null) this.children[parent]?.push(id);
    });
  }

  /** @param {number} id @returns {TreeNode} */
  node(id) {
    return /** @type {TreeNode} */ (this.nodes[id]);
  }

  /** @param {number} id @returns {number[]} */
  below(id) {
    return this.children[id] ?? [];
  }

  /** True if the search never visited a node. @param {number} id */
  passed(id) {
    if (this.told.proof) return false;
    const { end, order, value } = this.node(id);
    return PASSED.includes(end) && order === undefined && value === undefined;
  }

  /** The moves from the root. @param {number} id @returns {string[]} */
  path(id) {
    const { parent, text } = this.node(id);
    return parent === null ? [] : [...this.path(parent), text ?? ''];
  }

  /** The node that these moves lead to, if it is there. @param {string[]} path */
  find(path) {
    let at = 0;
    for (const move of path) {
      const next = this.below(at).find((child) => this.node(child).text === move);
      if (next === undefined) return null;
      at = next;
    }
    return at;
  }

  /** Children that were visited, in the order of visits. @param {number} id */
  visited(id) {
    const found = this.below(id).filter((child) => this.node(child).order !== undefined);
    return found.sort((a, b) => (this.node(a).order ?? 0) - (this.node(b).order ?? 0));
  }

  /** All nodes below one. @param {number} id @returns {number[]} */
  under(id) {
    return this.below(id).flatMap((child) => [child, ...this.under(child)]);
  }

  /** True if every visit is to a child of the last one or of a node above it. */
  #isWalk() {
    const { nodes } = this;
    if (nodes.some((node) => node.tally)) return false;
    const visits = nodes.flatMap(({ order }, id) => (order === undefined ? [] : [{ id, order }])).sort((a, b) => a.order - b.order);
    /** @type {number[]} */
    const way = [];
    for (const { id } of visits) {
      const { parent } = this.node(id);
      while (way.length && way[way.length - 1] !== parent) way.pop();
      if (parent !== null && way.length === 0) return false;
      way.push(id);
    }
    return visits.length > 0 && visits[0]?.id === 0;
  }

  /** True if there is more below a node than is shown: legal moves of a game; lines and pairs of a proof as well. @param {number} id */
  opens(id) {
    const { hidden, turn } = this.node(id);
    return hidden > 0 || (this.told.search === null && turn !== 'over' && this.below(id).length === 0);
  }

  /**
   * Adds nodes that were requested later below a node, except those already there.
   * @param {number} id
   * @param {GrownTree} told  the node and what is below it
   */
  graft(id, told) {
    const { ply } = this.node(id);
    const places = [id];
    told.nodes.forEach(({ also: _, ...node }, at) => {
      if (node.parent === null) return;
      const parent = places[node.parent] ?? id;
      const there = this.below(parent).find((child) => this.node(child).text === node.text);
      places[at] = there ?? this.nodes.push({ ...node, parent, ply: ply + node.ply }) - 1;
    });
    Object.assign(this.node(id), { hidden: told.nodes[0]?.hidden ?? 0, hidden_more: told.nodes[0]?.hidden_more ?? false });
    this.#link();
  }
}

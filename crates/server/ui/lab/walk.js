// What happened one thing after the other, and what was known by then. Pure.

import { compare } from './data.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./data.js').Worth} Worth */
/** @typedef {import('./data.js').Span} Span */
/** @typedef {import('../protocol').Bound} Bound */

/**
 * One event of a search. `enter`: it visits a node with children; `value`: it visits a node without children and knows its
 * value; `back`: a child returns its value; `done`: it is over; `grow`: it adds a node; `colour`: it derives a node's value.
 * Of a playout `select`: it walks down to a node; `expand`: that one gets its children; `playout`: a random game from a node;
 * `backup`: its result is counted all the way back up.
 * @typedef {{kind: 'enter' | 'value' | 'back' | 'done' | 'grow' | 'colour' | 'select' | 'expand' | 'playout' | 'backup', node: number, child: number | null, last: boolean, playout?: number}} Happening
 */

/**
 * The state of the nodes after some step.
 * @typedef {object} Known
 * @property {boolean[]} seen     it was visited, or is known to be skipped
 * @property {boolean[]} done     nothing more will change
 * @property {(Worth | null)[]} value
 * @property {Bound[]} bound      exact, or the kind of bound
 * @property {(Span | null)[]} window
 * @property {([number, number] | null)[]} tally   visits, and their mean
 * @property {string[][]} moved   the values that the mover's bound of the window took one after the other
 * @property {number} current     the node of the last event; -1 before the first
 * @property {Happening | null} happening
 */

/** @param {Happening['kind']} kind @param {number} node @param {number | null} [child] @param {boolean} [last] @returns {Happening} */
const it = (kind, node, child = null, last = false) => ({ kind, node, child, last });

/** All events, in their order. @param {Grown} tree @returns {Happening[]} */
export function happenings(tree) {
  // A proof has no events: its opened nodes are all there.
  if (tree.told.proof) return [];
  if (tree.walks) {
    /** @type {Happening[]} */
    const list = [];
    const visit = (/** @type {number} */ id) => {
      const visited = tree.visited(id);
      list.push(it(visited.length ? 'enter' : 'value', id));
      visited.forEach((child, index) => {
        visit(child);
        list.push(it('back', id, child, index + 1 === visited.length));
      });
    };
    visit(0);
    list.push(it('done', 0));
    return list;
  }
  if (tree.told.playouts?.length) return [...tree.told.playouts.flatMap(playoutSteps), it('done', 0)];
  if (tree.told.search === null && tree.nodes.some((node) => node.value)) return upwards(tree).map((id) => it('colour', id));
  const order = tree.nodes.map((node, id) => ({ id, order: node.order ?? Infinity }));
  order.sort((a, b) => (a.order === b.order ? a.id - b.id : a.order - b.order));
  return order.map(({ id }) => it('grow', id));
}

/** The events of a playout. @param {import('../protocol').PlayoutView} playout @param {number} index @returns {Happening[]} */
function playoutSteps({ path, expanded }, index) {
  const last = path.length - 1;
  const at = (/** @type {number} */ place) => path[place] ?? 0;
  const stop = expanded ?? last;
  const steps = [it('select', at(stop)), it('playout', at(last)), it('backup', at(last))];
  if (expanded !== null) steps.splice(1, 0, it('expand', at(stop), path[stop + 1] ?? null));
  return steps.map((step) => ({ ...step, playout: index }));
}

/** All nodes, children before their parents: values come up from the ends. @param {Grown} tree @returns {number[]} */
function upwards(tree) {
  /** @type {(id: number) => number[]} */
  const below = (id) => [...tree.below(id).flatMap(below), id];
  return below(0);
}

/**
 * The state of the nodes after `step` events.
 * @param {Grown} tree
 * @param {Happening[]} list
 * @param {number} step
 * @returns {Known}
 */
export function knownAt(tree, list, step) {
  const many = tree.nodes.length;
  /** @type {Known} */
  const known = {
    seen: new Array(many).fill(false),
    done: new Array(many).fill(false),
    value: new Array(many).fill(null),
    bound: new Array(many).fill('exact'),
    window: new Array(many).fill(null),
    tally: new Array(many).fill(null),
    moved: tree.nodes.map(() => []),
    current: -1,
    happening: null,
  };
  if (tree.told.proof) tree.nodes.forEach((_, id) => settle(tree, known, id));
  for (const happening of list.slice(0, step)) {
    known.happening = happening;
    known.current = happening.node;
    if (happening.kind === 'enter') {
      known.seen[happening.node] = true;
      known.window[happening.node] = tree.node(happening.node).window ?? null;
    } else if (happening.kind === 'back') back(tree, known, happening);
    else if (happening.playout !== undefined) play(tree, known, happening, happening.playout);
    else if (happening.kind !== 'done') settle(tree, known, happening.node);
    // Of a playout only means are known: what was proved is known in the end.
    else if (tree.told.playouts?.length) tree.nodes.forEach((_, id) => settle(tree, known, id));
  }
  return known;
}

/** A step of a playout. @param {Grown} tree @param {Known} known @param {Happening} happening @param {number} index */
function play(tree, known, { kind, node }, index) {
  known.seen[0] = true;
  const playout = tree.told.playouts?.[index];
  if (kind === 'expand') for (const child of tree.below(node)) known.seen[child] = true;
  if (kind !== 'backup' || !playout) return;
  playout.path.forEach((id, place) => {
    const tally = playout.tallies[place] ?? null;
    known.seen[id] = true;
    known.tally[id] = tally;
    if (tally) known.value[id] = { text: `≈${Math.round(50 + 50 * tally[1])}%`, points: tally[1], plies: null };
  });
}

/** All there is to know of a node is known. @param {Grown} tree @param {Known} known @param {number} id */
function settle(tree, known, id) {
  const node = tree.node(id);
  known.seen[id] = true;
  known.done[id] = true;
  known.tally[id] = node.tally ?? null;
  known.value[id] = node.value ?? null;
  known.bound[id] = node.bound;
  known.window[id] = node.window_after ?? node.window ?? null;
  for (const child of tree.below(id)) if (tree.passed(child)) known.seen[child] = true;
}

/** A child's value came up. @param {Grown} tree @param {Known} known @param {Happening} happening */
function back(tree, known, { node: id, child, last }) {
  if (child !== null) improve(tree, known, id, child);
  if (last || child === null) settle(tree, known, id);
}

/** A child's value is better than what its parent had. @param {Grown} tree @param {Known} known @param {number} id @param {number} child */
function improve(tree, known, id, child) {
  const { turn } = tree.node(id);
  const value = known.value[child];
  if (!value || (turn !== 'first' && turn !== 'second')) return;
  const rises = turn === 'first';
  // What is at most so much does not raise a maximum, and the other way round.
  if (known.bound[child] === (rises ? 'upper' : 'lower')) return;
  const better = (/** @type {Worth | null} */ than) => !than || (rises ? compare(value, than) > 0 : compare(value, than) < 0);
  if (better(known.value[id] ?? null)) {
    known.value[id] = value;
    known.bound[id] = rises ? 'lower' : 'upper';
  }
  const window = known.window[id];
  if (!window) return;
  const side = rises ? 'alpha' : 'beta';
  if (!better(window[side])) return;
  const bound = { ...value, text: value.text.replace('≈', '') };
  known.window[id] = { ...window, [side]: bound };
  known.moved[id]?.push(bound.text);
}

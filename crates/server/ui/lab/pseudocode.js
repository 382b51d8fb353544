// The searches as pseudocode, and which of its lines a step of a trace ran. Pure.
//
// A step lights all the lines that the search runs in it; one of them, `now`, is what the step is about:
//   enter   a node with children       best ← ∓∞, or mean ← 0
//   value   a leaf                     return value(node)
//   back    a child returns            best ← …; α ← … or β ← … if that moves; the test that breaks or returns if it cuts;
//                                      return best if it was the last child
//   done                               return best, at the root
// and in a playout of Monte Carlo tree search
//   select  the way down               node ← child …
//   expand  the node gets children     if node was visited …
//   playout a random game              r ← …
//   backup  the way back up            mean ← …, for every node of the way
// Values are from the first player's point of view, who is MAX, as everywhere in the lab.

import { compare } from './data.js';
import { parse } from '../app/names.js';
import { winChance } from '../app/worth.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./data.js').Worth} Worth */
/** @typedef {import('./walk.js').Happening} Happening */
/** @typedef {import('./walk.js').Known} Known */

/**
 * @typedef {object} Line
 * @property {string} key
 * @property {number} level   how far it is indented
 * @property {string} text
 * @property {string} note    the words of its comment are `lab.code.NOTE`; '' for none
 */

/** @typedef {{name: string, lines: Line[]}} Program */

/**
 * The lines that a step ran.
 * @typedef {object} Moment
 * @property {Set<string>} ran            the keys of the lines
 * @property {string} now                 the line that it is about
 * @property {number} node                whose call that was
 * @property {[string, string][]} values  variables with their values after it
 */

/** Ends that are none of the textbook's. */
const ENHANCED = ['table', 'tactics', 'reduced', 'repeated', 'proved'];

/** @param {string} key @param {number} level @param {string} text @param {string} [note] @returns {Line} */
const line = (key, level, text, note = '') => ({ key, level, text, note });

/**
 * The program of a search.
 * @param {string} name
 * @param {{windows: boolean, chance: boolean, wins: boolean}} has  whether it prunes, and whether there are chance nodes, and wins
 * @returns {Program}
 */
export function program(name, { windows, chance, wins }) {
  const given = (/** @type {string} */ node, sign = '') => `${name}(${node}${windows ? `, α${sign}, β${sign}` : ''})`;
  /** @type {(side: string, word: string, worst: string, bound: string, test: string) => Line[]} */
  const decision = (side, word, worst, bound, test) => [
    line(side, 1, `if node is ${word.toUpperCase()}`),
    line(`${side}.begin`, 2, `best ← ${worst}`),
    line(`${side}.each`, 2, 'for each child of node'),
    line(`${side}.call`, 3, `v ← ${given('child')}`),
    line(`${side}.best`, 3, `best ← ${word}(best, v)`),
    ...(windows ? [line(`${side}.bound`, 3, `${bound} ← ${word}(${bound}, best)`), line(`${side}.cut`, 3, `if ${test}: break`, wins ? 'cutwin' : 'cut')] : []),
  ];
  const outcomes = [
    line('chance', 1, 'if node is CHANCE'),
    line('chance.begin', 2, 'mean ← 0'),
    line('chance.each', 2, 'for each outcome of node'),
    ...(windows ? [line('chance.window', 3, 'α′, β′ ← share of α, β', 'share')] : []),
    line('chance.call', 3, `v ← ${given('outcome', '′')}`),
    ...(windows ? [line('chance.low', 3, 'if v ≤ α′: return α', 'cut'), line('chance.high', 3, 'if v ≥ β′: return β', 'cut')] : []),
    line('chance.best', 3, 'mean ← mean + P(outcome) · v'),
    line('chance.return', 2, 'return mean'),
  ];
  return {
    name,
    lines: [
      line('head', 0, given('node')),
      line('leaf', 1, 'if node is a leaf: return value(node)', 'leaf'),
      ...decision('max', 'max', '−∞', 'α', 'α ≥ β'),
      ...decision('min', 'min', '+∞', 'β', 'β ≤ α'),
      ...(chance ? outcomes : []),
      line('return', 1, 'return best'),
    ],
  };
}

/** Monte Carlo tree search. @type {Program} */
const PLAYOUTS = {
  name: 'mcts',
  lines: [
    line('head', 0, 'repeat'),
    line('start', 1, 'node ← root'),
    line('each', 1, 'while node has children'),
    line('select', 2, 'node ← child of greatest mean + C·√(ln N / n)', 'ucb'),
    line('expand', 1, 'if node was visited: add its children, node ← one of them'),
    line('playout', 1, 'r ← value of node if known, else result of a random game'),
    line('up', 1, 'for each node on the way back to the root'),
    line('visits', 2, 'n ← n + 1'),
    line('mean', 2, 'mean ← mean + (r − mean) / n', 'proved'),
    line('return', 0, 'return child of the root with the greatest n', 'proved'),
  ],
};

/** The program of the search that a tree is the trace of; null if none of these describes it. @param {Grown} tree @returns {Program | null} */
export function programOf(tree) {
  const { search } = tree.told;
  const { name } = parse(search?.bot ?? '');
  if (name === 'mcts') return tree.told.playouts?.length ? PLAYOUTS : null;
  if (!tree.walks || !['minimax', 'alphabeta', 'expectiminimax'].includes(name)) return null;
  if (tree.nodes.some(({ end, value }) => value && ENHANCED.includes(end))) return null;
  // A search with null windows comes to the same child twice.
  if (tree.children.some((children) => new Set(children.map((child) => tree.node(child).text)).size < children.length)) return null;
  return program(name, { windows: tree.nodes.some(({ window }) => window), chance: tree.nodes.some(({ turn }) => turn === 'chance'), wins: name !== 'alphabeta' && tree.nodes.some(({ value }) => value && value.plies !== null) });
}

/** A number as the server writes it. @param {number} points */
function numeral(points) {
  const scale = Math.abs(points) < 1000 ? 1000 : 1;
  const low = Math.floor(points * scale);
  // Half a thousandth goes to the even side.
  const whole = points * scale - low === 0.5 ? low + Math.abs(low % 2) : Math.round(points * scale);
  return String(whole / scale || 0).replace('-', '−');
}

/** @param {Worth | null | undefined} worth @param {string} [otherwise] */
const text = (worth, otherwise = '?') => worth?.text.replace('≈', '') ?? otherwise;

/** A value that a child has, for its parent: a win is a ply further. @param {Worth} worth @returns {Worth} */
const later = (worth) => (worth.plies === null ? worth : { ...worth, plies: worth.plies + 1, text: worth.text.replace(/\d*$/, String(worth.plies + 1)) });

/**
 * The lines that the last of these events ran.
 * @param {Grown} tree
 * @param {Known} known
 * @returns {Moment | null}
 */
export function moment(tree, known) {
  const { happening } = known;
  if (!happening) return null;
  if (tree.told.playouts?.length) return playoutMoment(tree, known, happening);
  const { kind, node: id, child } = happening;
  const { turn, window, value } = tree.node(id);
  const side = { first: 'max', second: 'min', chance: 'chance', over: '' }[turn];
  /** @type {(now: string, keys: string[], values: [string, string][]) => Moment} */
  const made = (now, keys, values) => ({ now, ran: new Set([...keys, now]), node: id, values });
  const sides = (/** @type {Worth | null | undefined} */ alpha, /** @type {Worth | null | undefined} */ beta) => /** @type {[string, string][]} */ (window ? [['α', text(alpha, '−∞')], ['β', text(beta, '+∞')]] : []);
  const entry = () => sides(window?.alpha, window?.beta);
  if (kind === 'value') {
    // The children of a node may be left out of the picture: then it is one step with all below it.
    const whole = tree.node(id).hidden > 0;
    return made(whole ? (turn === 'chance' ? 'chance.return' : 'return') : 'leaf', ['head'], [...entry(), [whole ? 'best' : 'value', text(value)]]);
  }
  if (kind === 'enter') {
    const best = { max: '−∞', min: '+∞' }[side] ?? '0';
    return made(`${side}.begin`, ['head', 'leaf', side, `${side}.each`], [...entry(), [turn === 'chance' ? 'mean' : 'best', best]]);
  }
  if (kind === 'done') return made('return', [], [...sides(tree.node(id).window_after?.alpha ?? window?.alpha, tree.node(id).window_after?.beta ?? window?.beta), ['best', text(value)]]);
  if (kind !== 'back' || child === null) return null;
  return turn === 'chance' ? outcome(tree, happening, made, entry()) : decision(tree, happening, side, made, sides);
}

/** The children that have returned by now. @param {Grown} tree @param {Happening} happening */
function returned(tree, { node, child }) {
  const all = tree.visited(node);
  return all.slice(0, all.indexOf(child ?? -1) + 1).map((id) => tree.node(id));
}

/**
 * A child returns to a player's node.
 * @param {Grown} tree
 * @param {Happening} happening
 * @param {string} side
 * @param {(now: string, keys: string[], values: [string, string][]) => Moment} made
 * @param {(alpha: Worth | null | undefined, beta: Worth | null | undefined) => [string, string][]} sides
 */
function decision(tree, happening, side, made, sides) {
  const { window, value, end } = tree.node(happening.node);
  const { last } = happening;
  const sign = side === 'max' ? 1 : -1;
  const better = (/** @type {Worth} */ worth, /** @type {Worth | null} */ than) => !than || sign * compare(worth, than) > 0;
  /** @type {Worth | null} */
  let best = null;
  let bound = (side === 'max' ? window?.alpha : window?.beta) ?? null;
  let moves = false;
  for (const { value: worth } of returned(tree, happening)) {
    moves = false;
    if (!worth) continue;
    const now = later(worth);
    if (better(now, best)) best = now;
    moves = best !== null && better(best, bound);
    if (moves) bound = best;
  }
  const other = side === 'max' ? window?.beta : window?.alpha;
  // A win at the root ends the search as well, unless it is the textbook's.
  const cut = last && (end === 'cut' || (bound && other && sign * (bound.points - other.points) >= 0));
  const keys = ['call', 'best', ...(window ? ['bound', 'cut'] : []), ...(last ? [] : ['each'])].map((key) => `${side}.${key}`);
  if (last) keys.push('return');
  const now = cut ? `${side}.cut` : last ? 'return' : window && moves ? `${side}.bound` : `${side}.best`;
  const returns = text(tree.node(happening.child ?? 0).value);
  const own = last && value ? value : best;
  return made(now, keys, [...(side === 'max' ? sides(bound, window?.beta) : sides(window?.alpha, bound)), ['v', returns], ['best', text(own, sign > 0 ? '−∞' : '+∞')]]);
}

/**
 * An outcome returns to a chance node.
 * @param {Grown} tree
 * @param {Happening} happening
 * @param {(now: string, keys: string[], values: [string, string][]) => Moment} made
 * @param {[string, string][]} entry
 */
function outcome(tree, happening, made, entry) {
  const { window, value, end, bound } = tree.node(happening.node);
  const { last } = happening;
  let sum = 0;
  for (const { value: worth, probability } of returned(tree, happening)) sum += (probability ?? 0) * (worth?.points ?? NaN);
  const { value: worth, window: share } = tree.node(happening.child ?? 0);
  /** @type {[string, string][]} */
  const v = [...(share ? /** @type {[string, string][]} */ ([['α′', text(share.alpha, '−∞')], ['β′', text(share.beta, '+∞')]]) : []), ['v', text(worth)]];
  const tests = window ? ['chance.window', 'chance.low', 'chance.high'] : [];
  if (last && end === 'chance') {
    const low = bound === 'upper';
    return made(low ? 'chance.low' : 'chance.high', ['chance.window', 'chance.call', 'chance.low'], [...entry, ...v]);
  }
  const mean = last && value ? text(value) : Number.isNaN(sum) ? '?' : numeral(sum);
  return made(last ? 'chance.return' : 'chance.best', ['chance.call', ...tests, 'chance.best', ...(last ? [] : ['chance.each'])], [...entry, ...v, ['mean', mean]]);
}

/** The lines that a step of a playout runs besides the one that it is about. @type {Record<string, string[]>} */
const RUN = { select: ['head', 'start', 'each'], expand: [], playout: [], mean: ['up', 'visits'], return: [] };

/**
 * A step of a playout.
 * @param {Grown} tree
 * @param {Known} known
 * @param {Happening} happening
 * @returns {Moment}
 */
function playoutMoment(tree, known, { kind, node, child, playout: index }) {
  const playout = tree.told.playouts?.[index ?? -1];
  const now = kind === 'backup' ? 'mean' : kind === 'done' ? 'return' : kind;
  const at = kind === 'expand' && child !== null ? child : node;
  const [n, mean] = known.tally[at] ?? [0, null];
  /** @type {[string, string][]} */
  const values = [['n', String(n)], ['mean', mean === null ? '–' : winChance(mean)]];
  const result = playout?.results[playout.results.length - 1];
  if ((kind === 'playout' || kind === 'backup') && result !== undefined) values.unshift(['r', winChance(result)]);
  return { now, ran: new Set([...(RUN[now] ?? []), now]), node: at, values };
}

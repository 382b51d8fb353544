// Trees in words: what a node is, what just happened, what will cut next.

import { moveName, playerNames } from '../app/names.js';
import { number, t } from '../app/words.js';
import { winChance } from '../app/worth.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./data.js').Worth} Worth */
/** @typedef {import('./data.js').Span} Span */
/** @typedef {import('./walk.js').Known} Known */

/** Ends that need words of their own. */
const REASONS = ['over', 'horizon', 'table', 'tactics', 'reduced', 'repeated', 'proved'];
/** Values that are listed one by one. */
const LISTED = 6;

/** The sign before a value that is a bound. @param {import('../protocol').Bound} bound */
export const sign = (bound) => ({ exact: '', lower: '≥', upper: '≤' })[bound];

/** @param {Worth | null} worth @param {import('../protocol').Bound} bound */
export const worthText = (worth, bound) => (worth ? `${sign(bound)}${worth.text}` : '');

/** @param {Span | null | undefined} span */
export const spanText = (span) => (span ? `[${span.alpha?.text ?? '−∞'}, ${span.beta?.text ?? '+∞'}]` : '');

/** The last moves of a bound that are shown. */
const STEPS = 3;

/** How the mover's bound has moved since a node was entered: `β → 14 → 5`; empty if it has not. @param {Grown} tree @param {Known} known @param {number} id */
export function movedText(tree, known, id) {
  const steps = known.moved[id] ?? [];
  return steps.length ? [tree.node(id).turn === 'first' ? 'α' : 'β', ...steps.slice(-STEPS)].join(' → ') : '';
}

/** A probability, as a fraction where it is a simple one. @param {number} share */
export function chanceText(share) {
  for (let below = 1; below <= 36; below += 1) {
    const above = share * below;
    if (Math.abs(above - Math.round(above)) < 1e-9 && Math.round(above) >= 1) return below === 1 ? '1' : `${Math.round(above)}/${below}`;
  }
  return number(share);
}

/** The name of a node: the move that leads there. @param {Grown} tree @param {number} id */
export const nameOf = (tree, id) => (tree.node(id).parent === null ? t('lab.root') : moveName(tree.node(id).text ?? ''));

/** The kind of a node, by who decides there. @param {Grown} tree @param {number} id */
export const kindOf = (tree, id) => t(`lab.kind.${tree.node(id).turn}`);

/** Why a search went no further, where that is worth telling. @param {Grown} tree @param {number} id */
export function reasonOf(tree, id) {
  const { end } = tree.node(id);
  if (tree.told.proof && end !== 'over') return proofEnd(tree, id);
  if (tree.passed(id)) return t(end === 'skipped' || end === 'chance' ? 'lab.end.skipped' : 'lab.end.unvisited');
  if (end === 'cut' || end === 'chance') return cutText(tree, id);
  return REASONS.includes(end) ? t(`lab.end.${end}`) : '';
}

/**
 * The bound that a node's value left its window by, and which side that is.
 * @param {Grown} tree
 * @param {number} id
 */
export function cutBound(tree, id) {
  const { bound, turn, window, window_after: after } = tree.node(id);
  const above = bound === 'lower' || (bound === 'exact' && turn === 'first');
  const side = above ? 'beta' : 'alpha';
  return { above, bound: window?.[side] ?? after?.[side] ?? null };
}

/** The comparison that cut a node off: `2 ≤ α 3`. @param {Grown} tree @param {number} id */
export function cutText(tree, id) {
  const { above, bound } = cutBound(tree, id);
  const value = tree.node(id).value?.text.replace('≈', '') ?? '';
  return bound ? `${value} ${above ? '≥ β' : '≤ α'} ${bound.text}` : t('lab.cut');
}

/** The value that will cut at a node next; empty if it is not known. @param {Grown} tree @param {Known} known @param {number} id */
export function nextCut(tree, known, id) {
  const { turn } = tree.node(id);
  const window = known.window[id];
  if (!window || known.done[id] || (turn !== 'first' && turn !== 'second')) return '';
  const bound = turn === 'first' ? window.beta : window.alpha;
  if (!bound) return t('lab.next.none');
  return t(turn === 'first' ? 'lab.next.max' : 'lab.next.min', { bound: bound.text });
}

/** All that is known of a node, in a line. @param {Grown} tree @param {Known} known @param {number} id @param {string} hides the parts that a quiz hides */
export function label(tree, known, id, hides = '') {
  const parts = [nameOf(tree, id), kindOf(tree, id)];
  const node = tree.node(id);
  if (!known.seen[id]) return [...parts, t('lab.notyet')].join(', ');
  const value = worthText(known.value[id] ?? null, known.bound[id] ?? 'exact');
  if (hides !== 'order' && node.order !== undefined && known.seen[id]) parts.push(t('lab.visit', { number: number(node.order) }));
  if (!hides && known.window[id]) parts.push(t('lab.windowis', { window: spanText(node.window) }), movedText(tree, known, id));
  if (hides !== 'values' && value) parts.push(t('lab.valueis', { value }));
  if (known.done[id] || tree.passed(id)) parts.push(hides ? '' : reasonOf(tree, id));
  if (node.hidden) parts.push(t('lab.hidden', { count: node.hidden }));
  return parts.filter(Boolean).join(', ');
}

/**
 * One sentence of what just happened.
 * @param {Grown} tree
 * @param {Known} known
 */
export function sentence(tree, known) {
  const { happening } = known;
  if (!happening) return t('lab.say.start');
  const { kind, node: id, child, last } = happening;
  const node = tree.node(id);
  const name = nameOf(tree, id);
  const value = worthText(known.value[id] ?? null, known.bound[id] ?? 'exact');
  if (kind === 'enter') {
    const who = kindOf(tree, id);
    return node.window ? t('lab.say.enter', { name, who, window: spanText(node.window) }) : t('lab.say.come', { name, who });
  }
  if (kind === 'value') {
    const reason = REASONS.includes(node.end) ? t(`lab.end.${node.end}`) : '';
    if (!value) return t('lab.say.novalue', { name });
    return reason ? t('lab.say.because', { name, value, reason }) : t('lab.say.value', { name, value });
  }
  if (kind === 'back' && child !== null) return backWords(tree, known, id, child, last);
  if (kind === 'done') {
    const { search } = tree.told;
    if (!search) return '';
    const words = search.value ? t('lab.say.done', { move: moveName(search.best), value: search.value.text }) : t('lab.say.played', { move: moveName(search.best) });
    return `${words} ${t('lab.visited', { count: search.nodes })}`;
  }
  if (kind === 'colour') return colourWords(tree, id, name, value);
  if (happening.playout !== undefined) return playoutWords(tree, known, happening, name);
  const tally = node.tally ? t('lab.tally', { count: node.tally[0], chance: winChance(node.tally[1]) }) : value && t('lab.valueis', { value });
  return tally ? t('lab.say.grow', { name, what: tally }) : t('lab.say.come', { name, who: kindOf(tree, id) });
}

/** A step of a playout. @param {Grown} tree @param {Known} known @param {import('./walk.js').Happening} happening @param {string} name */
function playoutWords(tree, known, { kind, node, child, playout: index = 0 }, name) {
  const playout = tree.told.playouts?.[index];
  if (!playout) return '';
  if (kind === 'select') return t('lab.say.select', { number: number(index + 1), name });
  if (kind === 'expand') return child === null ? t('lab.say.expand', { name }) : t('lab.say.expandto', { name, child: nameOf(tree, child) });
  const result = winChance(playout.results[playout.results.length - 1] ?? 0);
  if (kind === 'playout') return t(playout.random ? 'lab.say.playout' : 'lab.say.known', { name, result });
  const [count, mean] = known.tally[node] ?? [0, 0];
  return t('lab.say.backup', { name, what: t('lab.tally', { count, chance: winChance(mean) }) });
}

/** @param {Grown} tree @param {Known} known @param {number} id @param {number} child @param {boolean} last */
function backWords(tree, known, id, child, last) {
  const node = tree.node(id);
  const values = {
    child: nameOf(tree, child),
    value: worthText(known.value[child] ?? null, known.bound[child] ?? 'exact'),
    name: nameOf(tree, id),
    best: known.value[id]?.text ?? '',
  };
  if (last && (node.end === 'cut' || node.end === 'chance')) {
    const { above, bound } = cutBound(tree, id);
    return bound ? t(above ? 'lab.say.cut.above' : 'lab.say.cut.below', { ...values, bound: bound.text }) : t('lab.say.cut', values);
  }
  if (!values.value) return t('lab.say.novalue', { name: values.child });
  if (last && known.value[id]) return t('lab.say.last', { ...values, best: worthText(known.value[id] ?? null, known.bound[id] ?? 'exact') });
  const { probability } = tree.node(child);
  if (node.turn === 'chance' && probability !== undefined) return t('lab.say.back.chance', { ...values, chance: chanceText(probability) });
  if (!values.best) return t('lab.say.back', values);
  return t(node.turn === 'first' ? 'lab.say.back.max' : 'lab.say.back.min', values);
}

/** How the value of a node follows from its children's. @param {Grown} tree @param {number} id @param {string} name @param {string} value */
function colourWords(tree, id, name, value) {
  if (!value) return t('lab.say.unknown', { name });
  const { turn } = tree.node(id);
  const values = tree.below(id).map((child) => worthText(tree.node(child).value ?? null, tree.node(child).bound));
  if (!values.length) return t('lab.say.value', { name, value });
  return t(`lab.say.from.${turn}`, { name, value, values: listed(values) });
}

/** How a proof continues from a node whose children are not shown, in a word or two. @param {Grown} tree @param {number} id */
export function proofEnd(tree, id) {
  const { end, ends_by: by } = tree.node(id);
  if (!by || tree.below(id).length) return '';
  if (by.kind === 'elsewhere') return t(end === 'repeated' ? 'lab.end.round' : 'lab.end.elsewhere');
  return t(`lab.end.${by.kind}`);
}

/** The claim of a proof about the root. @param {Grown} tree @param {import('../protocol').TreeProofView} proof */
export function proofSentence(tree, proof) {
  const player = proverOf(tree, proof);
  const claim = proof.plies === null ? t('lab.proof.holds', { player }) : t('lab.proof.wins', { player, count: proof.plies });
  return `${claim} ${t('lab.proof.size', { count: proof.positions })}`;
}

/** @param {Grown} tree @param {import('../protocol').TreeProofView} proof */
const proverOf = (tree, proof) => playerNames(tree.told.players, tree.told.board)[proof.player === 'first' ? 0 : 1];

/** How a proof continues from a node. @param {Grown} tree @param {number} id */
export function proofWords(tree, id) {
  const { proof } = tree.told;
  const { turn, end, ends_by: by } = tree.node(id);
  if (!proof || turn === 'over') return '';
  const player = proverOf(tree, proof);
  const [below] = tree.below(id);
  if (by && !tree.below(id).length) {
    if (by.kind === 'threats') return t('lab.proof.threats', { player, moves: by.moves.map(moveName).join(' ') });
    if (by.kind === 'elsewhere') return t(end === 'repeated' ? 'lab.proof.round' : 'lab.proof.elsewhere');
    if (by.kind === 'connections') return t('lab.proof.connections', { player });
    const pairs = by.pairs.map((pair) => pair.map(moveName).join('–'));
    if (!pairs.length) return t(by.weight ? 'lab.proof.weight' : 'lab.proof.nopairs', { player });
    return t(by.weight ? 'lab.proof.pairsweight' : 'lab.proof.pairs', { player, pairs: pairs.join(', ') });
  }
  if (below === undefined) return t(turn === proof.player ? 'lab.proof.move' : 'lab.proof.replies', { player });
  return turn === proof.player ? t('lab.proof.plays', { player, move: moveName(tree.node(below).text ?? '') }) : t('lab.proof.all', { player });
}

/** Values in a row, a few of many. @param {string[]} values */
export function listed(values) {
  const known = values.filter(Boolean);
  return known.length > LISTED ? `${known.slice(0, LISTED).join('; ')}; …` : known.join('; ');
}

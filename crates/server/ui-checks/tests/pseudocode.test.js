// The lab's pseudocode: its lines, and the values of its variables, against searches written down here from the textbook.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { trace } from './page.js';

const { moment, programOf } = await import('../../ui/lab/pseudocode.js');
const { placeName } = await import('../../ui/lab/text.js');
const { knownAt } = await import('../../ui/lab/walk.js');
const { LESSON } = await import('../../ui/lab/wish.js');
const { speak } = await import('../../ui/app/words.js');

await speak('en');

const TREES = 50;

/** The margin of pruning at chance nodes, so that results do not depend on rounding; in shares of the greatest value. */
const SLACK = 1e-9;

/** The trace of a search, and its steps: the line, the moves to the node, the variables, and all lines that ran. */
async function steps(game, bot) {
  const { grown, list } = await trace(game, bot);
  const program = programOf(grown);
  const text = (key) => program.lines.find((line) => line.key === key).text;
  const shown = list.map((_, index) => {
    const { now, ran, node, values } = moment(grown, knownAt(grown, list, index + 1));
    return { line: text(now), path: grown.path(node).join(' '), values, ran: program.lines.filter(({ key }) => ran.has(key)).map((line) => line.text) };
  });
  return { told: grown.told, shown };
}

/** Random numbers from 0 to 1, the same for the same seed. */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The nodes of a tree. */
const size = ({ children }) => children.reduce((sum, child) => sum + size(child), 1);

/** A tree of at least 8 nodes that begins with a decision; a player may move several times running. */
function randomTree(seed, chance) {
  const random = seeded(seed);
  const below = (count) => Math.floor(random() * count);
  const grow = (depth, kind) => {
    if (kind === 'leaf') return { kind, value: below(37) / 2 - 9, children: [] };
    const child = () => (depth === 0 || random() < 0.2 ? 'leaf' : chance && random() < 0.35 ? 'chance' : random() < 0.5 ? 'max' : 'min');
    const children = Array.from({ length: 2 + below(2) }, () => grow(depth - 1, child()));
    const weights = children.map(() => 1 + below(3));
    return { kind, children, weights, sum: weights.reduce((sum, one) => sum + one) };
  };
  for (;;) {
    const root = grow(3, random() < 0.5 ? 'max' : 'min');
    if (size(root) >= 8) return root;
  }
}

/** The text of a tree, as a game. */
function written({ kind, value, children, weights, sum }) {
  if (kind === 'leaf') return String(value);
  const parts = children.map((child, at) => (kind === 'chance' ? `${weights[at]}/${sum} ` : '') + written(child));
  return kind === 'chance' ? `{${parts.join(' ')}}` : `${kind === 'max' ? '+' : '-'}(${parts.join(' ')})`;
}

const greatest = ({ value, children }) => Math.max(Math.abs(value ?? 1), ...children.map(greatest));

/** A number with three decimals at most, halves to the even side. */
function number(points) {
  if (!Number.isFinite(points)) return points < 0 ? '−∞' : '+∞';
  const low = Math.floor(points * 1000);
  const whole = points * 1000 - low === 0.5 ? low + Math.abs(low % 2) : Math.round(points * 1000);
  return String(whole / 1000 || 0).replace('-', '−');
}

/** The steps of the textbook's search: minimax, or alpha-beta with Star1 at chance nodes. */
function textbook(root, windows) {
  const most = greatest(root);
  const found = [];
  const step = (line, path, [alpha, beta], values) => {
    const sides = windows ? [['α', alpha], ['β', beta]] : [];
    found.push({ line, path: path.join(' '), values: [...sides, ...values].map(([name, value]) => [name, number(value)]) });
  };
  const search = (node, path, window) => {
    if (node.kind === 'chance') return chance(node, path, window);
    if (node.kind !== 'leaf') return decide(node, path, window);
    step('if node is a leaf: return value(node)', path, window, [['value', node.value]]);
    return node.value;
  };
  const decide = ({ kind, children }, path, [alpha, beta]) => {
    const max = kind === 'max';
    let best = max ? -Infinity : Infinity;
    step(max ? 'best ← −∞' : 'best ← +∞', path, [alpha, beta], [['best', best]]);
    for (const [at, child] of children.entries()) {
      const v = search(child, [...path, placeName(at, false)], [alpha, beta]);
      best = max ? Math.max(best, v) : Math.min(best, v);
      let line = `best ← ${kind}(best, v)`;
      if (windows && max && best > alpha) [alpha, line] = [best, 'α ← max(α, best)'];
      if (windows && !max && best < beta) [beta, line] = [best, 'β ← min(β, best)'];
      const cut = windows && alpha >= beta;
      if (cut) line = max ? 'if α ≥ β: break' : 'if β ≤ α: break';
      else if (at + 1 === children.length) line = 'return best';
      step(line, path, [alpha, beta], [['v', v], ['best', best]]);
      if (cut) break;
    }
    if (!path.length) step('return best', path, [alpha, beta], [['best', best]]);
    return best;
  };
  const chance = ({ children, weights, sum }, path, [alpha, beta]) => {
    step('mean ← 0', path, [alpha, beta], [['mean', 0]]);
    let [mean, rest] = [0, 1];
    for (const [at, child] of children.entries()) {
      const p = weights[at] / sum;
      rest -= p;
      // Star1: what the outcomes after this one can add is known. What no value can reach is no bound.
      let low = (alpha - SLACK * most - mean - rest * most) / p;
      let high = (beta + SLACK * most - mean + rest * most) / p;
      if (!windows || low < -most) low = -Infinity;
      if (!windows || high > most) high = Infinity;
      const v = search(child, [...path, placeName(at, true)], [low, high]);
      const share = [...(windows ? [['α′', low], ['β′', high]] : []), ['v', v]];
      for (const [beyond, line, side] of [[v <= low, 'if v ≤ α′: return α', alpha], [v >= high, 'if v ≥ β′: return β', beta]]) {
        if (!beyond) continue;
        step(line, path, [alpha, beta], share);
        return side;
      }
      mean += p * v;
      step(at + 1 === children.length ? 'return mean' : 'mean ← mean + P(outcome) · v', path, [alpha, beta], [...share, ['mean', mean]]);
    }
    return mean;
  };
  search(root, [], [-Infinity, Infinity]);
  return found;
}

for (const [bot, windows, chance] of [
  ['minimax', false, false],
  ['alphabeta', true, false],
  ['minimax', false, true],
  ['expectiminimax:prune=off', false, true],
  ['expectiminimax', true, true],
]) {
  test(`lines and values of ${bot} are those of the textbook${chance ? ', with chance' : ''}`, async () => {
    let cuts = 0;
    for (let seed = 0; seed < TREES; seed += 1) {
      const root = randomTree(seed, chance);
      const expected = textbook(root, windows);
      const { shown } = await steps(`tree:${written(root)}`, bot);
      assert.deepEqual(shown.map(({ line, path, values }) => ({ line, path, values })), expected, written(root));
      cuts += expected.filter(({ line }) => line.startsWith('if ') && !line.includes('leaf')).length;
    }
    assert.equal(cuts > 0, windows);
  });
}

test('visits and means of playouts are counted as the lines say', async () => {
  // Small shares have a decimal.
  const percent = (mean) => {
    const share = 50 + 50 * mean;
    const scale = share < 10 ? 10 : 1;
    return `${Math.round(share * scale) / scale}%`;
  };
  let plain = 0;
  for (let seed = 0; seed < TREES; seed += 1) {
    const name = written(randomTree(seed, seed % 2 === 0));
    const { told, shown } = await steps(`tree:${name}`, 'mcts:playouts=40');
    const { nodes, playouts } = told;
    const next = (line) => {
      const step = shown.shift();
      assert.equal(step?.line, line, name);
      return step.values;
    };
    const tallies = new Map();
    const expanded = [];
    for (const playout of playouts) {
      const { path, results } = playout;
      path.forEach((id, at) => assert.equal(nodes[id].parent, at ? path[at - 1] : null, name));
      next('node ← child of greatest mean + C·√(ln N / n)');
      if (playout.expanded !== null) {
        next('if node was visited: add its children, node ← one of them');
        const at = path[playout.expanded];
        assert.ok(at === 0 || !expanded.includes(at), `${name}: ${at} has its children already`);
        expanded.push(at);
      }
      const result = percent(results.at(-1));
      assert.deepEqual(next('r ← value of node if known, else result of a random game')[0], ['r', result], name);
      path.forEach((id, at) => {
        const [visits, mean] = tallies.get(id) ?? [0, 0];
        const [count, given] = playout.tallies[at];
        assert.equal(count, visits + 1, name);
        const counted = mean + (results[at] - mean) / count;
        const same = Math.abs(given - counted) < 1e-9;
        plain += Number(same);
        // A proved value is the mean from then on, and that of a chance node is the mean of its outcomes.
        assert.ok(same || nodes[id].end !== 'searched' || nodes[id].turn === 'chance', `${name}: ${given}, not ${counted}`);
        tallies.set(id, [count, same ? counted : given]);
      });
      const [visits, mean] = tallies.get(path.at(-1));
      assert.deepEqual(next('mean ← mean + (r − mean) / n'), [['r', result], ['n', String(visits)], ['mean', percent(mean)]], name);
    }
    next('return child of the root with the greatest n');
    assert.equal(shown.length, 0);
  }
  assert.ok(plain > 1000, String(plain));
});

test('the tree of the textbooks, step by step', async () => {
  const { shown } = await steps(LESSON, 'alphabeta');
  const said = (step) => [shown[step - 1].line, shown[step - 1].values.map((pair) => pair.join(' = ')).join(', ')];
  assert.deepEqual(said(1), ['best ← −∞', 'α = −∞, β = +∞, best = −∞']);
  assert.deepEqual(said(3), ['if node is a leaf: return value(node)', 'α = −∞, β = +∞, value = 3']);
  assert.deepEqual(said(4), ['β ← min(β, best)', 'α = −∞, β = 3, v = 3, best = 3']);
  assert.deepEqual(said(12), ['if β ≤ α: break', 'α = 3, β = 2, v = 2, best = 2']);
  assert.deepEqual(shown[11].ran, ['v ← alphabeta(child, α, β)', 'best ← min(best, v)', 'β ← min(β, best)', 'if β ≤ α: break', 'return best']);
  assert.equal(shown[21].line, 'return best');
});

// The costliest moves of a game as puzzles: one looks for a better move at each of them.

import { mainMoves } from '../analysis/line-tree.js';
import { fill, h, icon } from '../dom.js';
import { bestLines, house, look } from '../house.js';
import { sheetButton } from '../link.js';
import { gameName, unfold } from '../names.js';
import { permalink } from '../played.js';
import { t } from '../words.js';
import { shareOf } from '../worth.js';
import { Solving } from './solving.js';

/** Positions visited to find the best move. */
const NODES = 200_000;
/** Moves that are worth less by no more than this share of a win are as good as the best. */
const AS_GOOD = 0.04;

/** Puzzles that were solved since the page was opened, by their address. @type {Set<string>} */
const solved = new Set();

/** The address of a puzzle of a game. @param {URLSearchParams} params @param {number} at */
function addressOf(params, at) {
  const others = new URLSearchParams(params);
  others.set('n', String(at + 1));
  return `#/puzzles/game?${others}`;
}

/** The position before a move, with the moves that are better; where no move follows, with the best. @param {string} game @param {string | null} position @param {string[]} moves @param {number} ply of the move, from 1 @param {AbortSignal} signal @returns {Promise<import('./solving.js').Task | null>} */
async function task(game, position, moves, ply, signal) {
  const before = moves.slice(0, ply - 1);
  const instead = moves[ply - 1];
  const [{ steps }, lines] = await Promise.all([look({ game, position, moves: before, from: before.length, random: 0 }, signal), bestLines({ game, position, moves: before, lines: 1, nodes: NODES }, signal)]);
  const best = lines.lines[0];
  const { turn } = steps[0];
  if (!best || (turn !== 'first' && turn !== 'second')) return null;
  const most = best.value ? shareOf(best.value) - AS_GOOD : Infinity;
  const good = lines.moves.flatMap(({ text, value }) => (value && text !== instead && shareOf(value) >= most ? [text] : []));
  return { game, position: steps[0].position, side: turn, goal: 'win', plies: null, solution: [best.moves[0]], instead, good };
}

/** @param {import('../main.js').View} view */
export async function show(view) {
  const { main, params, signal } = view;
  const known = await house();
  const game = params.get('game') ?? '';
  const position = params.get('position');
  const moves = mainMoves(params.get('moves') ?? '');
  const plies = (params.get('plies') ?? '').split(',').map(Number).filter((ply) => Number.isInteger(ply) && ply >= 1 && ply <= moves.length + 1);
  const at = Math.max(0, Math.min(plies.length - 1, Number(params.get('n') ?? 1) - 1 || 0));
  if (!unfold(known, game).family || !plies.length) return view.missing();
  const ply = plies[at];
  const name = gameName(known, game);
  view.heading(t('review.puzzles'));
  view.title(`${t('review.puzzles')}: ${name}`);
  fill(main, h('p', { class: 'message soft' }, t('puzzle.thinking')));
  const puzzle = await task(game, position, moves, ply, signal);
  if (signal.aborted) return;
  if (!puzzle) return view.missing();
  const key = (/** @type {number} */ at) => addressOf(params, at);
  const record = params.get('record');
  const back = record ? `#/record/${encodeURIComponent(record)}?ply=${ply}&review=1` : permalink(game, position, moves.join(' '), ply);
  const list = h('ol', { class: 'puzzle-list' });
  const draw = () =>
    fill(
      list,
      plies.map((ply, index) => h('li', null, h('a', { href: key(index), 'aria-current': index === at ? 'true' : null }, t('puzzle.ofgame', { n: ply })), solved.has(key(index)) && h('span', { class: 'puzzle-done' }, icon('check'), t('puzzle.done')))),
    );
  const solving = new Solving(puzzle, view, {
    solved: () => (solved.add(key(at)), draw(), view.task?.solved()),
    onward: view.task?.next ?? (() => (location.hash = at + 1 < plies.length ? key(at + 1) : back)),
  });
  if (!view.task && at + 1 === plies.length) fill(solving.next, icon('undo'), h('span', null, t('puzzle.togame')));
  draw();
  main.dataset.at = String(at);
  fill(
    main,
    h(
      'div',
      { class: 'table replay puzzle' },
      h('section', { class: 'play-area', 'aria-label': t('table.board') }, h('div', { class: 'plates puzzle-head' }, solving.task, h('p', { class: 'soft small' }, [name, ply <= moves.length && t('puzzle.ofgame', { n: ply })].filter(Boolean).join(' · '))), solving.host, solving.said, solving.tools),
      h('aside', { class: 'panel open', 'aria-label': t('review.puzzles') }, h('div', { class: 'tab-body form' }, !view.task && [list, h('p', null, h('a', { href: back }, t('puzzle.togame'))), h('div', { class: 'row' }, sheetButton(() => key(at).slice(2)))])),
    ),
  );
  await solving.begin();
}

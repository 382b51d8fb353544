// Places, pieces and moves in words, for names of elements and for the live region.

import { bare, plainLetter } from './pieces.js';
import { key } from './svg.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').At} At */
/** @typedef {Pick<Context, 'board' | 't'> & {options: {players: [string, string]}}} Named  what names of squares and pieces need */
/** @typedef {import('./types.js').Owner} Owner */
/** @typedef {import('./types.js').MoveView} MoveView */
/** @typedef {import('./types.js').StepView} StepView */

/**
 * A word, or `otherwise` where the language has none for it.
 * @param {Context['t']} t
 * @param {string} key
 * @param {string} otherwise
 */
export function word(t, key, otherwise) {
  return t(key, undefined, otherwise);
}

/** A word that the server sends in English, as part of a key. */
export const slug = (/** @type {string} */ text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** The name of a grid. @param {Context['t']} t @param {string} title */
export const gridName = (t, title) => word(t, `grid.${title}`, title);

/**
 * A grid, and who won it.
 * @param {Context} context
 * @param {StepView} step
 * @param {number} number
 */
export function gridLabel({ board, options, t }, step, number) {
  const title = board.grids[number]?.title;
  const grid = title ? gridName(t, title) : t('board.grid');
  const winner = step.scene.decided.find(([other]) => other === number)?.[1];
  if (winner === undefined) return grid;
  if (winner === 'neutral') return t('board.grid.drawn', { grid });
  return t('board.grid.won', { grid, player: options.players[winner === 'first' ? 0 : 1] });
}

/**
 * @param {Pick<Context, 'board' | 't'>} context
 * @param {At} at
 */
export function cellName({ board, t }, [grid, row, column]) {
  const { axes, grids } = board;
  const frame = grids[grid];
  // Where rows and columns are both numbers, words tell them apart.
  if (axes.length > 0 && frame?.columns[column] === String(column + 1)) {
    const levels = axes.at(-3) ?? 1;
    const values = { row: row + 1, column: column + 1, level: (grid % levels) + 1 };
    if (axes.length === 2) return t('board.cell.square', values);
    if (axes.length === 3) return t('board.cell.level', values);
    return t('board.cell.cube', { ...values, cube: cubeName(axes, grid) });
  }
  const plain = `${frame?.columns[column] ?? column + 1}${frame?.rows[row] ?? row + 1}`;
  const name = word(t, `cell.${plain}`, plain);
  return grids.length > 1 && frame?.title ? `${gridName(t, frame.title)}, ${name}` : name;
}

/**
 * A cell in as few letters as in moves.
 * @param {Pick<Context, 'board' | 't'>} context
 * @param {At} at
 */
export function cellMark(context, at) {
  const { axes, grids } = context.board;
  const [grid, row, column] = at;
  const name = grids[grid]?.columns[column] ?? '';
  if (Number.isNaN(Number(name))) return `${name}${grids[grid]?.rows[row] ?? ''}`;
  if (axes.length === 0) return cellName(context, at).replace(', ', '\u00a0');
  const outer = cubeName(axes, grid);
  const level = axes.length > 2 ? [(grid % (axes.at(-3) ?? 1)) + 1] : [];
  return [...(outer ? outer.split('.') : []), ...level, row + 1, column + 1].join(Math.max(...axes) > 9 ? '.' : '');
}

/**
 * The outer coordinates of a level, beyond level, row and column: `2` or `2.1`.
 * @param {number[]} axes
 * @param {number} grid
 */
export function cubeName(axes, grid) {
  const digits = [];
  let rest = Math.floor(grid / (axes.at(-3) ?? 1));
  for (const side of axes.slice(0, -3).reverse()) {
    digits.unshift((rest % side) + 1);
    rest = Math.floor(rest / side);
  }
  return digits.join('.');
}

/**
 * @param {Named} context
 * @param {Owner | undefined} owner
 * @param {string} letter
 */
export function pieceName({ options, t }, owner, letter) {
  if (letter === 't' && owner === 'neutral') return t('board.piece.target');
  const player = owner === 'first' ? options.players[0] : owner === 'second' ? options.players[1] : '';
  if ('xowb'.includes(letter.toLowerCase()) && player !== '') return player;
  return player === '' ? letter : t('board.piece.letter', { player, letter: bare(letter) });
}

/**
 * @param {Named} context
 * @param {StepView} step
 * @param {At} at
 */
export function squareLabel(context, step, at) {
  const cell = cellName(context, at);
  const letter = letterAt(step, at);
  const counted = step.scene.counts.find(([other]) => key(other) === key(at));
  if (counted) return context.t('board.cell.taken', { cell, piece: String(counted[2]) });
  if (letter === '.' || letter === ' ') return context.t('board.cell.free', { cell });
  const owner = step.scene.pieces.find(([piece]) => piece === letter)?.[1];
  const outline = context.board.cells.find((other) => key(other.at) === key(at))?.outline;
  // A piece that fills its cell has no letter.
  const written = owner && owner !== 'neutral' && outline && 'polygon' in outline ? plainLetter(owner) : letter;
  return context.t('board.cell.taken', { cell, piece: pieceName(context, owner, written) });
}

/**
 * @param {StepView} step
 * @param {At} at
 */
export function letterAt(step, [grid, row, column]) {
  return [...(step.scene.grids[grid]?.[row] ?? '')][column] ?? ' ';
}

/**
 * The name of the line that a push moves.
 * @param {Context} context
 * @param {At} at
 * @param {import('./types.js').Way} way
 */
export function lineName({ board }, [grid, row, column], way) {
  const frame = board.grids[grid];
  if (way === 'top' || way === 'bottom') return frame?.columns[column] ?? String(column + 1);
  return frame?.rows[row] ?? String(row + 1);
}

/**
 * @param {Context} context
 * @param {MoveView} move
 */
export function pushLabel(context, move) {
  if (!move.motion || !('push' in move.motion)) return move.text;
  const { run, way, counts } = move.motion.push;
  const [first, second] = context.options.players;
  const at = run[0];
  if (!at) return move.text;
  const values = { line: lineName(context, at, way), first, second, a: counts[0], b: counts[1] };
  return context.t(`board.push.${way}`, values);
}

/**
 * A move that was pointed at, and how many pieces changed their owner or left.
 * @param {Context} context
 * @param {import('../protocol').Steps} steps
 * @param {string} player
 */
function stepped(context, { touched, effects }, player) {
  const { t } = context;
  const [from = '', to] = touched.map((at) => cellName(context, at));
  const put = effects.some((effect) => 'put' in effect);
  const text =
    to !== undefined
      ? t('board.say.walk', { player, from, to })
      : put
        ? t('board.say.put', { player, cell: from })
        : t('board.say.move', { player, move: from });
  const flipped = effects.filter((effect) => 'flip' in effect).length;
  const gone = effects.filter((effect) => 'remove' in effect).length;
  const more = [];
  if (flipped > 0) more.push(t('board.say.flipped', { count: flipped }));
  if (gone > 0) more.push(t('board.say.gone', { count: gone }));
  return [text, ...more].join(' ');
}

/** The name of the person who plays a side, or of the side. @param {Context} context @param {'first' | 'second'} side */
export const playerOf = ({ options }, side) => (options.people?.() ?? options.players)[side === 'second' ? 1 : 0];

/**
 * The move that led to a step.
 * @param {Context} context
 * @param {StepView} step
 */
export function happened(context, { last, by }) {
  if (!last) return '';
  const { t, board } = context;
  const player = by ? playerOf(context, by) : '';
  const { motion } = last;
  if (motion && 'face' in motion) {
    if (board.faces.includes(0))
      return t(motion.face ? 'board.say.heads' : 'board.say.tails');
    return t('board.say.face', { face: motion.face });
  }
  if (motion && 'grid' in motion) {
    const move = gridName(t, board.grids[motion.grid]?.title ?? '');
    return t('board.say.move', { player, move });
  }
  if (motion && 'put' in motion) return t('board.say.put', { player, cell: cellName(context, motion.put) });
  if (motion && 'steps' in motion) return stepped(context, motion.steps, player);
  if (motion && 'push' in motion) {
    const { run, way, leader } = motion.push;
    const text = run[0] ? t(`board.say.push.${way}`, { player, line: lineName(context, run[0], way) }) : last.text;
    return leader === 'leaves' ? `${text} ${t('board.say.leaves')}` : text;
  }
  const move = word(t, `board.move.${slug(last.text)}`, last.text);
  return player === '' ? t('board.say.chance', { move }) : t('board.say.move', { player, move });
}

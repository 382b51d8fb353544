// Values in words and as bars, on one scale everywhere: the chance of winning, or a proved win, draw or loss. Games that are
// played for points have exact points as well.

import { h } from './dom.js';
import { tOf } from './names.js';
import { has, number, percent, t } from './words.js';

/** @typedef {import('../protocol').ValueView} ValueView */
/** @typedef {import('../protocol').JudgedMove} JudgedMove */
/** @typedef {import('../protocol').Side} Side */

/** A share of a win, from -1 to 1, as the chance of winning: a draw counts half. @param {number} share */
export const winChance = (share) => percent(Math.min(1, Math.max(0, (share + 1) / 2)));

/** @param {ValueView} value @returns {number} from -1 to 1 */
export function shareOf(value) {
  if (value.kind === 'win') return 1;
  if (value.kind === 'loss') return -1;
  return value.kind === 'draw' ? 0 : Math.max(-1, Math.min(1, value.share));
}

/** True if a value is a number of points; an exact value of a game with dice is a chance. @param {ValueView} value @param {boolean} dice */
const isPoints = (value, dice) => value.kind === 'exact' && !dice;

/**
 * A value as a sentence.
 * @param {ValueView} value
 * @param {Side} side for whom
 * @param {[string, string]} people
 * @param {boolean} dice
 */
export function valueWords(value, side, people, dice) {
  const [me, other] = side === 'first' ? people : [people[1], people[0]];
  if (value.kind === 'win' || value.kind === 'loss') {
    const player = value.kind === 'win' ? me : other;
    if (value.plies === null) return tOf('value.wins', player);
    const key = value.exact || value.plies < 2 ? 'value.winsin' : 'value.winsby';
    return tOf(key, player, { count: value.plies });
  }
  if (value.kind === 'draw') return t('value.draw');
  if (isPoints(value, dice)) return tOf('value.exact', me, { points: number(value.points) });
  return tOf('value.chance', me, { chance: winChance(value.share) });
}

/** True if a move cost anything. @param {JudgedMove} move */
export const isCostly = (move) => move.judged && (move.points ?? move.lost) > 0;

/** The cost of a move: points of a family of games that has them, or chance of winning. @param {JudgedMove} move @param {string} family @param {string} [sign] */
export function costWords({ points, lost, exact }, family, sign = '') {
  // An estimate knows no fractions of a disc.
  const count = points === null || exact ? points : Number(points.toFixed(points < 2 ? 1 : 0));
  const key = has(`points.${family}`) ? family : 'other';
  const cost = `${sign}${count === null ? percent(lost) : t(`points.${key}`, { count })}`;
  return exact ? cost : t('review.about', { cost });
}

/** A value in a word or two. @param {ValueView} value @param {boolean} dice */
export function valueShort(value, dice) {
  if (value.kind === 'win' || value.kind === 'loss') {
    return t(`value.short.${value.kind}`, { plies: value.plies === null ? '' : number(value.plies) }).trim();
  }
  if (value.kind === 'draw') return t('value.short.draw');
  return isPoints(value, dice) ? number(value.points) : winChance(value.share);
}

/**
 * A bar of what a position is worth: the light part is the first player's.
 * @param {number} share from -1 (the second wins) to 1 (the first wins)
 * @param {string} words
 */
export function balance(share, words) {
  const part = h('span', { class: 'balance-first' });
  part.style.width = `${(share + 1) * 50}%`;
  return h('div', { class: 'balance', role: 'img', 'aria-label': words }, part);
}

/**
 * A small bar with the value of a move for the side that makes it.
 * @param {number | null} share
 */
export function meter(share) {
  const part = h('span', { class: share !== null && share < 0 ? 'meter-bad' : 'meter-good' });
  if (share !== null) {
    part.style.width = `${Math.abs(share) * 50}%`;
    part.style.left = share < 0 ? `${50 + share * 50}%` : '50%';
  }
  return h('span', { class: 'meter', 'aria-hidden': 'true' }, part);
}

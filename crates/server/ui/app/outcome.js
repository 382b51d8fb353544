// What the end of a game changed for the person who played it, kept and said once.

import { announce } from './dom.js';
import { keepHold, keepLevel, starsOf } from './results.js';
import { placeOf } from './store.js';
import { t } from './words.js';

/** @param {import('./table/index.js').Table} table @param {import('../protocol').State} state the end of the game */
export function conclude(table, state) {
  table.outcome = outcomeOf(table, state);
  announce(table.outcome);
  table.changed();
}

/** @param {import('./table/index.js').Table} table @param {import('../protocol').State} state */
function outcomeOf({ id, you, info }, state) {
  if (!you || !state.end || info.start) return '';
  const { winner } = state.end;
  const result = !winner ? 0 : winner === you ? 1 : -1;
  const other = state.seats[you === 'first' ? 1 : 0];
  if (other.kind !== 'bot') return '';
  const words = [];
  const moves = state.movers.filter((mover) => mover === you).length;
  if (placeOf(id)?.hold) {
    const place = keepHold(info.game, { moves, result, when: Date.now() });
    words.push(t('hold.held', { count: moves }), place === 1 && t('hold.longest'));
  }
  const { star, next } = keepLevel(info.game, other.bot, result);
  if (star) words.push(t('stars.new', { stars: '★'.repeat(starsOf(info.game)) }));
  if (next !== null) words.push(t('level.next', { n: next }));
  return words.filter(Boolean).join(' ');
}

// "How long do you hold?": games that the first player wins, against a first player who knows how; and who lasted longest.

import { begin } from './begin.js';
import { button, dialog, h, icon } from './dom.js';
import { botName, gameName } from './names.js';
import { holdsOf } from './results.js';
import { t, when } from './words.js';

/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').GameCard} GameCard */

/** How long one held out, in words. @param {import('./results.js').Hold} hold */
const heldWords = ({ moves, result }) => t(result > 0 ? 'hold.won' : result === 0 ? 'hold.drew' : 'hold.moves', { count: moves });

/** The table of a game. @param {CatalogueView} known @param {GameCard} card */
const table = (known, card) =>
  holdsOf(card.game).length > 0 && [
    h('h3', null, gameName(known, card.game)),
    h('ol', { class: 'holds' }, holdsOf(card.game).map((hold) => h('li', null, h('b', null, heldWords(hold)), ' ', h('span', { class: 'soft' }, when(hold.when))))),
  ];

/** The games to hold out in; null if there are none. @param {CatalogueView} known */
export function holding(known) {
  const games = known.games.flatMap((card) => (card.champion ? [{ card, champion: card.champion }] : []));
  if (!games.length) return null;
  const chips = games.map(({ card, champion }) => {
    const name = gameName(known, card.game);
    const best = holdsOf(card.game)[0];
    const about = best ? heldWords(best) : t(champion.proved ? 'hold.proof' : 'hold.bot', { bot: botName(champion.bot) });
    const play = h('button', { type: 'button', class: 'chip', data: { hold: card.key }, onclick: () => begin(card.game, [{ bot: champion.bot }, 'me'], play, true) }, icon('play'), h('b', null, name), h('span', { class: 'soft' }, about));
    return play;
  });
  const all = () => dialog(t('hold.best'), t('site.close'), ...games.map(({ card }) => table(known, card)), h('p', { class: 'soft small' }, t('settings.kept')));
  const some = games.some(({ card }) => holdsOf(card.game).length);
  return h(
    'section',
    { class: 'mine hold', 'aria-labelledby': 'hold' },
    h('h2', { id: 'hold' }, t('hold.title')),
    h('p', { class: 'soft' }, t('hold.about')),
    h('div', { class: 'chips' }, chips, some && button('', t('hold.best'), all, { class: 'button quiet', data: { action: 'holds' } })),
  );
}

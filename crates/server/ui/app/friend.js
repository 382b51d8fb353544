// A game with a friend: by a link, or both at this screen.

import { begin } from './begin.js';
import { button, dialog, h } from './dom.js';
import { alone } from './house.js';
import { gameName, sameGame } from './names.js';
import { changeSettings, getPlaces, getSettings } from './store.js';
import { t } from './words.js';

/** @param {import('../protocol').CatalogueView} known */
export function inviteFriend(known) {
  // What was played last, if it has a card.
  const last = getPlaces().map(({ game }) => known.games.find((card) => sameGame(known, card.game, game))).find(Boolean);
  const game = h('select', { id: 'friend-game' }, known.games.map((card) => h('option', { value: card.game, selected: card === last }, gameName(known, card.game))));
  const name = h('input', { type: 'text', maxlength: 40, value: getSettings().name, placeholder: t('settings.nameless'), autocomplete: 'nickname' });
  const link = button(
    'link',
    t('friend.link'),
    () => {
      changeSettings({ name: name.value.trim() });
      // By lot: neither has asked to move first.
      begin(game.value, Math.random() < 0.5 ? ['me', 'open'] : ['open', 'me'], link);
    },
    { class: 'button main', data: { action: 'friend-link' } },
  );
  const here = button('people', t('friend.here'), () => begin(game.value, ['me', 'me'], here), { class: alone ? 'button main' : 'button', data: { action: 'friend-here' } });
  dialog(
    t('lobby.friend'),
    t('site.close'),
    h('div', { class: 'field' }, h('label', { for: 'friend-game' }, t('setup.game')), game),
    alone ? h('p', { class: 'soft' }, t('friend.alone')) : h('label', { class: 'field' }, h('span', null, t('settings.name')), name),
    h('div', { class: 'row wrap' }, alone ? null : link, here),
  );
}

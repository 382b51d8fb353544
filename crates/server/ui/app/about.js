// What this is.

import { fill, h } from './dom.js';
import { alone, house } from './house.js';
import { gameName, gameSentence } from './names.js';
import { t } from './words.js';

/** @param {import('./main.js').View} view */
export async function show(view) {
  const known = await house();
  if (view.signal.aborted) return;
  view.title(t('site.about'));
  fill(
    view.main,
    h(
      'article',
      { class: 'prose' },
      h('h1', null, t('about.title')),
      h('p', null, t('about.what')),
      h('p', null, t(alone ? 'about.own' : 'about.learn')),
      h('p', null, t(alone ? 'about.alone' : 'about.seats')),
      h('h2', null, t('lobby.games')),
      h('dl', { class: 'glossary' }, known.games.flatMap((card) => [h('dt', null, h('a', { href: `#/new?game=${encodeURIComponent(card.game)}` }, gameName(known, card.game))), h('dd', null, gameSentence(card))])),
      h('p', { class: 'soft small' }, t('about.version', { version: known.version })),
    ),
  );
  view.ready('about');
}

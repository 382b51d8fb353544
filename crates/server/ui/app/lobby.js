// The lobby: what there is to play, and what is going on.

import { begin } from './begin.js';
import { button, fill, h, icon, iconButton } from './dom.js';
import { holding } from './hold.js';
import { alone, house, records, tables } from './house.js';
import { botName, gameName, gameSentence, seatName } from './names.js';
import { recordRow } from './records.js';
import { dayOf, ofDay } from './puzzles/day.js';
import { STARS, offered, starsOf } from './results.js';
import { Showcases } from './showcase.js';
import { getPlaces, getSolved } from './store.js';
import { t, when } from './words.js';

/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').GameCard} GameCard */

const REFRESH = 5000;
/** @param {import('./main.js').View} view */
export async function show(view) {
  const { main, signal } = view;
  const cards = h('section', { class: 'cards', 'aria-label': t('lobby.games'), 'aria-busy': 'true' });
  const mine = h('section', { class: 'mine', hidden: true });
  const day = h('section', { class: 'mine' });
  const open = h('section', { class: 'shelf' });
  const past = h('section', { class: 'shelf' });
  const long = h('div');
  fill(main, h('div', { class: 'lobby-head' }, h('h1', null, t('lobby.title')), h('p', { class: 'soft' }, t('lobby.subtitle'))), mine, day, cards, long, h('div', { class: 'shelves' }, open, past));
  fill(cards, Array.from({ length: 6 }, () => h('div', { class: 'card waiting' })));
  const known = await house();
  if (signal.aborted) return;
  const pictures = new Showcases(signal);
  fill(cards, known.games.map((card) => gameCard(known, card, pictures)));
  fill(long, holding(known));
  cards.removeAttribute('aria-busy');
  view.ready('lobby');
  myGames(mine, known);
  others(day, known);
  await Promise.all([openGames(open, known, signal), pastGames(past, known, signal)]);
  const timer = setInterval(() => !document.hidden && openGames(open, known, signal), REFRESH);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** @param {CatalogueView} known @param {GameCard} card @param {Showcases} pictures */
function gameCard(known, card, pictures) {
  const name = gameName(known, card.game);
  const picture = h('div', { class: 'picture', 'aria-hidden': 'true' });
  const opponent = offered(card.game, card.opponents)[card.middling];
  const play = button('play', t('lobby.play'), () => begin(card.game, ['me', { bot: opponent.bot }], play), { class: 'button main', 'aria-label': t('lobby.playgame', { game: name }), data: { play: card.key } });
  if (!opponent) play.disabled = true;
  const two = iconButton('people', t('lobby.twogame', { game: name }), () => begin(card.game, ['me', 'me'], two), { data: { two: card.key } });
  pictures.add(picture, card);
  const stars = starsOf(card.game);
  return h(
    'article',
    { class: 'card', data: { game: card.key } },
    picture,
    h('h2', null, name),
    h('p', { class: 'sentence' }, gameSentence(card)),
    opponent && h('p', { class: 'soft small' }, t('lobby.against', { opponent: botName(opponent.bot, opponent.games) }), stars > 0 && h('span', { class: 'stars', role: 'img', title: t('stars.about', { count: stars }), 'aria-label': t('stars.about', { count: stars }) }, '★'.repeat(stars) + '☆'.repeat(STARS - stars))),
    h('div', { class: 'row' }, play, two, h('a', { class: 'button quiet', href: `#/new?game=${encodeURIComponent(card.game)}`, 'aria-label': t('lobby.moregame', { game: name }) }, t('lobby.more'))),
  );
}

/** Unfinished games of this browser. @param {HTMLElement} section @param {CatalogueView} known */
function myGames(section, known) {
  const places = getPlaces().filter((place) => place.token && !place.over);
  section.hidden = places.length === 0;
  if (!places.length) return;
  fill(
    section,
    h('h2', null, t('lobby.mine')),
    h('ul', { class: 'chips' }, places.slice(0, 6).map((place) => h('li', null, h('a', { class: 'chip', href: `#/table/${place.id}` }, icon('play'), h('b', null, gameName(known, place.game)), h('span', { class: 'soft' }, when(place.when)))))),
  );
}

/** The ways to play that are no game against a bot: a friend, and puzzles. @param {HTMLElement} section @param {CatalogueView} known */
function others(section, known) {
  const { file, game, at } = ofDay(known.puzzles, dayOf(Date.now()));
  const done = getSolved(file).includes(at);
  fill(
    section,
    h(
      'div',
      { class: 'chips' },
      button('people', t('lobby.friend'), async () => (await import('./friend.js')).inviteFriend(known), { class: 'chip', data: { action: 'friend' } }),
      h('a', { class: 'chip', href: '#/puzzles/day', data: { puzzle: 'day' } }, icon(done ? 'check' : 'hint'), h('b', null, t('puzzle.day')), h('span', { class: 'soft wide-only' }, done ? t('puzzle.done') : gameName(known, game))),
      h('a', { class: 'chip', href: '#/puzzles' }, t('puzzle.more')),
      h('a', { class: 'chip', href: '#/sheet' }, t('sheet.title')),
    ),
  );
}

/** @param {HTMLElement} section @param {CatalogueView} known @param {AbortSignal} signal */
async function openGames(section, known, signal) {
  section.hidden = alone;
  if (alone) return;
  let list;
  try {
    list = await tables(signal);
  } catch {
    if (!signal.aborted) fill(section, h('h2', null, t('lobby.open')), h('p', { class: 'soft' }, t('lobby.unreachable')));
    return;
  }
  if (section.contains(document.activeElement)) return;
  fill(
    section,
    h('h2', null, t('lobby.open')),
    list.length
      ? h('ul', { class: 'lines' }, list.slice(0, 30).map((table) => openRow(known, table)))
      : h('p', { class: 'soft' }, t('lobby.noopen')),
  );
}

/** @param {CatalogueView} known @param {import('../protocol').TableLine} table */
function openRow(known, table) {
  const waits = table.seats.some((seat) => seat.kind === 'open');
  return h(
    'li',
    null,
    h(
      'a',
      { class: 'line', href: `#/${waits ? 'join' : 'table'}/${table.id}` },
      h('span', { class: 'line-main' }, h('b', null, gameName(known, table.game)), h('span', { class: 'soft' }, t('lobby.versus', { first: seatName(table.seats[0]), second: seatName(table.seats[1]) }))),
      h('span', { class: 'soft small' }, table.clock ? t('clock.short', { minutes: table.clock.seconds / 60, increment: table.clock.increment }) : t('count.moves', { count: table.plies })),
      h('span', { class: waits ? 'tag accent' : 'tag' }, icon(waits ? 'new' : 'eye'), waits ? t('lobby.join') : t('lobby.watch')),
    ),
  );
}

/** @param {HTMLElement} section @param {CatalogueView} known @param {AbortSignal} signal */
async function pastGames(section, known, signal) {
  let list;
  try {
    list = await records({}, signal);
  } catch {
    if (!signal.aborted) fill(section, h('h2', null, t('lobby.past')), h('p', { class: 'soft' }, t('lobby.unreachable')));
    return;
  }
  fill(
    section,
    h('h2', null, t('lobby.past')),
    list.length
      ? [h('ul', { class: 'lines' }, list.slice(0, 6).map((line) => recordRow(known, line))), h('p', null, h('a', { href: '#/records' }, t('lobby.allrecords')))]
      : h('p', { class: 'soft' }, t('lobby.nopast')),
  );
}

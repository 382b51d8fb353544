// The lobby: what there is to play, and what is going on.

import { createBoard } from '../boards/index.js';
import { button, fill, h, icon, toast } from './dom.js';
import { alone, house, look, openTable, records, tables } from './house.js';
import { botName, gameName, gameSentence, playerNames, problemWords, seatName } from './names.js';
import { recordRow } from './records.js';
import { dayOf, ofDay } from './puzzles/day.js';
import { getPlaces, getSettings, getSolved, keepPlace, keepStart, motion, onSettings, preferences } from './store.js';
import { t, when } from './words.js';

/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').GameCard} GameCard */
/** @typedef {import('../protocol').LookView} LookView */

const BEAT = 1000;
/** Beats that a finished game is shown before the next. */
const REST = 4;
const REFRESH = 5000;
/** Plies that a playing picture asks for at once. */
const AHEAD = 8;
/** Plies after which a playing picture begins anew. */
const LONGEST = 100;

/** @param {import('./main.js').View} view */
export async function show(view) {
  const { main, signal } = view;
  const cards = h('section', { class: 'cards', 'aria-label': t('lobby.games'), 'aria-busy': 'true' });
  const mine = h('section', { class: 'mine', hidden: true });
  const day = h('section', { class: 'mine' });
  const open = h('section', { class: 'shelf' });
  const past = h('section', { class: 'shelf' });
  fill(main, h('div', { class: 'lobby-head' }, h('h1', null, t('lobby.title')), h('p', { class: 'soft' }, t('lobby.subtitle'))), mine, day, cards, h('div', { class: 'shelves' }, open, past));
  fill(cards, Array.from({ length: 6 }, () => h('div', { class: 'card waiting' })));
  const known = await house();
  if (signal.aborted) return;
  fill(cards, known.games.map((card) => gameCard(known, card, signal)));
  cards.removeAttribute('aria-busy');
  view.ready('lobby');
  myGames(mine, known);
  puzzleOfDay(day, known);
  await Promise.all([openGames(open, known, signal), pastGames(past, known, signal)]);
  const timer = setInterval(() => !document.hidden && openGames(open, known, signal), REFRESH);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Asks for a game at once, the person first, and goes there. @param {GameCard} card @param {HTMLButtonElement} pressed */
async function begin(card, pressed) {
  pressed.disabled = true;
  keepStart(null);
  try {
    const taken = await openTable({
      game: card.game,
      position: null,
      moves: [],
      seats: ['me', { bot: card.opponents[card.middling].bot }],
      name: getSettings().name,
      clock: null,
      public: false,
      max_plies: null,
      away: null,
      pace: null,
    });
    keepPlace({ id: taken.table, token: taken.token, seat: taken.seat, game: card.game });
    location.hash = `#/table/${taken.table}`;
  } catch (error) {
    pressed.disabled = false;
    toast(problemWords(/** @type {any} */ (error)));
  }
}

/** @param {CatalogueView} known @param {GameCard} card @param {AbortSignal} signal */
function gameCard(known, card, signal) {
  const name = gameName(known, card.game);
  const picture = h('div', { class: 'picture', 'aria-hidden': 'true' });
  const opponent = card.opponents[card.middling];
  const play = button('play', t('lobby.play'), () => begin(card, play), { class: 'button main', 'aria-label': t('lobby.playgame', { game: name }), data: { play: card.key } });
  if (!opponent) play.disabled = true;
  showcase(picture, card, signal);
  return h(
    'article',
    { class: 'card', data: { game: card.key } },
    picture,
    h('h2', null, name),
    h('p', { class: 'sentence' }, gameSentence(card)),
    opponent && h('p', { class: 'soft small' }, t('lobby.against', { opponent: botName(opponent.bot, opponent.games) })),
    h('div', { class: 'row' }, play, h('a', { class: 'button quiet', href: `#/new?game=${encodeURIComponent(card.game)}`, 'aria-label': t('lobby.moregame', { game: name }) }, t('lobby.more'))),
  );
}

/**
 * A small board on which a game plays itself, as long as it can be seen.
 * @param {HTMLElement} host
 * @param {GameCard} card
 * @param {AbortSignal} signal
 */
function showcase(host, card, signal) {
  /** @type {import('../boards/index.js').BoardHandle | null} */
  let board = null;
  /** The position at which the picture begins; null is the opening. @type {string | null} */
  let origin = null;
  /** The moves from there. @type {string[]} */
  let line = [];
  /** The known steps of the game from the position shown. @type {LookView['steps']} */
  let steps = [];
  let at = 0;
  let rest = 0;
  let seen = false;
  let asking = false;

  /** Asks for a position in the middle of a game, and a few plies from there. A game that is over so soon is tried again. */
  const middle = async () => {
    for (let ply = card.begins; ; ply = Math.floor(ply / 2)) {
      const view = await look({ game: card.game, position: null, moves: [], from: ply, random: ply + (motion() ? AHEAD : 0) }, signal);
      if (ply === 0 || signal.aborted || view.steps[0].turn !== 'over') return view;
    }
  };

  /** Asks for the next few plies: all of a large game at once would be a megabyte. */
  const more = async () => {
    asking = true;
    try {
      const going = line.length > 0;
      const view = going ? await look({ game: card.game, position: origin, moves: line, from: line.length, random: AHEAD }, signal) : await middle();
      if (signal.aborted) return;
      steps = view.steps;
      at = 0;
      if (going) return;
      origin = steps[0].position;
      board ??= createBoard(host, { board: view.board, players: playerNames(view.players, view.board), t, preferences: preferences(), still: true });
      await board.update(steps[0], { interactive: false, animate: false });
    } catch {
      // A picture that cannot be had is left out: the card says what matters.
    } finally {
      asking = false;
    }
  };
  const beat = async () => {
    if (!seen || asking || document.hidden || document.querySelector('dialog[open]')) return;
    if (!steps.length) return more();
    if (!motion()) return;
    const step = steps[at + 1];
    if (step) {
      at += 1;
      line.push(step.last?.text ?? '');
      const over = step.turn === 'over';
      await board?.update(step, { interactive: false, animate: true, end: over ? { winner: null, reason: 'rules', payoff: null, record: null } : null });
    } else if (steps[at].turn !== 'over' && line.length < LONGEST) await more();
    else if (++rest >= REST) {
      rest = 0;
      line = [];
      await more();
    }
  };
  const observer = new IntersectionObserver((entries) => {
    seen = entries[entries.length - 1].isIntersecting;
    if (seen && !steps.length && !asking) more();
  });
  observer.observe(host);
  // Cards out of step with each other look alive; in step they look like a machine.
  let timer = 0;
  const start = setTimeout(() => (timer = setInterval(beat, BEAT)), Math.random() * BEAT);
  onSettings(() => board?.prefer(preferences()), signal);
  signal.addEventListener('abort', () => {
    clearTimeout(start);
    clearInterval(timer);
    observer.disconnect();
    board?.destroy();
  });
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

/** @param {HTMLElement} section @param {CatalogueView} known */
function puzzleOfDay(section, known) {
  const { file, game, at } = ofDay(known.puzzles, dayOf(Date.now()));
  const done = getSolved(file).includes(at);
  fill(
    section,
    h(
      'div',
      { class: 'chips' },
      h('a', { class: 'chip', href: '#/puzzles/day', data: { puzzle: 'day' } }, icon(done ? 'check' : 'hint'), h('b', null, t('puzzle.day')), h('span', { class: 'soft' }, done ? t('puzzle.done') : gameName(known, game))),
      h('a', { class: 'chip', href: '#/puzzles' }, t('puzzle.more')),
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

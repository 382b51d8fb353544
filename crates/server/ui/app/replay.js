// A finished game, ply by ply.

import { isRace } from '../boards/index.js';
import { announce, button, fill, h, icon, toast } from './dom.js';
import { house, look, record, recordFile } from './house.js';
import { listen } from './keys.js';
import { mark } from './mark.js';
import { MoveList } from './moves.js';
import { botName, endWords, gameName, peopleNames, playerNames, problemWords, seatName, unfold } from './names.js';
import { shelf } from './records.js';
import { Review } from './review.js';
import { Stage, boardOptions } from './stage.js';
import { keepStart } from './store.js';
import { Timeline } from './timeline.js';
import { linkTo } from '../lab/wish.js';
import { t, when } from './words.js';

/** @typedef {import('../protocol').RecordLine} RecordLine */
/** @typedef {{game: string, position: string | null, moves: string[], movers: (import('../protocol').Side | null)[], line: RecordLine | null, names: [string, string]}} Replayed */

const BEAT = 900;

/** The address of a game with its moves, at a ply. @param {string} game @param {string | null} position @param {string[]} moves @param {number} ply */
export function permalink(game, position, moves, ply) {
  const params = new URLSearchParams({ ...(position ? { position } : {}), moves: moves.join(' '), ply: String(ply) });
  return `#/${encodeURIComponent(game)}?${params}`;
}

/** The game to replay: one in the address, a record, or the one opened from a file. @param {Pick<import('./main.js').View, 'name' | 'id' | 'params' | 'signal'>} view @returns {Promise<Replayed | null>} */
export async function load({ name, id, params, signal }) {
  if (name !== 'record') {
    const moves = (params.get('moves') ?? '').split(' ').filter(Boolean);
    return { game: name, position: params.get('position'), moves, movers: [], line: null, names: ['', ''] };
  }
  if (id) {
    const view = await record(id, signal);
    return { game: view.line.game, position: view.position, moves: view.moves, movers: view.movers, line: view.line, names: [seatName(view.line.players[0]), seatName(view.line.players[1])] };
  }
  const opened = shelf.opened;
  if (!opened) return null;
  // The text names bots by the names that make them.
  const named = (/** @type {string} */ text) => (text === 'human' ? '' : botName(text));
  const tag = (/** @type {string} */ name) => opened.tags.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  return { game: opened.game, position: opened.position, moves: opened.moves, movers: [], line: null, names: [named(tag('first')), named(tag('second'))] };
}

/** @param {import('./main.js').View} view */
export async function show(view) {
  const { main, signal } = view;
  const [known, replayed] = await Promise.all([house(), load(view)]);
  if (signal.aborted) return;
  if (replayed && !unfold(known, replayed.game).family) return view.missing();
  if (!replayed) {
    location.replace('#/records');
    return;
  }
  const { game, position, moves, line } = replayed;
  // A file does not say who moved: the positions do.
  const opening = await look({ game, position, moves: line ? [] : moves, from: 0, random: 0 }, signal);
  if (signal.aborted) return;
  const players = playerNames(opening.players, opening.board);
  /** @type {[string, string]} */
  const people = line ? peopleNames(line.players, players, null) : [replayed.names[0] || players[0], replayed.names[1] || players[1]];
  const timeline = new Timeline(game, position, signal);
  timeline.become(moves);
  for (const step of opening.steps) timeline.keep(step);
  const movers = moves.map((_, index) => replayed.movers[index] ?? opening.steps.find((step) => step.ply === index + 1)?.by ?? null);
  const name = gameName(known, game);
  view.title(`${t('records.replay')}: ${name}`);

  // A record begins at its beginning, unless it is looked back at.
  const from = view.name === 'record' && !view.params.get('review') ? 0 : moves.length;
  let ply = Math.max(0, Math.min(moves.length, Number(view.params.get('ply') ?? from) || 0));
  let timer = 0;
  const host = h('div', { class: 'board-host' });
  const list = new MoveList((to) => go(to, true), isRace(opening.board));
  const play = button('play', t('moves.play'), () => (timer ? stop() : run()), { class: 'button main', data: { action: 'play' } });
  const playFrom = (/** @type {number} */ from) => {
    keepStart({ game, position, moves: moves.slice(0, from) });
    location.hash = `#/new?game=${encodeURIComponent(game)}&on=1`;
  };
  const playOn = button('branch', t('moves.playon'), () => playFrom(ply), { data: { action: 'playon' } });
  const review = new Review({ game, position, moves, movers, players: people, dice: opening.board.faces.length > 0, family: opening.family }, (to) => go(to, true), playFrom, signal);
  review.element.hidden = true;
  const judge = button('chart', t('review.show'), lookBack, { data: { action: 'review' } });
  const seeTree = button('tree', t('moves.tree'), () => (location.hash = linkTo({ game, position: position ?? '', moves: moves.slice(0, ply).join(' '), view: 'full' })), { data: { action: 'tree' } });
  // A game from a file has no address.
  const route = () => (line ? `record/${encodeURIComponent(view.id)}?ply=${ply}` : permalink(game, position, moves, ply).slice(2));
  const share = button('link', t('share.share'), async () => (await import('./link.js')).shareDialog(route()), { data: { action: 'share' }, title: t('share.share') });
  view.heading(name, share);
  const result = line ? endWords(line, people, null, line.family) : null;
  const headline = h('b', null, result?.headline);
  const seat = (/** @type {0 | 1} */ index) =>
    h(
      'div',
      { class: `plate ${line?.winner === (index ? 'second' : 'first') ? 'won' : ''}`, data: { side: index ? 'second' : 'first' } },
      mark(index ? 'second' : 'first', opening.board, opening.players),
      h('div', { class: 'plate-text' }, h('b', { class: 'plate-name' }, people[index]), h('span', { class: 'plate-about soft' }, players[index])),
    );
  fill(
    main,
    h('h1', { class: 'unseen' }, `${t('records.replay')}: ${name}`),
    h(
      'div',
      { class: 'table replay' },
      h(
        'section',
        { class: 'play-area', 'aria-label': t('table.board') },
        h('div', { class: 'plates' }, seat(0), seat(1)),
        host,
        result && line && h('p', { class: 'result' }, headline, ' ', h('span', { class: 'soft' }, `${result.why} · ${when(line.ended)}`)),
        h('div', { class: 'controls' }, h('div', { class: 'row tools' }, play, judge, playOn, seeTree, line && h('a', { class: 'button', ...recordFile(line.id) }, icon('download'), h('span', null, t('end.record'))))),
      ),
      h('aside', { class: 'panel open', 'aria-label': t('tab.moves') }, h('div', { class: 'tab-body' }, review.element, list.element)),
    ),
  );
  const stage = new Stage(host, { ...boardOptions(opening.board, players), announce }, signal);
  signal.addEventListener('abort', stop);
  listen({ ArrowLeft: () => go(ply - 1, true), ArrowRight: () => go(ply + 1, true), Home: () => go(0, true), End: () => go(moves.length, true), ' ': () => play.click(), b: () => stage.board.focus() }, signal);

  /** @param {number} to @param {boolean} byHand */
  async function go(to, byHand = false) {
    if (byHand) stop();
    ply = Math.max(0, Math.min(moves.length, to));
    const wanted = ply;
    list.update(moves, movers, ply, people);
    review.show(ply);
    const shown = new URLSearchParams({ ply: String(ply), ...(review.element.hidden ? {} : { review: '1' }) });
    view.address(line ? `#/record/${encodeURIComponent(view.id)}?${shown}` : permalink(game, position, moves, ply));
    /** @type {import('../protocol').StepView} */
    let step;
    try {
      step = await timeline.at(wanted);
    } catch (error) {
      if (!signal.aborted) toast(problemWords(/** @type {any} */ (error)));
      return stop();
    }
    if (wanted !== ply) return;
    const last = ply === moves.length;
    // The last position has the score.
    if (last && line) headline.textContent = endWords(line, people, null, line.family, step).headline;
    stage.show({
      step,
      line: 0,
      interactive: false,
      ghost: false,
      end: last && line ? { winner: line.winner, reason: line.reason, payoff: null, record: line.id } : null,
      after: () => {
        main.dataset.ply = String(wanted);
        main.dataset.turn = step.turn;
        view.ready('record');
      },
    });
  }

  function run() {
    if (ply >= moves.length) go(0);
    timer = setInterval(() => (ply >= moves.length ? stop() : go(ply + 1)), BEAT);
    fill(play, icon('pause'), h('span', null, t('pace.pause')));
  }

  function stop() {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    fill(play, icon('play'), h('span', null, t('moves.play')));
  }

  async function lookBack() {
    review.element.hidden = false;
    judge.hidden = true;
    await review.load((state) => {
      list.judge(review.marks);
      main.dataset.review = state;
    });
  }

  await go(ply);
  if (view.params.get('review')) await lookBack();
}

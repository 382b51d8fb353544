// The shared brains training in idle time: the game under way, and how well they play by now.

import { begin } from './begin.js';
import { curveOf } from './curve.js';
import { button, fill, h, loadStyles } from './dom.js';
import { house, look, training } from './house.js';
import { botName, gameName, playerNames, problemWords } from './names.js';
import { Stage, boardOptions } from './stage.js';
import { number, percent, t } from './words.js';

/** @typedef {import('../protocol').TrainingGameView} TrainingGameView */

/** Milliseconds between two questions. */
const BEAT = 1000;
/** Questions between two looks at the curve. */
const CURVE = 10;

/** @param {import('./main.js').View} view */
export async function show(view) {
  const { main, signal } = view;
  const [known] = await Promise.all([house(), loadStyles('brain')]);
  if (signal.aborted) return;
  view.title(t('training.title'));
  const state = h('p', { class: 'soft' });
  const about = h('div');
  const host = h('div', { class: 'board-host' });
  const learning = h('div');
  // Against the brain of the game that is shown, or of any.
  const opponent = () => {
    const learns = known.games.filter((card) => card.learns);
    const card = learns.find((one) => one.game === main.dataset.game) ?? learns[0];
    return { card, bot: card?.opponents.find((one) => one.bot.startsWith('learner'))?.bot };
  };
  const against = button(
    'play',
    t('training.play'),
    () => {
      const { card, bot } = opponent();
      if (card && bot) begin(card.game, ['me', { bot }], against);
    },
    { class: 'button main', data: { action: 'play-brain' } },
  );
  against.hidden = !opponent().bot;
  fill(main, h('div', { class: 'page' }, h('div', { class: 'page-head' }, h('h1', null, t('training.title'))), state, h('p', null, against), h('div', { class: 'training' }, h('section', null, about, host), learning)));
  let built = '';
  /** Each board has a life of its own. */
  let board = new AbortController();
  /** @type {Stage | null} */
  let stage = null;
  let shown = 0;
  signal.addEventListener('abort', () => board.abort());

  /** @param {TrainingGameView} game */
  const play = async (game) => {
    const seen = await look({ game: game.game, position: null, moves: game.moves, from: game.moves.length, random: 0 }, signal);
    if (signal.aborted) return;
    if (built !== game.game) {
      built = game.game;
      board.abort();
      board = new AbortController();
      host.replaceChildren();
      stage = new Stage(host, boardOptions(seen.board, playerNames(seen.players, seen.board)), board.signal);
      shown = 0;
    }
    if (shown % CURVE === 0) curveOf(game.game, 'house', signal).then((figure) => built === game.game && fill(learning, figure));
    shown += 1;
    main.dataset.game = game.game;
    fill(
      about,
      h('h2', { class: 'minor' }, gameName(known, game.game)),
      h('p', { class: 'small' }, game.players.map((player) => botName(player)).join(' – ')),
      h('p', { class: 'small soft' }, t(game.measures ? 'training.measures' : 'training.learns')),
    );
    // Each look may be at another game: nothing moves from one to the next.
    stage?.show({ step: seen.steps[0], line: shown, interactive: false, ghost: false, end: null });
  };

  const beat = async () => {
    const { share, used, played, game } = await training(signal);
    main.dataset.played = String(played);
    if (share === null) state.textContent = t('training.off');
    else state.textContent = `${t('training.played', { games: number(played), share: percent(used) })}${game ? '' : ` ${t('training.idle')}`}`;
    if (game) await play(game);
    return share !== null;
  };
  if (await beat()) {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      try {
        await beat();
      } catch (error) {
        if (!signal.aborted) state.textContent = problemWords(/** @type {any} */ (error));
      }
    }, BEAT);
    signal.addEventListener('abort', () => clearInterval(timer));
  }
  view.ready('training');
}

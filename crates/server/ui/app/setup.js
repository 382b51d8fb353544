// The setup of a game: the game, the opponent, the side that begins, and the clock.

import { createBoard } from '../boards/index.js';
import { button, fill, h, icon } from './dom.js';
import { GameChoice } from './gamechoice.js';
import { HouseError, alone, game, house, look, openTable } from './house.js';
import { cardOf, gameName, gameSentence, howToPlay, playerNames, problemWords, unfold } from './names.js';
import { BotChoice } from './opponent.js';
import { permalink } from './played.js';
import { choices } from './settings.js';
import { changeSettings, getSettings, getStart, keepPlace, keepStart, onSettings, preferences } from './store.js';
import { t, tOr } from './words.js';

/** @typedef {import('../protocol').GameView} GameView */
/** @typedef {import('../protocol').SeatRequest} SeatRequest */

/** Milliseconds without a key before the server is asked about the options. */
const PAUSE = 250;
/** Clocks to choose from: seconds and increment. @type {[string, import('../protocol').TimeControl | null][]} */
const CLOCKS = [
  ['none', null],
  ['1+0', { seconds: 60, increment: 0 }],
  ['3+2', { seconds: 180, increment: 2 }],
  ['5+3', { seconds: 300, increment: 3 }],
  ['10+5', { seconds: 600, increment: 5 }],
];

/** The ways to play another person, who sits here or needs a server to come to. @returns {[string, string][]} */
const people = () => [['here', t('setup.here')], ...(alone ? [] : /** @type {[string, string][]} */ ([['link', t('setup.link')], ['public', t('setup.public')]]))];

/** @param {import('./main.js').View} view */
export async function show(view) {
  const { main, params, signal } = view;
  const known = await house();
  if (signal.aborted) return;
  const start = params.get('on') ? getStart() : null;
  const asked = start?.game ?? params.get('game') ?? known.games[0]?.game ?? '';
  if (!unfold(known, asked).family) return view.missing(t('missing.game', { game: asked }));
  const choice = new GameChoice(known, asked, () => (keepStart(null), ask()), later);
  /** @type {GameView | null} */
  let current = null;
  /** @type {import('../boards/index.js').BoardHandle | null} */
  let board = null;
  let mode = 'bot';
  let begins = 'me';
  let clock = 'none';
  let timer = 0;

  const heading = h('h1', null, '');
  const sentence = h('p', { class: 'soft' });
  const analyse = h('a', { data: { action: 'analyse' } }, t('analysis.title'));
  const rules = h('details', { class: 'rules' });
  const picture = h('div', { class: 'picture big', 'aria-hidden': 'true' });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const sides = h('div', null);
  const opponent = new BotChoice(known, 'opponent', t('setup.opponent'), () => {});
  const second = new BotChoice(known, 'second', t('setup.secondbot'), () => {});
  const name = h('input', { type: 'text', maxlength: 40, value: getSettings().name, placeholder: t('settings.nameless'), autocomplete: 'nickname', onchange: () => changeSettings({ name: name.value.trim() }) });
  const nameField = h('label', { class: 'field' }, h('span', null, t('settings.name')), name);
  const note = h('p', { class: 'soft small' });
  const clocks = choices(t('setup.clock'), 'clock', CLOCKS.map(([key, wish]) => [key, wish ? t('clock.short', { minutes: wish.seconds / 60, increment: wish.increment }) : t('clock.none')]), clock, (value) => (clock = value));
  const go = button('play', t('setup.start'), begin, { class: 'button main large', data: { action: 'start' } });

  function later() {
    clearTimeout(timer);
    go.disabled = true;
    timer = setTimeout(ask, PAUSE);
  }

  /** Asks the server about the game in the fields, and shows it. */
  async function ask() {
    const asked = choice.wanted;
    try {
      const answer = await game(asked, signal);
      if (asked !== choice.wanted) return;
      current = answer;
      trouble.hidden = true;
      go.disabled = false;
      describe(answer);
      await preview(answer);
    } catch (error) {
      if (signal.aborted || asked !== choice.wanted) return;
      const problem = /** @type {HouseError} */ (error);
      if (!problem.code) throw error;
      // The server names the option and what would work.
      trouble.textContent = problem.message || problemWords(problem);
      trouble.hidden = false;
      go.disabled = true;
    }
  }

  /** @param {GameView} answer */
  function describe(answer) {
    const title = gameName(known, answer.game);
    const card = cardOf(known, answer.game);
    heading.textContent = title;
    view.title(`${t('site.newgame')}: ${title}`);
    choice.call(card?.key ?? null);
    analyse.href = permalink(answer.game, null, '', 0);
    sentence.textContent = card ? gameSentence(card) : tOr(`sentence.${choice.family.name}`, choice.family.about);
    fill(rules, h('summary', null, t('table.rules')), howToPlay(known, answer.game, answer.how_to_play).split('\n').map((line) => h('p', null, line)));
    opponent.become(answer);
    second.become(answer);
    modes();
  }

  /** @param {GameView} answer */
  async function preview(answer) {
    let step = answer.step;
    if (start && start.game === answer.game) {
      const view = await look({ game: start.game, position: start.position, moves: start.moves, from: start.moves.length, random: 0 }, signal);
      step = view.steps.at(-1) ?? step;
      begins = step.turn === 'second' ? 'other' : 'me';
      modes();
    }
    if (signal.aborted) return;
    board?.destroy();
    picture.replaceChildren();
    board = createBoard(picture, { board: answer.board, players: playerNames(answer.players, answer.board), t, preferences: preferences(), still: true });
    await board.update(step, { interactive: false, animate: false });
  }

  function modes() {
    const watch = mode === 'watch';
    const people = mode === 'link' || mode === 'public' || mode === 'here';
    opponent.element.hidden = people;
    second.element.hidden = !watch;
    opponent.legend.textContent = t(watch ? 'setup.firstbot' : 'setup.opponent');
    nameField.hidden = watch || mode === 'here';
    clocks.hidden = watch;
    note.textContent = mode === 'here' ? t('setup.hereabout') : mode === 'link' ? t('setup.linkabout') : mode === 'public' ? t('setup.publicabout') : watch ? t('setup.watchabout') : '';
    note.hidden = !note.textContent;
    if (!current) return;
    const players = playerNames(current.players, current.board);
    fill(
      sides,
      watch || mode === 'here'
        ? null
        : choices(
            t(start ? 'setup.side' : 'setup.begins'),
            'begins',
            [
              ['me', start ? players[0] : t('setup.me', { player: players[0] })],
              ['other', start ? players[1] : t('setup.other', { player: players[1] })],
              ['random', t('setup.random')],
            ],
            begins,
            (value) => (begins = value),
          ),
    );
  }

  async function begin() {
    if (!current) return;
    go.disabled = true;
    trouble.hidden = true;
    /** @type {SeatRequest} */
    const other = mode === 'bot' || mode === 'watch' ? { bot: opponent.bot } : mode === 'here' ? 'me' : 'open';
    const me = begins === 'random' ? Math.random() < 0.5 : begins === 'me';
    /** @type {[SeatRequest, SeatRequest]} */
    const seats = mode === 'watch' ? [other, { bot: second.bot }] : me ? ['me', other] : [other, 'me'];
    const on = start && start.game === current.game ? start : null;
    try {
      const taken = await openTable({
        game: current.game,
        position: on?.position ?? null,
        moves: on?.moves ?? [],
        seats,
        name: name.value.trim(),
        clock: mode === 'watch' ? null : (CLOCKS.find(([key]) => key === clock)?.[1] ?? null),
        public: mode === 'public',
        max_plies: null,
        away: null,
        pace: mode === 'watch' ? { paused: false, millis: 800 } : null,
      });
      keepStart(null);
      keepPlace({ id: taken.table, token: taken.token, seat: taken.seat, game: current.game });
      location.hash = `#/table/${taken.table}`;
    } catch (error) {
      go.disabled = false;
      trouble.textContent = problemWords(/** @type {any} */ (error));
      trouble.hidden = false;
    }
  }

  fill(
    main,
    h(
      'div',
      { class: 'setup' },
      h('div', { class: 'setup-side' }, picture, heading, sentence, rules, h('p', null, analyse)),
      h(
        'form',
        {
          class: 'form',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            if (!go.disabled) begin();
          },
        },
        start ? h('p', { class: 'note' }, icon('branch'), t('setup.on', { count: start.moves.length })) : [h('div', { class: 'field' }, h('label', { for: 'game' }, t('setup.game')), choice.pick), choice.variants],
        choices(
          t('setup.with'),
          'mode',
          [
            ['bot', t('setup.bots')],
            ...people(),
            ['watch', t('setup.watch')],
          ],
          mode,
          (value) => {
            mode = value;
            modes();
          },
        ),
        note,
        opponent.element,
        second.element,
        sides,
        clocks,
        nameField,
        // Beside the button, which is visible at any scroll position.
        h('div', { class: 'start' }, go, trouble),
      ),
    ),
  );
  onSettings(() => board?.prefer(preferences()), signal);
  signal.addEventListener('abort', () => board?.destroy());
  await ask();
  view.ready('new');
}

// A live game: receives the server's messages and updates the parts of the view.

import { announce, button, dialog, fill, h, toast } from '../dom.js';
import { HouseError, house, record } from '../house.js';
import { listen } from '../keys.js';
import { Live } from '../live.js';
import { endWords, gameName, howToPlay, playerNames, problemWords, seatName } from '../names.js';
import { Stage, boardOptions } from '../stage.js';
import { forgetPlace, getSettings, keepPlace, keepStart, placeOf } from '../store.js';
import { Timeline } from '../timeline.js';
import { t } from '../words.js';
import { actions } from './actions.js';
import { bars } from './bars.js';
import { plate } from './plates.js';
import { panel } from './panel.js';

/** @typedef {import('../../protocol').State} State */
/** @typedef {import('../../protocol').Side} Side */
/** @typedef {import('../../protocol').TableView} TableView */
/** @typedef {import('../../protocol').ThoughtView} ThoughtView */
/** @typedef {import('../../protocol').ThinkingView} ThinkingView */
/** @typedef {import('../../protocol').OpinionView} OpinionView */
/** @typedef {{element: HTMLElement, update: () => void}} Part */

/** Failed attempts to connect after which the page looks for a record of the game. */
const PATIENCE = 1;

export class Table {
  /** The game in the last state that the server sent. @type {State | null} */
  #state = null;
  /** The same as the board shows it: while a move slides, the words beside the board wait for it. @type {State | null} */
  #drawn = null;
  /** The arrival times of states, by the page's own clock. @type {WeakMap<State, number>} */
  #came = new WeakMap();
  /** @type {TableView | null} */
  #info = null;
  /** @type {Side | null} */
  you = null;
  host = false;
  /** The ply looked back at; null is now. @type {number | null} */
  viewing = null;
  connected = false;
  failures = 0;
  /** By line and ply. @type {Map<string, ThoughtView>} */
  thoughts = new Map();
  /** The last report of a bot's running search. @type {ThinkingView | null} */
  #aloud = null;
  /** By brain, line and ply. @type {Map<string, OpinionView>} */
  opinions = new Map();
  /** @type {import('../../protocol').LearntView[]} */
  lessons = [];
  /** True while a requested analysis has not arrived. */
  asking = false;
  /** The table of the rematch, if it is another one. @type {string | null} */
  next = null;
  /** @type {[string, string]} */
  players = ['', ''];
  /** The values of moves in the open tab, for the board. @type {((table: Table) => {text: string, share: number | null, label: string}[] | null) | null} */
  values = null;
  /** @type {Part[]} */
  #parts = [];
  /** @type {Stage | null} */
  #stage = null;
  /** @type {Timeline | null} */
  #timeline = null;

  /** @param {import('../main.js').View} view @param {import('../../protocol').HouseView} known */
  constructor(view, known) {
    this.view = view;
    this.known = known;
    this.id = view.id;
    this.live = new Live(
      view.id,
      placeOf(view.id)?.token ?? null,
      { message: (message) => this.#hear(message), connection: (connected, failures) => this.#connection(connected, failures) },
      view.signal,
    );
  }

  get state() {
    return /** @type {State} */ (this.#drawn ?? this.#state);
  }

  /** The arrival time of the state shown, in milliseconds as `performance.now()` counts. */
  get came() {
    return this.#came.get(this.state) ?? performance.now();
  }

  get info() {
    return /** @type {TableView} */ (this.#info);
  }

  get timeline() {
    return /** @type {Timeline} */ (this.#timeline);
  }

  /** True if chance plays a part by dice or coins. */
  get dice() {
    return this.info.board.faces.length > 0;
  }

  /** The ply shown. */
  get ply() {
    return this.viewing ?? this.state.step.ply;
  }

  get yourTurn() {
    return this.#mayMove(this.state);
  }

  /** @param {State} state */
  #mayMove(state) {
    return !state.end && this.you !== null && state.step.turn === this.you && state.seats.every((seat) => seat.kind !== 'open');
  }

  /** True if a seat is still open. */
  get waiting() {
    return this.state.seats.some((seat) => seat.kind === 'open');
  }

  get hints() {
    return this.info.hints || this.state.end !== null;
  }

  /** @param {number} index 0 or 1 */
  nameOf(index) {
    return seatName(this.state.seats[index], this.you === (index === 0 ? 'first' : 'second'));
  }

  /** @param {import('../../protocol').ClientMessage} message */
  send(message) {
    if (!this.live.send(message)) toast(t('live.offline'));
  }

  /** @param {boolean} connected @param {number} failures */
  #connection(connected, failures) {
    this.connected = connected;
    this.failures = failures;
    if (!connected) this.asking = false;
    if (this.#state) this.#tell();
    else if (failures >= PATIENCE) this.#gone(failures);
  }

  /** The table does not answer: its game may be over with a record kept, or the server may be down. @param {number} failures */
  async #gone(failures) {
    try {
      await record(this.id, this.view.signal);
      if (!this.view.signal.aborted) location.replace(`#/record/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (this.view.signal.aborted || this.#state) return;
      if (error instanceof HouseError && error.code === 'not-found') {
        if (failures > PATIENCE) this.#missing();
      } else fill(this.view.main, h('section', { class: 'message' }, h('h1', null, t('live.lost')), h('p', null, t('live.retrying'))));
    }
  }

  #missing() {
    this.live.close();
    forgetPlace(this.id);
    fill(
      this.view.main,
      h('section', { class: 'message' }, h('h1', null, t('missing.title')), h('p', null, t('missing.table')), h('a', { class: 'button main', href: '#/' }, t('missing.lobby'))),
    );
    this.view.ready('missing');
  }

  /** @param {import('../../protocol').ServerMessage} message */
  #hear(message) {
    switch (message.type) {
      case 'welcome':
        this.you = message.you;
        this.host = message.host;
        this.#become(message.state);
        if (!this.#info) this.#begin(message.table);
        this.#changed();
        break;
      case 'state':
        this.#become(message);
        this.#changed();
        break;
      case 'thinking':
        this.#aloud = message;
        this.#tell();
        break;
      case 'thought':
        this.thoughts.set(`${message.line}:${message.ply}`, message);
        this.asking = false;
        this.#tell();
        break;
      case 'opinion':
        this.opinions.set(`${message.brain}:${message.line}:${message.ply}`, message);
        this.#tell();
        break;
      case 'learnt':
        this.lessons = message.lessons;
        this.opinions.clear();
        this.#tell();
        break;
      case 'rematch':
        this.#rematch(message);
        break;
      case 'refused':
        this.asking = false;
        toast(problemWords(message));
        this.#changed();
        break;
      case 'bye':
        this.#bye(message);
        break;
    }
  }

  /** @param {State} state */
  #become(state) {
    const before = this.#state;
    this.#state = state;
    this.#came.set(state, performance.now());
    if (before && before.line !== state.line) this.viewing = null;
    if (this.viewing !== null && this.viewing >= state.played.length) this.viewing = null;
  }

  /** The board shows a state: updates the words beside it. @param {State} state */
  #seen(state) {
    const before = this.#drawn;
    this.#drawn = state;
    // The board announces the moves themselves.
    if (before && !before.end && state.end) {
      const { headline, why } = endWords(state.end, this.players, this.you, this.info.family, state.step);
      announce(`${headline} ${why}`);
      keepPlace({ id: this.id, over: true });
    }
    if (before && before.line < state.line) announce(t('table.undone'));
  }

  /** @param {import('../../protocol').ServerMessage & {type: 'rematch'}} message */
  #rematch(message) {
    if (message.token) {
      keepPlace({ id: message.table, token: message.token, seat: message.seat, game: this.info.game });
      location.hash = `#/table/${message.table}`;
      return;
    }
    this.next = message.table;
    this.#tell();
  }

  /** @param {import('../../protocol').Problem} problem */
  #bye(problem) {
    if (problem.code === 'not-found') {
      this.#gone(PATIENCE + 1);
    } else if (problem.code === 'token') {
      // Another client has the seat by now: watch.
      keepPlace({ id: this.id, token: null, seat: null });
      toast(problemWords(problem));
      dispatchEvent(new HashChangeEvent('hashchange'));
    } else if (problem.code === 'protocol' || problem.code === 'origin') {
      const again = button('', t('failed.again'), () => location.reload(), { class: 'button main' });
      fill(this.view.main, h('section', { class: 'message' }, h('h1', null, t('failed.title')), h('p', null, problemWords(problem)), again));
      this.view.ready('failed');
    } else if (problem.code !== 'closing') toast(problemWords(problem));
  }

  /** Builds the view after the first message of the server. @param {TableView} info */
  #begin(info) {
    const { main, signal } = this.view;
    this.#info = info;
    this.players = playerNames(info.players);
    this.#timeline = new Timeline(info.game, info.start, signal);
    const name = gameName(this.known, info.game);
    const rules = () => dialog(name, t('site.close'), howToPlay(this.known, info.game, info.how_to_play).split('\n').map((line) => h('p', null, line)));
    this.view.heading(name, button('rules', t('table.rules'), rules, { data: { action: 'rules' }, title: t('table.rules') }));
    const over = this.state.end !== null;
    if (this.you || this.host) keepPlace({ id: this.id, seat: this.you, game: info.game, over });
    const host = h('div', { class: 'board-host' });
    const top = plate(this, this.you === 'second' ? 0 : 1);
    const bottom = plate(this, this.you === 'second' ? 1 : 0);
    const middle = bars(this);
    const below = actions(this);
    const beside = panel(this);
    this.#parts = [top, bottom, middle, below, beside];
    fill(
      main,
      h('h1', { class: 'unseen' }, name),
      h('div', { class: 'table' }, h('section', { class: 'play-area', 'aria-label': t('table.board') }, top.element, host, bottom.element, middle.element, below.element), beside.element),
    );
    this.#stage = new Stage(
      host,
      {
        ...boardOptions(info.board, info.family, info.game, this.players),
        you: this.you,
        onMove: (text) => this.#move(text),
        onRefuse: toast,
        announce,
      },
      signal,
    );
    listen(
      {
        ArrowLeft: () => this.look(this.ply - 1),
        ArrowRight: () => this.look(this.ply + 1),
        Home: () => this.look(0),
        End: () => this.look(null),
        Escape: () => this.look(null),
        b: () => this.#stage?.board.focus(),
        n: () => this.newGame(),
      },
      signal,
    );
  }

  /** @param {string} text */
  #move(text) {
    const state = this.#state;
    if (!state || !this.#mayMove(state) || this.viewing !== null || this.live.pending) return;
    this.live.move(state, text);
    this.view.main.dataset.sending = text;
    if (!this.connected) toast(t('live.later'));
    this.#tell();
  }

  /** The game changed. */
  #changed() {
    const state = /** @type {State} */ (this.#state);
    this.timeline.become(state.played);
    this.timeline.keep(state.step);
    if (!this.live.pending) delete this.view.main.dataset.sending;
    this.#show();
  }

  /** Brings the position to be seen onto the board. */
  async #show() {
    const state = /** @type {State} */ (this.#state);
    const viewing = this.viewing;
    let step = state.step;
    if (viewing !== null) {
      try {
        step = await this.timeline.at(viewing);
      } catch (error) {
        if (this.view.signal.aborted) return;
        toast(problemWords(/** @type {any} */ (error)));
        this.viewing = null;
        return this.#changed();
      }
      if (this.viewing !== viewing) return;
    }
    const now = viewing === null;
    this.#stage?.show({
      step,
      line: state.line,
      interactive: now && this.#mayMove(state) && !this.live.pending,
      ghost: !now,
      end: now ? state.end : null,
      after: () => {
        this.#seen(state);
        const data = this.view.main.dataset;
        data.ply = String(state.step.ply);
        data.turn = state.end ? 'over' : state.step.turn;
        data.you = this.you ?? 'none';
        data.thinking = state.thinking ?? 'none';
        if (viewing === null) delete data.viewing;
        else data.viewing = String(viewing);
        // One who came here by a click or a key goes on at the board.
        if (this.view.came && document.body.dataset.ready === undefined) this.#stage?.board.focus();
        this.view.ready('table');
        this.#tell();
      },
    });
  }

  /** Looks at a ply; null is now. @param {number | null} ply */
  look(ply) {
    if (!this.#state) return;
    const last = this.state.step.ply;
    this.viewing = ply === null || ply >= last ? null : Math.max(0, ply);
    this.#show();
    this.#tell();
  }

  /** The running search of this side's bot, if there is one and it is to be shown. @param {Side} side */
  aloud(side) {
    const { state } = this;
    const now = this.#aloud;
    const goes = now && state.thinking === side && now.side === side && now.line === state.line && now.ply === state.step.ply;
    return goes && getSettings().aloud ? now : null;
  }

  /** The analysis of the position shown. */
  get thought() {
    return this.thoughts.get(`${this.state.line}:${this.ply}`) ?? null;
  }

  /** Shows at the board what the position's moves are worth, if that is wanted and known. */
  judge() {
    this.#stage?.board.judge(getSettings().judge && this.values ? this.values(this) : null);
  }

  /** Begins a game like this one. */
  newGame() {
    keepStart(null);
    location.hash = `#/new?game=${encodeURIComponent(this.info.game)}`;
  }

  /** Begins a game from the position shown. */
  playOn() {
    keepStart({ game: this.info.game, position: this.info.start, moves: this.state.played.slice(0, this.ply) });
    location.hash = `#/new?game=${encodeURIComponent(this.info.game)}&on=1`;
  }

  changed() {
    this.#tell();
  }

  #tell() {
    if (!this.#state || !this.#info) return;
    const state = this.state;
    for (const part of this.#parts) part.update();
    const name = gameName(this.known, this.info.game);
    const turn = state.end ? endWords(state.end, this.players, this.you, this.info.family, state.step).headline : this.yourTurn ? t('table.yourmove') : t('table.watching');
    const waits = this.waiting ? t('table.waiting') : this.you && !this.yourTurn && !state.end ? t('table.theirmove') : turn;
    this.view.title(`${waits} – ${name}`);
    this.judge();
  }
}

/** @param {import('../main.js').View} view */
export async function show(view) {
  const seat = view.params.get('seat');
  if (seat) {
    keepPlace({ id: view.id, token: seat });
    // The token must not stay in the address, where it could be copied unawares.
    view.address(`#/table/${encodeURIComponent(view.id)}`);
  }
  fill(view.main, h('p', { class: 'message soft' }, t('live.connecting')));
  const known = await house();
  if (!view.signal.aborted) new Table(view, known);
}

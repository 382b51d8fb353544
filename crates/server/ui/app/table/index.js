// A live game: receives the server's messages and updates the parts of the view.

import { announce, fill, h, toast } from '../dom.js';
import { listen } from '../keys.js';
import { Live } from '../live.js';
import { endWords, gameName, moveName, playerNames, problemWords } from '../names.js';
import { getSettings, keepPlace, keepStart, placeOf } from '../store.js';
import { Timeline } from '../timeline.js';
import { t } from '../words.js';
import { build } from './build.js';
import { PATIENCE, bye, gone, reached } from './farewell.js';
import { due, following, foreseen } from './premove.js';
import { GameState } from './state.js';

/** @typedef {import('../../protocol').State} State */
/** @typedef {import('../../protocol').Side} Side */
/** @typedef {import('../../protocol').TableView} TableView */
/** @typedef {import('../../protocol').ThoughtView} ThoughtView */
/** @typedef {import('../../protocol').ThinkingView} ThinkingView */
/** @typedef {import('../../protocol').OpinionView} OpinionView */
/** @typedef {{element: HTMLElement, update: () => void}} Part */

export class Table extends GameState {
  /** @type {Part[]} */
  #parts = [];
  /** @type {import('../stage.js').Stage | null} */
  #stage = null;

  /** @param {import('../main.js').View} view @param {import('../../protocol').CatalogueView} known */
  constructor(view, known) {
    super();
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

  /** @param {import('../../protocol').ClientMessage} message */
  send(message) {
    if (!this.live.send(message)) toast(t('live.offline'));
  }

  /** @param {boolean} connected @param {number} failures */
  #connection(connected, failures) {
    this.connected = connected;
    this.failures = failures;
    if (!connected) this.asking = false;
    if (this.latest) this.#tell();
    else if (failures >= PATIENCE) gone(this, failures);
  }

  /** @param {import('../../protocol').ServerMessage} message */
  #hear(message) {
    switch (message.type) {
      case 'welcome':
        this.you = message.you;
        this.host = message.host;
        this.become(message.state);
        if (!this.details) this.#begin(message.table);
        this.#changed();
        break;
      case 'state':
        this.become(message);
        this.#changed();
        break;
      case 'thinking':
        this.running = message;
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
        bye(this, message);
        break;
    }
  }

  /** The board shows a state: updates the words beside it. @param {State} state */
  #seen(state) {
    const before = this.shown(state);
    const play = due(this, state);
    if (play !== null) this.#play(state, play);
    // The board announces the moves themselves.
    if (before && !before.end && state.end) {
      const { headline, why } = endWords(state.end, this.people, this.you, this.info.family, state.step);
      announce(`${headline} ${why}`);
      keepPlace({ id: this.id, over: true });
      import('../outcome.js').then(({ conclude }) => conclude(this, state));
    }
    if (before && before.line < state.line) announce(t('table.undone'));
    if (before && getSettings().sound) import('../sounds.js').then(({ play, soundOf }) => play(soundOf(before, state, this.you)));
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

  /** Builds the view after the first message of the server. @param {TableView} info */
  #begin(info) {
    this.details = info;
    this.players = playerNames(info.players, info.board);
    this.positions = new Timeline(info.game, info.start, this.view.signal);
    if (this.you || this.host) keepPlace({ id: this.id, seat: this.you, game: info.game, over: this.state.end !== null });
    const { parts, stage } = build(this, (text, hasty, at) => this.#move(text, hasty, at));
    this.#parts = parts;
    this.#stage = stage;
    listen(
      {
        ArrowLeft: () => this.look(this.ply - 1),
        ArrowRight: () => this.look(this.ply + 1),
        Home: () => this.look(0),
        End: () => this.look(null),
        Escape: () => (this.premove === null ? this.look(null) : this.#intend(null)),
        b: () => stage.board.focus(),
        n: () => this.newGame(),
      },
      this.view.signal,
    );
  }

  /** A move was chosen at the moment drawn; a hasty choice came before it. True if it is sent. @param {string} text @param {boolean} hasty @param {import('../../protocol').At} [at] */
  #move(text, hasty, at) {
    const { state } = this;
    if (this.viewing !== null || this.live.pending) return false;
    if (hasty || !this.mayMove(state)) this.#intend(text === this.premove ? null : text);
    else if (this.isCurrent) {
      this.#play(state, text);
      this.follow = following(state, text, at);
      return true;
    }
    return false;
  }

  /** @param {State} state @param {string} text */
  #play(state, text) {
    this.live.move(state, text);
    this.view.main.dataset.sending = text;
    if (!this.connected) toast(t('live.later'));
    this.#tell();
  }

  /** Sends what was decided at the moment drawn; false if the game has gone on since. @param {import('../../protocol').ClientMessage} message */
  decide(message) {
    if (this.isCurrent) this.send(message);
    return this.isCurrent;
  }

  /** A move is chosen before one's turn, or none any more. @param {string | null} text */
  #intend(text) {
    const { state } = this;
    if (text !== null && !foreseen(this, state).some((move) => move.text === text)) return;
    this.premove = text;
    this.premoveLine = state.line;
    announce(text === null ? t('premove.none') : t('premove.set', { move: moveName(text) }));
    this.#tell();
  }

  /** The game changed. */
  #changed() {
    const state = /** @type {State} */ (this.latest);
    this.timeline.become(state.played);
    this.timeline.keep(state.step);
    if (!this.live.pending) delete this.view.main.dataset.sending;
    this.#show();
  }

  /** Brings the position to be seen onto the board. */
  async #show() {
    const state = /** @type {State} */ (this.latest);
    const viewing = this.viewing;
    let step = state.step;
    if (viewing !== null) {
      try {
        step = await this.timeline.at(viewing);
      } catch (error) {
        if (this.view.signal.aborted) return;
        toast(problemWords(/** @type {any} */ (error)));
        this.lookAt(null);
        return this.#changed();
      }
      if (this.viewing !== viewing) return;
    }
    const now = viewing === null;
    const early = now ? foreseen(this, state) : [];
    this.#stage?.show({
      step: early.length ? { ...step, moves: early } : step,
      line: state.line,
      interactive: now && (early.length > 0 || (this.mayMove(state) && !this.live.pending)),
      early: early.length > 0,
      hurry: this.premove !== null && state.step.moves.some(({ text }) => text === this.premove),
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
    if (!this.latest) return;
    this.lookAt(ply);
    this.#show();
    this.#tell();
  }

  /** Shows at the board what the position's moves are worth, if that is wanted and known, and what the open tab points out. */
  judge() {
    // What is on the board may be ahead of what is known here.
    if (!this.#stage?.settled) return;
    this.#stage.board.pointOut(this.tab?.squares?.() ?? []);
    const waits = this.connected ? null : this.live.pending;
    if (waits) return this.#stage.board.judge([{ text: waits.text, share: null, label: t('live.waits') }]);
    if (this.premove !== null) return this.#stage.board.judge([{ text: this.premove, share: null, label: t('premove.mark') }]);
    this.#stage.board.judge(getSettings().judge ? this.tab?.values?.(this) ?? null : null);
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
    if (!this.latest || !this.details) return;
    const state = this.state;
    for (const part of this.#parts) part.update();
    const name = gameName(this.known, this.info.game);
    const turn = state.end ? endWords(state.end, this.people, this.you, this.info.family, state.step).headline : this.both ? t('table.turnof', { name: this.people[state.step.turn === 'first' ? 0 : 1] }) : this.yourTurn ? t('table.yourmove') : t('table.watching');
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
  const known = await reached(view);
  if (!view.signal.aborted) new Table(view, known);
}

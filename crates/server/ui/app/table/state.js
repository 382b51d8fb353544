// All that is known of a live game: what the server sent, and what of it the board shows.

import { peopleNames } from '../names.js';
import { getSettings } from '../store.js';

/** @typedef {import('../timeline.js').Timeline} Timeline */
/** @typedef {import('../../protocol').State} State */
/** @typedef {import('../../protocol').Side} Side */
/** @typedef {import('../../protocol').TableView} TableView */
/** @typedef {import('../../protocol').ThoughtView} ThoughtView */
/** @typedef {import('../../protocol').ThinkingView} ThinkingView */
/** @typedef {import('../../protocol').OpinionView} OpinionView */

export class GameState {
  /** The game in the last state that the server sent: nobody may have seen it yet. @type {State | null} */
  latest = null;
  /** The game in the state that the board has drawn. Words, offers and choices belong to this one. @type {State | null} */
  drawn = null;
  /** The arrival times of states, by the page's own clock. @type {WeakMap<State, number>} */
  arrivals = new WeakMap();
  /** @type {TableView | null} */
  details = null;
  /** @type {Side | null} */
  you = null;
  host = false;
  /** The change that the end of the game made for the person, in words. */
  outcome = '';
  /** The ply looked back at; null is now. @type {number | null} */
  viewing = null;
  connected = false;
  failures = 0;
  /** By line and ply. @type {Map<string, ThoughtView>} */
  thoughts = new Map();
  /** The last report of a bot's running search. @type {ThinkingView | null} */
  running = null;
  /** By brain, line and ply. @type {Map<string, OpinionView>} */
  opinions = new Map();
  /** @type {import('../../protocol').LearntView[]} */
  lessons = [];
  /** A move chosen before one's turn, and the number of takebacks at the time. @type {string | null} */
  premove = null;
  premoveLine = 0;
  /** The place pressed for the move after the one that was sent. @type {{line: number, ply: number, at: import('../../protocol').At} | null} */
  follow = null;
  /** True while a requested analysis has not arrived. */
  asking = false;
  /** The table of the rematch, if it is another one. @type {string | null} */
  next = null;
  /** The names of the sides. @type {[string, string]} */
  players = ['', ''];
  /** The open tab. @type {import('./panel.js').Tab | null} */
  tab = null;
  /** @type {Timeline | null} */
  positions = null;

  get state() {
    return /** @type {State} */ (this.drawn ?? this.latest);
  }

  /** The arrival time of the state shown, in milliseconds as `performance.now()` counts. */
  get came() {
    return this.arrivals.get(this.state) ?? performance.now();
  }

  /** True if the view is there. */
  get begun() {
    return this.latest !== null;
  }

  get info() {
    return /** @type {TableView} */ (this.details);
  }

  get timeline() {
    return /** @type {Timeline} */ (this.positions);
  }

  /** True if chance plays a part by dice or coins. */
  get dice() {
    return this.info.board.faces.length > 0;
  }

  /** The ply shown. */
  get ply() {
    return this.viewing ?? this.state.step.ply;
  }

  /** True if the game has not gone on since the moment drawn. */
  get isCurrent() {
    const { latest, state } = this;
    return latest?.line === state.line && latest.step.ply === state.step.ply;
  }

  get yourTurn() {
    return this.isCurrent && this.mayMove(this.state);
  }

  /** @param {State} state */
  mayMove(state) {
    const { turn } = state.step;
    return !state.end && (this.both ? turn === 'first' || turn === 'second' : this.you !== null && turn === this.you) && state.seats.every((seat) => seat.kind !== 'open');
  }

  /** True if two people play at this screen. */
  get both() {
    return this.host && this.state.seats.every((seat) => seat.kind === 'person');
  }

  /** True if a seat is still open. */
  get waiting() {
    return this.state.seats.some((seat) => seat.kind === 'open');
  }

  get hints() {
    return this.info.hints || this.state.end !== null;
  }

  /** The names of those who play; of two at one screen, their sides. @returns {[string, string]} */
  get people() {
    return this.both ? this.players : peopleNames(this.state.seats, this.players, this.you);
  }

  /** The position shown, if it is at hand. @returns {import('../../protocol').StepView | null} */
  get step() {
    return this.viewing === null ? this.state.step : this.timeline.known(this.viewing) ?? null;
  }

  /** The points of a series of rematches so far by seats, doubled: a draw is half a point. Null for its first game. @type {[number, number] | null} */
  get score() {
    const [first, second] = this.info.score ?? [0, 0];
    if (first + second === 0) return null;
    const { end } = this.state;
    const won = (/** @type {Side} */ side) => (!end ? 0 : end.winner === side ? 2 : end.winner ? 0 : 1);
    return [first + won('first'), second + won('second')];
  }

  /** @param {State} state */
  become(state) {
    const before = this.latest;
    this.latest = state;
    this.arrivals.set(state, performance.now());
    if (before && before.line !== state.line) this.viewing = null;
    if (this.viewing !== null && this.viewing >= state.played.length) this.viewing = null;
  }

  /** The board shows a state. Returns the one that it showed before. @param {State} state */
  shown(state) {
    const before = this.drawn;
    this.drawn = state;
    return before;
  }

  /** Looks at a ply; null is now. @param {number | null} ply */
  lookAt(ply) {
    this.viewing = ply === null || ply >= this.state.step.ply ? null : Math.max(0, ply);
  }

  /** The running search of this side's bot, if there is one and it is to be shown. @param {Side} side */
  aloud(side) {
    const { state } = this;
    const now = this.running;
    const goes = now && state.thinking === side && now.side === side && now.line === state.line && now.ply === state.step.ply;
    return goes && getSettings().aloud ? now : null;
  }

  /** The analysis of the position shown. Of one that the game has left, it would name a move before it is seen. */
  get thought() {
    if (this.viewing === null && !this.isCurrent) return null;
    return this.thoughts.get(`${this.state.line}:${this.ply}`) ?? null;
  }
}

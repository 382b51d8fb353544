// Why a player is safe in the position on the board: the squares where the opponent may try something are marked, and the reply to the
// one that is pointed at is shown. The games know the reasons; here they are squares and moves.

import { fill, h } from '../dom.js';
import { safeReplies } from '../house.js';
import { moveName, problemWords } from '../names.js';
import { changeSettings, getSettings } from '../store.js';
import { number, t } from '../words.js';
import { answerAt, promised, squaresOf } from './answers.js';

/** @typedef {import('../../protocol').At} At */
/** @typedef {import('../../protocol').MoveView} MoveView */
/** @typedef {import('../../protocol').SafeView} SafeView */
/** @typedef {import('../../protocol').RepliesView} RepliesView */
/** @typedef {import('../../protocol').StepView} StepView */

/** Milliseconds before the question: one may be on the way to another position. */
const PAUSE = 120;

export class Replies {
  /** @type {{step: StepView, moves: string[]} | null} */
  #at = null;
  /** @type {SafeView | null} */
  #safe = null;
  /** The move that is pointed at, and its reply. @type {[MoveView, MoveView] | null} */
  #aimed = null;
  #asked = new AbortController();

  /**
   * @param {{game: string, position: string | null, players: [string, string]}} played
   * @param {() => void} draw   draws the marks on the board
   * @param {AbortSignal} signal
   */
  constructor(played, draw, signal) {
    this.played = played;
    this.draw = draw;
    this.on = h('input', { type: 'checkbox', checked: getSettings().replies, data: { action: 'replies' }, onchange: () => this.#prefer() });
    this.said = h('p', { class: 'replies-said', role: 'status' });
    this.answer = h('p', { class: 'replies-answer', 'aria-live': 'polite' });
    this.list = h('ul', { class: 'replies-list' });
    this.element = h('section', { class: 'replies', 'aria-label': t('replies.show') }, h('label', { class: 'check' }, this.on, h('span', null, t('replies.show'))), this.said, this.answer, this.list);
    signal.addEventListener('abort', () => this.#asked.abort());
  }

  /** The squares to mark. */
  get squares() {
    return squaresOf(this.#safe?.replies.map(([tried]) => tried) ?? []);
  }

  /** The squares of the moves to number. */
  get line() {
    return squaresOf([this.#safe?.first ?? null, ...(this.#aimed ?? [])]);
  }

  #prefer() {
    changeSettings({ replies: this.on.checked });
    this.#begin(null);
  }

  /** Looks at another position. @param {StepView} step @param {string[]} moves those that lead there */
  look(step, moves) {
    if (this.#at?.step === step) return;
    // What was shown as a reply is the reply.
    const reply = this.#at && promised(this.#safe, this.#at.moves, moves);
    this.#at = { step, moves };
    this.#begin(reply);
  }

  /** A square is pointed at, or none. @param {At | null} at */
  aim(at) {
    this.#aim(answerAt(this.#safe, at));
  }

  /** @param {[MoveView, MoveView] | null} aimed */
  #aim(aimed) {
    if (aimed === this.#aimed) return;
    this.#aimed = aimed;
    fill(this.answer, aimed ? this.#words(aimed) : t('replies.hint'));
    this.draw();
  }

  /** @param {MoveView | null} reply  the move that comes first, if it is known */
  async #begin(reply) {
    this.#asked.abort();
    const { signal } = (this.#asked = new AbortController());
    const { step, moves } = this.#at ?? {};
    const asks = this.on.checked && (step?.turn === 'first' || step?.turn === 'second');
    this.element.dataset.state = asks ? 'wait' : 'off';
    this.#show(null, asks ? t('replies.wait') : '');
    if (!asks || !moves) return;
    const ask = (/** @type {string[]} */ line) => safeReplies({ game: this.played.game, position: this.played.position, moves: line }, signal);
    try {
      await new Promise((done) => setTimeout(done, PAUSE));
      if (signal.aborted) return;
      // Behind a reply that ends the game there is nothing to ask.
      const after = reply && (await ask([...moves, reply.text]).catch(() => null));
      if (signal.aborted) return;
      const view = after?.safe ? { ...after, safe: { ...after.safe, first: reply } } : await ask(moves);
      if (!signal.aborted) this.#found(view);
    } catch (error) {
      if (!signal.aborted) this.#show(null, problemWords(/** @type {any} */ (error)));
    }
  }

  /** @param {RepliesView} view */
  #found({ safe, cut, seconds }) {
    this.element.dataset.state = safe ? 'safe' : 'none';
    this.element.title = t('think.seconds', { seconds: number(Number(seconds.toFixed(2))) });
    if (!safe) return this.#show(null, cut ? t('replies.cut', { seconds: number(Math.round(seconds)) }) : t('replies.none'));
    const player = this.#player(safe.side === 'first');
    const first = safe.first ? `${t('replies.first', { player, move: moveName(safe.first.text) })} ` : '';
    const kind = safe.reason === 'connections' ? 'connections' : !safe.replies.length ? 'barred' : safe.wins ? 'wins' : 'safe';
    const why = safe.replies.length || kind === 'barred' ? t(`replies.${kind}`, { player }) : t('value.wins', { player });
    this.#show(safe, first + why);
  }

  /** @param {boolean} first */
  #player(first) {
    return this.played.players[first ? 0 : 1];
  }

  /** @param {[MoveView, MoveView]} pair */
  #words([tried, reply]) {
    const first = this.#safe?.side === 'first';
    return t('replies.reply', { other: this.#player(!first), player: this.#player(first), move: moveName(tried.text), reply: moveName(reply.text) });
  }

  /** @param {SafeView | null} safe @param {string} words */
  #show(safe, words) {
    this.#safe = safe;
    this.#aimed = null;
    this.said.textContent = words;
    const replies = safe?.replies ?? [];
    this.answer.textContent = replies.length ? t('replies.hint') : '';
    fill(this.list, replies.map((pair) => h('li', null, this.#button(pair))));
    this.draw();
  }

  /** @param {[MoveView, MoveView]} pair */
  #button(pair) {
    const aim = () => this.#aim(pair);
    const label = pair.map(({ text }) => moveName(text)).join(' → ');
    return h('button', { type: 'button', class: 'move', 'aria-label': this.#words(pair), data: { tried: pair[0].text, reply: pair[1].text }, onclick: aim, onfocus: aim, onpointerenter: aim }, label);
  }
}

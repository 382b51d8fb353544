// The engine beside a board: its best lines, found with more and more positions while one looks at them.

import { button, fill, h } from '../dom.js';
import { bestLines } from '../house.js';
import { botName, moveName, problemWords } from '../names.js';
import { changeSettings, getSettings } from '../store.js';
import { number, t } from '../words.js';
import { balance, shareOf, valueShort, valueWords } from '../worth.js';

/** @typedef {import('../../protocol').LinesView} LinesView */
/** @typedef {import('../../protocol').StepView} StepView */

/** Positions visited for an answer, and for those that take its place. */
const NODES = [2_000, 20_000, 100_000, 400_000, 1_600_000];
/** Milliseconds before the first question: one may be on the way to another position. */
const PAUSE = 120;
/** Lines to choose from. */
const MOST = 5;

export class EngineLines {
  /** The answer for the position that is shown. @type {LinesView | null} */
  view = null;
  /** @type {{step: StepView, moves: string[]} | null} */
  #at = null;
  #asked = new AbortController();

  /**
   * @param {{game: string, position: string | null, players: [string, string], dice: boolean}} played
   * @param {(moves: string[]) => void} pick   plays moves from the position shown
   * @param {() => void} found   there are new lines, or none
   * @param {AbortSignal} signal
   */
  constructor(played, pick, found, signal) {
    this.played = played;
    this.pick = pick;
    this.found = found;
    const { engine, lines } = getSettings();
    this.on = h('input', { type: 'checkbox', checked: engine, data: { action: 'engine' }, onchange: () => this.#prefer() });
    this.count = h('select', { 'aria-label': t('analysis.lines'), title: t('analysis.lines'), onchange: () => this.#prefer() }, Array.from({ length: MOST }, (_, at) => h('option', { selected: at + 1 === lines }, String(at + 1))));
    this.facts = h('p', { class: 'engine-facts soft small' });
    this.worth = h('div', { class: 'engine-worth' });
    this.list = h('ol', { class: 'engine-lines', 'aria-label': t('analysis.lines') });
    this.element = h('section', { class: 'engine', 'aria-label': t('botname.engine') }, h('div', { class: 'row engine-head' }, h('label', { class: 'check' }, this.on, h('span', null, t('botname.engine'))), this.count), this.worth, this.list, this.facts);
    signal.addEventListener('abort', () => this.#asked.abort());
    this.#room();
  }

  /** The room for the lines is kept, so that nothing below moves. */
  #room() {
    this.element.classList.toggle('off', !this.on.checked);
    this.element.style.setProperty('--lines', this.count.value);
  }

  #prefer() {
    changeSettings({ engine: this.on.checked, lines: Number(this.count.value) });
    this.#room();
    this.#begin();
  }

  /** Looks at another position. @param {StepView} step @param {string[]} moves those that lead there */
  look(step, moves) {
    if (this.#at?.step === step) return;
    this.#at = { step, moves };
    this.#begin();
  }

  async #begin() {
    this.#asked.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.view = null;
    const at = this.#at;
    delete this.element.dataset.nodes;
    this.#draw();
    if (!at || !this.on.checked || (at.step.turn !== 'first' && at.step.turn !== 'second')) return;
    const { game, position } = this.played;
    try {
      await new Promise((done) => setTimeout(done, PAUSE));
      for (const nodes of NODES) {
        if (asked.signal.aborted) return;
        const view = await bestLines({ game, position, moves: at.moves, lines: Number(this.count.value), nodes }, asked.signal);
        if (asked.signal.aborted) return;
        if (view.cut && this.view) break;
        this.view = view;
        this.element.dataset.nodes = String(nodes);
        this.#draw();
        if (view.exact || view.cut) break;
      }
      this.element.dataset.nodes = 'all';
    } catch (error) {
      if (!asked.signal.aborted) fill(this.list, h('li', { class: 'soft' }, problemWords(/** @type {any} */ (error))));
    }
  }

  /** The words where no player is to move, or nothing was found yet. */
  get #note() {
    const turn = this.#at?.step.turn;
    return turn === 'chance' ? t('analysis.chance') : turn === 'over' ? t('think.over') : t('think.thinking');
  }

  #draw() {
    const { view } = this;
    const { players, dice } = this.played;
    this.found();
    if (!view) {
      fill(this.facts);
      fill(this.worth);
      return fill(this.list, h('li', { class: 'soft' }, this.#note));
    }
    const { side, lines } = view;
    const best = lines[0]?.value;
    const words = best ? valueWords(best, side, players, dice) : '';
    fill(this.facts, [view.exact ? `${botName(view.bot)} · ${t('think.exact')}` : t('think.depth', { count: view.depth ?? 0 }), t('think.nodes', { count: view.nodes })].join(' · '));
    this.facts.title = t('think.seconds', { seconds: number(view.seconds) });
    fill(this.worth, best && balance(shareOf(best) * (side === 'first' ? 1 : -1), words), h('p', { class: 'small' }, words));
    fill(this.list, lines.map(({ value, moves }) => h('li', null, h('b', { class: 'engine-value', title: value ? valueWords(value, side, players, dice) : '' }, value ? valueShort(value, dice) : '?'), moves.map((text, at) => button('', moveName(text), () => this.pick(moves.slice(0, at + 1)), { class: 'move', data: { line: moves.slice(0, at + 1).join(' ') } })))));
  }

  /** The values of all moves for the board. @returns {import('../../boards/types.js').Judgement[] | null} */
  get values() {
    const { dice } = this.played;
    return this.view?.moves.flatMap(({ text, value }) => (value ? [{ text, share: shareOf(value), label: valueShort(value, dice) }] : [])) ?? null;
  }
}

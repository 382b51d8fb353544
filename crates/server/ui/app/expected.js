// An expected line, played out on a ghost board, step by step or by itself.

import { fill, h, iconButton } from './dom.js';
import { look } from './house.js';
import { moveName, problemWords } from './names.js';
import { Stage, boardOptions } from './stage.js';
import { t } from './words.js';

const BEAT = 900;

export class Expected {
  /** @type {Stage | null} */
  #stage = null;
  /** @type {import('../protocol').StepView[]} */
  #steps = [];
  #at = 0;
  #timer = 0;
  #key = '';
  /** @type {HTMLButtonElement[]} */
  #moves = [];

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    this.host = h('div', { class: 'ghost-board', 'aria-hidden': 'true' });
    this.line = h('div', { class: 'line-moves' });
    this.note = h('p', { class: 'soft small', hidden: true });
    this.play = iconButton('play', t('moves.play'), () => (this.#timer ? this.#stop() : this.#run()));
    this.element = h(
      'div',
      { class: 'expected' },
      h('div', { class: 'row' }, this.play, iconButton('previous', t('moves.previous'), () => this.#go(this.#at - 1)), iconButton('next', t('moves.next'), () => this.#go(this.#at + 1)), this.line),
      this.note,
      this.host,
    );
    signal.addEventListener('abort', () => this.#stop());
  }

  /**
   * @param {import('../protocol').TableView} info
   * @param {string} position the start of the line
   * @param {string[]} moves
   * @param {[string, string]} players
   */
  async show(info, position, moves, players) {
    const key = `${position}|${moves.join(' ')}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#stop();
    this.#steps = [];
    this.note.hidden = true;
    this.#moves = moves.map((text, index) => h('button', { type: 'button', class: 'move', onclick: () => this.#go(index + 1) }, moveName(text)));
    fill(this.line, this.#moves);
    try {
      const view = await look({ game: info.game, position, moves, from: 0, random: 0 }, this.signal);
      if (this.#key !== key) return;
      this.#steps = view.steps;
    } catch (error) {
      if (this.signal.aborted || this.#key !== key) return;
      this.note.textContent = problemWords(/** @type {any} */ (error));
      this.note.hidden = false;
      return;
    }
    this.#stage ??= new Stage(this.host, { ...boardOptions(info.board, players), still: true }, this.signal);
    this.#go(this.#steps.length > 1 ? 1 : 0);
  }

  /** @param {number} at */
  #go(at) {
    if (!this.#steps.length) return;
    this.#at = Math.max(0, Math.min(this.#steps.length - 1, at));
    const step = this.#steps[this.#at];
    this.#stage?.show({ step, line: 0, interactive: false, ghost: true, end: null });
    this.#moves.forEach((move, index) => move.toggleAttribute('aria-current', index + 1 === this.#at));
  }

  #run() {
    if (this.#at >= this.#steps.length - 1) this.#go(0);
    this.#timer = setInterval(() => {
      if (this.#at >= this.#steps.length - 1) this.#stop();
      else this.#go(this.#at + 1);
    }, BEAT);
    this.play.setAttribute('aria-pressed', 'true');
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.play.setAttribute('aria-pressed', 'false');
  }
}

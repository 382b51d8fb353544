// Forwards, backwards, by itself, and anywhere by a slider.

import { fill, h, icon, iconButton } from '../app/dom.js';
import { number, t } from '../app/words.js';

/** Milliseconds a step, slow to fast; the words are `lab.speed.NUMBER`. */
const PACES = [1800, 900, 300, 80];

export class Steps {
  #last = 0;
  #step = 0;
  #timer = 0;
  #pace = PACES[1] ?? 900;

  /**
   * @param {(step: number, byHand: boolean) => void} go
   * @param {AbortSignal} signal
   */
  constructor(go, signal) {
    this.go = go;
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, id: 'lab-step', 'aria-label': t('lab.step'), oninput: () => this.pick(Number(this.slider.value)) });
    this.play = h('button', { type: 'button', class: 'icon-button lab-play', onclick: () => this.toggle(), data: { action: 'lab-play' } });
    this.count = h('span', { class: 'lab-count soft small' });
    const by = (/** @type {number} */ way) => () => this.pick(this.#step + way);
    const speed = h('select', { id: 'lab-speed', 'aria-label': t('pace.speed'), onchange: () => this.#speed(Number(speed.value)) }, PACES.map((pace, index) => h('option', { value: pace, selected: index === 1 }, t(`lab.speed.${index + 1}`))));
    this.element = h(
      'div',
      { class: 'lab-steps row' },
      iconButton('first', t('lab.first'), () => this.pick(0), { class: 'icon-button', data: { action: 'lab-first' } }),
      iconButton('previous', t('lab.previous'), by(-1), { class: 'icon-button', data: { action: 'lab-previous' } }),
      this.play,
      iconButton('next', t('lab.next'), by(1), { class: 'icon-button', data: { action: 'lab-next' } }),
      iconButton('last', t('lab.last'), () => this.pick(this.#last), { class: 'icon-button', data: { action: 'lab-last' } }),
      this.slider,
      this.count,
      speed,
    );
    signal.addEventListener('abort', () => this.pause());
    this.#say();
  }

  get step() {
    return this.#step;
  }

  get last() {
    return this.#last;
  }

  /** Sets the number of events and the number shown. @param {number} last @param {number} step */
  become(last, step) {
    this.#last = last;
    this.#step = Math.max(0, Math.min(step, last));
    this.slider.max = String(last);
    this.#say();
  }

  /** @param {number} step */
  pick(step) {
    this.pause();
    this.#go(step, true);
  }

  /** @param {number} step @param {boolean} byHand */
  #go(step, byHand) {
    this.#step = Math.max(0, Math.min(step, this.#last));
    this.#say();
    this.go(this.#step, byHand);
  }

  #say() {
    this.slider.value = String(this.#step);
    const words = t('lab.of', { step: number(this.#step), steps: number(this.#last) });
    this.slider.setAttribute('aria-valuetext', words);
    this.count.textContent = words;
    const word = t(this.#timer ? 'pace.pause' : 'moves.play');
    this.play.setAttribute('aria-label', word);
    this.play.title = word;
    fill(this.play, icon(this.#timer ? 'pause' : 'play'));
  }

  toggle() {
    if (this.#timer) return this.pause();
    if (this.#step >= this.#last) this.#go(0, false);
    this.#run();
  }

  #run() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => (this.#step >= this.#last ? this.pause() : this.#go(this.#step + 1, false)), this.#pace);
    this.#say();
  }

  pause() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#say();
  }

  /** @param {number} pace */
  #speed(pace) {
    this.#pace = pace;
    if (this.#timer) this.#run();
  }
}

// Presenting: the tree and its pseudocode alone, as large as the screen allows, stepped by the keys of a remote control.

import { iconButton } from '../app/dom.js';
import { t } from '../app/words.js';

/** Keys that step, with how far. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };

export class Presenter {
  /**
   * @param {HTMLElement} stage   what is presented
   * @param {import('./steps.js').Steps} steps
   * @param {AbortSignal} signal
   */
  constructor(stage, steps, signal) {
    this.stage = stage;
    this.steps = steps;
    this.button = iconButton('screen', t('lab.present'), () => this.toggle(), { 'aria-pressed': 'false', data: { action: 'lab-present' } });
    // Before the tree and the boards see them: their keys are for walking.
    addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    // Escape ends the full screen without a key being told.
    document.addEventListener('fullscreenchange', () => !document.fullscreenElement && this.on && this.#become(false), { signal });
    signal.addEventListener('abort', () => this.on && this.toggle());
  }

  get on() {
    return this.stage.classList.contains('presenting');
  }

  toggle() {
    const on = !this.on;
    this.#become(on);
    // Where the browser has no full screen to give, the window is filled.
    if (on) this.stage.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  /** @param {boolean} on */
  #become(on) {
    this.stage.classList.toggle('presenting', on);
    const word = t(on ? 'lab.present.end' : 'lab.present');
    this.button.title = word;
    this.button.setAttribute('aria-label', word);
    this.button.setAttribute('aria-pressed', String(on));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (!this.on || typing) return;
    const by = STEPS[event.key];
    if (by) this.steps.pick(this.steps.step + by);
    else if (event.key === 'Escape') this.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

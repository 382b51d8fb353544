// The pseudocode beside a tree: its lines light up as the trace is stepped, with the values of its variables.

import { fill, h } from '../app/dom.js';
import { changeSettings, getSettings } from '../app/store.js';
import { t } from '../app/words.js';
import { moment, programOf } from './pseudocode.js';
import { nameOf } from './say.js';

/** @typedef {import('./pane.js').Pane} Pane */

export class Code {
  /** @type {import('./pseudocode.js').Program | null} */
  #program = null;
  /** @type {Map<string, HTMLElement>} */
  #lines = new Map();

  constructor() {
    this.list = h('ol', { class: 'lab-lines' });
    this.values = h('dl', { class: 'lab-values' });
    this.none = h('p', { class: 'soft small' }, t('lab.code.none'));
    this.element = h(
      'details',
      { class: 'lab-code', open: getSettings().code, hidden: true, ontoggle: () => this.element.open !== getSettings().code && changeSettings({ code: this.element.open }) },
      h('summary', null, t('lab.code')),
      this.list,
      this.values,
      this.none,
    );
  }

  /** Another tree, of which a quiz may hide what the code would tell. @param {Pane} pane @param {boolean} hides */
  become({ tree }, hides) {
    this.#program = programOf(tree);
    this.element.hidden = hides || tree.told.search === null;
    this.none.hidden = this.#program !== null;
    this.list.hidden = this.#program === null;
    this.#lines = new Map();
    const row = (/** @type {import('./pseudocode.js').Line} */ { key, level, text, note }) => {
      const item = h('li', { class: `level-${level}`, data: { line: key } }, h('code', null, text), note && h('span', { class: 'lab-comment' }, `  // ${t(`lab.code.${note}`)}`));
      this.#lines.set(key, item);
      return item;
    };
    fill(this.list, this.#program?.lines.map(row) ?? []);
  }

  /** Lights the lines of the last step. @param {Pane} pane */
  show({ tree, known }) {
    const now = this.#program && known && moment(tree, known);
    for (const [key, item] of this.#lines) {
      item.classList.toggle('ran', now?.ran.has(key) ?? false);
      item.classList.toggle('now', now?.now === key);
      if (now?.now === key) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    }
    this.values.hidden = !now;
    if (!now) return;
    /** @type {(pair: [string, string]) => HTMLElement} */
    const pair = ([name, value]) => h('div', { data: { name } }, h('dt', null, h('code', null, name)), h('dd', null, value));
    fill(this.values, pair(['node', nameOf(tree, now.node)]), now.values.map(pair));
  }
}

// Editing a written tree by clicking: the value of a leaf, one more child, one node less.

import { button, h } from '../app/dom.js';
import { t } from '../app/words.js';
import { nameOf } from './say.js';
import { find, grow, revalue, without } from './text.js';

/** @typedef {import('./data.js').Grown} Grown */

export class Editor {
  /** The moves to the node. @type {string[]} */
  #path = [];
  #text = '';
  /** @type {string[] | null} */
  #kept = null;

  /** @param {(text: string) => void} write  another text of the tree */
  constructor(write) {
    this.write = write;
    this.title = h('h3', null, '');
    this.value = h('input', { type: 'text', id: 'lab-leaf', size: 6, maxlength: 14, inputmode: 'text', spellcheck: 'false', onchange: () => this.#revalue() });
    this.field = h('label', { class: 'row' }, h('span', null, t('lab.edit.value')), this.value);
    this.add = button('new', t('lab.edit.add'), () => this.#change(grow(this.#text, this.#path), this.#path), { data: { action: 'lab-add' } });
    this.remove = button('close', t('lab.edit.remove'), () => this.#change(without(this.#text, this.#path), this.#path.slice(0, -1)), { data: { action: 'lab-remove' } });
    this.element = h('div', { class: 'lab-edit' }, this.title, h('div', { class: 'row wrap' }, this.field, this.add, this.remove));
  }

  /**
   * The selected node.
   * @param {import('./wish.js').Asked} asked
   * @param {Grown} tree
   * @param {number} id
   */
  show(asked, tree, id) {
    this.#text = asked.game.slice('tree:'.length);
    this.#path = [...asked.moves.split(/\s+/), ...tree.path(id)].filter(Boolean);
    const part = asked.game.startsWith('tree:') && !asked.position && !asked.quiz ? find(this.#text, this.#path) : null;
    this.element.hidden = part === null;
    if (!part) return;
    this.title.textContent = t('lab.edit', { name: nameOf(tree, id) });
    this.field.hidden = part.kind !== 'leaf';
    if (part.kind === 'leaf') this.value.value = this.#text.slice(part.at, part.end);
    this.add.hidden = part.kind === 'chance';
    this.remove.hidden = without(this.#text, this.#path) === null;
  }

  /** The node to select in the tree that was changed; null if it was not changed here. @param {Grown} tree */
  take(tree) {
    const path = this.#kept;
    this.#kept = null;
    return path && tree.find(path);
  }

  #revalue() {
    const value = this.value.value.trim().replace('−', '-').replace(',', '.');
    // Anything else is refused by the server, which says why.
    if (/^([+-]?\d+(\.\d+)?|W|L|=)$/.test(value)) this.#change(revalue(this.#text, this.#path, value), this.#path);
    else this.value.select();
  }

  /** @param {string | null} text @param {string[]} path  the node to select then */
  #change(text, path) {
    if (text === null || text === this.#text) return;
    this.#kept = path;
    this.write(text);
  }
}

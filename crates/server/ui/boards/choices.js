// Moves that have no place on the board, as buttons; grouped and searched where they are many.

import { html } from './svg.js';
import { slug, word } from './say.js';
import { tag } from './judge.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').MoveView} MoveView */

/** At least this many moves are grouped and can be searched. */
const MANY = 16;

export class Choices {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { t } = context;
    this.node = html('div', { class: 'choices', role: 'group', 'aria-label': t('board.moves') });
    this.filter = html('input', {
      type: 'search',
      class: 'filter',
      placeholder: t('board.filter'),
      'aria-label': t('board.filter'),
      autocomplete: 'off',
    });
    this.list = html('div', { class: 'list' });
    this.none = html('p', { class: 'none' }, t('board.filter.none'));
    this.filter.addEventListener('input', () => this.#search());
    this.filter.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      const shown = [...this.list.querySelectorAll('button')].filter((button) => !button.hidden);
      const exact = shown.find((button) => button.dataset.move === this.filter.value.trim()) ?? shown[0];
      exact?.click();
    });
    this.node.append(this.filter, this.list, this.none);
    this.node.hidden = true;
  }

  /** @param {MoveView[]} moves */
  update(moves) {
    this.node.hidden = moves.length === 0;
    const many = moves.length > MANY;
    this.node.classList.toggle('many', many);
    this.filter.hidden = !many;
    this.filter.value = '';
    this.none.hidden = true;
    this.list.replaceChildren();
    /** @type {Map<string, MoveView[]>} */
    const groups = new Map();
    for (const move of moves) {
      const name = many ? groupOf(move.text) : '';
      groups.set(name, [...(groups.get(name) ?? []), move]);
    }
    for (const [name, members] of groups) {
      const group = html('div', { class: 'moves' });
      if (name !== '') group.append(html('span', { class: 'name', 'aria-hidden': 'true' }, name));
      group.append(...members.map((move) => this.#button(move)));
      this.list.append(group);
    }
  }

  /** @param {MoveView} move */
  #button({ text }) {
    const { t } = this.context;
    const button = html('button', { type: 'button', 'data-move': text }, word(t, `board.move.${slug(text)}`, text));
    button.addEventListener('click', () => this.context.choose(text));
    return button;
  }

  #search() {
    const wanted = this.filter.value.trim().toLowerCase();
    let found = 0;
    for (const button of this.list.querySelectorAll('button')) {
      const fits = `${button.dataset.move} ${button.textContent}`.toLowerCase().includes(wanted);
      button.hidden = !fits;
      if (fits) found += 1;
    }
    for (const group of this.list.querySelectorAll('.moves')) {
      group.toggleAttribute('hidden', group.querySelector('button:not([hidden])') === null);
    }
    this.none.hidden = found > 0;
  }

  /** @param {Map<string, import('./types.js').Judgement> | null} moves */
  judge(moves) {
    for (const button of this.list.querySelectorAll('button')) {
      button.querySelector('.tag')?.remove();
      const judgement = moves?.get(button.dataset.move ?? '');
      if (judgement) button.append(tag(judgement));
    }
  }

  focus() {
    this.list.querySelector('button')?.focus();
  }
}

/** @param {string} text */
function groupOf(text) {
  const word = /^[\p{L}]{2,}/u.exec(text)?.[0];
  return word ?? [...text][0] ?? '';
}

// What counts most in the value of a position to a network: squares or groups of them with their parts, pointed out on the board.

import { cellMark, cellName, squareLabel } from '../../boards/say.js';
import { fill, h } from '../dom.js';
import { tOf } from '../names.js';
import { percent, t } from '../words.js';
import { meter, winChance } from '../worth.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('../../protocol').TupleView} TupleView */
/** @typedef {import('../../protocol').At} At */

/** A part that is seen in per cent. */
const SEEN = 0.001;

/** A part of a value as a part of the chance of winning. @param {number} share */
const part = (share) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share / 2))}`;

export class Reasons {
  element = h('div', { class: 'reasons', hidden: true });
  /** The group that was chosen, and the one under the pointer or with the focus. @type {TupleView | null} */
  #chosen = null;
  /** @type {TupleView | null} */
  #touched = null;
  /** The value without what stands on a square that is pointed out. */
  #without = h('p', { class: 'without', role: 'status' });
  /** @type {import('../../protocol').ExplanationView | null} */
  #known = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The squares to point out. @returns {At[]} */
  get squares() {
    return (this.#touched ?? this.#chosen)?.squares ?? [];
  }

  /** @param {import('../../protocol').ExplanationView | null} known */
  show(known) {
    this.#chosen = this.#touched = null;
    this.#known = known;
    const { table, element } = this;
    const { turn } = table.timeline.known(table.ply) ?? table.state.step;
    const single = known?.occlusion ?? false;
    element.hidden = !known || (!single && !known.tuples.length);
    if (!known || element.hidden) return fill(element);
    const tuples = single ? known.tuples.filter(({ share }) => Math.abs(share) >= SEEN) : known.tuples;
    const largest = Math.abs(tuples[0]?.share ?? 0);
    const others = single ? 0 : tuples.reduce((rest, { share }) => rest - share, known.value);
    const about = single ? t('brain.without.about', { example: part(0.1) }) : t('brain.counts.about', { half: percent(0.5) });
    const rest = tuples.length < known.tuples.length && t(tuples.length ? 'brain.without.rest' : 'brain.without.nothing');
    this.#without.textContent = '';
    fill(
      element,
      h('h2', { class: 'minor' }, t('brain.counts')),
      h('p', null, tOf('value.chance', table.people[turn === 'second' ? 1 : 0], { chance: winChance(known.value) })),
      tuples.length > 0 && h('p', { class: 'soft small' }, about),
      single && tuples.length > 0 && this.#without,
      h(
        'ul',
        null,
        tuples.map((tuple) => h('li', null, this.#group(tuple, largest))),
        Math.abs(others) >= SEEN && h('li', { class: 'others' }, h('span', null, t('brain.counts.others')), h('span', null, part(others))),
      ),
      rest && h('p', { class: 'soft small' }, rest),
    );
  }

  /** The value without what stands on the square of a group. @param {TupleView} tuple */
  #words({ squares, share }) {
    const { board } = this.table.info;
    const chance = winChance((this.#known?.value ?? 0) - share);
    return t('brain.without', { square: cellName({ board, t }, squares[0]), chance });
  }

  /** Points out what is chosen or touched. */
  #point() {
    const tuple = this.#touched ?? this.#chosen;
    this.#without.textContent = tuple && this.#known?.occlusion ? this.#words(tuple) : '';
    this.table.judge();
  }

  /** @param {TupleView} tuple @param {number} largest */
  #group(tuple, largest) {
    const { table } = this;
    const { board } = table.info;
    const step = table.timeline.known(table.ply);
    const context = { board, options: { players: table.players }, t };
    const numbers = tuple.numbers.length > 0 && t('brain.numbers', { numbers: tuple.numbers.join(', ') });
    const all = [...(step?.scene.grids.flat().join('') ?? '')].filter((letter) => letter !== ' ').length;
    const squares = (/** @type {(at: At) => string} */ name) => (tuple.squares.length === all ? [t('brain.position')] : tuple.squares.map(name));
    const names = [...squares((at) => (step ? squareLabel(context, step, at) : cellName(context, at))), numbers || []].flat();
    const touch = (/** @type {boolean} */ on) => {
      this.#touched = on ? tuple : null;
      this.#point();
    };
    const choose = () => {
      this.#chosen = this.#chosen === tuple ? null : tuple;
      this.#touched = null;
      for (const other of this.element.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button && this.#chosen !== null));
      this.#point();
    };
    const button = h(
      'button',
      {
        type: 'button',
        'aria-pressed': 'false',
        'aria-label': `${part(tuple.share)}: ${names.join('; ')}`,
        onclick: choose,
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && touch(true),
        onpointerleave: () => touch(false),
        onfocus: () => button.matches(':focus-visible') && touch(true),
        onblur: () => touch(false),
      },
      h('span', null, [...squares((at) => cellMark(context, at)), numbers].filter(Boolean).join(' ')),
      meter(tuple.share / largest),
      h('span', null, part(tuple.share)),
    );
    return button;
  }
}

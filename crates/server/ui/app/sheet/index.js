// Sheets for a class: made by a teacher, worked on by a class, with a table of who solved what.

import { button, fill, h, icon, iconButton, loadStyles, toast } from '../dom.js';
import { alone, house, sheet as ask, solveItems } from '../house.js';
import { problemWords } from '../names.js';
import { changeSettings, getSettings } from '../store.js';
import { t } from '../words.js';
import { getMine, getPupil, getTicks, isAsked, keepMine, keepPupil, keepTick, placeOf, titleOf, unpack } from './data.js';

/** @typedef {import('./data.js').Sheet} Sheet */
/** @typedef {import('./data.js').CatalogueView} CatalogueView */

/** The sheet of an address: its items lead to places of this page. @param {import('../main.js').View} view @param {CatalogueView} known @returns {Promise<Sheet | null>} */
async function load({ id, params, signal }, known) {
  if (id === 'link') return unpack(known, params.get('data') ?? '');
  if (alone) return null;
  const { title, items } = await ask(id, signal);
  return { title, items: items.map((item) => ({ ...item, link: placeOf(known, item.link) ?? 'missing' })) };
}

/** @param {import('../main.js').View} view */
export async function show(view) {
  const [known] = await Promise.all([house(), loadStyles('sheet')]);
  if (view.signal.aborted) return;
  if (!view.id) return (await import('./editor.js')).showEditor(view, known);
  const sheet = await load(view, known);
  if (view.signal.aborted) return;
  if (!sheet) return view.missing(t('sheet.wronglink'));
  view.title(sheet.title);
  const given = view.params.get('key');
  if (given) keepMine(view.id, { id: view.id, key: given, title: sheet.title, made: Date.now() });
  const mine = getMine().find(({ id }) => id === view.id);
  const work = new SheetWork(view, known, sheet);
  const at = Number(view.params.get('item') ?? 0);
  if (sheet.items[at - 1]) return work.item(at - 1);
  if (mine) return (await import('./results.js')).showResults(view, known, sheet, mine);
  work.list();
  if (work.named) work.send();
}

/** The work of one person on a sheet. */
class SheetWork {
  /** @param {import('../main.js').View} view @param {CatalogueView} known @param {Sheet} sheet */
  constructor(view, known, sheet) {
    this.view = view;
    this.known = known;
    this.sheet = sheet;
    /** True on a server, which is told what is solved by whom. */
    this.counted = view.id !== 'link';
  }

  get name() {
    return getPupil(this.view.id);
  }

  get named() {
    return this.counted && this.name !== '';
  }

  get #whose() {
    return this.counted ? `${this.view.id}/${this.name}` : '';
  }

  /** The address of the list, or of an item. @param {number | null} at */
  #address(at) {
    const { id, params } = this.view;
    const data = params.get('data');
    const query = new URLSearchParams({ ...(data ? { data } : {}), ...(at === null ? {} : { item: String(at + 1) }) });
    return `#/sheet/${id}${query.size ? `?${query}` : ''}`;
  }

  /** The items of the sheet with what is solved. */
  list() {
    const { sheet, known, view } = this;
    if (this.counted && !this.name) return this.#askName();
    const ticks = getTicks(this.#whose);
    const solved = sheet.items.filter(({ link }) => ticks.includes(link)).length;
    fill(
      view.main,
      h(
        'div',
        { class: 'page form sheet' },
        h('h1', null, sheet.title),
        h('p', { class: 'row' }, this.counted && h('b', null, this.name), h('span', { class: 'soft' }, t('sheet.count', { solved, all: sheet.items.length })), this.counted && button('', t('sheet.change'), () => this.#askName(), { class: 'link', data: { action: 'rename' } })),
        h(
          'ol',
          { class: 'sheet-items' },
          sheet.items.map((item, at) => {
            const done = ticks.includes(item.link);
            return h('li', { class: done ? 'done' : null }, h('a', { href: this.#address(at), data: { item: String(at) } }, h('b', null, titleOf(known, item)), item.text && h('span', { class: 'sheet-text' }, item.text)), done && h('span', { class: 'sheet-tick' }, icon('check'), h('span', { class: 'unseen' }, t('puzzle.done'))));
          }),
        ),
      ),
    );
    view.main.dataset.solved = String(solved);
    view.ready('sheet');
  }

  #askName() {
    const { view, sheet } = this;
    const field = h('input', { type: 'text', id: 'sheet-pupil', maxlength: 40, required: true, autocomplete: 'off', value: this.name || getSettings().name });
    const begin = (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = field.value.trim();
      if (!name) return;
      keepPupil(view.id, name);
      if (!getSettings().name) changeSettings({ name });
      this.list();
    };
    fill(
      view.main,
      h(
        'form',
        { class: 'page form sheet', onsubmit: begin },
        h('h1', null, sheet.title),
        h('label', { class: 'field', for: 'sheet-pupil' }, h('span', null, t('settings.name')), field),
        h('p', { class: 'soft' }, t('sheet.nameabout')),
        h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main', data: { action: 'begin' } }, t('sheet.begin'))),
      ),
    );
    field.focus();
    view.ready('sheet');
  }

  /** Shows an item, with what to do above it. @param {number} at */
  async item(at) {
    const { sheet, known, view } = this;
    const mine = getMine().some(({ id }) => id === view.id);
    if (this.counted && !this.name && !mine) return this.#askName();
    const { items } = sheet;
    const item = items[at];
    const go = (/** @type {number | null} */ to) => () => (location.hash = this.#address(to));
    const next = at + 1 < items.length ? at + 1 : null;
    const step = (/** @type {string} */ drawing, /** @type {string} */ word, /** @type {number} */ to) => {
      const made = iconButton(drawing, t(word), go(to), { data: { action: `sheet-${drawing}` } });
      made.disabled = !items[to];
      return made;
    };
    const tick = h('span', { class: 'sheet-tick', role: 'status' });
    const done = isAsked(item.link) ? null : button('check', t('sheet.done'), () => solved(), { data: { action: 'sheet-done' } });
    const mark = () => {
      fill(tick, getTicks(this.#whose).includes(item.link) && [icon('check'), h('span', { class: 'unseen' }, t('puzzle.done'))]);
      done?.toggleAttribute('hidden', tick.hasChildNodes());
    };
    const solved = () => {
      keepTick(this.#whose, item.link);
      mark();
      if (this.named) this.send();
    };
    const bar = h(
      'section',
      { class: 'sheet-bar', 'aria-label': sheet.title },
      h('div', { class: 'row' }, h('a', { href: this.#address(null), class: 'button', title: t('sheet.back'), data: { action: 'sheet-list' } }, icon('rules'), h('span', null, t('sheet.back'))), step('previous', 'sheet.previous', at - 1), h('span', { class: 'soft small' }, `${at + 1} / ${items.length}`), step('next', 'sheet.next', at + 1), tick, done),
      h('div', { class: 'sheet-task' }, h('b', null, titleOf(known, item)), item.text && h('span', null, item.text)),
    );
    mark();
    view.main.before(bar);
    view.signal.addEventListener('abort', () => bar.remove());
    await view.within(item.link, { solved, next: go(next) });
  }

  /** Sends all that is solved: what could not be sent before comes along. */
  async send() {
    const ticks = getTicks(this.#whose);
    const items = this.sheet.items.flatMap(({ link }, at) => (ticks.includes(link) ? [at] : []));
    if (!items.length) return;
    try {
      await solveItems(this.view.id, { name: this.name, items });
    } catch (error) {
      toast(`${problemWords(/** @type {any} */ (error))} ${t('sheet.unsent')}`);
    }
  }
}

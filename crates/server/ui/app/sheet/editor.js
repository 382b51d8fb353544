// The sheet that a teacher makes: items with what to do, and the ways to hand it out.

import { button, fill, h, iconButton, saveFile, toast } from '../dom.js';
import { alone, makeSheet } from '../house.js';
import { linkRow } from '../link.js';
import { problemWords } from '../names.js';
import { t, when } from '../words.js';
import { LONGEST, MOST, asBoard, asPuzzle, getDraft, getMine, keepDraft, keepMine, kindOf, pack, placeOf, read, write } from './data.js';

/** @typedef {import('./data.js').Sheet} Sheet */

/** @param {import('../main.js').View} view @param {import('./data.js').CatalogueView} known */
export function showEditor(view, known) {
  const sheet = getDraft();
  const list = h('ol', { class: 'sheet-items' });
  const out = h('div', { class: 'form' });
  const title = h('input', { type: 'text', id: 'sheet-title', maxlength: MOST.title, value: sheet.title, oninput: () => change({ title: title.value }) });
  const paste = h('input', { type: 'text', id: 'sheet-paste', autocomplete: 'off', placeholder: '#/…' });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const file = h('input', { type: 'file', accept: '.json,application/json', class: 'unseen', onchange: () => open(file.files?.[0]) });
  const ways = [
    !alone && button('people', t('sheet.handout'), handOut, { class: 'button main', data: { action: 'hand-out' } }),
    button('eye', t('sheet.open'), async () => (location.hash = `#/sheet/link?data=${await pack(sheet)}`), { data: { action: 'try' } }),
    button('link', t('sheet.link'), showLink, { class: alone ? 'button main' : 'button', data: { action: 'sheet-link' } }),
    button('download', t('sheet.save'), () => saveFile('sheet.json', new Blob([write(sheet)], { type: 'application/json' })), { data: { action: 'sheet-file' } }),
  ];
  const empty = button('new', t('sheet.new'), () => (keepDraft({ title: '', items: [] }), showEditor(view, known)), { data: { action: 'new-sheet' } });

  /** @param {Partial<Sheet>} part */
  function change(part) {
    Object.assign(sheet, part);
    keepDraft(sheet);
    out.replaceChildren();
    const ready = sheet.title.trim() !== '' && sheet.items.length > 0;
    for (const way of ways) if (way) way.disabled = !ready;
    empty.disabled = sheet.title === '' && !sheet.items.length;
  }

  function draw() {
    fill(list, sheet.items.map(row));
    if (!sheet.items.length) fill(list, h('li', { class: 'soft' }, t('sheet.empty')));
    change({});
  }

  /** @param {import('./data.js').SheetItem} item @param {number} at */
  function row(item, at) {
    const keep = (/** @type {'title' | 'text'} */ key) => (/** @type {Event} */ event) => {
      item[key] = /** @type {HTMLInputElement} */ (event.target).value;
      change({});
    };
    const up = iconButton('up', t('sheet.up'), () => (sheet.items.splice(at - 1, 2, item, sheet.items[at - 1]), draw()), { data: { action: 'up' } });
    up.disabled = at === 0;
    const board = asBoard(item.link);
    const other = board ?? asPuzzle(item.link);
    const asked = other && h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: board !== null, onchange: () => ((item.link = other), draw()), data: { field: 'best' } }), h('span', null, t('sheet.best')));
    return h(
      'li',
      null,
      h('div', { class: 'row' }, h('a', { href: `#/${item.link}`, class: 'sheet-kind' }, kindOf(known, item.link)), up, iconButton('close', t('sheet.remove'), () => (sheet.items.splice(at, 1), draw()), { data: { action: 'remove' } })),
      h('input', { type: 'text', value: item.title, maxlength: MOST.title, placeholder: t('sheet.item'), 'aria-label': t('sheet.item'), oninput: keep('title'), data: { field: 'title' } }),
      h('textarea', { rows: 2, value: item.text, maxlength: MOST.text, placeholder: t('sheet.text'), 'aria-label': t('sheet.text'), oninput: keep('text'), data: { field: 'text' } }),
      asked,
    );
  }

  /** @param {string} words */
  function complain(words) {
    trouble.textContent = words;
    trouble.hidden = !words;
  }

  /** @param {Event} event */
  function add(event) {
    event.preventDefault();
    const link = placeOf(known, paste.value);
    complain(link ? '' : t('sheet.wronglink'));
    if (!link || sheet.items.length >= MOST.items) return;
    sheet.items.push({ title: '', text: '', link });
    paste.value = '';
    draw();
    focusLast();
  }

  const focusLast = () => /** @type {HTMLElement | null} */ (list.querySelector('li:last-child input'))?.focus();

  /** @param {File} [chosen] */
  async function open(chosen) {
    const data = await chosen?.text().then(JSON.parse).catch(() => null);
    const found = read(known, data);
    file.value = '';
    if (found) location.hash = `#/sheet/link?data=${await pack(found)}`;
    else complain(t('sheet.wrongfile'));
  }

  async function handOut() {
    try {
      const { id, key } = await makeSheet(sheet);
      keepMine(id, { id, key, title: sheet.title, made: Date.now() });
      keepDraft({ title: '', items: [] });
      location.hash = `#/sheet/${id}`;
    } catch (error) {
      toast(problemWords(/** @type {any} */ (error)));
    }
  }

  async function showLink() {
    const link = new URL(`.#/sheet/link?data=${await pack(sheet)}`, document.baseURI).href;
    fill(out, link.length > LONGEST ? h('p', { role: 'status' }, t('sheet.long')) : linkRow(link, t('sheet.link')));
  }

  const mine = alone ? [] : getMine();
  fill(
    view.main,
    h(
      'div',
      { class: 'page form sheet' },
      h('div', null, h('h1', null, t('sheet.title')), h('p', { class: 'soft' }, t(alone ? 'sheet.alone' : 'sheet.about'))),
      h('label', { class: 'field', for: 'sheet-title' }, h('span', null, t('sheet.name')), title),
      list,
      h('form', { class: 'link-row', onsubmit: add }, h('label', { class: 'field', for: 'sheet-paste' }, h('span', null, t('sheet.paste')), paste), h('button', { type: 'submit', class: 'button', data: { action: 'add' } }, t('sheet.add'))),
      trouble,
      h('p', { class: 'soft small' }, t('sheet.how')),
      h('div', { class: 'row wrap' }, ways, empty, h('label', { class: 'button' }, t('records.open'), file)),
      out,
      mine.length > 0 && h('section', null, h('h2', null, t('sheet.mine')), h('ul', { class: 'lines' }, mine.map(({ id, title: name, made }) => h('li', null, h('a', { class: 'line', href: `#/sheet/${id}` }, h('b', { class: 'line-main' }, name), h('span', { class: 'soft small' }, when(made))))))),
    ),
  );
  draw();
  if (view.params.has('new')) {
    view.address('#/sheet');
    focusLast();
  }
  view.title(t('sheet.title'));
  view.ready('sheet');
}

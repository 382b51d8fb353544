// A sheet as its teacher sees it: the link for the class, and who solved what.

import { button, dialog, fill, h, icon, saveFile, toast } from '../dom.js';
import { dropSheet, sheetResults } from '../house.js';
import { codeOf, linkRow } from '../link.js';
import { problemWords } from '../names.js';
import { getLanguage, t } from '../words.js';
import { keepDraft, keepMine, titleOf } from './data.js';

/** @typedef {import('../../protocol').SheetResult} SheetResult */

const REFRESH = 4000;

/** A cell of a table as others read it: one that begins like a formula is text. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The results as a table for other programs. @param {string[]} titles @param {SheetResult[]} results */
export function table(titles, results) {
  const lines = [[t('sheet.pupil'), ...titles], ...results.map(({ name, solved }) => [name, ...titles.map((_, at) => (solved.includes(at) ? '1' : '0'))])];
  return lines.map((line) => line.map(cell).join(',')).join('\r\n');
}

/** @param {import('../main.js').View} view @param {import('./data.js').CatalogueView} known @param {import('./data.js').Sheet} sheet @param {import('./data.js').Mine} mine */
export async function showResults(view, known, sheet, mine) {
  const { id, key } = mine;
  const { signal } = view;
  const titles = sheet.items.map((item) => titleOf(known, item));
  const host = h('div', { class: 'sheet-results' });
  /** @type {SheetResult[]} */
  let results = [];
  const save = button('download', t('sheet.csv'), () => saveFile('results.csv', new Blob(['\ufeff', table(titles, results)], { type: 'text/csv' })), { data: { action: 'csv' } });
  const link = new URL(`.#/sheet/${id}`, document.baseURI).href;
  const remove = () => {
    const sure = button('close', t('sheet.drop'), async () => {
      await dropSheet(id, key).catch((error) => error.code === 'not-found' || toast(problemWords(error)));
      keepMine(id, null);
      location.hash = '#/sheet';
    }, { class: 'button danger', data: { action: 'drop-sure' } });
    dialog(t('sheet.drop'), t('site.close'), h('p', null, t('sheet.sure')), h('div', { class: 'row' }, sure));
  };
  const another = () => {
    keepDraft(structuredClone(sheet));
    location.hash = '#/sheet';
  };

  function draw() {
    results.sort((one, other) => one.name.localeCompare(other.name, getLanguage()));
    save.disabled = !results.length;
    view.main.dataset.names = String(results.length);
    if (!results.length) return fill(host, h('p', { class: 'soft' }, t('sheet.nobody')));
    const count = (/** @type {number} */ at) => results.filter(({ solved }) => solved.includes(at)).length;
    const mark = (/** @type {boolean} */ done) => h('td', null, done && [icon('check'), h('span', { class: 'unseen' }, t('puzzle.done'))]);
    fill(
      host,
      h(
        'table',
        null,
        h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('sheet.pupil')), titles.map((title, at) => h('th', { scope: 'col', title }, h('a', { href: `#/sheet/${id}?item=${at + 1}` }, String(at + 1), h('span', { class: 'unseen' }, title)))))),
        h('tbody', null, results.map(({ name, solved }) => h('tr', null, h('th', { scope: 'row' }, name), titles.map((_, at) => mark(solved.includes(at)))))),
        h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, String(results.length)), titles.map((_, at) => h('td', null, String(count(at)))))),
      ),
    );
  }

  async function look() {
    results = await sheetResults(id, key, signal);
    if (!signal.aborted) draw();
  }

  fill(
    view.main,
    h(
      'div',
      { class: 'page form sheet wide' },
      h('h1', null, sheet.title),
      h('div', { class: 'handed' }, h('b', null, t('sheet.link')), linkRow(link, t('sheet.link')), codeOf(link)),
      h('section', { 'aria-label': t('sheet.results') }, h('h2', null, t('sheet.results')), host),
      h('ol', { class: 'sheet-titles' }, titles.map((title, at) => h('li', null, h('a', { href: `#/sheet/${id}?item=${at + 1}` }, title)))),
      h('div', { class: 'row wrap' }, save, button('copy', t('sheet.again'), another, { data: { action: 'another' } }), button('close', t('sheet.drop'), remove, { data: { action: 'drop' } })),
      h('details', null, h('summary', null, t('sheet.teacher')), h('p', { class: 'soft' }, t('sheet.teacherwhy')), linkRow(`${link}?key=${key}`, t('sheet.teacher'))),
    ),
  );
  try {
    await look();
  } catch (error) {
    if (signal.aborted) return;
    // Another key than that of the sheet shows what the class sees.
    if (/** @type {any} */ (error).code !== 'token') throw error;
    keepMine(id, null);
    location.replace(`#/sheet/${id}`);
    return;
  }
  view.address(`#/sheet/${id}`);
  view.ready('sheet');
  // What cannot be reached now is there a moment later.
  const timer = setInterval(() => document.hidden || look().catch(() => {}), REFRESH);
  signal.addEventListener('abort', () => clearInterval(timer));
}

// Finished games.

import { button, fill, h, icon, toast } from './dom.js';
import { house, readRecord, records } from './house.js';
import { endWords, gameName, playerNames, problemWords, seatName } from './names.js';
import { shelf } from './played.js';
import { t, when } from './words.js';

/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').RecordLine} RecordLine */

/** The longest file that the server accepts. */
const LONGEST = 64 * 1024;

/** A player of a record; the winner is marked by more than colour. @param {RecordLine} line @param {0 | 1} index */
function player(line, index) {
  const won = line.winner === (index === 0 ? 'first' : 'second');
  return h('span', { class: won ? 'winner' : null }, seatName(line.players[index]), won && icon('check'), won && h('span', { class: 'unseen' }, ` (${t('seat.won')})`));
}

/** A line of the list. @param {CatalogueView} known @param {RecordLine} line */
export function recordRow(known, line) {
  const { why } = endWords(line, playerNames(['first', 'second']), null, line.family);
  return h(
    'li',
    null,
    h(
      'a',
      { class: 'line', href: `#/record/${encodeURIComponent(line.id)}`, data: { record: line.id } },
      h('span', { class: 'line-main' }, h('b', null, gameName(known, line.game)), h('span', { class: 'soft' }, player(line, 0), ' – ', player(line, 1))),
      h('span', { class: 'soft small', title: why }, `${line.winner ? '' : `${t('end.draw')} · `}${t('count.moves', { count: line.plies })}`),
      h('time', { class: 'soft small', datetime: new Date(line.ended).toISOString() }, when(line.ended)),
    ),
  );
}

/** @param {import('./main.js').View} view */
export async function show(view) {
  const { main, signal } = view;
  const known = await house();
  const first = await records({}, signal);
  if (signal.aborted) return;
  view.title(t('site.records'));
  const list = h('ul', { class: 'lines' });
  let before = 0;
  /** @param {RecordLine[]} lines */
  const add = (lines) => {
    list.append(...lines.map((line) => recordRow(known, line)));
    before = lines.at(-1)?.number ?? 0;
    more.hidden = lines.length === 0 || before <= 1;
  };
  const more = button('', t('records.more'), async () => {
    more.disabled = true;
    try {
      const lines = await records({ before }, signal);
      add(lines);
    } catch (error) {
      if (!signal.aborted) toast(problemWords(/** @type {any} */ (error)));
    }
    more.disabled = false;
  });
  const file = h('input', { type: 'file', class: 'unseen', id: 'record-file', accept: '.txt,.pgn,.games,.sgf,.ggf,text/plain', onchange: () => file.files?.[0] && open(file.files[0]) });
  fill(
    main,
    h(
      'div',
      { class: 'page' },
      h('div', { class: 'page-head' }, h('h1', null, t('site.records')), file, h('label', { class: 'button', for: 'record-file' }, icon('upload'), h('span', null, t('records.open')))),
      first.length === 0 && h('p', { class: 'soft' }, t('lobby.nopast')),
      list,
      h('p', null, more),
    ),
  );
  add(first);
  view.ready('records');
}

/** @param {File} file */
async function open(file) {
  if (file.size > LONGEST) {
    toast(t('problem.too-long'));
    return;
  }
  try {
    shelf.opened = await readRecord(await file.text());
    // Variations become side lines; those that are not legal, or of another format, are skipped.
    const { variations, side_lines: lines } = shelf.opened;
    if (variations && !lines) toast(t('records.variations', { count: variations }));
    location.hash = '#/record/';
  } catch (error) {
    toast(problemWords(/** @type {any} */ (error)));
  }
}

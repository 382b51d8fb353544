// The ends of a connection for which it is no use to come back: what is shown then.

import { button, fill, h, toast } from '../dom.js';
import { HouseError, house, record } from '../house.js';
import { problemWords } from '../names.js';
import { forgetPlace, keepPlace } from '../store.js';
import { t } from '../words.js';

/** @typedef {import('./index.js').Table} Table */

/** Failed attempts to connect after which the page looks for a record of the game. */
export const PATIENCE = 1;
/** Milliseconds between two questions to a server that cannot be reached. */
const AGAIN = 2000;

/** The table does not answer: its game may be over with a record kept, or the server may be down. @param {Table} table @param {number} failures */
export async function gone(table, failures) {
  try {
    await record(table.id, table.view.signal);
    if (!table.view.signal.aborted) location.replace(`#/record/${encodeURIComponent(table.id)}`);
  } catch (error) {
    if (table.view.signal.aborted || table.begun) return;
    if (error instanceof HouseError && error.code === 'not-found') {
      if (failures > PATIENCE) missing(table);
    } else lost(table.view.main);
  }
}

/** @param {HTMLElement} main */
const lost = (main) => fill(main, h('section', { class: 'message' }, h('h1', null, t('live.lost')), h('p', null, t('live.retrying'))));

/** The games of the server, once it can be reached: the page itself opens without it. @param {import('../main.js').View} view */
export async function reached({ main, signal }) {
  for (;;) {
    try {
      return await house();
    } catch (error) {
      if (signal.aborted || /** @type {any} */ (error).code !== 'offline') throw error;
      lost(main);
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

/** There is neither a game nor a record. @param {Table} table */
function missing(table) {
  table.live.close();
  forgetPlace(table.id);
  fill(
    table.view.main,
    h('section', { class: 'message' }, h('h1', null, t('missing.title')), h('p', null, t('missing.table')), h('a', { class: 'button main', href: '#/' }, t('missing.lobby'))),
  );
  table.view.ready('missing');
}

/** The server ended the connection. @param {Table} table @param {import('../../protocol').Problem} problem */
export function bye(table, problem) {
  if (problem.code === 'not-found') {
    gone(table, PATIENCE + 1);
  } else if (problem.code === 'token') {
    // Another client has the seat by now: watch.
    keepPlace({ id: table.id, token: null, seat: null });
    toast(problemWords(problem));
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else if (problem.code === 'protocol' || problem.code === 'origin') {
    const again = button('', t('failed.again'), () => location.reload(), { class: 'button main' });
    fill(table.view.main, h('section', { class: 'message' }, h('h1', null, t('failed.title')), h('p', null, problemWords(problem)), again));
    table.view.ready('failed');
  } else if (problem.code !== 'closing') toast(problemWords(problem));
}

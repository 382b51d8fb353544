// The lesson of a learner after a game: what is new, what it would do otherwise, and what each move was worth to it before and now.

import { svg } from '../../boards/svg.js';
import { fill, h } from '../dom.js';
import { brainName, moveName } from '../names.js';
import { t } from '../words.js';
import { winChance } from '../worth.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('../../protocol').LearntView} LearntView */
/** @typedef {import('../../protocol').Revalued} Revalued */

/** The picture of values: its height, and the width of a move. */
const HEIGHT = 100;
const MOVE = 12;
/** A change of a value that is marked: less is not seen in per cent. */
const SEEN = 0.01;

/** The numbers of changes; zeros are left out. @param {LearntView} lesson */
function counts(lesson) {
  const { new_positions, new_moves, changed_moves } = lesson;
  const all = [['brain.newpositions', new_positions], ['brain.newmoves', new_moves], ['brain.changed', changed_moves]];
  const some = /** @type {[string, number][]} */ (all.filter(([, count]) => count));
  return some.length ? some.map(([key, count]) => t(key, { count })).join(' ') : t('brain.nothingnew');
}

/** @param {Revalued} value */
const changed = ({ before, now }) => before === null || Math.abs(now - before) > SEEN;

/** The values along the game as two lines, for the first player. @param {Table} table @param {Revalued[]} values */
function graph(table, values) {
  const last = Math.max(10, table.state.played.length);
  const place = (/** @type {number} */ ply, /** @type {number} */ q) => {
    const share = table.state.movers[ply] === 'first' ? q : -q;
    return `${(ply + 0.5) * MOVE} ${((1 - share) / 2) * HEIGHT}`;
  };
  const line = (/** @type {string[]} */ places) => (places.length ? `M${places.join('L')}` : '');
  const title = t('brain.graph', { player: table.players[0] });
  return h(
    'div',
    { class: 'review-graph' },
    h('span', { class: 'small soft' }, title),
    svg(
      'svg',
      { viewBox: `0 -6 ${last * MOVE} ${HEIGHT + 12}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title },
      svg('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${last * MOVE}` }),
      svg('path', { class: 'line', d: line(values.flatMap(({ ply, before }) => (before === null ? [] : [place(ply, before)]))) }),
      svg('path', { class: 'now', fill: 'none', d: line(values.map(({ ply, now }) => place(ply, now))) }),
      // A line without length has round ends, which stay round when the picture is stretched.
      ...values.filter(changed).map(({ ply, now }) => svg('path', { class: 'inaccuracy', d: `M${place(ply, now)}h0` })),
    ),
  );
}

/** The same in numbers, each for the side that moved. @param {Table} table @param {Revalued[]} values */
const numbers = (table, values) =>
  h(
    'table',
    { class: 'opinions' },
    h('thead', null, h('tr', null, ['brain.move', 'brain.before', 'brain.now'].map((key) => h('th', { scope: 'col' }, t(key))))),
    h(
      'tbody',
      null,
      values.map((value) =>
        h(
          'tr',
          { data: { changed: changed(value) ? '1' : null } },
          h('th', { scope: 'row' }, h('button', { type: 'button', class: 'link', onclick: () => table.look(value.ply) }, `${value.ply + 1}. ${moveName(table.state.played[value.ply] ?? '')}`)),
          h('td', null, value.before === null ? '–' : winChance(value.before)),
          h('td', null, changed(value) ? h('b', null, `${value.now >= (value.before ?? 0) ? '▲' : '▼'} ${winChance(value.now)}`) : winChance(value.now)),
        ),
      ),
    ),
  );

/** @param {HTMLElement} host @param {Table} table */
export function teach(host, table) {
  if (host.childElementCount === table.lessons.length) return;
  fill(
    host,
    table.lessons.map((lesson) => {
      // An older engine does not say them.
      const values = lesson.values ?? [];
      return h(
        'section',
        { class: 'lesson' },
        h('h2', { class: 'minor' }, t('brain.learnt', { name: brainName(lesson.brain) })),
        h('p', null, counts(lesson)),
        values.length > 0 && graph(table, values),
        lesson.changes.length > 0 &&
          h(
            'ul',
            null,
            lesson.changes.slice(0, 12).map((change) =>
              h(
                'li',
                null,
                h('button', { type: 'button', class: 'link', onclick: () => table.look(change.ply) }, t('brain.atply', { ply: change.ply })),
                ' ',
                change.before === null ? t('brain.nopreference', { now: change.now ?? t('brain.anything') }) : t('brain.instead', { before: change.before, now: change.now ?? t('brain.anything') }),
              ),
            ),
          ),
        values.length > 0 && numbers(table, values),
      );
    }),
  );
}

// A first game of a family in three steps, in a bar: what to do, what to look at, and how one wins. A step is over when one has done it, or
// by its button.

import { button, h } from '../dom.js';
import { unfold } from '../names.js';
import { isLearnt, keepLearnt } from '../store.js';
import { has, t } from '../words.js';

/** @typedef {import('./index.js').Table} Table */

const STEPS = 3;

/** The step that was reached by the button, and the moves that were made before the first. @type {WeakMap<Table, {step: number, before: number}>} */
const reached = new WeakMap();

/** The own moves so far. @param {Table} table */
const moved = ({ state, you }) => state.movers.filter((mover) => mover === you).length;

/** The words of a step, for the options of the game if there are such. @param {Table} table @param {number} number */
function words({ known, info }, number) {
  const { family, all } = unfold(known, info.game);
  const key = `lesson.${family?.name}.${number}`;
  const own = [...all].map(([option, value]) => `${key}.${option}.${value}`);
  return t([...own, key].find(has) ?? `lesson.any.${number}`, Object.fromEntries(all));
}

/** Shows the steps again. @param {Table} table */
export function repeat(table) {
  keepLearnt(table.info.family, false);
  reached.set(table, { step: 0, before: moved(table) });
  table.changed();
}

/** @param {Table} table @returns {import('./bars.js').Bar} */
export function lesson(table) {
  const { family } = table.info;
  // People explain to each other.
  if (!table.you || !table.state.seats.some((seat) => seat.kind === 'bot') || isLearnt(family)) return null;
  const { step, before } = reached.get(table) ?? { step: 0, before: 0 };
  // A move takes one to the second step, another one to the last.
  const now = Math.max(step, Math.min(STEPS - 1, moved(table) - before));
  if (table.state.end) {
    if (moved(table) > before) keepLearnt(family, true);
    return null;
  }
  const last = now === STEPS - 1;
  const onward = () => {
    reached.set(table, { step: now + 1, before });
    if (last) keepLearnt(family, true);
    table.changed();
  };
  return {
    key: `lesson${now}`,
    build: () =>
      h(
        'div',
        { class: 'bar first-steps', role: 'note', data: { step: String(now + 1) } },
        h('p', null, h('b', null, t('lesson.step', { n: now + 1, steps: STEPS })), ' ', words(table, now + 1)),
        h('span', { class: 'row' }, button('', t(last ? 'lesson.done' : 'lesson.next'), onward, { data: { action: 'step' } })),
      ),
  };
}

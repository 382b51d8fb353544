// Links to the tree of the position shown: a search's trace, or the game itself.

import { PROOF, linkTo, placeOf, proofPlayed } from '../../lab/wish.js';
import { fill, h, icon } from '../dom.js';
import { game } from '../house.js';
import { t } from '../words.js';

/** @typedef {import('./index.js').Table} Table */

/** The proof that a bot at the table plays by; '' for none. @param {Table} table */
function proofOf(table) {
  const names = table.state.seats.map((seat) => (seat.kind === 'bot' ? proofPlayed(seat.bot) : ''));
  return names.find(Boolean) ?? '';
}

/** @param {Table} table @returns {import('./panel.js').Tab} */
export function tree(table) {
  const element = h('div', { class: 'think' });
  let built = '';
  /** True if the server has proofs of the game; null until that is known. @type {boolean | null} */
  let proved = null;

  const learn = async () => {
    proved = false;
    try {
      const { proofs } = await game(table.info.game, table.view.signal);
      proved = proofs.some(({ state }) => state.kind === 'checked');
      if (proved) table.changed();
    } catch {
      // The other trees are there all the same; it is asked again with the next move.
      proved = null;
    }
  };
  return {
    element,
    update() {
      if (proved === null) learn();
      const { faces, nodes } = table.info.board;
      const place = placeOf(table);
      const key = `${table.hints} ${proved} ${place.moves}`;
      if (key === built) return;
      built = key;
      if (!table.hints) return fill(element, h('p', { class: 'soft' }, t('think.forbidden')));
      const search = faces.length > 0 ? 'expectiminimax:depth=2' : nodes.length > 0 ? 'alphabeta' : 'alphabeta:depth=3';
      const way = (/** @type {string} */ words, /** @type {Partial<import('../../lab/wish.js').Asked>} */ asked, main = false) =>
        h('a', { class: main ? 'button main' : 'button', href: linkTo({ ...place, ...asked }) }, icon('tree'), h('span', null, words));
      fill(
        element,
        h('p', { class: 'soft' }, t('lab.subtitle')),
        way(t('lab.view.trace'), { view: 'trace', bot: search }, true),
        way(t('lab.view.full'), { view: 'full' }),
        way(t('lab.view.coloured'), { view: 'coloured' }),
        proved && way(t('lab.view.proof'), { ...PROOF, proof: proofOf(table) }),
      );
    },
  };
}

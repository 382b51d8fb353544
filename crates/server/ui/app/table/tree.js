// The way to the tree of the position shown: what a search looks at there, or the game itself.

import { linkTo } from '../../lab/wish.js';
import { fill, h, icon } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('./index.js').Table} Table */

/** @param {Table} table @returns {import('./panel.js').Tab} */
export function tree(table) {
  const element = h('div', { class: 'think' });
  let built = '';
  return {
    element,
    update() {
      const { game, family } = table.info;
      const place = { game, position: table.timeline.position ?? '', moves: table.state.played.slice(0, table.ply).join(' ') };
      const key = `${table.hints} ${place.moves}`;
      if (key === built) return;
      built = key;
      if (!table.hints) return fill(element, h('p', { class: 'soft' }, t('think.forbidden')));
      const search = family === 'pig' ? 'expectiminimax:depth=2' : family === 'tree' ? 'alphabeta:plain=on' : 'alphabeta:depth=3,plain=on';
      const way = (/** @type {string} */ words, /** @type {Partial<import('../../lab/wish.js').Asked>} */ asked, main = false) =>
        h('a', { class: main ? 'button main' : 'button', href: linkTo({ ...place, ...asked }) }, icon('tree'), h('span', null, words));
      fill(
        element,
        h('p', { class: 'soft' }, t('lab.subtitle')),
        way(t('lab.view.trace'), { view: 'trace', bot: search }, true),
        way(t('lab.view.full'), { view: 'full' }),
        way(t('lab.view.coloured'), { view: 'coloured' }),
      );
    },
  };
}

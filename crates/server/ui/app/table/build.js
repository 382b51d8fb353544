// The elements of a live game: the seats around the board, what can be done below it, the panel beside it.

import { announce, button, dialog, fill, h } from '../dom.js';
import { gameName, howToPlay, isDark } from '../names.js';
import { Stage, boardOptions } from '../stage.js';
import { t } from '../words.js';
import { actions } from './actions.js';
import { bars } from './bars.js';
import { repeat } from './lesson.js';
import { panel } from './panel.js';
import { plate } from './plates.js';

/** @typedef {import('./index.js').Table} Table */

/** @param {Table} table @param {(text: string, hasty: boolean, at?: import('../../protocol').At) => boolean} choose */
export function build(table, choose) {
  const { info, known, players, view, you } = table;
  const name = gameName(known, info.game);
  const rules = () => {
    const steps = button('play', t('lesson.again'), () => (opened.close(), repeat(table)), { data: { action: 'steps' } });
    const opened = dialog(name, t('site.close'), howToPlay(known, info.game, info.how_to_play).split('\n').map((line) => h('p', null, line)), you && !table.state.end && h('p', null, steps));
  };
  view.heading(name, button('rules', t('table.rules'), rules, { data: { action: 'rules' }, title: t('table.rules') }));
  const host = h('div', { class: 'board-host' });
  const top = plate(table, you === 'second' ? 0 : 1);
  const bottom = plate(table, you === 'second' ? 1 : 0);
  const middle = bars(table);
  const below = actions(table);
  const beside = panel(table);
  fill(
    view.main,
    h('h1', { class: 'unseen' }, name),
    h('div', { class: `table ${isDark('first', info.board, info.players) ? 'dark-first' : ''}` }, h('section', { class: 'play-area', 'aria-label': t('table.board') }, top.element, host, bottom.element, below.element), h('div', { class: 'side' }, beside.element, middle.element)),
  );
  const stage = new Stage(host, { ...boardOptions(info.board, players), you, onMove: (text, _scene, hasty, at) => choose(text, hasty, at), onRefuse: announce, announce, people: () => table.people, scored: true }, view.signal);
  return { parts: [top, bottom, middle, below, beside], stage };
}

// The elements of the board to analyse on.

import { button, fill, h, icon } from '../dom.js';
import { recordFile } from '../house.js';
import { mark } from '../mark.js';
import { endWords, isDark } from '../names.js';
import { t, when } from '../words.js';

/** @param {import('./analysis.js').Analysis} analysis */
export function build(analysis) {
  const { view, played, opening, players, people, name, list } = analysis;
  const { line } = played;
  const tool = (/** @type {string} */ drawing, /** @type {string} */ word, /** @type {() => void} */ act, /** @type {string} */ action) => button(drawing, t(word), act, { data: { action } });
  const play = button('play', t('moves.play'), () => analysis.run(), { class: 'button main', data: { action: 'play' } });
  const judged = tool('chart', 'review.show', () => analysis.lookBack(), 'review');
  const raise = tool('swap', 'analysis.promote', () => analysis.promote(), 'promote');
  const drop = tool('close', 'analysis.delete', () => analysis.remove(), 'delete');
  const tools = [
    play,
    judged,
    tool('branch', 'moves.playon', () => analysis.playOn(analysis.current), 'playon'),
    tool('tree', 'moves.tree', () => analysis.seeTree(), 'tree'),
    tool('rules', 'moves.slider', () => analysis.setUp(), 'position'),
    line ? file(analysis, line.id) : tool('download', 'end.record', () => analysis.save(), 'save'),
  ];
  view.heading(name, button('link', t('share.share'), async () => (await import('../link.js')).shareDialog(analysis.route), { data: { action: 'share' }, title: t('share.share') }));
  const seat = (/** @type {0 | 1} */ index) => {
    const side = index ? 'second' : 'first';
    return h(
      'div',
      { class: `plate ${line?.winner === side ? 'won' : ''}`, data: { side } },
      mark(side, opening.board, opening.players),
      h('div', { class: 'plate-text' }, h('b', { class: 'plate-name' }, people[index]), people[index] !== players[index] && h('span', { class: 'plate-about soft' }, players[index])),
    );
  };
  const result = line && endWords(line, people, null, line.family);
  const headline = h('b', null, result?.headline);
  fill(
    view.main,
    h('h1', { class: 'unseen' }, `${t('analysis.title')}: ${name}`),
    h(
      'div',
      { class: `table replay analysis ${isDark('first', opening.board, opening.players) ? 'dark-first' : ''}` },
      h(
        'section',
        { class: 'play-area', 'aria-label': t('table.board') },
        h('div', { class: 'plates' }, seat(0), seat(1)),
        analysis.host,
        result && line && h('p', { class: 'result' }, headline, ' ', h('span', { class: 'soft' }, `${result.why} · ${when(line.ended)}`)),
        h('div', { class: 'controls' }, h('div', { class: 'row tools' }, tools)),
      ),
      h('aside', { class: 'panel open', 'aria-label': t('tab.moves') }, h('div', { class: 'tab-body' }, analysis.engine.element, analysis.replies.element, analysis.review.element, list.element)),
    ),
  );
  list.element.append(h('div', { class: 'row wrap side-tools' }, raise, drop));
  return { play, judged, raise, drop, headline };
}

/** The link that saves a record: as it is kept, or with its side lines. @param {import('./analysis.js').Analysis} analysis @param {string} id */
function file(analysis, id) {
  const link = h('a', { class: 'button', ...recordFile(id), data: { action: 'save' } }, icon('download'), h('span', null, t('end.record')));
  const save = (/** @type {Event} */ event) => {
    if (!analysis.tree.branches) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    analysis.save();
  };
  link.addEventListener('click', save, { capture: true });
  return link;
}

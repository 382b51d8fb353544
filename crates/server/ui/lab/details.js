// All that is known of the node one points at: its board, its window, and what will cut there next.

import { createBoard } from '../boards/index.js';
import { button, fill, h } from '../app/dom.js';
import { playerNames } from '../app/names.js';
import { boardOptions } from '../app/stage.js';
import { onSettings, preferences } from '../app/store.js';
import { number, t } from '../app/words.js';
import { winChance } from '../app/worth.js';
import { kindOf, movedText, nameOf, nextCut, proofWords, reasonOf, spanText, worthText } from './say.js';

/** @typedef {import('./pane.js').Pane} Pane */

export class Details {
  /** @type {import('../boards/index.js').BoardHandle | null} */
  #board = null;
  #of = '';
  #shown = '';

  /** @type {Pane | null} */
  #pane = null;
  #id = 0;

  /**
   * @param {{begin: (pane: Pane, id: number) => void, play: (pane: Pane, id: number) => void}} acts  the tree begins, or a game goes on, at a node
   * @param {AbortSignal} signal
   */
  constructor(acts, signal) {
    this.picture = h('div', { class: 'lab-position', 'aria-hidden': 'true' });
    this.title = h('h2', null, '');
    this.list = h('dl', { class: 'lab-facts' });
    this.next = h('p', { class: 'lab-next' });
    const act = (/** @type {'begin' | 'play'} */ what) => () => this.#pane && acts[what](this.#pane, this.#id);
    this.begin = button('tree', t('lab.begin'), act('begin'), { data: { action: 'lab-begin' } });
    this.play = button('branch', t('moves.playon'), act('play'), { data: { action: 'lab-playon' } });
    this.acts = h('div', { class: 'row wrap' }, this.begin, this.play);
    this.element = h('section', { class: 'lab-details', 'aria-label': t('lab.details') }, this.title, this.picture, this.list, this.next, this.acts);
    onSettings(() => this.#board?.prefer(preferences()), signal);
    signal.addEventListener('abort', () => this.#board?.destroy());
  }

  /** @param {Pane} pane @param {number} id @param {string} hides */
  show(pane, id, hides) {
    const { tree, known } = pane;
    const node = tree.nodes[id];
    if (!node || !known) return;
    this.#pane = pane;
    this.#id = id;
    this.#draw(pane, id);
    const seen = known.seen[id] === true;
    const value = seen ? worthText(known.value[id] ?? null, known.bound[id] ?? 'exact') : '';
    const tally = known.tally[id];
    const path = tree.path(id);
    /** @type {([string, string] | false | '' | null | undefined)[]} */
    const rows = [
      [t('lab.fact.kind'), kindOf(tree, id)],
      path.length > 0 && [t('lab.fact.path'), path.join(' ')],
      seen && node.order !== undefined && hides !== 'cuts' && [t('lab.fact.visit'), number(node.order)],
      // Where a search goes to the ends it has no other limit worth telling.
      seen && node.depth !== undefined && node.depth < 100 && [t('lab.fact.depth'), number(node.depth)],
      seen && !hides && known.window[id] && [t('lab.fact.window'), spanText(node.window)],
      seen && !hides && movedText(tree, known, id) !== '' && [t('lab.fact.now'), movedText(tree, known, id)],
      value && (!hides || tree.below(id).length === 0) && [t('lab.fact.value'), value],
      seen && tally && [t('lab.fact.tally'), t('lab.tally', { count: tally[0], chance: winChance(tally[1]) })],
      !hides && (seen || tree.passed(id)) && (known.done[id] || tree.passed(id)) && reasonOf(tree, id) !== '' && [t('lab.fact.end'), reasonOf(tree, id)],
      node.hidden > 0 && [t('lab.fact.hidden'), `${number(node.hidden)}${node.hidden_more ? '+' : ''}`],
    ];
    this.title.textContent = nameOf(tree, id);
    fill(
      this.list,
      rows.flatMap((row) => (row ? [h('dt', null, row[0]), h('dd', null, row[1])] : [])),
      h('dt', null, t('lab.fact.position')),
      h('dd', null, h('code', null, node.position)),
    );
    this.next.textContent = hides ? '' : proofWords(tree, id) || nextCut(tree, known, id);
    this.next.hidden = !this.next.textContent;
    // What a quiz asks about is not left by accident.
    this.acts.hidden = hides !== '' || node.turn === 'over';
    this.begin.hidden = id === 0;
  }

  /** @param {Pane} pane @param {number} id */
  #draw({ tree }, id) {
    const { told } = tree;
    const node = tree.node(id);
    // A board that is the tree itself would show what is there already.
    this.picture.hidden = told.board.nodes.length > 0;
    if (this.picture.hidden) return;
    if (this.#of !== told.game) {
      this.#board?.destroy();
      this.picture.replaceChildren();
      this.#board = createBoard(this.picture, { ...boardOptions(told.board, playerNames(told.players, told.board)), still: true });
      this.#of = told.game;
      this.#shown = '';
    }
    if (this.#shown === node.position) return;
    this.#shown = node.position;
    const { ply, position, turn, scene } = node;
    this.#board?.update({ ply, position, turn, scene, moves: [], last: null, by: null }, { interactive: false, animate: false });
  }
}

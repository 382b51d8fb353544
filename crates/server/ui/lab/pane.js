// One tree, with its picture, what was known of it at a step, and a line that says what just happened.

import { h, iconButton } from '../app/dom.js';
import { botName, optionName, parse, wordOf } from '../app/names.js';
import { number, t } from '../app/words.js';
import { Grown } from './data.js';
import { Picture } from './picture.js';
import { proofSentence, sentence } from './say.js';
import { happenings, knownAt } from './walk.js';

/** @typedef {import('../protocol').GrownTree} GrownTree */
/** @typedef {import('./looks.js').Mask} Mask */
/** @typedef {import('./walk.js').Happening} Happening */
/** @typedef {import('./walk.js').Known} Known */

/** Nothing is hidden. @returns {Mask} */
export const bare = () => ({ hides: '', shown: new Set(), marked: new Set(), right: new Set(), wrong: new Set() });

export class Pane {
  /** @type {Grown} */
  tree = new Grown({ game: '', family: '', players: ['', ''], board: { grids: [], across: 0, cells: [], axes: [], shape: 'disc', falls: false, pushed: false, dark_first: false, drawless: false, buttons: [], faces: [], nodes: [], roads: [], lines: [] }, position: '', nodes: [], left_out: 0, left_out_more: false, cut_at: null, solved: true, strategy: null, search: null, proof: null });
  /** @type {Happening[]} */
  happenings = [];
  /** @type {Set<number>} */
  folded = new Set();
  /** @type {Known | null} */
  known = null;

  /**
   * @param {{select: (id: number) => void, open: (id: number) => void, press: (id: number) => void, hover: (id: number | null) => void}} told
   * @param {AbortSignal} signal
   */
  constructor(told, signal) {
    this.title = h('h2', { class: 'lab-title' });
    this.count = h('p', { class: 'lab-nodes-count soft small' });
    this.notes = h('p', { class: 'lab-notes soft small', hidden: true });
    this.words = h('p', { class: 'lab-sentence' });
    const host = h('div', { class: 'lab-host' });
    this.picture = new Picture(host, told, signal);
    const tools = h(
      'div',
      { class: 'lab-zoom' },
      iconButton('new', t('lab.larger'), () => this.picture.zoom(1.3), { class: 'icon-button', data: { action: 'lab-larger' } }),
      iconButton('minus', t('lab.smaller'), () => this.picture.zoom(1 / 1.3)),
      iconButton('whole', t('lab.whole'), () => this.picture.whole()),
    );
    this.element = h('section', { class: 'lab-pane', 'aria-label': t('lab.tree') }, h('header', { class: 'lab-head' }, this.title, this.count), this.words, h('div', { class: 'lab-frame' }, host, tools), this.notes);
  }

  /** Another tree. @param {GrownTree} told @param {string} title */
  become(told, title) {
    this.tree = new Grown(told);
    this.title.textContent = title;
    this.folded = new Set();
    this.regrown();
  }

  /** The tree has more nodes now. */
  regrown() {
    this.happenings = happenings(this.tree);
    this.known = null;
    const { search, strategy, left_out: left, left_out_more: more, solved } = this.tree.told;
    this.count.textContent = search && search.nodes > 0 ? t('lab.visited', { count: search.nodes }) : t('lab.nodes', { count: this.tree.nodes.length });
    if (strategy) this.count.textContent += ` ${t('lab.strategy', { leaves: number(strategy.leaves), nodes: number(strategy.nodes) })}`;
    const notes = [left > 0 && t('lab.leftout', { count: left, more: more ? '+' : '' }), !solved && t('lab.unsolved'), search?.stopped && t('lab.stopped')];
    this.notes.textContent = notes.filter(Boolean).join(' ');
    this.notes.hidden = !this.notes.textContent;
  }

  /** Draws the tree again after nodes were folded or added. */
  draw() {
    this.picture.show(this.tree, this.folded);
  }

  /** Shows the tree as known after `step` events. @param {number} step @param {Mask} mask */
  paint(step, mask) {
    this.known = knownAt(this.tree, this.happenings, step);
    this.picture.paint(this.known, mask);
    this.words.textContent = mask.hides ? '' : this.tree.told.proof ? proofSentence(this.tree, this.tree.told.proof) : sentence(this.tree, this.known);
    this.words.hidden = mask.hides !== '';
  }

  /** @param {number} id */
  fold(id) {
    if (this.tree.below(id).length === 0) return;
    if (!this.folded.delete(id)) this.folded.add(id);
    this.draw();
  }
}

/** The title of a bot above its tree: its plain name, and its options. @param {string} bot */
export function botTitle(bot) {
  const { name, options } = parse(bot);
  // These say their options themselves.
  if (name === 'learner' || name === 'rules' || !options.size) return botName(bot);
  const small = (/** @type {string} */ text) => text.charAt(0).toLowerCase() + text.slice(1);
  const words = [...options].map(([key, value]) => small(optionName(name, key)) + (value === 'on' ? '' : `: ${wordOf(name, key, value)}`));
  return `${botName(name)} (${words.join(', ')})`;
}

/**
 * How many nodes each of two searches visited, and what one saved.
 * @param {Pane} one
 * @param {Pane} other
 */
export function comparison(one, other) {
  const [a, b] = [one.tree.told.search, other.tree.told.search];
  if (!a || !b || a.nodes === 0 || b.nodes === 0) return '';
  const [less, more] = a.nodes <= b.nodes ? [a, b] : [b, a];
  if (less.nodes === more.nodes) return t('lab.compare.same', { count: less.nodes });
  return t('lab.compare', { less: botTitle(less.bot), more: botTitle(more.bot), few: number(less.nodes), many: number(more.nodes), saved: number(Math.round((1 - less.nodes / more.nodes) * 1000) / 10) });
}


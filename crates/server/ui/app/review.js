// A finished game looked back at: the chances over its moves, the mistakes, and the moves that had to be found.

import { button, fill, h } from './dom.js';
import { review } from './house.js';
import { moveName, problemWords } from './names.js';
import { valueWords } from './worth.js';
import { t } from './words.js';

/** @typedef {import('../protocol').Side} Side */
/** @typedef {import('../protocol').ReviewView} ReviewView */
/** @typedef {import('../protocol').Judgement} Judgement */
/** @typedef {{game: string, position: string | null, moves: string[], movers: (Side | null)[], players: [string, string], dice: boolean}} Played */

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 100;
const RADIUS = { mistake: 5, inaccuracy: 3.5, only: 4.5 };

/** @param {string} tag @param {Record<string, string | number>} attributes @param {Node[]} children */
function draw(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

export class Review {
  /** @type {ReviewView | null} */
  view = null;
  #ply = 0;
  /** @type {SVGElement | null} */
  #now = null;

  /**
   * @param {Played} played
   * @param {(ply: number) => void} pick
   * @param {(ply: number) => void} again  plays on from a position
   * @param {AbortSignal} signal
   */
  constructor(played, pick, again, signal) {
    this.played = played;
    this.pick = pick;
    this.again = again;
    this.signal = signal;
    this.graph = h('div', { class: 'review-graph' });
    this.said = h('div', { class: 'review-said', 'aria-live': 'polite' });
    this.element = h('section', { class: 'review', 'aria-label': t('review.show') }, this.graph, this.said);
  }

  /** Asks for the review; the judgements of the moves are then in `view`. */
  async load() {
    const { game, position, moves } = this.played;
    fill(this.said, h('p', { class: 'soft' }, t('review.wait')));
    try {
      this.view = await review({ game, position, moves }, this.signal);
    } catch (error) {
      if (this.signal.aborted) return;
      fill(this.said, h('p', null, problemWords(/** @type {any} */ (error))));
      return;
    }
    this.#draw(this.view);
    this.show(this.#ply);
  }

  /** @returns {(Judgement | null)[]} */
  get judgements() {
    return this.view?.moves.map((move) => move.judgement) ?? [];
  }

  /** @param {ReviewView} view */
  #draw(view) {
    const last = Math.max(1, view.chances.length - 1);
    const wide = Math.max(120, last * 12);
    const x = (/** @type {number} */ ply) => (ply / last) * wide;
    const y = (/** @type {number} */ chance) => (1 - chance) * HEIGHT;
    const known = view.chances.flatMap((chance, ply) => (chance === null ? [] : [[x(ply), y(chance)]]));
    const line = known.map(([at, up]) => `${at.toFixed(1)} ${up.toFixed(1)}`).join('L');
    const area = known.length > 1 ? `M${known[0][0]} ${HEIGHT}L${line}L${known[known.length - 1][0]} ${HEIGHT}Z` : '';
    const dots = view.moves.flatMap((move, index) => {
      const chance = view.chances[index + 1];
      if (!move.judgement || chance === null) return [];
      return [draw('circle', { class: move.judgement, cx: x(index + 1), cy: y(chance), r: RADIUS[move.judgement] })];
    });
    this.#now = draw('path', { class: 'now' });
    const picture = draw(
      'svg',
      { viewBox: `-6 -6 ${wide + 12} ${HEIGHT + 12}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('review.graph', { player: this.played.players[0] }) },
      draw('rect', { class: 'ground', x: 0, y: 0, width: wide, height: HEIGHT }),
      draw('path', { class: 'area', d: area }),
      draw('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${wide}` }),
      draw('path', { class: 'line', d: line && `M${line}` }),
      this.#now,
      ...dots,
    );
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * (wide + 12) - 6;
      this.pick(Math.round((Math.max(0, Math.min(wide, at)) / wide) * last));
    });
    this.graph.style.setProperty('--ratio', String(wide / HEIGHT));
    fill(this.graph, h('span', { class: 'small soft' }, t('review.graph', { player: this.played.players[0] })), picture);
  }

  /** The position after `ply` moves is on the board. @param {number} ply */
  show(ply) {
    this.#ply = ply;
    if (!this.view) return;
    const last = Math.max(1, this.view.chances.length - 1);
    const at = (ply / last) * Math.max(120, last * 12);
    this.#now?.setAttribute('d', `M${at} 0V${HEIGHT}`);
    fill(this.said, this.#words(ply), this.#sums());
  }

  /** @param {number} ply */
  #words(ply) {
    const { players, movers, moves, dice } = this.played;
    const move = this.view?.moves[ply - 1];
    const side = movers[ply - 1];
    if (!move?.judgement || !side) return null;
    const better = move.judgement !== 'only' && move.best;
    return h(
      'div',
      { class: `judged ${move.judgement}` },
      h('p', null, h('b', null, t(`review.${move.judgement}`), ': '), h('code', null, moveName(moves[ply - 1])), ' ', move.value && h('span', { class: 'soft' }, valueWords(move.value, side, players, dice))),
      better && h('p', null, t('review.better'), ': ', h('code', null, moveName(better)), ' ', move.best_value && h('span', { class: 'soft' }, valueWords(move.best_value, side, players, dice))),
      better && button('branch', t('review.again'), () => this.again(ply - 1), { data: { action: 'again' } }),
    );
  }

  /** The numbers of mistakes and of moves that were found, for each player. */
  #sums() {
    const sides = /** @type {const} */ (['first', 'second']);
    const count = (/** @type {Side} */ side, /** @type {Judgement} */ judgement) => this.judgements.filter((it, index) => it === judgement && this.played.movers[index] === side).length;
    return h(
      'ul',
      { class: 'review-sums small' },
      sides.map((side, index) => h('li', null, t('review.count', { player: this.played.players[index], mistakes: count(side, 'mistake'), inaccuracies: count(side, 'inaccuracy'), only: count(side, 'only') }))),
      this.view?.cut && h('li', { class: 'soft' }, t('review.cut')),
    );
  }
}

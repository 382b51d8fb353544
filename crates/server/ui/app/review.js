// A finished game looked back at: the chances over its moves, the mistakes, and the moves that had to be found.

import { svg } from '../boards/svg.js';
import { button, fill, h } from './dom.js';
import { review } from './house.js';
import { moveName, problemWords } from './names.js';
import { valueWords } from './worth.js';
import { t } from './words.js';

/** @typedef {import('../protocol').Side} Side */
/** @typedef {import('../protocol').ReviewView} ReviewView */
/** @typedef {import('../protocol').Judgement} Judgement */
/** @typedef {{game: string, position: string | null, moves: string[], movers: (Side | null)[], players: [string, string], dice: boolean}} Played */

/** The picture, in units of its own: its height, the least width of a move and of all of it, and the margin. */
const HEIGHT = 100;
const MOVE = 12;
const LEAST = 120;
const MARGIN = 6;

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

  /** The number of moves, at least one. */
  get #last() {
    return Math.max(1, (this.view?.moves ?? []).length);
  }

  get #wide() {
    return Math.max(LEAST, this.#last * MOVE);
  }

  /** The place of a position in the picture. @param {number} ply */
  #x(ply) {
    return (ply / this.#last) * this.#wide;
  }

  /** @param {ReviewView} view */
  #draw(view) {
    const wide = this.#wide;
    const y = (/** @type {number} */ chance) => (1 - chance) * HEIGHT;
    const known = view.chances.flatMap((chance, ply) => (chance === null ? [] : [[this.#x(ply), y(chance)]]));
    const line = known.map(([at, up]) => `${at.toFixed(1)} ${up.toFixed(1)}`).join('L');
    const area = known.length > 1 ? `M${known[0][0]} ${HEIGHT}L${line}L${known[known.length - 1][0]} ${HEIGHT}Z` : '';
    const dots = view.moves.flatMap((move, index) => {
      const chance = view.chances[index + 1];
      // A line without length has round ends, which stay round when the picture is stretched.
      return move.judgement && chance !== null ? [svg('path', { class: move.judgement, d: `M${this.#x(index + 1)} ${y(chance)}h0` })] : [];
    });
    this.#now = svg('path', { class: 'now' });
    const title = t('review.graph', { player: this.played.players[0] });
    const picture = svg(
      'svg',
      { viewBox: `${-MARGIN} ${-MARGIN} ${wide + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title },
      svg('rect', { class: 'ground', width: wide, height: HEIGHT }),
      svg('path', { class: 'area', d: area }),
      svg('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${wide}` }),
      svg('path', { class: 'line', d: line && `M${line}` }),
      this.#now,
      ...dots,
    );
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * (wide + 2 * MARGIN) - MARGIN;
      this.pick(Math.round((Math.max(0, Math.min(wide, at)) / wide) * this.#last));
    });
    fill(this.graph, h('span', { class: 'small soft' }, title), picture);
  }

  /** The position after `ply` moves is on the board. @param {number} ply */
  show(ply) {
    this.#ply = ply;
    if (!this.view) return;
    this.#now?.setAttribute('d', `M${this.#x(ply)} 0V${HEIGHT}`);
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

// A finished game looked back at: the chances over its moves, what they cost, the mistakes, and the moves that had to be found.
// A quick look comes first, and the whole review takes its place. Moves that are not judged are grey, and not counted.

import { svg } from '../boards/svg.js';
import { button, fill, h, icon } from './dom.js';
import { review } from './house.js';
import { rounds } from './moves.js';
import { moveName, problemWords } from './names.js';
import { puzzlesOf } from './played.js';
import { costWords, isCostly, valueWords } from './worth.js';
import { percent, t } from './words.js';

/** @typedef {import('../protocol').Side} Side */
/** @typedef {import('../protocol').ReviewView} ReviewView */
/** @typedef {import('../protocol').Judgement} Judgement */
/** A game, with the side of the one who looks back if it was theirs, and its name if it is a record. @typedef {{game: string, position: string | null, moves: string[], movers: (Side | null)[], players: [string, string], dice: boolean, family: string, you: Side | null, record: string | null}} Played */

/** The picture, in units of its own: its height, the least width of a move and of all of it, and the margin. */
const HEIGHT = 100;
const MOVE = 12;
const LEAST = 120;
const MARGIN = 6;

/** The moves of both players that were judged. @param {ReviewView} view */
const judged = ({ sides }) => sides[0].judged + sides[1].judged;

export class Review {
  /** @type {ReviewView | null} */
  view = null;
  #ply = 0;
  /** True while the whole review is awaited. */
  #deeper = false;
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

  /**
   * Asks for a quick review and then for the whole one; the marks of the moves are in `marks`.
   * @param {(state: 'quick' | 'ready') => void} shown
   */
  async load(shown) {
    const { game, position, moves } = this.played;
    fill(this.said, h('p', { class: 'soft' }, t('review.wait')));
    try {
      for (const quick of [true, false]) {
        const view = await review({ game, position, moves, quick }, this.signal);
        if (this.signal.aborted) return;
        // A busy server may have come less far in the second look.
        if (!this.view || judged(view) >= judged(this.view)) this.view = view;
        this.#deeper = quick;
        this.#draw(this.view);
        this.show(this.#ply);
        shown(quick ? 'quick' : 'ready');
      }
    } catch (error) {
      if (this.signal.aborted) return;
      this.#deeper = false;
      this.show(this.#ply);
      const problem = h('p', null, problemWords(/** @type {any} */ (error)));
      if (this.view) this.said.append(problem);
      else fill(this.said, problem);
    }
  }

  /** @returns {(Judgement | 'unknown' | null)[]} */
  get marks() {
    return this.view?.moves.map((move, index) => (move.judged || !this.played.movers[index] ? move.judgement : 'unknown')) ?? [];
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
    const point = (/** @type {number} */ ply, /** @type {number} */ chance) => `${this.#x(ply).toFixed(1)} ${y(chance).toFixed(1)}`;
    /** Stretches of the game that are known. @type {{from: number, points: string[]}[]} */
    const known = [];
    view.chances.forEach((chance, ply) => {
      if (chance === null) return;
      if (ply === 0 || view.chances[ply - 1] === null) known.push({ from: ply, points: [] });
      known[known.length - 1].points.push(point(ply, chance));
    });
    const line = known.map(({ points }) => `M${points.join('L')}`).join('');
    const area = known.map(({ from, points }) => `M${this.#x(from)} ${HEIGHT}L${points.join('L')}L${this.#x(from + points.length - 1)} ${HEIGHT}Z`).join('');
    // Everything between two stretches is unknown.
    const ends = [0, ...known.flatMap(({ from, points }) => [from, from + points.length - 1]), this.#last];
    const unknown = ends.flatMap((from, index) => (index % 2 === 0 && ends[index + 1] > from ? [svg('rect', { class: 'unknown', x: this.#x(from), width: this.#x(ends[index + 1] - from), height: HEIGHT })] : []));
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
      ...unknown,
      svg('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${wide}` }),
      svg('path', { class: 'line', d: line }),
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
    const { players, movers, moves, dice, family } = this.played;
    const move = this.view?.moves[ply - 1];
    const side = movers[ply - 1];
    if (!move || !side) return null;
    if (!move.judged) return h('div', { class: 'judged unknown' }, h('p', null, h('code', null, moveName(moves[ply - 1])), ' ', h('span', { class: 'soft' }, t('review.unknown'))));
    const costly = isCostly(move);
    if (!move.judgement && !costly) return null;
    const better = costly && move.best;
    return h(
      'div',
      { class: `judged ${move.judgement ?? ''}` },
      h('p', null, move.judgement && h('b', null, t(`review.${move.judgement}`), ': '), h('code', null, moveName(moves[ply - 1])), ' ', move.value && h('span', { class: 'soft' }, valueWords(move.value, side, players, dice))),
      costly && h('p', null, t('review.costs'), ': ', costWords(move, family)),
      better && h('p', null, t('review.better'), ': ', h('code', null, moveName(better)), ' ', move.best_value && h('span', { class: 'soft' }, valueWords(move.best_value, side, players, dice))),
      better && button('branch', t('review.again'), () => this.again(ply - 1), { data: { action: 'again' } }),
    );
  }

  /** The counts of each player, if every move was judged, and the costliest moves. */
  #sums() {
    const { sides, cut } = /** @type {ReviewView} */ (this.view);
    return h(
      'ul',
      { class: 'review-sums small' },
      sides.map((side, index) => h('li', { data: { side: index ? 'second' : 'first' } }, this.#count(side, this.played.players[index]), this.#decisions(side), side.costliest.length > 0 && h('ol', { 'aria-label': t('review.costliest'), title: t('review.costliest') }, side.costliest.map((at) => this.#costly(at))), this.#puzzles(side.costliest, index ? 'second' : 'first'))),
      this.#deeper ? h('li', { class: 'soft' }, t('review.deeper')) : cut && h('li', { class: 'soft' }, t('review.cut')),
    );
  }

  /** A link to a player's costliest moves as puzzles; in your own game only to yours. @param {number[]} costliest @param {Side} side */
  #puzzles(costliest, side) {
    const { game, position, moves, you, record } = this.played;
    if (this.#deeper || !costliest.length || (you && you !== side)) return null;
    const plies = costliest.map((at) => at + 1).sort((a, b) => a - b);
    return h('p', null, h('a', { class: 'button', href: puzzlesOf(game, position, moves, plies, record), data: { action: 'puzzles' } }, icon('hint'), h('span', null, t('review.puzzles'))));
  }

  /** @param {ReviewView['sides'][0]} side @param {string} player */
  #count({ moves, judged, mistakes, inaccuracies, only }, player) {
    if (mistakes === null) return t('review.judged', { player, judged, moves });
    return t('review.count', { player, mistakes, inaccuracies, only });
  }

  /** The share of the decisions that kept the value. @param {ReviewView['sides'][0]} side */
  #decisions({ decisions: { share, right, of } }) {
    return share === null ? null : h('p', { title: t('review.decisions.about') }, t('review.decisions', { share: percent(share), right, of }));
  }

  /** @param {number} at  the index of a move */
  #costly(at) {
    const move = /** @type {ReviewView} */ (this.view).moves[at];
    const round = rounds(this.played.moves, this.played.movers).findIndex(({ cells }) => cells.flat().some(({ ply }) => ply === at + 1));
    const name = `${round + 1}. ${moveName(this.played.moves[at])}`;
    return h('li', null, h('button', { type: 'button', class: 'link', data: { cost: String(at + 1) }, onclick: () => this.pick(at + 1) }, name), ' ', costWords(move, this.played.family, '−'));
  }
}

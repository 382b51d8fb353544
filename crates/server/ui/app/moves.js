// The moves of a game in numbered rows, with a slider and steps: shared by live games and replays.

import { fill, h, iconButton } from './dom.js';
import { moveName } from './names.js';
import { number, t } from './words.js';

/** @typedef {import('../protocol').Side} Side */

/**
 * @typedef {object} Row
 * @property {{ply: number, text: string, chance: boolean}[][]} cells  the moves of the first and the second player
 */

/**
 * Moves in rounds: a row for the first player's turn and the second's, outcomes of chance beside what they followed.
 * @param {string[]} moves
 * @param {(Side | null)[]} movers
 * @returns {Row[]}
 */
export function rounds(moves, movers) {
  /** @type {Row[]} */
  const rows = [];
  let side = 0;
  moves.forEach((text, index) => {
    const mover = movers[index];
    const fresh = mover ? (mover === 'first' ? 0 : 1) : side;
    let row = rows[rows.length - 1];
    // A new round begins when a player comes back whose turn was already over in this one.
    if (!row || (fresh !== side && row.cells[fresh].length > 0)) {
      row = { cells: [[], []] };
      rows.push(row);
    }
    side = fresh;
    row.cells[side].push({ ply: index + 1, text, chance: !mover });
  });
  return rows;
}

/**
 * A move and what chance made of it stay on one line.
 * @param {Row['cells'][number]} cell
 */
function pairs(cell) {
  /** @type {Row['cells'][number][]} */
  const pairs = [];
  for (const move of cell) {
    if (move.chance && pairs.length) pairs[pairs.length - 1].push(move);
    else pairs.push([move]);
  }
  return pairs;
}

/**
 * The points of a turn with dice: 0 if it ended by a throw, otherwise the sum of its throws; null where there is no sum, or not yet.
 * @param {Row['cells'][number]} cell
 * @param {boolean} done  true if the turn is over
 */
function points(cell, done) {
  const thrown = cell.filter(({ chance }) => chance).map(({ text }) => ({ heads: 1, tails: 0 })[text] ?? Number(text));
  if (!done || !thrown.length || thrown.some(Number.isNaN)) return null;
  return cell[cell.length - 1].chance ? 0 : thrown.reduce((sum, face) => sum + face, 0);
}

export class MoveList {
  #shown = '';
  #ply = -1;
  #last = 0;
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {(ply: number) => void} pick @param {boolean} [sums] true to show the points of each turn */
  constructor(pick, sums = false) {
    this.pick = pick;
    this.sums = sums;
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('moves.slider'), oninput: () => pick(Number(this.slider.value)) });
    this.head = h('div', { class: 'moves-head', 'aria-hidden': 'true' });
    this.list = h('ol', { class: 'moves', 'aria-label': t('moves.list') });
    this.extra = h('div', { class: 'row' });
    const step = (/** @type {number} */ by) => () => pick(Math.max(0, Math.min(this.#last, this.#ply + by)));
    this.element = h(
      'div',
      { class: 'move-panel' },
      this.head,
      h('div', { class: 'scroll', tabindex: -1 }, this.list),
      h(
        'div',
        { class: 'moves-foot' },
        this.slider,
        h(
          'div',
          { class: 'row steps' },
          iconButton('first', t('moves.first'), () => pick(0)),
          iconButton('previous', t('moves.previous'), step(-1)),
          iconButton('next', t('moves.next'), step(1)),
          iconButton('last', t('moves.last'), () => pick(this.#last)),
          this.extra,
        ),
      ),
    );
  }

  /**
   * @param {string[]} moves
   * @param {(Side | null)[]} movers
   * @param {number} ply     the position shown
   * @param {[string, string]} players
   * @param {{key: string, at: boolean, of: (ply: number) => HTMLElement[], mark: () => void} | null} [sides]  side lines: what they are known
   *   by, true if one of them is on the board, those that leave the game at a ply, and what marks the position in them
   */
  update(moves, movers, ply, players, sides = null) {
    const shown = `${moves.join(' ')}|${movers}|${players}|${sides?.key ?? ''}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#last = moves.length;
      this.#buttons.clear();
      fill(this.head, h('span', null), h('span', null, players[0]), h('span', null, players[1]));
      const rows = rounds(moves, movers);
      fill(
        this.list,
        rows.map((row, index) => [
          h(
            'li',
            null,
            h('span', { class: 'move-number' }, `${index + 1}.`),
            row.cells.map((cell) => h('span', { class: 'move-cell' }, pairs(cell).map((pair) => h('span', { class: 'pair' }, pair.map((move) => this.#button(move)))), this.sums && this.#sum(cell, cell[cell.length - 1]?.ply < moves.length))),
          ),
          ...row.cells.flat().sort((a, b) => a.ply - b.ply).flatMap((move) => sides?.of(move.ply) ?? []).map((side) => h('li', { class: 'aside' }, side)),
        ]).flat(),
        rows.length === 0 && h('li', { class: 'soft empty' }, t('moves.none')),
      );
      this.slider.max = String(moves.length);
    }
    sides?.mark();
    if (ply !== this.#ply || sides || !this.#buttons.get(ply)?.hasAttribute('aria-current')) {
      for (const button of this.#buttons.values()) button.removeAttribute('aria-current');
      const current = sides?.at ? this.list.querySelector('.aside [aria-current]') : this.#buttons.get(ply);
      if (!sides?.at) current?.setAttribute('aria-current', 'true');
      const scroll = this.list.parentElement;
      if (scroll && current instanceof HTMLElement) {
        const top = current.offsetTop - scroll.offsetTop;
        if (top < scroll.scrollTop || top + current.offsetHeight > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top - scroll.clientHeight / 2;
      }
    }
    this.#ply = ply;
    this.slider.value = String(ply);
    this.slider.setAttribute('aria-valuetext', t('moves.of', { ply: number(ply), plies: number(moves.length) }));
  }

  /** Marks the moves of a reviewed game, or marks them anew. @param {(import('../protocol').Judgement | 'unknown' | null)[]} marks  by move */
  judge(marks) {
    for (const [ply, button] of this.#buttons) {
      const mark = marks[ply - 1];
      button.dataset.judgement = mark ?? '';
      button.title = mark ? t(`review.${mark}`) : '';
      if (!mark) delete button.dataset.judgement;
    }
  }

  /** @param {Row['cells'][number]} cell @param {boolean} done */
  #sum(cell, done) {
    const sum = points(cell, done);
    return sum !== null && h('b', { class: sum ? 'sum' : 'sum lost' }, sum ? `+${number(sum)}` : '0');
  }

  /** @param {{ply: number, text: string, chance: boolean}} move */
  #button(move) {
    const button = h('button', { type: 'button', class: move.chance ? 'move chance' : 'move', data: { ply: String(move.ply) }, onclick: () => this.pick(move.ply) }, moveName(move.text));
    this.#buttons.set(move.ply, button);
    return button;
  }
}

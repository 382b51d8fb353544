// A board whose pieces are put by hand: a press puts the chosen piece, or takes away one that is there. Whether it is a position the
// engine says; here it is only rows of letters.

import { createBoard } from '../../boards/index.js';
import { announce, h } from '../dom.js';
import { playerNames } from '../names.js';
import { choices } from '../settings.js';
import { boardOptions } from '../stage.js';
import { t } from '../words.js';

/** @typedef {import('../../protocol').LookView} LookView */
/** @typedef {import('../../protocol').StepView} StepView */

const FREE = '.';

export class ArrangedBoard {
  /** The letter that a press puts. */
  #letter;
  /** @type {string[]} */
  #rows = [];
  /** @type {'first' | 'second'} */
  #side = 'first';

  /** @param {LookView} look @param {import('../../protocol').SetupView} setup @param {StepView} step @param {(text: string) => void} changed  called with the text of the position @param {AbortSignal} signal */
  constructor({ board, players: english }, { letters, border }, step, changed, signal) {
    const players = playerNames(english, board);
    this.letters = letters;
    this.border = border;
    this.step = step;
    this.changed = changed;
    this.#letter = letters[0][0];
    const host = h('div', { class: 'board-host arranged' });
    this.board = createBoard(host, { ...boardOptions(board, players), announce, onMove: (_text, at) => (at && this.#press(at), false) });
    signal.addEventListener('abort', () => this.board.destroy());
    const names = /** @type {[string, string][]} */ (letters.map(([letter, owner]) => [letter, owner === 'neutral' ? t('board.piece.target') : players[owner === 'first' ? 0 : 1]]));
    this.sides = h('div', null);
    this.element = h(
      'div',
      { class: 'form' },
      host,
      choices(t('arrange.piece'), 'arrange-piece', [...names, [FREE, t('arrange.none')]], this.#letter, (letter) => (this.#letter = letter)),
      this.sides,
    );
    this.names = names.slice(0, 2);
    this.show(step);
  }

  /** Shows a position. @param {StepView} step */
  show(step) {
    this.step = step;
    this.#rows = step.scene.grids[0];
    if (step.turn === 'first' || step.turn === 'second') this.#side = step.turn;
    const turn = (/** @type {string} */ letter) => {
      this.#side = letter === this.letters[0][0] ? 'first' : 'second';
      this.#draw();
    };
    this.sides.replaceChildren(choices(t('arrange.side'), 'arrange-side', this.names, this.letters[this.#side === 'first' ? 0 : 1][0], turn));
    this.#draw(true);
  }

  /** @param {import('../../protocol').At} at */
  #press([, row, column]) {
    const before = this.#rows[row][column];
    const letter = before === this.#letter ? FREE : this.#letter;
    this.#rows = this.#rows.map((text, at) => (at === row ? text.slice(0, column) + letter + text.slice(column + 1) : text));
    this.#draw();
  }

  /** @param {boolean} [given]  true for a position that has a text already */
  #draw(given = false) {
    const { step, border } = this;
    const inside = (/** @type {string | string[]} */ all, /** @type {number} */ at) => at >= border && at < all.length - border;
    const moves = this.#rows.flatMap((text, row) => [...text].flatMap((_, column) => (!inside(this.#rows, row) || !inside(text, column) ? [] : [{ text: `${row} ${column}`, motion: { put: /** @type {[number, number, number]} */ ([0, row, column]) } }])));
    const scene = { ...step.scene, grids: [this.#rows], pieces: this.letters, marks: [], tracks: [], facts: [], scores: undefined };
    this.board.update({ ...step, scene, moves, turn: this.#side, last: null, by: null }, { interactive: true, animate: false, ghost: false, end: null });
    const rows = this.#rows.slice(border, this.#rows.length - border).map((text) => text.slice(border, text.length - border).replace(/\.+/g, (run) => String(run.length)));
    if (!given) this.changed(`${rows.join('/')} ${this.letters[this.#side === 'first' ? 0 : 1][0]}`);
  }
}

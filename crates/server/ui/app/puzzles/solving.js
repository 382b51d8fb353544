// A puzzle on the board: one chooses moves, and the best replies are played. A wrong move is refuted.

import { announce, button, fill, h, toast } from '../dom.js';
import { look, tree } from '../house.js';
import { mark } from '../mark.js';
import { moveName, playerNames, problemWords } from '../names.js';
import { permalink } from '../played.js';
import { Stage, boardOptions } from '../stage.js';
import { motion } from '../store.js';
import { choosesGrid, putAt } from '../table/premove.js';
import { t } from '../words.js';
import { valueWords } from '../worth.js';

/** @typedef {import('../../protocol').Puzzle} Puzzle */
/** @typedef {import('../../protocol').StepView} StepView */
/** @typedef {import('../../protocol').LookView} LookView */
/** A puzzle, or a position with moves that are as good as the solution, `good`: better than `instead`, if that was played. @typedef {Pick<Puzzle, 'game' | 'position' | 'side' | 'goal' | 'plies' | 'solution'> & {instead?: string, good?: string[]}} Task */

/** Milliseconds before a reply. */
const PAUSE = 600;
/** The search for a refutation: the values of a puzzle were proved with fewer positions. */
const FINDER = 'engine:nodes=20000';

export class Solving {
  /** The positions of the solution. @type {StepView[]} */
  #steps = [];
  /** Moves of the solution that were made. */
  #at = 0;
  #wrongs = 0;
  #failed = false;
  /** Counts what was begun: what was begun before is given up. */
  #turn = 0;
  /** @type {Stage | null} */
  #stage = null;
  /** @type {[string, string]} */
  #players = ['', ''];

  /**
   * @param {Task} puzzle
   * @param {import('../main.js').View} view
   * @param {object} on
   * @param {(wrong: number) => void} on.solved  without a look at the solution, after so many wrong moves
   * @param {() => void} [on.failed]   for the first time: a wrong move, or a look at the solution
   * @param {() => void} on.onward   to the next puzzle
   * @param {() => void} [on.share]    hands the result on
   */
  constructor(puzzle, view, on) {
    this.puzzle = puzzle;
    this.view = view;
    this.on = on;
    this.host = h('div', { class: 'board-host' });
    this.task = h('h1', { class: 'puzzle-task' });
    this.said = h('div', { class: 'puzzle-said', 'aria-live': 'polite' });
    this.again = button('undo', t('puzzle.again'), () => this.#open(), { class: 'button main', data: { action: 'again' } });
    this.show = button('eye', t('puzzle.show'), () => this.#showSolution(), { data: { action: 'solution' } });
    this.share = on.share && button('link', t('puzzle.share'), on.share, { hidden: true, data: { action: 'share-result' } });
    this.next = button('next', t(view.task ? 'sheet.next' : 'puzzle.next'), on.onward, { data: { action: 'next' } });
    this.analyse = button('chart', t('puzzle.analyse'), () => (location.hash = permalink(puzzle.game, puzzle.position, '', 0)), { data: { action: 'analyse' } });
    this.tools = h('div', { class: 'controls' }, h('div', { class: 'row tools' }, this.again, this.show, this.share, this.analyse, this.next));
  }

  /** Shows the puzzle. */
  async begin() {
    const { position, solution, side } = this.puzzle;
    const { signal } = this.view;
    const known = await this.#look([], solution);
    if (signal.aborted) return;
    this.#steps = known.steps;
    this.#players = playerNames(known.players, known.board);
    const player = this.#players[side === 'first' ? 0 : 1];
    fill(this.task, mark(side, known.board, known.players), h('span', null, `${t('puzzle.tomove', { player })} ${this.#goal()}`));
    this.#stage = new Stage(
      this.host,
      { ...boardOptions(known.board, this.#players), you: side, onMove: (text, scene, hasty, at) => this.#choose(text, scene, hasty, at), onRefuse: announce, announce },
      signal,
    );
    this.view.main.dataset.you = side;
    this.view.main.dataset.position = position;
    this.#open();
  }

  /** The goal in words. */
  #goal() {
    const { goal, plies, side, instead, good } = this.puzzle;
    if (good) return instead ? t('puzzle.better', { move: moveName(instead) }) : t('puzzle.best');
    const mine = this.#steps.slice(0, -1).filter((step) => step.turn === side).length;
    return plies ? t('puzzle.winin', { count: mine }) : t(`puzzle.only.${goal}`);
  }

  /** @param {string[]} before @param {string[]} moves @returns {Promise<LookView>} the positions from those before on */
  #look(before, moves) {
    const { game, position } = this.puzzle;
    return look({ game, position, moves: [...before, ...moves], from: before.length, random: 0 }, this.view.signal);
  }

  /** @param {'open' | 'right' | 'wrong' | 'solved' | 'shown'} state @param {...import('../dom.js').Children} words */
  #say(state, ...words) {
    this.view.main.dataset.puzzle = state;
    fill(this.said, h('p', { class: state }, ...words));
    this.again.hidden = state !== 'wrong';
    this.show.hidden = state === 'solved' || state === 'shown';
    if (this.share) this.share.hidden = state !== 'solved';
    this.next.classList.toggle('main', state === 'solved' || state === 'shown');
  }

  /** Puts a position on the board. @param {StepView} step @param {boolean} interactive */
  #put(step, interactive) {
    this.#stage?.show({
      step,
      line: this.#line,
      interactive,
      ghost: false,
      end: null,
      after: () => {
        const data = this.view.main.dataset;
        data.ply = String(step.ply);
        data.turn = step.turn;
        data.thinking = 'none';
        this.view.ready('puzzles');
      },
    });
  }

  /** Positions of one line follow each other; after going back another one begins. */
  #line = 0;

  /** One may choose a move at the position that was reached. */
  #open() {
    this.#turn += 1;
    this.#line += 1;
    this.#say('open', h('span', { class: 'soft' }, t(this.#at ? 'puzzle.goon' : 'puzzle.choose')));
    this.#put(this.#steps[this.#at], true);
  }

  /** A move was chosen; at a position that is gone, or before it was seen, it does nothing. @param {string} text @param {Pick<import('../stage.js').Scene, 'line' | 'step'>} scene @param {boolean} hasty @param {import('../../protocol').At} [at] */
  #choose(text, { line, step }, hasty, at) {
    if (hasty || line !== this.#line || step.ply !== this.#steps[this.#at].ply) return false;
    if (text === this.puzzle.solution[this.#at]) this.#right(choosesGrid(step, text) ? at : undefined);
    else if (this.puzzle.good?.includes(text)) this.#asGood(text);
    else this.#wrong(text);
    return true;
  }

  /** Plays the right move, and the replies to it. @param {import('../../protocol').At} [at]  the square by which a part of the board was chosen */
  async #right(at) {
    const turn = ++this.#turn;
    const { solution, side } = this.puzzle;
    do {
      this.#at += 1;
      const over = this.#at === solution.length;
      const mine = !over && this.#steps[this.#at].turn === side;
      this.#put(this.#steps[this.#at], mine);
      if (over) {
        this.#say('solved', h('b', null, t('puzzle.solved')), ' ', h('code', null, solution.map(moveName).join(' ')));
        this.on.solved(this.#wrongs);
        return;
      }
      this.#say('right', t('puzzle.right'));
      const next = mine && at && putAt(this.#steps[this.#at], at);
      if (next) this.#choose(next, { line: this.#line, step: this.#steps[this.#at] }, false);
      if (mine) return;
      await pause();
    } while (turn === this.#turn && !this.view.signal.aborted);
  }

  /** Plays a move that is as good as that of the solution. @param {string} text */
  async #asGood(text) {
    const turn = ++this.#turn;
    try {
      const [after] = (await this.#look([text], [])).steps;
      if (turn !== this.#turn || this.view.signal.aborted) return;
      this.#put(after, false);
      this.#say('solved', h('b', null, t('puzzle.solved')), ' ', h('code', null, moveName(text)), ' ', h('span', { class: 'soft' }, t('puzzle.asgood')));
      this.on.solved(this.#wrongs);
    } catch (error) {
      if (!this.view.signal.aborted) toast(problemWords(/** @type {any} */ (error)));
    }
  }

  /** Plays another move, and what refutes it. @param {string} text */
  async #wrong(text) {
    this.#fail();
    this.#wrongs += 1;
    const turn = ++this.#turn;
    const isOver = () => turn !== this.#turn || this.view.signal.aborted;
    const { side, solution, plies } = this.puzzle;
    const before = [...solution.slice(0, this.#at), text];
    const move = h('code', null, moveName(text));
    this.#say('wrong', t('puzzle.wrong'), ' ', move);
    try {
      const [after] = (await this.#look(before, [])).steps;
      if (isOver()) return;
      this.#put(after, false);
      if (after.turn === 'over') return;
      const found = await this.#best(after);
      if (isOver() || !found) return;
      const { best, value } = found;
      if (plies && value?.kind === (side === 'first' ? 'win' : 'loss')) return this.#say('wrong', move, ' ', t('puzzle.slow'));
      await pause();
      const [, reply] = (await this.#look(before, [best])).steps;
      if (isOver()) return;
      this.#put(reply ?? after, false);
      const why = value && h('span', { class: 'soft' }, valueWords(value, 'first', this.#players, false));
      this.#say('wrong', t('puzzle.wrong'), ' ', h('code', null, `${moveName(text)} ${moveName(best)}`), ' ', why);
    } catch (error) {
      if (!this.view.signal.aborted) toast(problemWords(/** @type {any} */ (error)));
    }
  }

  /** The best reply, and the value for the first player if it is proved. @param {StepView} after */
  async #best({ position }) {
    const { game } = this.puzzle;
    const { search } = await tree({ game, position, moves: '', view: 'trace', bot: FINDER, seed: 1, proof: null, depth: 1, merge: false, best: null, along: null, most: 1, player: null }, this.view.signal);
    return search && { best: search.best, value: search.value && proved(search.value) };
  }

  /** A wrong move, or the solution is asked for. */
  #fail() {
    if (!this.#failed) this.on.failed?.();
    this.#failed = true;
  }

  /** Plays the rest of the solution. */
  async #showSolution() {
    this.#fail();
    const turn = ++this.#turn;
    const { solution } = this.puzzle;
    this.#line += 1;
    this.#say('shown', t('puzzle.solution'), ' ', h('code', null, solution.map(moveName).join(' ')));
    this.#put(this.#steps[this.#at], false);
    while (this.#at < solution.length) {
      await pause();
      if (turn !== this.#turn || this.view.signal.aborted) return;
      this.#at += 1;
      this.#put(this.#steps[this.#at], false);
    }
  }
}

/** A value of the first player, if it is proved. @param {import('../../protocol').WorthView} worth @returns {import('../../protocol').ValueView | null} */
function proved({ text, plies }) {
  if (text === '=') return { kind: 'draw' };
  if (/^[WL]/.test(text)) return { kind: text.startsWith('W') ? 'win' : 'loss', plies, exact: false };
  return null;
}

/** Waits a little, so that one sees a move before the next. */
const pause = () => new Promise((done) => setTimeout(done, motion() ? PAUSE : 0));

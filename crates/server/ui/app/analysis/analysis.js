// The board to analyse on: what is known, and what can be done.

import { isRace } from '../../boards/index.js';
import { linkTo } from '../../lab/wish.js';
import { announce, fill, h, icon, saveFile, toast } from '../dom.js';
import { readRecord, writeRecord } from '../house.js';
import { MoveList } from '../moves.js';
import { endWords, peopleNames, playerNames, problemWords } from '../names.js';
import { permalink } from '../played.js';
import { Review } from '../review.js';
import { Stage, boardOptions } from '../stage.js';
import { getSettings, keepLines, keepStart, placeOf } from '../store.js';
import { choosesGrid, putAt } from '../table/premove.js';
import { t } from '../words.js';
import { build } from './build.js';
import { EngineLines } from './engine.js';
import { LineTree } from './line-tree.js';
import { Positions } from './positions.js';
import { Replies } from './replies.js';
import { SideLines } from './side-lines.js';

/** @typedef {import('./line-tree.js').LineNode} LineNode */
/** @typedef {import('../../protocol').LookView} LookView */
/** @typedef {import('../played.js').Played} Played */

const BEAT = 900;

/** The side of the one at this page in a record: the seat taken here, or that of the only person. @param {import('../../protocol').RecordLine | null} line @returns {import('../../protocol').Side | null} */
function ownSide(line) {
  const seat = line && placeOf(line.id)?.seat;
  if (seat === 'first' || seat === 'second') return seat;
  const people = line?.players.map(({ kind }) => kind === 'person') ?? [];
  return people[0] === people[1] ? null : people[0] ? 'first' : 'second';
}

export class Analysis {
  tree = new LineTree();
  #timer = 0;
  /** The position that was asked for last. @type {LineNode} */
  #current;
  /** The one that is on the board. @type {LineNode | null} */
  #drawn = null;
  /** Positions of one line follow each other. */
  #line = 0;

  /** @param {import('../main.js').View} view @param {Played} played @param {LookView} opening @param {string} name of the game */
  constructor(view, played, opening, name) {
    this.view = view;
    this.played = played;
    this.opening = opening;
    this.name = name;
    const { game, position, moves, movers, lines, line } = played;
    this.players = playerNames(opening.players, opening.board);
    const { players } = this;
    /** @type {[string, string]} */
    this.people = line ? peopleNames(line.players, players, null) : [played.names[0] || players[0], played.names[1] || players[1]];
    this.positions = new Positions(game, position, view.signal);
    this.tree.read(line ? moves.join(' ') : opening.side_lines ?? opening.moves.join(' '), true);
    if (line && lines) this.tree.read(lines, false);
    const all = [this.tree.root, ...this.tree.game];
    for (const step of opening.steps) this.positions.keep(all[step.ply], step);
    movers.forEach((by, ply) => (all[ply + 1].by = by));
    this.#current = this.tree.root;
    this.sides = new SideLines((node) => this.go(node, true));
    this.list = new MoveList((ply) => this.toPly(ply), isRace(opening.board));
    const dice = opening.board.faces.length > 0;
    const reviewed = { game, position, moves: this.moves, movers: this.movers, players: this.people, dice, family: opening.family, you: ownSide(line), record: line?.id ?? null };
    this.review = new Review(reviewed, (ply) => this.toPly(ply), (ply) => this.playOn(all[ply]), view.signal);
    this.review.element.hidden = true;
    this.engine = new EngineLines({ game, position, players: this.players, dice }, (texts) => this.add(texts), () => this.judge(), view.signal);
    this.replies = new Replies({ game, position, players: this.players }, () => this.judge(), view.signal);
    this.replies.element.hidden = !opening.replies;
    this.host = h('div', { class: 'board-host' });
    const parts = build(this);
    this.play = parts.play;
    this.judged = parts.judged;
    this.raise = parts.raise;
    this.drop = parts.drop;
    this.headline = parts.headline;
    this.stage = new Stage(this.host, { ...boardOptions(opening.board, this.players), onMove: (text, scene, _hasty, at) => this.#choose(text, scene, at), onAim: (at) => this.replies.aim(at), onRefuse: toast, announce }, view.signal);
    view.signal.addEventListener('abort', () => this.#stop());
  }

  /** The moves of the game itself. */
  get moves() {
    return this.tree.game.map(({ text }) => text);
  }

  get movers() {
    return this.tree.game.map(({ by }) => by);
  }

  get current() {
    return this.#current;
  }

  /** The place of the position on the board in an address. */
  get #place() {
    const { tree } = this;
    const node = this.#current;
    return { ply: node.trunk.ply, at: node.played ? null : tree.nodes.indexOf(node) };
  }

  /** The address of the position on the board. A game from a file has none but its moves. */
  get route() {
    const { view, played, tree } = this;
    const { ply, at } = this.#place;
    if (!played.line) return permalink(played.game, played.position, tree.write(), ply, at).slice(2);
    const params = new URLSearchParams({ ply: String(ply), ...(tree.branches ? { lines: tree.write() } : {}), ...(at === null ? {} : { at: String(at) }), ...(this.review.element.hidden ? {} : { review: '1' }) });
    return `record/${encodeURIComponent(view.id)}?${params}`;
  }

  /** A move was chosen on the board. @param {string} text @param {import('../stage.js').Scene} scene @param {import('../../protocol').At} [at] */
  #choose(text, scene, at) {
    if (this.#drawn !== this.#current || scene.step !== this.#current.step) return false;
    const made = this.add([text]);
    // The square by which a part of the board was chosen is taken at once.
    if (at && choosesGrid(scene.step, text)) this.#follow(made, at);
    return true;
  }

  /** Takes a square of the position that a move leads to, once it is there. @param {Promise<void>} made @param {import('../../protocol').At} at */
  async #follow(made, at) {
    const node = this.#current;
    await made;
    const next = node === this.#current && node.step ? putAt(node.step, at) : null;
    if (next) this.add([next]);
  }

  /** Plays moves from the position on the board: they may be there already. @param {string[]} texts */
  add(texts) {
    let node = this.#current;
    for (const text of texts) node = this.tree.add(node, text, !this.played.over);
    this.#changed();
    return this.go(node, true);
  }

  /** The tree has changed. */
  #changed() {
    const { line } = this.played;
    if (line) keepLines(line.id, this.tree.branches ? this.tree.write() : null);
  }

  remove() {
    const before = this.tree.remove(this.#current);
    this.#changed();
    this.go(before, true);
  }

  promote() {
    this.tree.promote(this.#current);
    this.#changed();
    this.go(this.#current, true);
  }

  /** Goes to a ply of the game itself. @param {number} ply */
  toPly(ply) {
    const line = [this.tree.root, ...this.tree.game];
    this.go(line[Math.max(0, Math.min(line.length - 1, ply))], true);
  }

  /** @param {LineNode} node @param {boolean} [byHand] */
  async go(node, byHand = false) {
    const { view, tree, list } = this;
    const { main } = view;
    if (byHand) this.#stop();
    if (this.#drawn !== node.parent) this.#line += 1;
    this.#current = node;
    this.#list();
    this.review.show(node.trunk.ply);
    view.address(`#/${this.route}`);
    /** @type {import('../../protocol').StepView} */
    let step;
    try {
      step = await this.positions.at(node);
    } catch (error) {
      if (!view.signal.aborted) toast(problemWords(/** @type {any} */ (error)));
      return this.#stop();
    }
    if (node !== this.#current) return;
    // Who moved is known now.
    this.#list();
    const moves = node.path.map(({ text }) => text);
    this.engine.look(step, moves);
    if (this.opening.replies) this.replies.look(step, moves);
    const { line } = this.played;
    const last = node.played && !tree.game[node.ply];
    // The last position has the score.
    if (last && line) this.headline.textContent = endWords(line, this.people, null, line.family, step).headline;
    this.stage.show({
      step,
      line: this.#line,
      interactive: step.turn !== 'over',
      ghost: false,
      end: last && line ? { winner: line.winner, reason: line.reason, payoff: null, record: line.id } : null,
      after: () => {
        this.#drawn = node;
        main.dataset.ply = String(node.ply);
        main.dataset.turn = step.turn;
        main.dataset.branch = String(!node.played);
        list.element.dataset.lines = tree.write();
        this.judge();
        view.ready('record');
      },
    });
  }

  /** The moves and side lines, and what can be done with the one on the board. */
  #list() {
    const node = this.#current;
    const game = this.tree.game;
    this.sides.mark(node);
    const of = (/** @type {number} */ ply) => this.sides.of(game[ply - 1]);
    const key = this.tree.branches ? this.tree.write() : '';
    this.list.update(this.moves, this.movers, node.trunk.ply, this.people, { key, at: !node.played, of, mark: () => this.sides.mark(node) });
    if (this.review.view) this.list.judge(this.review.marks);
    this.raise.hidden = node.played || (this.played.over && node.branch.parent?.played === true);
    this.drop.hidden = node.played && (this.played.over || !node.parent);
  }

  /** Shows what the moves of the position on the board are worth, if the engine says so, and why a player is safe. */
  judge() {
    if (!this.stage?.settled) return;
    const { engine, replies, stage } = this;
    const is = this.#drawn === this.#current;
    const { squares, line } = replies;
    // Values would hide the replies.
    stage.board.judge(getSettings().judge && is && !squares.length ? engine.values : null);
    if (is) stage.board.pointOut(squares, line);
  }

  /** Plays the moves after the position on the board by itself, or stops doing so. */
  run() {
    if (this.#timer) return this.#stop();
    if (!this.#current.children.length) this.go(this.tree.root);
    this.#timer = setInterval(() => {
      const next = this.#current.children[0];
      if (next) this.go(next);
      else this.#stop();
    }, BEAT);
    fill(this.play, icon('pause'), h('span', null, t('pace.pause')));
  }

  #stop() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    fill(this.play, icon('play'), h('span', null, t('moves.play')));
  }

  async lookBack() {
    this.review.element.hidden = false;
    this.judged.hidden = true;
    await this.review.load((state) => {
      this.list.judge(this.review.marks);
      this.view.main.dataset.review = state;
    });
  }

  /** Begins a game from a position. @param {LineNode} node */
  playOn({ path }) {
    const { game, position } = this.played;
    keepStart({ game, position, moves: path.map(({ text }) => text) });
    location.hash = `#/new?game=${encodeURIComponent(game)}&on=1`;
  }

  seeTree() {
    const { game, position } = this.played;
    location.hash = linkTo({ game, position: position ?? '', moves: this.#current.path.map(({ text }) => text).join(' '), view: 'full' });
  }

  async setUp() {
    const { step } = this.#current;
    if (step) (await import('./setup.js')).openSetup(this.opening, step, this.view.signal);
  }

  /** Saves the game with its side lines as a file. */
  async save() {
    const { game, position, text, line } = this.played;
    try {
      const tags = text ? (await readRecord(text)).tags : this.played.tags;
      const record = await writeRecord({ game, position, moves: this.tree.write(), tags });
      saveFile(`${line?.id ?? 'plywood-game'}.txt`, new Blob([record.text], { type: 'text/plain' }));
    } catch (error) {
      if (!this.view.signal.aborted) toast(problemWords(/** @type {any} */ (error)));
    }
  }
}

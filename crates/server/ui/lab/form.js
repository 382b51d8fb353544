// What to look at: the game, the position, the tree of what, by which algorithm, beside which other, and how much of it.

import { createBoard } from '../boards/index.js';
import { button, fill, h, toast } from '../app/dom.js';
import { fields } from '../app/fields.js';
import { GameChoice } from '../app/gamechoice.js';
import { game as gameInfo, look } from '../app/house.js';
import { cardOf, compose, parse, playerNames, problemWords } from '../app/names.js';
import { choices } from '../app/settings.js';
import { boardOptions } from '../app/stage.js';
import { t, tOr } from '../app/words.js';
import { ANEW, PROOF, VIEWS, isValued } from './wish.js';

/** @typedef {import('./wish.js').Asked} Asked */
/** @typedef {import('../protocol').BotView} BotView */
/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').ProofView} ProofView */

/** Bots that write down what they look at. */
const TRACED = ['minimax', 'alphabeta', 'engine', 'expectiminimax', 'rules', 'mcts', 'bestfirst', 'learner'];
/** The settings that bots begin with here: small enough for a readable tree. @type {Record<string, string>} */
const BEGIN = { minimax: 'minimax:depth=2', alphabeta: 'alphabeta:depth=3', engine: 'engine:depth=3', expectiminimax: 'expectiminimax:depth=2', rules: 'rules', mcts: 'mcts:playouts=300', bestfirst: 'bestfirst:nodes=60', learner: 'learner:brain=house' };
/** Milliseconds without a key before the tree is requested again. */
const PAUSE = 350;

export class Form {
  #timer = 0;
  /** @type {BotView[]} */
  #bots = [];
  /** @type {{brain: string[], eval: string[]}} */
  #names = { brain: [], eval: [] };
  /** @type {import('../boards/index.js').BoardHandle | null} */
  #board = null;

  /**
   * @param {CatalogueView} known
   * @param {Asked} asked
   * @param {(change: Partial<Asked>) => void} change
   * @param {AbortSignal} signal
   */
  constructor(known, asked, change, signal) {
    this.known = known;
    this.asked = asked;
    this.change = change;
    this.signal = signal;
    this.choice = new GameChoice(known, asked.game, () => this.#game(true), () => this.#later(() => this.#game(false)));
    this.choice.call(cardOf(known, asked.game)?.key ?? null);
    this.view = h('div', { class: 'field' });
    this.algorithm = h('div', { class: 'field' });
    this.against = h('div', { class: 'field' });
    this.proof = h('div', { class: 'field' });
    this.whose = h('div', { class: 'field' });
    this.options = h('div', { class: 'lab-options' });
    this.moves = h('input', { type: 'text', id: 'lab-moves', value: asked.moves, maxlength: 2000, spellcheck: 'false', placeholder: t('lab.opening'), oninput: () => this.#later(() => this.#move(this.moves.value)) });
    this.position = h('input', { type: 'text', id: 'lab-position', value: asked.position, maxlength: 2000, spellcheck: 'false', placeholder: t('lab.opening'), oninput: () => this.#later(() => this.#change({ ...ANEW, position: this.position.value.trim() })) });
    this.board = h('div', { class: 'lab-board-host' });
    /** The editor of a written tree: it is beside the tree, so that both are visible. */
    this.written = h('section', { class: 'lab-written', 'aria-label': t('setup.tree') });
    this.own = h('div', null);
    this.element = h(
      'form',
      { class: 'lab-form', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h('div', { class: 'lab-picks' }, h('div', { class: 'field' }, h('label', { for: 'game' }, t('setup.game')), this.choice.pick), this.view, this.algorithm, this.against, this.proof, this.whose),
      h('details', { class: 'rules', data: { part: 'more' }, ontoggle: () => this.#showBoard() }, h('summary', null, t('lab.more')), this.own, this.options),
    );
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.#board?.destroy();
    });
  }

  /** The text of the written tree is another one. @param {string} text */
  rewrite(text) {
    const field = this.written.querySelector('textarea');
    if (!field) return;
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }

  /** @param {() => void} act */
  #later(act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, PAUSE);
  }

  /** @param {Partial<Asked>} change */
  #change(change) {
    clearTimeout(this.#timer);
    Object.assign(this.asked, change);
    this.show();
    this.change(change);
  }

  /** Another game, or the same with other options. @param {boolean} other */
  async #game(other) {
    const game = this.choice.wanted;
    if (game === this.asked.game) return;
    /** @type {Partial<Asked>} */
    const change = { ...ANEW, game, moves: '', position: '', proof: '', player: '' };
    Object.assign(this.asked, change);
    this.moves.value = '';
    this.position.value = '';
    const written = game.startsWith('tree:');
    // A tree that is being written has the algorithms that it had.
    if (other || !written) await this.learn();
    // Proofs are of a game with all its options.
    const proved = this.asked.view === 'proof' && this.#proofs.length > 0;
    if (this.asked.view === 'proof' && !proved) Object.assign(change, { view: 'full' });
    if (other) {
      // What suits one game may not suit another.
      const bot = this.#usual();
      Object.assign(change, { bot: this.asked.view === 'trace' ? (written ? parse(bot).name : bot) : '', against: '', quiz: '', merge: '', depth: proved ? PROOF.depth : '', best: '', along: '' });
    }
    this.#change(change);
  }

  /** The algorithm that suits the game. */
  #usual() {
    return /** @type {string} */ (this.#chance ? BEGIN.expectiminimax : BEGIN.alphabeta);
  }

  #chance = false;
  /** @type {ProofView[]} */
  #proofs = [];

  /** Requests the bots and proofs of the game; an error in the game is reported by the tree's own request. */
  async learn() {
    try {
      const info = await gameInfo(this.asked.game, this.signal);
      this.#chance = info.opponents.some(({ bot }) => bot.startsWith('expectiminimax'));
      this.#bots = this.known.bots.filter(({ name }) => TRACED.includes(name) && (name !== 'learner' || info.learns));
      this.#proofs = info.proofs;
      this.#names = { brain: info.brains.map(([name]) => name), eval: info.evaluations.map(([name]) => name) };
    } catch {
      this.#bots = this.known.bots.filter(({ name }) => TRACED.includes(name) && name !== 'learner');
      this.#proofs = [];
    }
    if (!this.signal.aborted) this.show();
  }

  /** Shows what is asked for by now. */
  show() {
    const { asked } = this;
    const traced = asked.view === 'trace';
    const proved = asked.view === 'proof';
    const views = VIEWS.filter((view) => view !== 'proof' || proved || this.#proofs.length > 0);
    const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {[string, string][]} */ all, /** @type {string} */ value, /** @type {(value: string) => void} */ act) => {
      const list = h('select', { id, onchange: () => act(list.value) }, all.map(([key, word]) => h('option', { value: key, selected: key === value }, word)));
      return [h('label', { for: id }, label), list];
    };
    const focus = document.activeElement?.id ?? '';
    if (focus !== this.moves.id) this.moves.value = asked.moves;
    fill(this.view, select('lab-view', t('lab.view'), views.map((view) => [view, t(`lab.view.${view}`)]), asked.view, (view) => this.#change({ ...ANEW, view, quiz: '', bot: view === 'trace' ? asked.bot || this.#usual() : asked.bot, against: view === 'trace' ? asked.against : '', ...(view === 'proof' ? PROOF : {}) })));
    const bots = this.#bots.map(({ name }) => /** @type {[string, string]} */ ([name, tOr(`botname.${name}`, name)]));
    const [own, other] = [parse(asked.bot).name, parse(asked.against).name];
    fill(this.algorithm, traced && select('lab-bot', t('lab.bot'), bots, own, (name) => this.#change({ ...ANEW, quiz: '', bot: this.#begin(name) })));
    fill(this.against, traced && select('lab-against', t('lab.against'), [['', t('lab.alone')], ...bots], other, (name) => this.#change({ step: asked.step, against: name ? this.#begin(name) : '', quiz: '' })));
    const proofs = this.#proofs.map((proof) => /** @type {[string, string]} */ ([proof.name, proofName(proof)]));
    fill(this.proof, proved && select('lab-proof', t('lab.proof'), [['', t('lab.proof.usual')], ...proofs], asked.proof, (proof) => this.#change({ ...ANEW, proof })));
    fill(this.whose, proved && select('lab-whose', t('lab.proof.whose'), [['', t('lab.proof.mover')], ['first', t('player.first')], ['second', t('player.second')]], asked.player, (player) => this.#change({ ...ANEW, player })));
    // Where there is one proof there is nothing to choose, and a win is one player's.
    const isDraw = this.#proofs.some(({ state }) => state.kind === 'checked' && state.claims.length > 1);
    this.proof.hidden = !proved || (proofs.length < 2 && !asked.proof);
    this.whose.hidden = !proved || !(isDraw || asked.player);
    const written = asked.game.startsWith('tree:');
    const place = written ? this.written : this.own;
    if (this.choice.variants.parentElement !== place) place.append(this.choice.variants);
    this.written.hidden = !written;
    this.algorithm.hidden = !traced;
    this.against.hidden = !traced;
    this.#showOptions(traced);
    // The field with the focus keeps it.
    if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus();
  }

  /** The options that a bot begins with. @param {string} name */
  #begin(name) {
    const written = this.asked.game.startsWith('tree:');
    const text = BEGIN[name] ?? name;
    if (!written) return text;
    // Written trees are small: they are searched to their leaves.
    const { options } = parse(text);
    options.delete('depth');
    return compose(name, options);
  }

  /** @param {boolean} traced */
  #showOptions(traced) {
    const { asked } = this;
    const box = (/** @type {'depth' | 'most' | 'best' | 'along' | 'seed'} */ key, /** @type {number} */ min, /** @type {number} */ max) => {
      const input = h('input', { type: 'number', id: `lab-${key}`, min, max, value: asked[key], placeholder: t('lab.usual'), oninput: () => this.#later(() => this.#change({ ...ANEW, [key]: input.value })) });
      return h('div', { class: 'field' }, h('label', { for: `lab-${key}` }, t(`lab.${key}`)), input, h('span', { class: 'help' }, t(`lab.${key}.help`)));
    };
    const merge = h('input', { type: 'checkbox', id: 'lab-merge', checked: asked.merge === '1', onchange: () => this.#change({ ...ANEW, merge: merge.checked ? '1' : '' }) });
    const whose = choices(t('lab.player'), 'lab-player', [['', t('lab.player.usual')], ['first', t('player.first')], ['second', t('player.second')]], asked.player, (player) => this.#change({ ...ANEW, player }));
    const written = asked.game.startsWith('tree:');
    const valued = isValued(asked.view);
    const open = [...this.options.querySelectorAll('details[open]')].map((part) => /** @type {HTMLElement} */ (part).dataset.part);
    fill(
      this.options,
      !written && h('div', { class: 'lab-place' }, this.board, h('div', { class: 'fields' }, h('div', { class: 'field' }, h('label', { for: 'lab-moves' }, t('lab.moves')), this.moves, h('span', { class: 'help' }, t('lab.moves.help'))), h('div', { class: 'field' }, h('label', { for: 'lab-position' }, t('lab.position')), this.position), button('undo', t('lab.back'), () => this.#move(asked.moves.split(/\s+/).slice(0, -1).join(' ')), { data: { action: 'lab-back' } }))),
      h(
        'div',
        { class: 'fields' },
        box('depth', 1, 200),
        box('most', 1, 3000),
        valued && box('best', 1, 100),
        valued && box('along', 0, 100),
        traced && box('seed', 0, 999999),
        !traced && h('div', { class: 'field' }, h('label', { class: 'check' }, merge, h('span', null, t('lab.merge'))), h('span', { class: 'help' }, t('lab.merge.help'))),
      ),
      asked.view === 'decision' && whose,
      traced && this.#botOptions('bot', open),
      traced && asked.against && this.#botOptions('against', open),
    );
    this.#showBoard();
  }

  /** The options of a bot. @param {'bot' | 'against'} which @param {(string | undefined)[]} open */
  #botOptions(which, open) {
    const { name, options } = parse(this.asked[which]);
    const bot = this.#bots.find((view) => view.name === name);
    if (!bot) return null;
    const parameters = bot.parameters.filter(({ key }) => key !== 'learn');
    const values = new Map(parameters.map((p) => [p.key, options.get(p.key) ?? p.default]));
    /** The options that differ from their defaults. @returns {[string, string][]} */
    const own = () => parameters.flatMap(({ key, default: usual }) => (values.get(key) && (values.get(key) !== usual || key === 'brain') ? [/** @type {[string, string]} */ ([key, values.get(key) ?? ''])] : []));
    const typed = () => this.#later(() => this.#change({ ...ANEW, quiz: '', [which]: compose(name, own()) }));
    const body = h('div', null);
    const build = () => body.childElementCount === 0 && fill(body, fields(name, parameters, values, typed, this.#names));
    if (open.includes(which)) build();
    return h('details', { class: 'rules', open: open.includes(which), data: { part: which }, ontoggle: build }, h('summary', null, t('lab.optionsof', { bot: tOr(`botname.${name}`, name) })), body);
  }

  /** @param {string} moves */
  #move(moves) {
    const fresh = moves.trim().replace(/\s+/g, ' ');
    this.moves.value = fresh;
    this.#change({ ...ANEW, moves: fresh });
  }

  /** The position where the tree begins, to be clicked on. */
  async #showBoard() {
    const shown = this.element.querySelector('details')?.open;
    const { game, moves, position } = this.asked;
    if (!shown || game.startsWith('tree:')) return;
    const played = moves.split(' ').filter(Boolean);
    this.board.setAttribute('aria-busy', 'true');
    try {
      const view = await look({ game, position: position || null, moves: played, from: played.length, random: 0 }, this.signal);
      if (this.signal.aborted || game !== this.asked.game) return;
      if (view.variations) toast(t('records.variations', { count: view.variations }));
      this.#board?.destroy();
      this.board.replaceChildren();
      const onMove = (/** @type {string} */ text) => {
        // Of another question the board is still on its way.
        const current = game === this.asked.game && moves === this.asked.moves && position === this.asked.position;
        if (current) this.#move([...view.moves, text].join(' '));
        return current;
      };
      this.#board = createBoard(this.board, { ...boardOptions(view.board, playerNames(view.players, view.board)), onMove });
      const step = view.steps[0];
      if (step) await this.#board.update(step, { interactive: step.turn !== 'over', animate: false });
    } catch (error) {
      if (this.signal.aborted) return;
      fill(this.board, h('p', { class: 'soft small' }, problemWords(/** @type {any} */ (error))));
    } finally {
      this.board.removeAttribute('aria-busy');
    }
  }
}

/** The name of a proof, with its state. @param {ProofView} proof */
function proofName({ name, state }) {
  if (state.kind !== 'checked') return `${name} (${t(`lab.proof.${state.kind}`)})`;
  const [claim, other] = state.claims;
  const player = t(`player.${claim?.player ?? 'first'}`);
  return `${name} (${other ? t('value.draw') : t(claim?.wins ? 'value.wins' : 'lab.proof.keeps', { player })})`;
}

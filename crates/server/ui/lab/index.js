// The tree lab: a tree, step by step, beside another if one likes; folded, asked about, linked to and taken home.

import { announce, button, fill, h, loadStyles } from '../app/dom.js';
import { house, tree as grow } from '../app/house.js';
import { listen } from '../app/keys.js';
import { gameName, problemWords } from '../app/names.js';
import { keepStart } from '../app/store.js';
import { t } from '../app/words.js';
import { Code } from './code.js';
import { Details } from './details.js';
import { Grown } from './data.js';
import { Editor } from './editor.js';
import { Form } from './form.js';
import { arrange, more, numbers, reopen } from './growth.js';
import { Pane, bare, botTitle, comparison } from './pane.js';
import { Presenter } from './presenter.js';
import { KINDS, Quiz } from './quiz.js';
import { Share } from './share.js';
import { Steps } from './steps.js';
import { PRESETS } from './presets.js';
import { ANEW, address, linkTo, read, twinOf, wishOf } from './wish.js';

/** @typedef {import('./wish.js').Asked} Asked */
/** @typedef {import('../protocol').GrownTree} GrownTree */

/** Milliseconds after which the address is written: browsers count how often that is done. */
const WRITTEN = 150;

export class Lab {
  #written = 0;
  #request = new AbortController();
  /** @type {Pane[]} */
  #shown = [];
  #hovered = -1;

  /**
   * @param {import('../app/main.js').View} view
   * @param {import('../protocol').CatalogueView} known
   */
  constructor(view, known) {
    const { signal } = view;
    this.view = view;
    this.known = known;
    this.asked = read(view.params);
    this.details = new Details({ begin: (pane, id) => this.#begin(this.way(pane, id)), play: (pane, id) => this.#playOn(pane, id) }, signal);
    this.code = new Code();
    this.steps = new Steps((step, byHand) => this.#go(step, byHand), signal);
    this.first = new Pane(this.#told(0), signal);
    this.second = new Pane(this.#told(1), signal);
    this.quiz = new Quiz(this.first, () => this.#paint(), () => view.task?.solved());
    this.trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
    const retreat = button('undo', t('lab.back'), () => this.#begin(this.asked.moves.trim().split(/\s+/).slice(0, -1)), { data: { action: 'lab-retreat' } });
    this.retreat = h('div', { hidden: true }, retreat);
    this.compared = h('p', { class: 'lab-compared', hidden: true });
    this.panes = h('div', { class: 'lab-panes' }, this.first.element);
    this.kinds = h('select', { id: 'lab-quiz', onchange: () => this.change({ ...ANEW, quiz: this.kinds.value, against: '' }) });
    this.form = new Form(known, this.asked, (change) => this.change(change), signal);
    this.editor = new Editor((text) => this.form.rewrite(text));
    this.form.written.append(this.editor.element);
    this.share = new Share(this);
    this.windows = h('p', { class: 'soft small lab-legend', hidden: true }, t('lab.windows'));
    const side = h('aside', { class: 'lab-side', 'aria-label': t('lab.details') }, this.quiz.element, this.code.element, this.form.written, this.details.element);
    this.bench = h('div', { class: 'lab-bench' }, h('div', { class: 'lab-work' }, this.steps.element, this.compared, this.panes), side);
    this.presenter = new Presenter(this.bench, this.steps, signal);
    this.steps.element.append(this.presenter.button);
    this.tools = h('div', { class: 'lab-tools row wrap' }, h('label', { class: 'row' }, h('span', null, t('lab.quiz')), this.kinds), this.share.buttons);
    fill(
      view.main,
      h(
        'div',
        { class: 'lab' },
        // A task is this tree and no other.
        !view.task && h('div', { class: 'lab-top' }, h('h1', null, t('lab.title')), h('p', { class: 'soft' }, t('lab.subtitle')),
          h('nav', { class: 'lab-presets', 'aria-label': t('lab.presets') }, PRESETS.map(([name, preset]) => h('a', { class: 'chip', href: linkTo(preset), data: { preset: name } }, t(`lab.preset.${name}`))))),
        !view.task && this.form.element,
        this.trouble,
        this.retreat,
        this.bench,
        !view.task && this.tools,
        this.share.link,
        h('p', { class: 'soft small lab-legend' }, t('lab.legend')),
        this.windows,
      ),
    );
    const step = (/** @type {number} */ by) => () => this.steps.pick(this.steps.step + by);
    listen({ ' ': () => this.steps.toggle(), ',': step(-1), '.': step(1), PageUp: step(-1), PageDown: step(1), Home: () => this.steps.pick(0), End: () => this.steps.pick(this.steps.last), p: () => this.presenter.toggle(), b: () => this.first.picture.select(this.first.picture.selected, true) }, signal);
    signal.addEventListener('abort', () => {
      clearTimeout(this.#written);
      this.#request.abort();
    });
  }

  /** The callbacks for the picture of a pane. @param {number} index */
  #told(index) {
    const pane = () => (index === 0 ? this.first : this.second);
    return {
      select: (/** @type {number} */ id) => {
        if (index === 0) {
          this.asked.node = id ? String(id) : '';
          this.#write();
          this.quiz.select(id);
          this.editor.show(this.asked, this.first.tree, id);
        }
        this.details.show(pane(), id, this.#hides());
      },
      hover: (/** @type {number | null} */ id) => {
        if (id === this.#hovered) return;
        this.#hovered = id ?? -1;
        this.details.show(pane(), id ?? pane().picture.selected, this.#hides());
      },
      press: (/** @type {number} */ id) => {
        if (this.asked.quiz === 'cuts') this.quiz.act(id);
        // Clicks walk through a proof: children that were not sent are requested at once.
        else if (pane().tree.told.proof && !pane().tree.below(id).length && pane().tree.opens(id)) this.#open(pane(), id, index === 0);
      },
      open: (/** @type {number} */ id) => {
        if (this.asked.quiz) this.quiz.act(id);
        else this.#open(pane(), id, index === 0);
      },
    };
  }

  #hides() {
    return this.quiz.kind;
  }

  /** The moves from where the tree's game begins to a node. @param {Pane} pane @param {number} id */
  way(pane, id) {
    return [...this.asked.moves.split(/\s+/), ...pane.tree.path(id)].filter(Boolean);
  }

  /** The tree begins after these moves from now on. @param {string[]} moves */
  #begin(moves) {
    this.change({ ...ANEW, moves: moves.join(' ') });
    this.form.show();
  }

  /** A new game begins at a node. @param {Pane} pane @param {number} id */
  #playOn(pane, id) {
    const { game } = pane.tree.told;
    keepStart({ game, position: this.asked.position || null, moves: this.way(pane, id) });
    location.hash = `#/new?game=${encodeURIComponent(game)}&on=1`;
  }

  /** The address says what is shown. */
  #write() {
    clearTimeout(this.#written);
    this.#written = setTimeout(() => this.view.address(address(this.asked)), WRITTEN);
  }

  /** Aborted when another tree is asked for. */
  get signal() {
    return this.#request.signal;
  }

  /** Something else is asked for. @param {Partial<Asked>} change */
  change(change) {
    Object.assign(this.asked, change);
    this.steps.pause();
    this.#write();
    this.load();
  }

  /** Asks for the trees and shows them. */
  async load() {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const { asked } = this;
    const wish = wishOf(asked);
    const cuts = asked.quiz === 'cuts' && asked.view === 'trace';
    const beside = cuts ? asked.bot : asked.view === 'trace' ? asked.against : '';
    const main = cuts ? { ...wish, bot: twinOf(asked.bot, this.known.bots) } : wish;
    delete this.view.main.dataset.tree;
    this.panes.setAttribute('aria-busy', 'true');
    try {
      const [told, other] = await Promise.all([grow(main, signal), beside ? grow({ ...wish, bot: beside }, signal) : null]);
      await this.#become(told, other, cuts, signal);
      this.trouble.hidden = true;
      this.retreat.hidden = true;
    } catch (error) {
      if (signal.aborted || this.view.signal.aborted) return;
      const problem = /** @type {any} */ (error);
      if (!problem.code) throw error;
      // The server names the place in a written tree, and what would work.
      this.trouble.textContent = problem.code === 'options' && problem.message ? problem.message : problemWords(problem);
      this.trouble.hidden = false;
      this.retreat.hidden = !asked.moves;
      // Where no tree was ever there, there is nothing to look at but the editor of one.
      this.#bare(this.first.tree.nodes.length === 0 && !asked.game.startsWith('tree:'));
      this.view.main.dataset.tree = 'refused';
    }
    this.panes.removeAttribute('aria-busy');
    this.view.ready('tree');
  }

  /** Hides or shows the place of the tree. @param {boolean} bare */
  #bare(bare) {
    this.bench.hidden = bare;
    this.tools.hidden = bare;
  }

  /** @param {GrownTree} told @param {GrownTree | null} other @param {boolean} cuts @param {AbortSignal} signal */
  async #become(told, other, cuts, signal) {
    const { asked } = this;
    this.#bare(false);
    const title = (/** @type {GrownTree} */ it) => (it.search ? botTitle(it.search.bot) : it.proof ? t('lab.proof.title', { name: it.proof.name }) : t(`lab.view.${asked.view}`));
    this.first.become(told, cuts ? t('lab.quiz.whole') : title(told));
    const key = cuts && other ? new Grown(other) : null;
    if (key) arrange(this.first.tree, key);
    await reopen(this, signal);
    if (signal.aborted) return;
    this.#shown = [this.first];
    if (other && !cuts) {
      this.second.become(other, title(other));
      this.#shown.push(this.second);
    }
    fill(this.panes, this.#shown.map((pane) => pane.element));
    this.panes.classList.toggle('two', this.#shown.length > 1);
    const name = gameName(this.known, told.game);
    this.view.heading(name);
    this.view.title(`${t('site.tree')}: ${name}`);
    this.compared.textContent = this.#shown.length > 1 ? comparison(this.first, this.second) : '';
    this.compared.hidden = !this.compared.textContent;
    this.#offerQuiz(key ?? this.first.tree);
    this.quiz.begin(asked.quiz, key);
    this.first.folded = new Set(numbers(asked.folded).filter((id) => this.first.tree.below(id).length > 0));
    this.code.become(this.first, asked.quiz !== '');
    for (const pane of this.#shown) pane.draw();
    const last = Math.max(...this.#shown.map((pane) => pane.happenings.length));
    this.steps.become(last, asked.step === '' || asked.quiz ? last : Number(asked.step) || 0);
    this.steps.element.hidden = asked.quiz !== '' || told.proof !== null;
    this.windows.hidden = !told.nodes.some((node) => node.window);
    this.share.become();
    this.#paint();
    const node = this.editor.take(this.first.tree) ?? (Number(asked.node) || 0);
    this.editor.show(asked, this.first.tree, 0);
    if (node > 0 && node < this.first.tree.nodes.length) this.first.picture.select(node);
    else this.details.show(this.first, 0, this.#hides());
    this.view.main.dataset.tree = String(this.first.tree.nodes.length);
  }

  /** Offers the quizzes that fit the tree. @param {Grown} tree */
  #offerQuiz(tree) {
    if (this.asked.quiz && !Quiz.fits(this.asked.quiz, tree)) this.asked.quiz = '';
    const kinds = KINDS.filter((kind) => Quiz.fits(kind, tree));
    fill(this.kinds, h('option', { value: '' }, t('lab.quiz.off')), kinds.map((kind) => h('option', { value: kind, selected: kind === this.asked.quiz }, t(`lab.quiz.${kind}`))));
  }

  /** Paints a step that is not the one that is shown. @param {number} step */
  paint(step) {
    for (const pane of this.#shown) pane.paint(step, pane === this.first ? this.quiz.mask : bare());
  }

  #paint() {
    this.paint(this.steps.step);
    this.code.show(this.first);
    Object.assign(this.view.main.dataset, { step: this.steps.step, steps: this.steps.last });
  }

  /** @param {number} step @param {boolean} byHand */
  #go(step, byHand) {
    this.asked.step = step === this.steps.last ? '' : String(step);
    this.#write();
    this.#paint();
    const { happening } = this.first.known ?? {};
    const at = happening ? happening.node : 0;
    this.details.show(this.first, this.#hovered >= 0 ? this.#hovered : at, this.#hides());
    if (byHand) announce(this.first.words.textContent ?? '');
  }

  /** Folds or unfolds the children of a node, or requests children that were not sent. @param {Pane} pane @param {number} id @param {boolean} kept */
  async #open(pane, id, kept) {
    const { tree } = pane;
    if (pane.folded.has(id) || !tree.opens(id)) pane.fold(id);
    else await more(this, pane, id, kept);
    if (kept) this.asked.folded = [...pane.folded].join('.');
    this.#write();
    this.#paint();
    this.details.show(pane, id, this.#hides());
  }

  /** There are more nodes, and so more steps: all of them are shown. */
  grown() {
    this.first.draw();
    this.asked.step = '';
    this.steps.become(this.first.happenings.length, this.first.happenings.length);
    this.view.main.dataset.tree = String(this.first.tree.nodes.length);
  }
}

/** @param {import('../app/main.js').View} view */
export async function show(view) {
  const [known] = await Promise.all([house(), loadStyles('lab')]);
  if (view.signal.aborted) return;
  const lab = new Lab(view, known);
  await Promise.all([lab.form.learn(), lab.load()]);
}

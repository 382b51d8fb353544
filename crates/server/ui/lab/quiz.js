// A quiz on a tree: values, windows or cuts are hidden, the student says what they are, and hears why it is so.

import { announce, button, fill, h } from '../app/dom.js';
import { number, t } from '../app/words.js';
import { listed, nameOf, reasonOf, spanText, worthText } from './say.js';
import { bare } from './pane.js';

/** @typedef {import('./pane.js').Pane} Pane */
/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./data.js').Worth} Worth */

/** The kinds of quiz, named for what they hide; the words are `lab.quiz.NAME`. */
export const KINDS = ['values', 'windows', 'cuts'];

/** Right answers without help after which a quiz on values or windows is solved; fewer in small trees. */
const ENOUGH = 5;

/** A number as people type it. @param {string} text */
const plain = (text) => text.trim().replace(/[−–]/g, '-').replace(',', '.').replace(/^[≈≥≤]+|\s*%$/g, '');

/** True if the typed text means this value. @param {string} typed @param {Worth} worth */
export function means(typed, worth) {
  const [said, is] = [plain(typed).toUpperCase(), plain(worth.text).toUpperCase()];
  if (said === '') return false;
  if (said === is) return true;
  if (is === '=') return said === '0' || said === 'D';
  if (/^[WL]/.test(is)) return said === is[0];
  // As exact as in the picture.
  return Math.abs(Number(said) - Number(is)) < 0.0005;
}

/** True if the typed text means this bound; nothing, a dash or an infinity means no bound. @param {string} typed @param {Worth | null} bound */
const meansBound = (typed, bound) => (bound ? means(typed, bound) : ['', '-', '-∞', '+∞', '∞', '-INF', 'INF', '+INF', '-OO', 'OO', '+OO'].includes(plain(typed).toUpperCase()));

export class Quiz {
  kind = '';
  mask = bare();
  #right = 0;
  #asked = 0;
  #node = -1;
  /** Nodes that were answered without help. @type {Set<number>} */
  #found = new Set();
  /** Nodes whose answers were shown. @type {Set<number>} */
  #helped = new Set();
  /** The nodes that were cut, in the tree that is shown. @type {Set<number>} */
  #cuts = new Set();
  /** Why they were. @type {Map<number, string>} */
  #why = new Map();

  /**
   * @param {Pane} pane
   * @param {() => void} changed  called when hidden or marked nodes have changed
   * @param {() => void} solved
   */
  constructor(pane, changed, solved) {
    this.pane = pane;
    this.changed = changed;
    this.solved = solved;
    this.about = h('p', null);
    this.body = h('div', { class: 'lab-question' });
    this.verdict = h('p', { class: 'lab-verdict', role: 'status' });
    this.score = h('p', { class: 'lab-score soft' });
    this.element = h('section', { class: 'lab-quiz', 'aria-label': t('lab.quiz'), hidden: true }, h('h2', null, t('lab.quiz')), this.about, this.body, this.verdict, this.score);
  }

  /** True if a tree has a quiz of this kind. @param {string} kind @param {Grown} tree */
  static fits(kind, tree) {
    // A proof has one move of the prover at a node: nothing follows from siblings.
    if (tree.told.proof) return false;
    const inner = tree.nodes.some((node, id) => node.value && tree.below(id).length > 0);
    if (kind === 'windows') return tree.walks && tree.nodes.some((node, id) => id > 0 && node.window && tree.below(id).length > 0);
    if (kind === 'cuts') return tree.walks && tree.nodes.some((node) => node.window);
    return inner;
  }

  /**
   * Begins anew; with no kind it is over.
   * @param {string} kind
   * @param {Grown | null} key  for cuts: the tree in which they are
   */
  begin(kind, key) {
    this.kind = kind;
    this.mask = { ...bare(), hides: kind };
    this.#right = 0;
    this.#asked = 0;
    this.#node = -1;
    this.#found.clear();
    this.#helped.clear();
    this.element.hidden = !kind;
    this.verdict.textContent = '';
    this.verdict.className = 'lab-verdict';
    if (!kind) return;
    this.about.textContent = t(`lab.quiz.about.${kind}`);
    this.#cuts = new Set();
    this.#why = new Map();
    if (kind === 'cuts' && key) this.#look(key);
    if (kind === 'cuts') this.#cutForm();
    else fill(this.body, h('p', { class: 'soft' }, t('lab.quiz.choose')));
    this.#tell();
  }

  /** Which nodes of the tree that is shown are cut off in the other one. @param {Grown} key */
  #look(key) {
    const { tree } = this.pane;
    key.nodes.forEach((node, id) => {
      if (!key.passed(id) || node.parent === null) return;
      const here = tree.find(key.path(id));
      if (here === null) return;
      this.#cuts.add(here);
      this.#why.set(here, t('lab.quiz.whycut', { name: nameOf(key, node.parent), reason: reasonOf(key, node.parent) }));
    });
  }

  #tell() {
    this.score.textContent = this.#asked ? t('lab.quiz.score', { right: number(this.#right), asked: number(this.#asked) }) : '';
  }

  /** @param {boolean} right @param {string} words */
  #say(right, words) {
    this.verdict.className = `lab-verdict ${right ? 'right' : 'wrong'}`;
    this.verdict.textContent = `${right ? '✓' : '✗'} ${words}`;
    this.#tell();
    this.changed();
  }

  /** True if there is something to ask at a node. @param {number} id */
  #asks(id) {
    const { tree } = this.pane;
    const node = tree.nodes[id];
    if (!node || tree.below(id).length === 0) return false;
    return this.kind === 'windows' ? id > 0 && node.window !== undefined : node.value !== undefined;
  }

  /** A node was selected: here is the question. @param {number} id */
  select(id) {
    if (!this.kind || this.kind === 'cuts') return;
    this.#node = id;
    if (!this.#asks(id)) {
      fill(this.body, h('p', { class: 'soft' }, t('lab.quiz.nothing', { name: nameOf(this.pane.tree, id) })));
      return;
    }
    const field = (/** @type {string} */ name, /** @type {string} */ word) =>
      h('label', { class: 'field' }, h('span', null, word), h('input', { type: 'text', id: `lab-answer-${name}`, autocomplete: 'off', maxlength: 20, size: 8 }));
    const name = nameOf(this.pane.tree, id);
    const fields = this.kind === 'values' ? [field('value', t('lab.quiz.worth', { name }))] : [h('p', null, t('lab.quiz.window', { name })), h('div', { class: 'row' }, field('alpha', 'α'), field('beta', 'β'))];
    fill(
      this.body,
      h(
        'form',
        {
          class: 'lab-answer',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.#check();
          },
        },
        fields,
        h('div', { class: 'row wrap' }, h('button', { type: 'submit', class: 'button main', data: { action: 'lab-check' } }, t('lab.quiz.check')), button('eye', t('lab.quiz.show'), () => this.#reveal(), { data: { action: 'lab-show' } })),
      ),
    );
  }

  /** To the answer, or in a quiz on cuts: this one is cut, or is not after all. @param {number} id */
  act(id) {
    if (this.kind !== 'cuts') return this.body.querySelector('input')?.focus();
    if (id === 0) return;
    const { marked, right, wrong } = this.mask;
    if (!marked.delete(id)) marked.add(id);
    right.clear();
    wrong.clear();
    announce(t(marked.has(id) ? 'lab.quiz.marked' : 'lab.quiz.unmarked', { name: nameOf(this.pane.tree, id) }));
    this.changed();
  }

  /** The text typed into a field. @param {string} name */
  #typed(name) {
    return /** @type {HTMLInputElement | null} */ (this.body.querySelector(`#lab-answer-${name}`))?.value ?? '';
  }

  #check() {
    const { tree } = this.pane;
    const id = this.#node;
    const node = tree.node(id);
    const values = this.kind === 'values';
    const right = values ? means(this.#typed('value'), /** @type {Worth} */ (node.value)) : meansBound(this.#typed('alpha'), node.window?.alpha ?? null) && meansBound(this.#typed('beta'), node.window?.beta ?? null);
    // Each node counts once: later tries do not score.
    const before = this.mask.right.has(id) || this.mask.wrong.has(id);
    if (!before) this.#asked += 1;
    if (!before && right) this.#right += 1;
    (right ? this.mask.right : this.mask.wrong).add(id);
    if (right) {
      this.mask.wrong.delete(id);
      this.mask.shown.add(id);
      if (!this.#helped.has(id)) this.#found.add(id);
      if (this.#found.size >= Math.min(ENOUGH, tree.nodes.filter((_, other) => this.#asks(other)).length)) this.solved();
    }
    this.#say(right, right ? `${t('lab.quiz.right')} ${this.#reason(id)}` : t(values ? 'lab.quiz.hint' : 'lab.quiz.hintwindow', this.#hint(id)));
  }

  #reveal() {
    const id = this.#node;
    if (!this.mask.right.has(id) && !this.mask.wrong.has(id)) this.#asked += 1;
    if (!this.mask.right.has(id)) this.mask.wrong.add(id);
    this.mask.shown.add(id);
    this.#helped.add(id);
    this.#say(this.mask.right.has(id), this.#reason(id));
  }

  /** A hint that does not give the answer away. @param {number} id */
  #hint(id) {
    const { tree } = this.pane;
    const { parent } = tree.node(id);
    return { name: nameOf(tree, id), who: t(`lab.kind.${tree.node(id).turn}`), values: this.#values(id), parent: parent === null ? '' : nameOf(tree, parent) };
  }

  /** The values of a node's children. @param {number} id */
  #values(id) {
    const { tree } = this.pane;
    return listed(tree.visited(id).map((child) => worthText(tree.node(child).value ?? null, tree.node(child).bound)));
  }

  /** Why it is so. @param {number} id */
  #reason(id) {
    const { tree } = this.pane;
    const node = tree.node(id);
    const name = nameOf(tree, id);
    if (this.kind === 'windows') {
      const parent = node.parent === null ? '' : nameOf(tree, node.parent);
      return t('lab.quiz.whywindow', { name, parent, window: spanText(node.window) });
    }
    const why = t(`lab.say.from.${node.turn}`, { name, value: worthText(node.value ?? null, node.bound), values: this.#values(id) });
    return node.end === 'cut' || node.end === 'chance' ? `${why} ${t('lab.quiz.rest', { reason: reasonOf(tree, id) })}` : why;
  }

  #cutForm() {
    fill(
      this.body,
      h('div', { class: 'row wrap' }, button('check', t('lab.quiz.check'), () => this.#checkCuts(), { class: 'button main', data: { action: 'lab-check' } }), button('eye', t('lab.quiz.show'), () => this.#showCuts(), { data: { action: 'lab-show' } })),
    );
  }

  #checkCuts() {
    const { marked, right, wrong } = this.mask;
    right.clear();
    wrong.clear();
    for (const id of marked) (this.#cuts.has(id) ? right : wrong).add(id);
    const missed = [...this.#cuts].filter((id) => !marked.has(id));
    const all = wrong.size === 0 && missed.length === 0;
    this.#asked += 1;
    if (all) this.#right += 1;
    if (all && !this.#helped.size) this.solved();
    const first = [...wrong][0];
    const because = first === undefined ? '' : t('lab.quiz.visited', { name: nameOf(this.pane.tree, first) });
    const found = this.#cuts.size === 0 ? t('lab.quiz.nocuts') : t('lab.quiz.found', { right: number(right.size), cuts: number(this.#cuts.size) });
    this.#say(all, [all ? t('lab.quiz.right') : '', found, wrong.size ? t('lab.quiz.toomany', { count: wrong.size }) : '', all ? this.#reasons() : because].filter(Boolean).join(' '));
  }

  #showCuts() {
    const { marked, right, wrong } = this.mask;
    wrong.clear();
    marked.clear();
    for (const id of this.#cuts) {
      this.#helped.add(id);
      marked.add(id);
      right.add(id);
    }
    this.#asked += 1;
    this.#say(false, this.#cuts.size ? this.#reasons() : t('lab.quiz.nocuts'));
  }

  /** Why each was cut, said once. */
  #reasons() {
    return [...new Set(this.#why.values())].slice(0, 4).join(' ');
  }
}

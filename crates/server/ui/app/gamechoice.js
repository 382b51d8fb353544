// Choosing a game: one of the lobby's, or any of a family with its own options, or a tree that is written down.

import { fill, h } from './dom.js';
import { fields } from './fields.js';
import { compose, gameName, unfold } from './names.js';
import { t, tOr } from './words.js';

/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').FamilyView} FamilyView */

/** The tree to begin with. */
const TREE = '(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))';

/** @param {FamilyView} family */
const defaults = (family) => new Map(family.parameters.map((p) => [p.key, p.default]));

export class GameChoice {
  #tree = TREE;

  /**
   * @param {CatalogueView} known
   * @param {string} asked  the game that is chosen at first
   * @param {() => void} onpick    another game was picked
   * @param {() => void} onchange  something is being typed
   */
  constructor(known, asked, onpick, onchange) {
    this.onchange = onchange;
    this.variants = h('div', null);
    this.family = /** @type {FamilyView} */ (known.families[0]);
    this.all = defaults(this.family);
    this.pick = h(
      'select',
      {
        id: 'game',
        onchange: () => {
          const card = known.games.find((c) => c.key === this.pick.value);
          const other = known.families.find((f) => `family:${f.name}` === this.pick.value);
          this.#become(known, card?.game ?? other?.name ?? '');
          onpick();
        },
      },
      h('optgroup', { label: t('lobby.games') }, known.games.map((card) => h('option', { value: card.key }, gameName(known, card.game)))),
      h('optgroup', { label: t('setup.families') }, known.families.map((f) => h('option', { value: `family:${f.name}` }, tOr(`family.${f.name}`, f.name)))),
    );
    this.#become(known, asked);
  }

  /** The full name of the game as the fields have it. */
  get wanted() {
    const { family, all } = this;
    if (family.name === 'tree') return `tree:${this.#tree}`;
    return compose(family.name, family.parameters.flatMap((p) => ((all.get(p.key) ?? p.default) === p.default ? [] : [/** @type {[string, string]} */ ([p.key, all.get(p.key) ?? ''])])));
  }

  /** Selects an entry of the list: the card of this key, or the family. @param {string | null} card */
  call(card) {
    this.pick.value = card ?? `family:${this.family.name}`;
  }

  /** @param {CatalogueView} known @param {string} game */
  #become(known, game) {
    const { family, all } = unfold(known, game);
    if (family) Object.assign(this, { family, all });
    if (game.startsWith('tree:')) this.#tree = game.slice(5);
    if (this.family.name === 'tree') {
      const text = h('textarea', { id: 'tree', rows: 4, spellcheck: 'false', value: this.#tree, oninput: () => ((this.#tree = text.value.trim()), this.onchange()) });
      fill(this.variants, h('div', { class: 'field' }, h('label', { for: 'tree' }, t('setup.tree')), text, h('span', { class: 'help' }, t('setup.treehelp'))));
    } else fill(this.variants, fields(this.family.name, this.family.parameters, this.all, this.onchange));
  }
}

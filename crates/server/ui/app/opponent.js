// Choosing a bot: from those that suit the game, or any with its own options.

import { fill, h } from './dom.js';
import { fields } from './fields.js';
import { botAbout, botName, compose, parse } from './names.js';
import { NAMED, isEven, levelOf, offered } from './results.js';
import { t, tOr } from './words.js';

/** @typedef {import('../protocol').GameView} GameView */
/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').BotView} BotView */

/**
 * The options of a new learner: it learns from the games it plays.
 * @param {BotView} bot
 */
const beginning = (bot) => new Map(bot.parameters.map((p) => [p.key, p.key === 'learn' ? 'on' : p.key === 'brain' ? 'house' : p.default]));

export class BotChoice {
  /** @type {GameView | null} */
  #game = null;
  /** @type {Map<string, Map<string, string>>} */
  #options = new Map();

  /**
   * @param {CatalogueView} known
   * @param {string} name     distinguishes it from others on the page
   * @param {string} legend
   * @param {() => void} onchange
   */
  constructor(known, name, legend, onchange) {
    this.known = known;
    this.name = name;
    this.onchange = onchange;
    this.chosen = '';
    this.custom = '';
    this.list = h('div', { class: 'options' });
    this.own = h('div', { class: 'own', hidden: true });
    this.legend = h('legend', null, legend);
    this.element = h('fieldset', { class: 'choices bots' }, this.legend, this.list, this.own);
  }

  /** The bot chosen, in the notation of the server. */
  get bot() {
    if (this.chosen !== 'custom') return this.chosen;
    const bot = this.#bots().find((b) => b.name === this.custom);
    if (!bot) return this.#game?.opponents[this.#game.middling]?.bot ?? 'random';
    const given = this.#values(bot);
    return compose(
      bot.name,
      bot.parameters.flatMap((p) => {
        const value = given.get(p.key) ?? '';
        return value === '' || value === p.default ? [] : [/** @type {[string, string]} */ ([p.key, value])];
      }),
    );
  }

  #bots() {
    const game = this.#game;
    return [...this.known.bots.filter((b) => b.name !== 'human' && (b.name !== 'learner' || game?.learns)), ...(game?.own_bots ?? [])];
  }

  /** @param {BotView} bot */
  #values(bot) {
    const known = this.#options.get(bot.name) ?? beginning(bot);
    this.#options.set(bot.name, known);
    return known;
  }

  /** The game is another now. @param {GameView} game */
  become(game) {
    this.#game = game;
    const all = offered(game.game, game.opponents);
    // The level that one was found to have is another in each game.
    if ((!all.some((o) => o.bot === this.chosen) || isEven(this.chosen)) && this.chosen !== 'custom') this.chosen = all[game.middling]?.bot ?? 'custom';
    const named = (/** @type {string} */ bot) => (isEven(bot) ? 'even' : NAMED.find(([, level]) => level === levelOf(bot))?.[0]);
    const [first, rest] = [all.filter((o) => named(o.bot)), all.filter((o) => !named(o.bot))];
    // The one that fits most people first, then from easy to hard.
    first.sort((a, b) => Number(isEven(b.bot)) - Number(isEven(a.bot)));
    const title = (/** @type {import('../protocol').OpponentView} */ o) => (named(o.bot) ? `${t(`level.${named(o.bot)}`)} · ${t('bot.level', { n: levelOf(o.bot) })}` : botName(o.bot, o.games));
    const option = (/** @type {string} */ value, /** @type {string} */ title, /** @type {string} */ about) =>
      h(
        'label',
        { class: 'option' },
        h('input', { type: 'radio', name: this.name, value, checked: this.chosen === value, onchange: () => this.#choose(value) }),
        h('span', { class: 'option-text' }, h('b', null, title), about && h('span', { class: 'soft small' }, about)),
      );
    const options = (/** @type {import('../protocol').OpponentView[]} */ some) => some.map((o) => option(o.bot, title(o), botAbout(this.known, o.bot)));
    fill(this.list, options(first), h('p', { class: 'minor' }, t('setup.others')), options(rest), option('custom', t('setup.custom'), t('setup.customabout')));
    this.#form();
  }

  /** @param {string} value */
  #choose(value) {
    if (value === 'custom' && this.chosen !== 'custom' && !this.custom) this.custom = parse(this.chosen).name;
    this.chosen = value;
    this.#form();
    this.onchange();
  }

  #form() {
    this.own.hidden = this.chosen !== 'custom';
    if (this.own.hidden || !this.#game) return;
    const bots = this.#bots();
    if (!bots.some((b) => b.name === this.custom)) this.custom = bots[0]?.name ?? '';
    const bot = bots.find((b) => b.name === this.custom);
    const select = h(
      'select',
      {
        id: `${this.name}-bot`,
        onchange: () => {
          this.custom = select.value;
          this.#form();
          this.onchange();
        },
      },
      bots.map((b) => h('option', { value: b.name, selected: b.name === this.custom }, tOr(`botname.${b.name}`, b.name))),
    );
    const names = { brain: ['house', ...this.#game.brains.map(([name]) => name).filter((name) => name !== 'house')], eval: this.#game.evaluations.map(([name]) => name) };
    fill(
      this.own,
      h('div', { class: 'field' }, h('label', { for: `${this.name}-bot` }, t('setup.bot')), select, bot && h('span', { class: 'help' }, tOr(`botabout.${bot.name}`, bot.about))),
      bot && fields(bot.name, bot.parameters, this.#values(bot), this.onchange, names),
    );
  }
}

// What the address asks for: which tree, how much of it, and what of it is shown. Everything that is drawn can be linked to.

import { compose, parse } from '../app/names.js';

/** @typedef {import('../protocol').TreeRequest} TreeRequest */
/** @typedef {import('../protocol').BotView} BotView */

/** The tree of the textbooks. */
export const LESSON = 'tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))';

/**
 * All texts as in the address; '' is the default.
 * @typedef {object} Asked
 * @property {string} game
 * @property {string} position
 * @property {string} moves
 * @property {string} view
 * @property {string} bot
 * @property {string} against   a second bot beside it
 * @property {string} seed
 * @property {string} depth
 * @property {string} most
 * @property {string} merge
 * @property {string} best
 * @property {string} along
 * @property {string} player
 * @property {string} proof     the server's proof; '' is the first that covers the position
 * @property {string} step      events that are shown; '' is all
 * @property {string} node      the selected node
 * @property {string} folded    nodes whose children are folded away, with dots between
 * @property {string} open      nodes whose children were asked for later
 * @property {string} quiz      the parts that are hidden
 */

/** @type {Asked} */
const USUAL = { game: '', position: '', moves: '', view: '', bot: '', against: '', seed: '', depth: '', most: '', merge: '', best: '', along: '', player: '', proof: '', step: '', node: '', folded: '', open: '', quiz: '' };

/** The views of trees; the words for each are `lab.view.NAME`. */
export const VIEWS = ['full', 'coloured', 'decision', 'trace', 'proof'];

/** The fields that are reset for another tree. @type {Partial<Asked>} */
export const ANEW = { step: '', node: '', folded: '', open: '' };

/** @param {URLSearchParams} params @returns {Asked} */
export function read(params) {
  const asked = { ...USUAL };
  for (const key of /** @type {(keyof Asked)[]} */ (Object.keys(USUAL))) asked[key] = params.get(key) ?? '';
  if (!asked.game) return { ...asked, game: LESSON, view: 'trace', bot: 'alphabeta', step: asked.step || '0' };
  if (!VIEWS.includes(asked.view)) asked.view = '';
  asked.view ||= asked.bot ? 'trace' : asked.proof ? 'proof' : 'full';
  return asked;
}

/** @param {Asked} asked */
export function address(asked) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(asked)) if (value) params.set(key, value);
  return `#/tree?${params}`;
}

/** A link to the tree of a position. @param {Partial<Asked>} asked */
export const linkTo = (asked) => address({ ...USUAL, ...asked });

/** A proof, its first move and all replies to it: the rest is opened. @type {Partial<Asked>} */
export const PROOF = { view: 'proof', depth: '2' };

/** The proof that a bot plays by; '' for any other bot. @param {string} bot */
export const proofPlayed = (bot) => (parse(bot).name === 'perfect' && parse(bot).options.get('proof')) || '';

/** The position of a table that is shown. @param {import('../app/table/index.js').Table} table @returns {Partial<Asked>} */
export const placeOf = (table) => ({ game: table.info.game, position: table.timeline.position ?? '', moves: table.state.played.slice(0, table.ply).join(' ') });

/** True if the best children and the principal variation of such a tree are known. @param {string} view */
export const isValued = (view) => view === 'trace' || view === 'coloured' || view === 'proof';

/** @param {string} text */
const number = (text) => (/^\d+$/.test(text) ? Number(text) : null);

/** @param {Asked} asked @param {string} [bot] another one than the first @returns {TreeRequest} */
export function wishOf(asked, bot = asked.bot) {
  const { view } = asked;
  const traced = view === 'trace';
  const valued = isValued(view);
  const somebodys = view === 'decision' || view === 'proof';
  return {
    game: asked.game,
    position: asked.position || null,
    moves: asked.moves,
    view: /** @type {TreeRequest['view']} */ (view),
    bot: traced && bot ? bot : null,
    seed: number(asked.seed) ?? 0,
    depth: number(asked.depth),
    merge: asked.merge === '1' && !traced,
    best: valued ? number(asked.best) : null,
    along: valued ? number(asked.along) : null,
    most: number(asked.most),
    player: somebodys && (asked.player === 'first' || asked.player === 'second') ? asked.player : null,
    proof: view === 'proof' && asked.proof ? asked.proof : null,
  };
}

/**
 * The bot without pruning that corresponds to this one, with the same options if it has them.
 * @param {string} bot
 * @param {BotView[]} bots
 */
export function twinOf(bot, bots) {
  const { name, options } = parse(bot);
  const plain = name === 'expectiminimax' ? name : 'minimax';
  const takes = bots.find((view) => view.name === plain)?.parameters.map(({ key }) => key) ?? [];
  options.delete('prune');
  const kept = [...options].filter(([key]) => takes.includes(key));
  return compose(plain, name === 'expectiminimax' ? [...kept, /** @type {[string, string]} */ (['prune', 'off'])] : kept);
}

// Games, bots, players and ends in words.

import { alone } from './house.js';
import { getSettings } from './store.js';
import { duration, filled, has, number, percent, t, tOr } from './words.js';

/** @typedef {import('../protocol').Side} Side */
/** @typedef {import('../protocol').SeatView} SeatView */
/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').EndView} EndView */
/** @typedef {import('../protocol').BoardView} BoardView */
/** @typedef {import('../protocol').ParameterView} ParameterView */

/**
 * Takes `name:key=value,key=value` apart.
 * @param {string} text
 * @returns {{name: string, options: Map<string, string>}}
 */
export function parse(text) {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  /** @type {Map<string, string>} */
  const options = new Map();
  if (colon >= 0 && name !== 'tree') {
    for (const part of text.slice(colon + 1).split(',')) {
      const equals = part.indexOf('=');
      if (equals > 0) options.set(part.slice(0, equals), part.slice(equals + 1));
    }
  }
  return { name, options };
}

/** Points of a series from half points: `1½`. @param {number} halves */
export const pointsText = (halves) => `${halves === 1 ? '' : Math.floor(halves / 2)}${halves % 2 ? '½' : ''}`;

/**
 * Puts it together again.
 * @param {string} name
 * @param {Iterable<[string, string]>} options
 */
export function compose(name, options) {
  const parts = [...options].map(([key, value]) => `${key}=${value}`);
  return parts.length ? `${name}:${parts.join(',')}` : name;
}

/**
 * The family of a game and all its options, those of an alias and the defaults filled in.
 * @param {CatalogueView} house
 * @param {string} game
 */
export function unfold(house, game) {
  const { name, options } = parse(game);
  const family = house.families.find((f) => f.name === name || f.aliases.some(([alias]) => alias === name));
  const alias = family?.aliases.find(([short]) => short === name)?.[1];
  const given = new Map([...parse(`:${alias ?? ''}`).options, ...options]);
  const all = new Map((family?.parameters ?? []).map((p) => [p.key, given.get(p.key) ?? p.default]));
  return { family, all };
}

/** True if two names mean the same game. @param {CatalogueView} house @param {string} a @param {string} b */
export function sameGame(house, a, b) {
  if (a === b) return true;
  const [one, other] = [unfold(house, a), unfold(house, b)];
  if (!one.family || one.family !== other.family || !one.family.parameters.length) return false;
  return [...one.all].every(([key, value]) => other.all.get(key) === value);
}

/** The card of a game. @param {CatalogueView} house @param {string} game */
export const cardOf = (house, game) => house.games.find((card) => sameGame(house, card.game, game)) ?? null;

/** The name of a game. @param {CatalogueView} house @param {string} game @returns {string} */
export function gameName(house, game) {
  const card = cardOf(house, game);
  if (card && has(`game.${card.key}`)) return t(`game.${card.key}`);
  const { family, all } = unfold(house, game);
  if (!family) return game;
  if (family.name === 'tree') return t('family.tree');
  const sizes = filled(`sized.${family.name}`);
  const extras = family.parameters
    .filter((p) => !sizes.includes(p.key) && all.get(p.key) !== p.default)
    .map((p) => optionWords(family.name, p, all.get(p.key) ?? ''));
  const values = Object.fromEntries(all);
  const name = tOr(`sized.${family.name}`, tOr(`family.${family.name}`, family.name), values);
  return extras.length ? `${name}, ${extras.join(', ')}` : name;
}

/** An option that is not at its default, in words. @param {string} owner @param {ParameterView} parameter @param {string} value */
function optionWords(owner, { key, values }, value) {
  if (has(`short.${owner}.${key}.${value}`)) return t(`short.${owner}.${key}.${value}`);
  const word = wordOf(owner, key, value);
  return values.kind === 'choice' && !['on', 'off'].includes(value) ? word : `${optionName(owner, key)} ${word}`;
}

/** The name of an option. @param {string} owner @param {string} key */
export const optionName = (owner, key) => tOr(`option.${owner}.${key}`, tOr(`option.${key}`, key));

/** The help of an option. @param {string} owner @param {string} key @param {string} about */
export const optionAbout = (owner, key, about) => tOr(`help.${owner}.${key}`, tOr(`help.${key}`, about));

/** The meaning of a word among an option's values. @param {string} owner @param {string} key @param {string} word */
export const wordOf = (owner, key, word) => tOr(`word.${owner}.${key}.${word}`, tOr(`word.${key}.${word}`, tOr(`word.${word}`, word)));

/** One sentence about a card's game. @param {{key: string, about: string}} card */
export const gameSentence = (card) => tOr(`sentence.${card.key}`, card.about);

/**
 * How a game is played. If a game has options that the words do not cover, the server's English text follows.
 * @param {CatalogueView} house
 * @param {string} game
 * @param {string} english
 */
export function howToPlay(house, game, english) {
  const { family, all } = unfold(house, game);
  if (!family) return english;
  const values = Object.fromEntries(all);
  const parts = [`how.${family.name}`];
  for (const [key, value] of all) {
    const given = `how.${family.name}.${key}.${value}`;
    parts.push(has(given) ? given : `how.${family.name}.${key}.else`);
  }
  const words = parts.filter(has).map((key) => t(key, values));
  return words.length ? words.join('\n') : english;
}

/** A move in words if its notation is a word, otherwise the notation itself. @param {string} text */
export const moveName = (text) => tOr(`move.${text}`, text);

/** The name of a side of a game. @param {string} english */
export const playerName = (english) => tOr(`player.${english.toLowerCase()}`, english);

/** True if crosses and rings are written, and not drawn as pieces. @param {BoardView} board @param {string} marks */
export const isWritten = ({ shape, falls }, marks) => shape === 'mark' && !falls && marks === 'classic';

/** True if a side has the dark pieces. @param {Side} side @param {BoardView} board @param {[string, string]} english */
export function isDark(side, board, english) {
  const named = english.map((name) => name.toLowerCase()).indexOf('dark');
  const dark = named < 0 ? (board.dark_first ? 0 : 1) : named;
  return (side === 'first' ? 0 : 1) === dark;
}

/**
 * The names of both sides of a game; of marks that are drawn as pieces on its board, their shades.
 * @param {[string, string]} english
 * @param {BoardView} [board]
 * @returns {[string, string]}
 */
export function playerNames(english, board) {
  if (board?.shape === 'mark' || board?.shape === 'ball') {
    const marks = english.join() === 'X,O' && !isWritten(board, getSettings().marks);
    if (marks) english = board.dark_first ? ['dark', 'light'] : ['light', 'dark'];
  }
  return [playerName(english[0]), playerName(english[1])];
}

/**
 * The names of the two who play, "you" for oneself; with their side where they are called the same.
 * @param {[SeatView, SeatView]} seats
 * @param {[string, string]} sides
 * @param {Side | null} you
 * @returns {[string, string]}
 */
export function peopleNames(seats, sides, you) {
  const names = seats.map((seat, index) => (you === (index ? 'second' : 'first') ? t('seat.me') : seatName(seat)));
  const [first, second] = names[0] === names[1] ? names.map((name, index) => `${name} (${sides[index]})`) : names;
  return [first, second];
}

/** The words of a key about somebody: of another key where that is oneself. @param {string} key @param {string} player @param {Record<string, any>} [values] */
export const tOf = (key, player, values) => t(player === t('seat.me') ? `${key}.you` : key, { player, ...values });

/** Seconds in `500ms`, `2s`, `1m`. @param {string} text */
function seconds(text) {
  const match = /^([\d.]+)(ms|s|m|h)?$/.exec(text);
  const unit = /** @type {Record<string, number>} */ ({ ms: 0.001, s: 1, m: 60, h: 3600 });
  return match ? Number(match[1]) * (unit[match[2] ?? 's'] ?? 1) : Number.NaN;
}

/**
 * A bot's honest name, from its name and options.
 * @param {string} text
 * @param {number | null} [games] games its brain has learnt
 */
export function botName(text, games) {
  const { name, options } = parse(text);
  const depth = options.get('depth');
  const time = options.get('time');
  const nodes = options.get('nodes');
  /** @type {string} */
  let words;
  if (name === 'learner') {
    const brain = options.get('brain') ?? '';
    const title = brain === 'house' ? t(alone ? 'bot.own' : 'bot.house') : t('bot.brain', { name: brain });
    words = typeof games === 'number' ? t('bot.games', { name: title, count: games }) : title;
  } else if (name === 'rules') {
    words = t('bot.rules', { count: Number(depth ?? 3) });
  } else if (name === 'level') {
    words = t('bot.level', { n: levelOf(options) });
    if (isEven(options)) words = `${t('level.even')} · ${words}`;
  } else if (name === 'hold') {
    words = t('bot.hold', { at: Number(options.get('at') ?? 20) });
  } else if (depth && !time && !nodes && has(`botname.${name}`)) {
    words = t('bot.ahead', { count: Number(depth), name: t(`botname.${name}`) });
  } else if (has(`botname.${name}`)) {
    words = t(`botname.${name}`);
    if (time && !Number.isNaN(seconds(time))) words = t('bot.limit', { name: words, limit: duration(seconds(time)) });
    if (nodes) words = t('bot.limit', { name: words, limit: t('bot.nodes', { count: Number(nodes) }) });
  } else {
    return text;
  }
  const blunder = blunderOf(null, text);
  return blunder > 0 ? t('bot.blunders', { name: words, share: percent(blunder) }) : words;
}

/** @param {string} brain */
export const brainName = (brain) => (brain === 'house' ? t(alone ? 'bot.own' : 'bot.house') : brain);

/** The level that is played where none is given. */
const MIDDLING_LEVEL = 4;

/** The number of a level. @param {Map<string, string>} options */
const levelOf = (options) => Number(options.get('n') ?? MIDDLING_LEVEL);

/** True if a level follows the results of a series. @param {Map<string, string>} options */
const isEven = (options) => options.get('even') === 'on';

/** The share of a bot's moves that are random on purpose. @param {CatalogueView | null} house @param {string} text */
export function blunderOf(house, text) {
  const { name, options } = parse(text);
  return name === 'level' ? (house?.levels[levelOf(options) - 1]?.blunder ?? 0) : Number(options.get('blunder') ?? 0);
}

/** How a bot plays. @param {CatalogueView | null} house @param {string} text */
export function botAbout(house, text) {
  const { name, options } = parse(text);
  if (name === 'level') return isEven(options) ? t('level.even.about') : tOr(`level.about.${levelOf(options)}`, '');
  return tOr(`botabout.${name}`, house?.bots.find((bot) => bot.name === name)?.about ?? '');
}

/** The name of who sits there. @param {SeatView} seat */
export function seatName(seat) {
  if (seat.kind === 'bot') return botName(seat.bot);
  if (seat.kind === 'open') return t('seat.open');
  return seat.name || t('seat.somebody');
}

/** A score, one's own points or the winner's first. @param {[number, number]} scores @param {Side | null} of */
export const scoreText = ([first, second], of) => (of === 'second' ? `${number(second)} : ${number(first)}` : `${number(first)} : ${number(second)}`);

/**
 * The winner with the score, and the reason, in words.
 * @param {Pick<EndView, 'winner' | 'reason'>} end
 * @param {[string, string]} people
 * @param {Side | null} you
 * @param {string} family
 * @param {import('../protocol').StepView} [step]  the last position, if it is at hand: its score, and its marks make the reason more exact
 */
export function endWords(end, people, you, family, step) {
  const winner = end.winner;
  const player = people[winner === 'second' ? 1 : 0];
  const result = !winner ? t('end.draw') : !you ? t('end.wins', { player }) : t(winner === you ? 'end.youwin' : 'end.youlose');
  const key = `end.${end.reason}.${winner ? 'won' : 'drawn'}`;
  const told = step && [`${key}.${family}.${step.scene.marks.length ? 'marked' : 'unmarked'}`];
  const why = [...(told ?? []), `${key}.${family}`, key].find(has);
  // Who gave up may have had more.
  const scores = end.reason === 'rules' && step?.scene.scores;
  return { headline: scores ? `${result} ${scoreText(scores, you ?? winner)}` : result, why: why ? t(why) : '' };
}

/** Why something was not done. @param {{code?: string, message?: string, text?: string}} problem */
export function problemWords(problem) {
  const english = problem.text ?? problem.message ?? '';
  const words = problem.code ? tOr(`problem.${problem.code}`, english) : english;
  // Only the server can name the reason for which it refuses options and bots.
  return problem.code && ['options', 'bot'].includes(problem.code) && english ? `${words} (${english})` : words;
}

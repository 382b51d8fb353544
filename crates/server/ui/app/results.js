// What came of games against bots, kept in this browser: the levels that were beaten, and how long one held out.

import { compose, parse } from './names.js';
import { recall, remember } from './store.js';

/** @typedef {import('../protocol').OpponentView} OpponentView */
/** @typedef {{moves: number, result: -1 | 0 | 1, when: number}} Hold */

const USUAL = 4;
const HIGHEST = 8;
/** Levels that have a name. Each one that is beaten, or a higher one, is a star. @type {[string, number][]} */
export const NAMED = [
  ['easy', 2],
  ['medium', 4],
  ['hard', 7],
];
/** The stars that there are for a game. */
export const STARS = NAMED.length;
/** Places in the table of those who held out longest. */
const PLACES = 10;

/** The number of a level; null for any other bot. @param {string} bot */
export function levelOf(bot) {
  const { name, options } = parse(bot);
  return name === 'level' ? Number(options.get('n') ?? USUAL) : null;
}

/** True if a level follows the results. @param {string} bot */
export const isEven = (bot) => levelOf(bot) !== null && parse(bot).options.get('even') === 'on';

/** @type {Record<string, {next?: number, best?: number}>} */
const levels = recall('levels', {});
/** @type {Record<string, Hold[]>} */
const holds = recall('holds', {});

/** @param {unknown} value @param {number} otherwise */
const level = (value, otherwise) => (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= HIGHEST ? Number(value) : otherwise);

/** The level at which the next game begins. @param {string} game */
export const nextLevel = (game) => level(levels[game]?.next, USUAL) || USUAL;

/** The stars of a game. @param {string} game */
export const starsOf = (game) => NAMED.filter(([, from]) => level(levels[game]?.best, 0) >= from).length;

/** The opponents of a game, the one that finds the level of a person at the level that was found. @param {string} game @param {OpponentView[]} opponents */
export const offered = (game, opponents) => opponents.map((one) => (isEven(one.bot) ? { ...one, bot: compose('level', [['n', String(nextLevel(game))], ['even', 'on']]) } : one));

/** Those who held out longest in a game, the best first. @param {string} game @returns {Hold[]} */
export const holdsOf = (game) => (Array.isArray(holds[game]) ? holds[game] : []);

/** Keeps the end of a game against a level. Returns what changed. @param {string} game @param {string} bot @param {-1 | 0 | 1} result of the person */
export function keepLevel(game, bot, result) {
  const played = levelOf(bot);
  if (played === null) return { star: false, next: null };
  const [before, was] = [starsOf(game), nextLevel(game)];
  const next = isEven(bot) ? Math.min(HIGHEST, Math.max(1, played + result)) : was;
  const best = Math.max(level(levels[game]?.best, 0), result > 0 ? played : 0);
  levels[game] = { next, best };
  remember('levels', levels);
  return { star: starsOf(game) > before, next: next === played || !isEven(bot) ? null : next };
}

/** Keeps how long one held out. Returns the place in the table, from 1. @param {string} game @param {Hold} hold */
export function keepHold(game, hold) {
  const all = [...holdsOf(game), hold].sort((a, b) => b.result - a.result || (a.result < 0 ? b.moves - a.moves : a.moves - b.moves) || a.when - b.when);
  holds[game] = all.slice(0, PLACES);
  remember('holds', holds);
  return all.indexOf(hold) + 1;
}

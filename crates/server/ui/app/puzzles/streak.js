// Puzzles solved in a row without a wrong move or a look at the solution, and a result to hand on.

import { recall, remember } from '../store.js';

/** @typedef {{now: number, best: number}} Streak */

/** Wrong moves that a result shows at most. */
const MOST = 6;

/** @returns {Streak} */
export function getStreak() {
  const { now, best } = recall('streak', { now: 0, best: 0 });
  const count = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Math.max(0, Number(value)) : 0);
  return { now: count(now), best: Math.max(count(now), count(best)) };
}

/** Keeps that a new puzzle was solved without help, or was not. @param {boolean} clean */
export function keepStreak(clean) {
  const { now, best } = getStreak();
  const next = clean ? now + 1 : 0;
  remember('streak', { now: next, best: Math.max(best, next) });
}

/** A result that gives nothing away: a square for each wrong move, and one for the right ones. @param {string} title @param {number} wrong @param {string} url */
export const resultText = (title, wrong, url) => `Plywood · ${title}\n${'🟥'.repeat(Math.min(wrong, MOST))}🟩\n${url}`;

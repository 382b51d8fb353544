// The puzzles of a game, and which of them were solved in this browser.

import { HouseError } from '../house.js';
import { getSolved } from '../store.js';

/** @typedef {import('../../protocol').Puzzle} Puzzle */
/** @typedef {'all' | 'easy' | 'medium' | 'hard'} Level */

/** The format of the files. */
const VERSION = 1;
/** The greatest difficulty of each level. @type {[Exclude<Level, 'all'>, number][]} */
const MOST = [
  ['easy', 2],
  ['medium', 4],
  ['hard', Infinity],
];

/** @type {Level[]} */
export const LEVELS = ['all', ...MOST.map(([level]) => level)];

/** The level of a puzzle. @param {Puzzle} puzzle */
export const levelOf = ({ difficulty }) => MOST.find(([, most]) => difficulty <= most)?.[0] ?? 'hard';

/** The puzzles of a file: a line of JSON each. @param {string} file @param {AbortSignal} signal @returns {Promise<Puzzle[]>} */
export async function load(file, signal) {
  const answer = await fetch(`puzzles/${file}.jsonl`, { signal }).catch((error) => {
    if (signal.aborted) throw error;
    throw new HouseError('offline', String(error));
  });
  if (!answer.ok) throw new HouseError(answer.status === 404 ? 'not-found' : 'offline', answer.statusText);
  /** @type {Puzzle[]} */
  const puzzles = (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
  return puzzles.filter((puzzle) => puzzle.version === VERSION);
}

/**
 * The place of the next puzzle of a level after `at` that was not solved yet, or of any if all were; null if there is none of this level.
 * @param {Puzzle[]} puzzles
 * @param {string} file
 * @param {Level} level
 * @param {number} at
 */
export function next(puzzles, file, level, at) {
  const solved = new Set(getSolved(file));
  const order = puzzles.map((_, index) => (at + 1 + index) % puzzles.length).filter((index) => level === 'all' || levelOf(puzzles[index]) === level);
  return order.find((index) => !solved.has(index)) ?? order[0] ?? null;
}

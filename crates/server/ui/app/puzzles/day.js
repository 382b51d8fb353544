// The puzzle of each day.

/** @typedef {import('../../protocol').PuzzlesView} PuzzlesView */

const DAY = 86_400_000;
/** Puzzles stand in the order of their difficulty: that of the next day is far from that of the day before. It has no divisor in
 * common with the number of puzzles, so that each comes once. */
const STRIDE = 77;

/** The number of a day since 1970, the same everywhere on earth at one moment. @param {number} time in milliseconds */
export const dayOf = (time) => Math.floor(time / DAY);

/** The puzzle of a day: its file, and its place there. @param {PuzzlesView[]} files @param {number} day */
export function ofDay(files, day) {
  const { file, game, count } = files[day % files.length];
  return { file, game, at: (Math.floor(day / files.length) * STRIDE) % count };
}

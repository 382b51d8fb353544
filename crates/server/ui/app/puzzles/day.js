// The files of puzzles, and the puzzle of each day.

/** The games that have puzzles: the file of each, its name and the number of its puzzles. @type {{file: string, game: string, count: number}[]} */
export const FILES = [
  { file: 'connect4', game: 'connect4', count: 200 },
  { file: 'ultimate', game: 'ultimate', count: 200 },
  { file: 'othello', game: 'othello:size=6', count: 200 },
  { file: 'breakthrough', game: 'breakthrough:m=5,n=5', count: 200 },
  { file: 'dotsandboxes', game: 'dotsandboxes', count: 200 },
];

const DAY = 86_400_000;
/** Puzzles stand in the order of their difficulty: that of the next day is far from that of the day before. It has no divisor in
 * common with the number of puzzles, so that each comes once. */
const STRIDE = 77;

/** The number of a day since 1970, the same everywhere on earth at one moment. @param {number} time in milliseconds */
export const dayOf = (time) => Math.floor(time / DAY);

/** The puzzle of a day: its file, and its place there. @param {number} day */
export function ofDay(day) {
  const { file, game, count } = FILES[day % FILES.length];
  return { file, game, at: (Math.floor(day / FILES.length) * STRIDE) % count };
}

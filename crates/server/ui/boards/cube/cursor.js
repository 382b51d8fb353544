// The cursor that walks through a cube by keys. Pure.

/** @typedef {import('../types.js').At} At */

/** The change of the cursor by each key: columns, rows, levels, cubes, and rows of cubes. */
const STEPS = {
  ArrowLeft: [0, 0, 0, 0, -1],
  ArrowRight: [0, 0, 0, 0, 1],
  ArrowUp: [0, 0, 0, -1, 0],
  ArrowDown: [0, 0, 0, 1, 0],
  PageUp: [0, 0, -1, 0, 0],
  PageDown: [0, 0, 1, 0, 0],
  '[': [0, -1, 0, 0, 0],
  ']': [0, 1, 0, 0, 0],
  '{': [-1, 0, 0, 0, 0],
  '}': [1, 0, 0, 0, 0],
};
const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Which way a key walks.
 * @param {KeyboardEvent} event
 */
export const stepBy = ({ key, shiftKey }) =>
  shiftKey && key.startsWith('Arrow') ? undefined : Object.entries(STEPS).find(([name]) => name === key)?.[1];

/**
 * Which way a key turns the cube.
 * @param {KeyboardEvent} event
 */
export const turnBy = ({ key, shiftKey }) =>
  shiftKey ? Object.entries(TURNS).find(([name]) => name === key)?.[1] : undefined;

/**
 * The next cell that way, beyond one that does not exist if need be.
 * @param {At} from
 * @param {number[]} by
 * @param {number} side
 * @param {number} dimensions
 * @param {(at: At) => boolean} exists
 * @returns {At | null}
 */
export function walk([grid, row, column], by, side, dimensions, exists) {
  const cube = Math.floor(grid / side);
  const position = [Math.floor(cube / side), dimensions > 3 ? cube % side : 0, grid % side, row, column];
  const limits = [dimensions > 4 ? side : 1, dimensions > 3 ? side : 1, side, side, side];
  for (let tries = 0; tries < 2; tries += 1) {
    position.forEach((value, i) => {
      position[i] = value + (by[i] ?? 0);
    });
    if (position.some((value, i) => value < 0 || value >= (limits[i] ?? 1))) return null;
    const [outer = 0, inner = 0, level = 0, r = 0, c = 0] = position;
    /** @type {At} */
    const at = [(outer * side + inner) * side + level, r, c];
    if (exists(at)) return at;
  }
  return null;
}

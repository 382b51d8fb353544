// The room that a tree takes: between neighbours, between levels, and around it.

/** Pixels at full size between neighbours. */
export const WIDE = 100;
/** Pixels around the tree. */
export const SIDE = 60;
export const ABOVE = 50;
/** The size below which words in nodes cannot be read. */
export const FAR = 0.5;
/** The most by which levels are pulled apart. */
const STRETCH = 2;

/** The room of a level without boards and with them. @param {boolean} boards */
export const level = (boards) => (boards ? 172 : 118);

/** The room below the lowest level. @param {boolean} boards */
export const below = (boards) => (boards ? 118 : 66);

/**
 * The distance of levels with which a tree has the shape of its place: where that is high, they are further apart.
 * @param {Map<number, {x: number, depth: number}>} tree
 * @param {boolean} boards
 * @param {{clientWidth: number, clientHeight: number}} place
 */
export function distance(tree, boards, { clientWidth, clientHeight }) {
  const usual = level(boards);
  const places = [...tree.values()];
  const deepest = Math.max(...places.map(({ depth }) => depth));
  const xs = places.map(({ x }) => x * WIDE);
  const width = Math.max(...xs) - Math.min(...xs) + 2 * SIDE;
  // Of a tree that is too wide for its place only a part is shown.
  if (!deepest || !clientWidth || clientWidth / width < FAR) return usual;
  const room = (width * clientHeight) / clientWidth - ABOVE - below(boards);
  return Math.min(usual * STRETCH, Math.max(usual, room / deepest));
}

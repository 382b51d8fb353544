// Outlines of cells: what they look like, how large they are, and how large pieces on them may be.

/** @typedef {import('../protocol').Outline} Outline */

/**
 * The corners of an outline round (0, 0), in the units of the picture; those of a circle are the corners of its box.
 * @param {Outline} outline
 * @returns {[number, number][]}
 */
export function corners(outline) {
  if ('polygon' in outline) return outline.polygon.map(([x, y]) => [x * 100, y * 100]);
  if ('hexagon' in outline) {
    const r = (outline.hexagon * 100) / Math.sqrt(3);
    return [0, 1, 2, 3, 4, 5].map((i) => [r * Math.sin((i * Math.PI) / 3), -r * Math.cos((i * Math.PI) / 3)]);
  }
  const half = ('circle' in outline ? outline.circle : outline.square) * 50;
  return [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
}

/**
 * The path of an outline round (0, 0).
 * @param {Outline} outline
 */
export function path(outline) {
  if ('circle' in outline) {
    const r = outline.circle * 50;
    return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  return `M${corners(outline)
    .map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`)
    .join('L')}Z`;
}

/**
 * How large a piece is on such a cell, beside one on a square.
 * @param {Outline} outline
 */
export function room(outline) {
  if ('circle' in outline) return outline.circle * 0.85;
  if ('hexagon' in outline) return outline.hexagon * 0.85;
  return 'square' in outline ? outline.square : 0.5;
}

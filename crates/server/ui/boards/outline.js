// Outlines of cells: what they look like, how large they are, and how large pieces on them may be.

/** @typedef {import('../protocol').Outline} Outline */
/** @typedef {import('../protocol').Cell} Cell */

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
 * The cells turned to the right by sixths, after which hexagons are hexagons again.
 * @param {Cell[]} cells
 * @param {number} sixths
 * @returns {Cell[]}
 */
export function turned(cells, sixths) {
  if (sixths === 0) return cells;
  const [cos, sin] = [Math.cos((sixths * Math.PI) / 3), Math.sin((sixths * Math.PI) / 3)];
  const turn = (/** @type {[number, number]} */ [x, y]) =>
    /** @type {[number, number]} */ ([x * cos - y * sin, x * sin + y * cos]);
  return cells.map(({ at, centre, outline }) => ({
    at,
    centre: turn(centre),
    outline: 'polygon' in outline ? { polygon: outline.polygon.map(turn) } : outline,
  }));
}

/** A quarter of a turn, in sixths. */
export const QUARTER = 1.5;

/**
 * By how many sixths a board is to be turned so that it is a good deal larger in this space: one of hexagons, as a rhombus that
 * lies is on a corner where there is more height than width, or one of circles, of which a long one stands.
 * @param {Cell[]} cells
 * @param {number} width
 * @param {number} height
 */
export function bestTurn(cells, width, height) {
  const outlines = cells.map(({ outline }) => outline);
  const stands = outlines.length > 0 && outlines.every((it) => 'circle' in it);
  if (!stands && (!outlines.some((it) => 'hexagon' in it) || outlines.some((it) => 'square' in it))) return 0;
  const size = (/** @type {number} */ sixths) => {
    const { left, top, right, bottom } = extent(turned(cells, sixths));
    return Math.min(width / (right - left), height / (bottom - top));
  };
  const best = stands ? QUARTER : size(-1) >= size(1) ? -1 : 1;
  return size(best) > 1.1 * size(0) ? best : 0;
}

/**
 * The box of cells, in the units of the picture.
 * @param {Cell[]} cells
 */
export function extent(cells) {
  const all = cells.flatMap(({ centre, outline }) =>
    corners(outline).map(([x, y]) => [centre[0] * 100 + x, centre[1] * 100 + y]),
  );
  const along = (/** @type {number} */ axis) => all.map((at) => at[axis] ?? 0);
  const [xs, ys] = [along(0), along(1)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
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

/**
 * The names of rows and columns of cells with outlines, and their places beyond the ends of these lines: at the left, and
 * below or, if the whole grid is in the upper half, above.
 * @param {import('../protocol').GridView[]} grids
 * @param {Cell[]} cells
 * @param {number} grid
 * @param {number} middle  the lower edge of the upper half
 */
export function lineNames(grids, cells, grid, middle) {
  const frame = grids[grid];
  const own = cells.filter(({ at }) => at[0] === grid);
  const above = own.every(({ centre }) => centre[1] * 100 < middle + 1);
  /** @type {{label: string, x: number, y: number}[]} */
  const places = [];
  for (const axis of /** @type {(1 | 2)[]} */ ([1, 2])) {
    const [names = [], others = []] = axis === 1 ? [frame?.rows, frame?.columns] : [frame?.columns, frame?.rows];
    const backwards = axis === 2 && !above;
    const nameless = others.every((name) => name === '');
    names.forEach((label, line) => {
      // Long names (of gaps between lines) have no room.
      if (label === '' || label.length > 2) return;
      const along = own.filter(({ at }) => at[axis] === line).sort((a, b) => (a.at[3 - axis] ?? 0) - (b.at[3 - axis] ?? 0));
      if (backwards) along.reverse();
      const [end, next] = along.filter(({ at }) => nameless || others[at[3 - axis] ?? 0] !== '');
      if (!end) return;
      const straight = axis === 1 ? [-1, 0] : [0, backwards ? 1 : -1];
      const [dx = 0, dy = 0] = next ? [end.centre[0] - next.centre[0], end.centre[1] - next.centre[1]] : straight;
      const long = Math.hypot(dx, dy);
      const far = along.flatMap(({ centre, outline }) =>
        corners(outline).map(([x, y]) => {
          const [right, down] = [(centre[0] - end.centre[0]) * 100 + x, (centre[1] - end.centre[1]) * 100 + y];
          return (right * dx + down * dy) / long;
        }),
      );
      const out = (Math.max(...far) + 30) / long;
      places.push({ label, x: end.centre[0] * 100 + out * dx, y: end.centre[1] * 100 + out * dy });
    });
  }
  return places;
}

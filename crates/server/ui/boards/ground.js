// What is under the pieces of a field: the plate, the squares or cells, and their labels.

import { QUARTER, extent, lineNames, path, turned } from './outline.js';
import { letterAt } from './say.js';
import { key, svg, unique } from './svg.js';
import { EDGE, plate } from './wood.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./squares.js').Spot} Spot */

const GAP = 50;

/**
 * Draws the empty board; needs the first position, which shows where squares are missing.
 * @param {Field} field
 * @param {StepView} step
 * @returns {Spot[][][]} the squares, by grids and rows
 */
export function layGround(field, step) {
  const { board, still } = field.context;
  if (board.cells.length > 0 && field.style.ground === 'outlines') {
    return layOutlines(field, step);
  }
  const { ring } = field;
  // Levels of a cube are small: they have less room between them.
  const { bare } = field.style;
  const side = ring + (field.labels ? (bare ? 28 : 44) : 14);
  const gap = bare ? 16 : GAP;
  const across = board.across || board.grids.length || 1;
  const widest = Math.max(1, ...board.grids.map((grid) => grid.columns.length)) * 100;
  const highest = Math.max(1, ...board.grids.map((grid) => grid.rows.length)) * 100;
  const titled = !still && board.grids.some((grid) => grid.title !== '') ? 54 : 0;
  const pitch = { x: widest + 2 * side + gap, y: highest + 2 * side + gap + titled };
  const place =
    field.style.arrange ?? ((/** @type {number} */ number) => [number % across, Math.floor(number / across)]);
  const places = board.grids.map((_, number) => place(number));
  /** @type {Spot[][][]} */
  const all = [];
  board.grids.forEach((frame, number) => {
    const [over, down] = place(number);
    const left = over * pitch.x;
    const top = down * pitch.y;
    const width = frame.columns.length * 100;
    const height = frame.rows.length * 100;
    const rows = frame.rows.map((_, row) =>
      frame.columns
        .map((_, column) => ({
          at: /** @type {At} */ ([number, row, column]),
          x: left + column * 100 + 50,
          y: top + row * 100 + 50,
        }))
        .filter(({ at }) => letterAt(step, at) !== ' '),
    );
    rows.flat().forEach((spot) => field.spots.set(key(spot.at), spot));
    all.push(rows);
    const box = { x: left - side, y: top - side, width: width + 2 * side, height: height + 2 * side };
    field.plates.push(box);
    if (!bare) field.layers.ground.append(plate(box.x, box.y, box.width, box.height, still));
    if (titled && frame.title) {
      const x = left + width / 2;
      field.layers.ground.append(svg('text', { class: 'title', x, y: top - side - 22 }, field.title(number)));
    }
    if (field.labels) label(field, frame, left, top, (side + ring) / 2);
    squares(field, rows.flat(), left, top, frame.columns.length, frame.rows.length);
  });
  const edge = bare ? 4 : 0;
  const columns = Math.max(0, ...places.map(([over]) => over)) + 1;
  const lines = Math.max(0, ...places.map(([, down]) => down)) + 1;
  const width = columns * pitch.x - gap + 2 * edge;
  const height = lines * pitch.y - gap + (bare ? 0 : EDGE + 8) + 2 * edge;
  field.svg.setAttribute(
    'viewBox',
    `${-side - edge} ${-side - titled - edge} ${Math.max(width, 10)} ${Math.max(height, 10)}`,
  );
  return all;
}

/**
 * Draws cells that have outlines and places of their own.
 * @param {Field} field
 * @param {StepView} step
 */
function layOutlines(field, step) {
  const { board, still } = field.context;
  /** @type {Spot[][][]} */
  const all = board.grids.map((grid) => grid.rows.map(() => []));
  const cells = turned(board.cells, field.sixths);
  const stands = field.sixths === QUARTER;
  let { left, top, right, bottom } = extent(cells);
  const centreOf = (/** @type {At} */ at) => cells.find((cell) => key(cell.at) === key(at))?.centre.map((by) => by * 100);
  const roads = board.roads.map((ends) => `M${ends.map(centreOf).join('L')}`).join('');
  if (roads) field.layers.ground.append(svg('path', { d: roads, class: 'rules' }));
  for (const { at, centre, outline } of cells) {
    const [x, y] = [centre[0] * 100, centre[1] * 100];
    const ornament = letterAt(step, at) === ' ';
    const name = ornament ? 'ornament' : 'circle' in outline ? 'pit' : 'polygon' in outline ? 'cell gap' : 'cell';
    field.layers.ground.append(svg('path', { d: path(outline), transform: `translate(${x} ${y})`, class: name }));
    if (ornament) continue;
    if ('circle' in outline) {
      // The floor of a pit is lit from the upper left: its near wall is in the light.
      const floor = { cx: x + outline.circle * 2, cy: y + outline.circle * 4, r: outline.circle * 42 };
      field.layers.ground.append(svg('circle', { ...floor, class: 'pit-shade' }));
    }
    const spot = { at, x, y, outline };
    field.spots.set(key(at), spot);
    all[at[0]]?.[at[1]]?.push(spot);
  }
  if (field.labels) {
    const middle = (top + bottom) / 2;
    const names = board.grids.flatMap((_, grid) => lineNames(board.grids, stands ? board.cells : cells, grid, stands ? 50 : middle));
    for (const { label, x, y } of stands ? names.map((name) => ({ ...name, x: -name.y, y: name.x })) : names) {
      field.layers.ground.append(svg('text', { class: 'label', x, y }, label));
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  const side = 34;
  const [width, height] = [right - left + 2 * side, bottom - top + 2 * side];
  if (!field.style.bare) field.layers.ground.prepend(plate(left - side, top - side, width, height, still));
  field.svg.setAttribute('viewBox', `${left - side} ${top - side} ${width} ${height + EDGE + 8}`);
  return all;
}

/**
 * @param {Field} field
 * @param {import('../protocol').GridView} frame
 * @param {number} left
 * @param {number} top
 * @param {number} out
 */
function label(field, { columns, rows }, left, top, out) {
  const text = (/** @type {string} */ label, /** @type {number} */ x, /** @type {number} */ y) =>
    field.layers.ground.append(svg('text', { class: 'label', x, y }, label));
  columns.forEach((label, column) => text(label, left + column * 100 + 50, top + rows.length * 100 + out));
  rows.forEach((label, row) => text(label, left - out, top + row * 100 + 50));
}

/**
 * The squares of one grid.
 * @param {Field} field
 * @param {Spot[]} spots
 * @param {number} left
 * @param {number} top
 * @param {number} columns
 * @param {number} rows
 */
function squares(field, spots, left, top, columns, rows) {
  const { ground, front } = field.layers;
  if (field.style.ground === 'holes') {
    // Pieces fall between a dark back and a front with holes.
    const box = { x: left - 8, y: top - 8, width: columns * 100 + 16, height: rows * 100 + 16, rx: 18 };
    ground.append(svg('rect', { ...box, class: 'back' }));
    const clip = unique('screen');
    field.drawing.defs.append(svg('clipPath', { id: clip }, svg('rect', box)));
    field.layers.pieces.setAttribute('clip-path', `url(#${clip})`);
    let d = outline(box, 18);
    for (const { x, y } of spots) d += `M${x - 39} ${y}a39 39 0 1 0 78 0a39 39 0 1 0 -78 0Z`;
    front.append(svg('path', { d, class: 'screen', 'fill-rule': 'evenodd' }));
    for (const { x, y } of spots) front.append(svg('circle', { cx: x, cy: y, r: 39, class: 'lip' }));
    return;
  }
  if (field.style.ground === 'points') {
    let d = '';
    for (let column = 0; column < columns; column += 1)
      d += `M${left + column * 100 + 50} ${top + 50}v${(rows - 1) * 100}`;
    for (let row = 0; row < rows; row += 1) d += `M${left + 50} ${top + row * 100 + 50}h${(columns - 1) * 100}`;
    ground.append(svg('path', { d, class: 'rules' }));
    return;
  }
  if (field.style.ground === 'pits') {
    for (const { x, y } of spots) {
      ground.append(
        svg('circle', { cx: x, cy: y, r: 30, class: 'pit' }),
        svg('path', {
          d: `M${x - 21} ${y + 21}A30 30 0 0 0 ${x + 21} ${y - 21}`,
          class: 'pit-light',
          transform: `rotate(90 ${x} ${y})`,
        }),
      );
    }
    return;
  }
  for (const { x, y } of spots) {
    ground.append(svg('rect', { x: x - 46, y: y - 46, width: 92, height: 92, rx: 9, class: 'cell' }));
  }
}

/**
 * The outline of a box with round corners.
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {number} r
 */
function outline({ x, y, width, height }, r) {
  const [right, down] = [width - 2 * r, height - 2 * r];
  const sides = `h${right}q${r} 0 ${r} ${r}v${down}q0 ${r} ${-r} ${r}h${-right}q${-r} 0 ${-r} ${-r}v${-down}`;
  return `M${x + r} ${y}${sides}q0 ${-r} ${r} ${-r}Z`;
}

/** Keeps labels and titles readable, however small or large the board is drawn. @param {Field} field */
export function sizeTexts(field) {
  const { grids } = field.context.board;
  const long = grids.some(({ columns, rows }) => [...columns, ...rows].some((label) => label.length > 1));
  field.svg.style.setProperty('--label', `${Math.min(long ? 31 : field.style.bare ? 28 : 40, Math.max(15, 15 / field.scale))}px`);
  // Titles too small to read only disturb.
  field.svg.style.setProperty(
    '--title',
    46 * field.scale < 8 ? '0' : `${Math.min(46, Math.max(24, 14 / field.scale))}px`,
  );
}

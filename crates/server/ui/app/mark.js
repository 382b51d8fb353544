// The mark of a player, as it looks on the board: small, for seats.

import { cubeFaces } from '../boards/pieces.js';
import { getSettings } from './store.js';

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/**
 * @param {'first' | 'second'} side
 * @param {import('../protocol').BoardView} board
 * @param {[string, string]} english   the names of the players in English
 */
export function mark(side, board, english) {
  const settings = getSettings();
  const svg = draw('svg', { viewBox: '0 0 26 26', 'aria-hidden': 'true', class: 'mark' });
  // Balls keep the colour of their name, whichever side begins.
  const dark = english[side === 'first' ? 0 : 1].toLowerCase() === 'dark' || (side === 'second' && english[1].toLowerCase() !== 'light');
  const theme = dark ? 'second' : 'first';
  const fill = settings[side] || `var(--${theme})`;
  const edge = settings[side] ? `color-mix(in oklab, ${settings[side]}, black 45%)` : `var(--${theme}-edge)`;
  const strokes = board.shape === 'mark' && settings.marks === 'classic' && !board.falls;
  if (strokes) {
    const d = side === 'first' ? 'M5.5 5.5 20.5 20.5M20.5 5.5 5.5 20.5' : 'M13 5.5a7.5 7.5 0 1 1-.01 0z';
    for (const [width, colour] of /** @type {[number, string][]} */ ([[7, edge], [4.4, fill]])) {
      const path = draw('path', { d, fill: 'none', 'stroke-width': width, 'stroke-linecap': 'round' });
      path.style.stroke = colour;
      svg.append(path);
    }
    return svg;
  }
  if (board.shape === 'cube' && settings.marks !== 'shapes') {
    svg.style.setProperty('--own', fill);
    svg.style.setProperty('--own-edge', edge);
    const cube = draw('g', { transform: 'translate(13 13) scale(.29)' });
    cube.append(...cubeFaces());
    svg.append(cube);
    return svg;
  }
  const shape =
    settings.marks === 'shapes'
      ? side === 'first'
        ? draw('rect', { x: 4, y: 4, width: 18, height: 18, rx: 2.5 })
        : draw('path', { d: 'M13 3 24 22.5H2z', 'stroke-linejoin': 'round' })
      : draw('circle', { cx: 13, cy: 13, r: 10.5 });
  shape.setAttribute('stroke-width', '1.6');
  shape.style.fill = fill;
  shape.style.stroke = edge;
  svg.append(shape);
  return svg;
}

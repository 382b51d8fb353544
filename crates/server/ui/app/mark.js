// The mark of a player, as it looks on the board: small, for seats.

import { cubeFaces } from '../boards/pieces.js';
import { svg } from '../boards/svg.js';
import { isDark, isWritten } from './names.js';
import { getSettings } from './store.js';

/**
 * @param {'first' | 'second'} side
 * @param {import('../protocol').BoardView} board
 * @param {[string, string]} english   the names of the players in English
 */
export function mark(side, board, english) {
  const settings = getSettings();
  const picture = svg('svg', { viewBox: '0 0 26 26', 'aria-hidden': 'true', class: 'mark' });
  // Balls keep the colour of their name, whichever side begins.
  const theme = isDark(side, board, english) ? 'second' : 'first';
  const fill = settings[side] || `var(--${theme})`;
  const edge = settings[side] ? `color-mix(in oklab, ${settings[side]}, black 45%)` : `var(--${theme}-edge)`;
  if (isWritten(board, settings.marks)) {
    const d = side === 'first' ? 'M5.5 5.5 20.5 20.5M20.5 5.5 5.5 20.5' : 'M13 5.5a7.5 7.5 0 1 1-.01 0z';
    for (const [width, colour] of /** @type {[number, string][]} */ ([[7, edge], [4.4, fill]])) {
      const path = svg('path', { d, fill: 'none', 'stroke-width': width, 'stroke-linecap': 'round' });
      path.style.stroke = colour;
      picture.append(path);
    }
    return picture;
  }
  if (board.shape === 'cube' && settings.marks !== 'shapes') {
    picture.style.setProperty('--own', fill);
    picture.style.setProperty('--own-edge', edge);
    const cube = svg('g', { transform: 'translate(13 13) scale(.29)' });
    cube.append(...cubeFaces());
    picture.append(cube);
    return picture;
  }
  const shape =
    settings.marks === 'shapes'
      ? side === 'first'
        ? svg('rect', { x: 4, y: 4, width: 18, height: 18, rx: 2.5 })
        : svg('path', { d: 'M13 3 24 22.5H2z', 'stroke-linejoin': 'round' })
      : svg('circle', { cx: 13, cy: 13, r: 10.5 });
  shape.setAttribute('stroke-width', '1.6');
  shape.style.fill = fill;
  shape.style.stroke = edge;
  picture.append(shape);
  return picture;
}

// The name of a branch, with its probability, on the edge that leads to it.

import { round, svg } from './svg.js';

/** @typedef {{x: number, y: number}} Place */

/**
 * @param {import('../protocol').NodeView} node
 * @param {Place} from
 * @param {Place} to
 * @param {boolean} walked
 */
export function edgeName(node, from, to, walked) {
  const share = 0.62;
  const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
  const lines = [[...node.label].length > 8 ? `${[...node.label].slice(0, 7).join('')}…` : node.label];
  if (node.probability !== null) {
    const chance = percent(node.probability);
    if (lines[0] !== chance) lines.push(chance);
  }
  const texts = lines.filter((text) => text !== '');
  if (texts.length === 0) return null;
  const wide = 12 + 11.5 * Math.max(...texts.map((text) => [...text].length));
  const high = 26 * texts.length;
  const name = svg('g', { class: walked ? 'name walked' : 'name', transform: `translate(${round(x)} ${round(y)})` });
  name.append(svg('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 13 }));
  texts.forEach((text, i) => {
    name.append(
      svg(
        'text',
        { y: 1 + 24 * (i - (texts.length - 1) / 2), class: i > 0 || lines[0] === '' ? 'share' : null },
        text,
      ),
    );
  });
  return name;
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 1000) / 10}%`;
}

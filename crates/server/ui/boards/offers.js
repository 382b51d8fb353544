// What can be done on a field, where it is not plain: places that may be pointed at, and what a move would do.

import { pieceOn } from './placing.js';
import { plainLetter } from './pieces.js';
import { key, svg } from './svg.js';

/** @typedef {import('./types.js').At} At */
/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./squares.js').Spot} Spot */
/** @typedef {import('../protocol').Steps} Steps */

/** Pixels of a square below which a finger first aims, and then presses again. */
const FINGER = 32;

/** The move of a text, if it is made step by step. @param {Field} field @param {string | undefined} text */
function stepsOf({ step }, text) {
  const motion = text ? step?.moves.find((move) => move.text === text)?.motion : undefined;
  return motion && 'steps' in motion ? motion.steps : null;
}

/**
 * Shows the places that may be pointed at: those to which a chosen piece can go, pieces that a die allows to move, and free
 * places where it depends on the position which of them may be taken.
 * @param {Field} field
 */
export function showOffers(field) {
  const { context, now, offered, pieces, steps, step } = field;
  const layer = field.layers.offers;
  layer.replaceChildren();
  if (context.still || now.early || offered.size === 0) return;
  const chosen = steps.chosen.length > 0;
  const flips = step?.moves.some(({ motion }) => motion && 'steps' in motion && motion.steps.effects.some((effect) => 'flip' in effect));
  const die = context.board.faces.length > 0;
  for (const [name, text] of offered) {
    const spot = field.spots.get(name);
    if (!spot || (text === '' && !die) || (text !== '' && !chosen && !flips)) continue;
    const taken = pieces.has(name);
    layer.append(svg('circle', { cx: spot.x, cy: spot.y, r: taken ? 46 : 13, class: taken ? 'ring' : 'dot' }));
  }
}

/** @param {Field} field @param {Spot} spot @param {string} text */
function note(field, { x, y, outline }, text) {
  const out = outline && 'circle' in outline ? outline.circle * 36 : 34;
  const size = Math.max(1, Math.min(1.6, 13 / (26 * field.scale)));
  return svg(
    'g',
    { class: 'note', transform: `translate(${x + out} ${y - out}) scale(${size})` },
    svg('circle', { r: 20 }),
    svg('text', {}, text),
  );
}

/**
 * The changes that a move would make: how many pieces come to each heap and where the last one lands, which pieces leave, and which change
 * their owner.
 * @param {Field} field
 * @param {Steps} steps
 */
function* changes(field, { touched, effects }) {
  const { spots, pieces, step } = field;
  const counts = new Map();
  let last = '';
  for (const effect of effects) {
    if ('slide' in effect && step?.scene.counts.length) {
      const [from, to] = effect.slide.map(key);
      counts.set(to, (counts.get(to) ?? 0) + 1);
      counts.set(from, (counts.get(from) ?? 0) - 1);
      if (touched[0] && from === key(touched[0])) last = to ?? '';
    } else if ('remove' in effect) pieces.get(key(effect.remove))?.node.classList.add('going');
    else if ('flip' in effect && (step?.turn === 'first' || step?.turn === 'second')) {
      const spot = spots.get(key(effect.flip));
      if (!spot) continue;
      const turned = svg('g', { transform: `translate(${spot.x} ${spot.y}) scale(.45)` }, pieceOn(field, spot, step.turn, plainLetter(step.turn)));
      yield turned;
    }
  }
  for (const [name, by] of counts) {
    const spot = spots.get(name);
    if (!spot || by === 0 || (touched[0] && name === key(touched[0]))) continue;
    yield note(field, spot, by > 0 ? `+${by}` : `−${-by}`);
  }
  const end = spots.get(last);
  if (end) yield svg('circle', { cx: end.x, cy: end.y, r: 48, class: 'end' });
}

/** Shows what the move would do that a square stands for, while a hand or the cursor is on it. @param {Field} field @param {At | null} at */
export function foretell(field, at) {
  field.foretold?.remove();
  field.foretold = null;
  for (const { node } of field.pieces.values()) node.classList.remove('going');
  const steps = at && stepsOf(field, field.offered.get(key(at)));
  if (!steps) return;
  field.foretold = svg('g', { class: 'foretold' }, ...changes(field, steps));
  field.layers.offers.append(field.foretold);
}

/**
 * On small squares a finger aims first: true if this press was only that.
 * @param {Field} field
 * @param {At} at
 */
export function aims(field, at) {
  const name = key(at);
  const text = field.offered.get(name);
  const small = 100 * field.scale < FINGER && text && field.steps.chosen.length === 0;
  if (!small || field.aimed === name) return false;
  const spot = field.spots.get(name);
  field.aimed = name;
  showOffers(field);
  field.hover(at);
  if (spot) {
    const { x, y, width, height } = field.svg.viewBox.baseVal;
    field.layers.offers.append(svg('path', { d: `M${x} ${spot.y}h${width}M${spot.x} ${y}v${height}`, class: 'aim' }));
  }
  field.context.refuse('again');
  return true;
}

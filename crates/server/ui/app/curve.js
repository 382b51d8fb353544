// The learning curve of a brain: its results against fixed opponents over the games that it has learnt.

import { svg } from '../boards/svg.js';
import { h, loadStyles } from './dom.js';
import { curve } from './house.js';
import { botName } from './names.js';
import { number, percent, t } from './words.js';

/** @typedef {import('../protocol').CurvePoint} CurvePoint */

/** The size of the picture, which is stretched. */
const WIDE = 300;
const HIGH = 100;

/** Wins and half of the draws, as a share. @param {CurvePoint} point */
const score = ({ wins, draws, losses }) => (wins + draws / 2) / Math.max(1, wins + draws + losses);

/** Half of the 95 % interval of a score. @param {CurvePoint} point */
const doubt = (point) => 1.96 * Math.sqrt((score(point) * (1 - score(point))) / Math.max(1, point.wins + point.draws + point.losses));

/**
 * The curve as a figure, with a line for each opponent; null if there is none, or nothing to draw yet.
 * @param {string} game
 * @param {string} brain
 * @param {AbortSignal} signal
 */
export async function curveOf(game, brain, signal) {
  /** @type {CurvePoint[]} */
  let points = [];
  try {
    if (brain) ({ points } = await curve(game, brain, signal));
  } catch {
    // A new brain, or an engine that does not know this question: the rest of the view says what there is.
  }
  const opponents = [...new Set(points.map((point) => point.opponent))];
  const [first, last] = [points[0]?.games ?? 0, points[points.length - 1]?.games ?? 0];
  if (first === last) return null;
  await loadStyles('brain');
  // A brain learns most from its first games: they get more room.
  const [from, to] = [Math.sqrt(first), Math.sqrt(last)];
  const at = (/** @type {CurvePoint} */ point, /** @type {number} */ share) =>
    `${(((Math.sqrt(point.games) - from) / (to - from)) * WIDE).toFixed(1)} ${((1 - Math.max(0, Math.min(1, share))) * HIGH).toFixed(1)}`;
  const lines = opponents.map((opponent, index) => {
    const own = points.filter((point) => point.opponent === opponent);
    const band = [...own.map((point) => at(point, score(point) + doubt(point))), ...own.toReversed().map((point) => at(point, score(point) - doubt(point)))];
    return svg(
      'g',
      { class: `series-${index % 3}` },
      svg('path', { class: 'band', d: `M${band.join('L')}z` }),
      svg('path', { d: `M${own.map((point) => at(point, score(point))).join('L')}` }),
      // A line without length has round ends, which stay round when the picture is stretched.
      ...own.map((point) => svg('path', { class: 'dot', d: `M${at(point, score(point))}h0` }, svg('title', {}, `${percent(score(point))}, ${number(point.games)}`))),
    );
  });
  const rules = [0, 0.5, 1].map((share) => svg('path', { class: 'rule', d: `M0 ${(1 - share) * HIGH}h${WIDE}` }));
  const now = (/** @type {string} */ opponent) => percent(score(/** @type {CurvePoint} */ (points.findLast((point) => point.opponent === opponent))));
  return h(
    'figure',
    { class: 'curve' },
    h('figcaption', null, h('b', null, t('curve.title')), ' ', h('span', { class: 'small soft' }, t('curve.about'))),
    h('div', { class: 'curve-scale small soft', 'aria-hidden': 'true' }, [1, 0.5, 0].map((share) => h('span', null, percent(share)))),
    svg('svg', { viewBox: `0 -4 ${WIDE} ${HIGH + 8}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('curve.about') }, ...rules, ...lines),
    h('div', { class: 'curve-games small soft' }, h('span', null, number(first)), h('span', null, number(last))),
    h('ul', { class: 'curve-names small' }, opponents.map((opponent, index) => h('li', { class: `series-${index % 3}` }, svg('svg', { viewBox: '0 0 28 8', 'aria-hidden': 'true' }, svg('path', { d: 'M0 4h28' })), botName(opponent), ' ', h('b', null, now(opponent))))),
  );
}

// Who sits where: mark, name, clock, whether they are there, and whether they think.

import { h, icon } from '../dom.js';
import { mark } from '../mark.js';
import { moveName, pointsText } from '../names.js';
import { getSettings, onSettings } from '../store.js';
import { number, roughly, t } from '../words.js';
import { valueShort } from '../worth.js';

/** Milliseconds under which a clock shows tenths and looks urgent. */
const URGENT = 20_000;

/** @param {number} millis */
function clockText(millis) {
  const left = Math.max(0, millis);
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  if (left < URGENT) return `0:${two(seconds)}.${Math.floor((left % 1000) / 100)}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * The running search of a bot in one line: depth, value, speed and expected moves.
 * @param {import('../../protocol').ThinkingView} thinking
 * @param {boolean} dice
 */
function aloudText(thinking, dice) {
  const { depth, value, nodes, seconds, pv } = thinking;
  return [
    depth !== null && t('think.depth', { count: depth }),
    value && valueShort(value, dice),
    seconds > 0 && t('think.rate', { rate: roughly(nodes / seconds) }),
    pv.map(moveName).join(' '),
  ].filter(Boolean).join(' · ');
}

/**
 * @param {import('./index.js').Table} table
 * @param {0 | 1} index
 * @returns {import('./index.js').Part}
 */
export function plate(table, index) {
  const side = index === 0 ? 'first' : 'second';
  const { board, players } = table.info;
  let sign = mark(side, board, players);
  const name = h('b', { class: 'plate-name' });
  const about = h('span', { class: 'plate-about soft' });
  const aloud = h('span', { class: 'plate-aloud soft' });
  const dots = h('span', { class: 'thinking', 'aria-hidden': 'true' }, h('i', null), h('i', null), h('i', null));
  const score = h('b', { class: 'plate-score', title: t('score.points') });
  const series = h('span', { class: 'plate-series soft', title: t('series.points') });
  const clock = h('span', { class: 'clock', role: 'timer' });
  const element = h('div', { class: 'plate', data: { side } }, sign, h('div', { class: 'plate-text' }, name, about, aloud), dots, series, score, clock);

  const tick = () => {
    const times = table.state.clock;
    clock.hidden = !times;
    if (!times) return;
    const gone = times.running === side && !table.state.end ? performance.now() - table.came : 0;
    const left = times.left[index] - gone;
    clock.textContent = clockText(left);
    clock.classList.toggle('urgent', left < URGENT);
    clock.classList.toggle('running', times.running === side && !table.state.end);
  };
  const speak = () => {
    // A line of its own from the beginning: nothing moves when the bot has something to say.
    aloud.hidden = table.state.seats[index].kind !== 'bot' || !getSettings().aloud;
    const thinking = table.aloud(side);
    aloud.textContent = thinking ? aloudText(thinking, table.dice) : '';
    aloud.title = aloud.textContent;
  };
  onSettings(() => {
    const fresh = mark(side, board, players);
    sign.replaceWith(fresh);
    sign = fresh;
    speak();
  }, table.view.signal);
  const timer = setInterval(() => table.state.clock?.running === side && tick(), 100);
  table.view.signal.addEventListener('abort', () => clearInterval(timer));

  return {
    element,
    update() {
      const state = table.state;
      const seat = state.seats[index];
      const turn = !state.end && state.step.turn === side;
      const player = table.players[index];
      name.textContent = table.people[index];
      name.title = name.textContent;
      const facts = table.both ? [] : [player];
      if (table.you === side && seat.kind === 'person' && seat.name) facts.unshift(seat.name);
      if (seat.kind === 'person' && !seat.here && table.you !== side) facts.push(t('seat.away'));
      if (turn && !table.waiting) facts.push(state.thinking === side ? t('seat.thinking') : t('seat.tomove'));
      if (state.end?.winner === side) facts.push(t('seat.won'));
      about.title = about.textContent = facts.join(' · ');
      element.classList.toggle('turn', turn && !table.waiting);
      element.classList.toggle('you', table.you === side);
      element.classList.toggle('won', state.end?.winner === side);
      element.classList.toggle('away', seat.kind === 'person' && !seat.here && table.you !== side);
      const halves = table.score?.[index];
      series.hidden = halves === undefined;
      series.textContent = halves === undefined ? '' : `(${pointsText(halves)})`;
      const scores = table.step?.scene.scores ?? state.step.scene.scores;
      score.hidden = !scores;
      score.textContent = scores ? number(scores[index]) : '';
      // It keeps its place: nothing moves when a bot begins to search.
      dots.style.visibility = state.thinking === side ? '' : 'hidden';
      dots.hidden = seat.kind !== 'bot';
      speak();
      tick();
    },
  };
}

/** @param {number} count */
export const watchers = (count) => count > 0 && h('span', { class: 'soft small watchers', title: t('table.watchers', { count }) }, icon('eye'), String(count));

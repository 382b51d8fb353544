// The knowledge of a brain, or of a network of another program, about the position, and a brain's changes after the game.

import { begin } from '../begin.js';
import { button, fill, h, icon } from '../dom.js';
import { curveOf } from '../curve.js';
import { alone, brainFile, game, training } from '../house.js';
import { brainName, parse } from '../names.js';
import { number, percent, t } from '../words.js';
import { winChance, meter, shareOf, valueShort } from '../worth.js';
import { teach } from './learnt.js';
import { Reasons } from './reasons.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('../../protocol').OpinionView} OpinionView */

/** Milliseconds after which a question without an answer is forgotten. */
const PATIENCE = 4000;

/** The brains that sit at the table. @param {Table} table */
const seated = (table) =>
  table.state.seats.flatMap((seat) => (seat.kind === 'bot' && parse(seat.bot).name === 'learner' ? [parse(seat.bot).options.get('brain') ?? ''] : [])).filter(Boolean);

/** The first letters of what is asked in place of a brain, before the name of a program with a network. */
const NETWORK = 'onnx@';

/** @param {Table} table @returns {import('./panel.js').Tab} */
export function brain(table) {
  /** @type {[string, number][] | null} */
  let brains = null;
  /** The programs with networks. @type {string[]} */
  let networks = [];
  let learns = true;
  /** The question that waits for an answer, and its time: one at a time. */
  let asked = '';
  let since = 0;
  let taught = 0;
  let built = '';
  /** The opinion that is shown. @type {OpinionView | null} */
  let shown = null;
  const choice = h('select', { onchange: () => table.changed() });
  const field = h('label', { class: 'field' }, h('span', null, t('brain.which')), choice);
  const body = h('div', { class: 'opinion' });
  const reasons = new Reasons(table);
  const lessons = h('div', { class: 'lessons' });
  const file = h('p', { hidden: !alone });
  const learning = h('div', { class: 'learning' });
  const watch = h('p', { hidden: true }, h('a', { class: 'button', href: '#/training' }, icon('eye'), h('span', null, t('training.title'))));
  let learner = '';
  const against = button('play', t('brain.play'), () => begin(table.info.game, ['me', { bot: learner }], against), { hidden: true, data: { action: 'play-brain' } });
  const element = h('div', { class: 'brain' }, lessons, field, body, reasons.element, learning, h('div', { class: 'row wrap' }, against, watch, file));
  training(table.view.signal).then(({ share }) => (watch.hidden = share === null), () => {});

  const load = async () => {
    brains = [];
    try {
      const view = await game(table.info.game, table.view.signal);
      brains = view.brains;
      learns = view.learns;
      learner = view.opponents.find(({ bot }) => bot.startsWith('learner'))?.bot ?? '';
      against.hidden = !learner || seated(table).length > 0;
      for (const name of seated(table)) if (!brains.some(([known]) => known === name)) brains.push([name, 0]);
      // An older engine has none.
      networks = view.networks ?? [];
      const program = table.state.seats.map((seat) => (seat.kind === 'bot' ? seat.bot : '')).find((bot) => networks.includes(bot));
      const first = choice.value || seated(table)[0] || (program && `${NETWORK}${program}`);
      const option = (/** @type {string} */ value, /** @type {string} */ words) => h('option', { value, selected: value === first }, words);
      fill(
        choice,
        brains.map(([name, games]) => option(name, t('bot.games', { name: brainName(name), count: games }))),
        networks.map((name) => option(`${NETWORK}${name}`, t('brain.network', { name }))),
      );
    } catch {
      brains = null;
      return;
    }
    table.changed();
  };

  /** @returns {OpinionView | null} */
  const opinion = () => table.opinions.get(`${choice.value}:${table.state.line}:${table.ply}`) ?? null;

  return {
    element,
    update() {
      // What was learnt counts.
      if (taught !== table.lessons.length) brains = null;
      taught = table.lessons.length;
      if (!brains) {
        load();
        return;
      }
      field.hidden = choice.options.length === 0;
      teach(lessons, table);
      const key = `${choice.value}:${table.state.line}:${table.ply}`;
      const known = opinion();
      if (table.opinions.has(asked) || Date.now() - since > PATIENCE) asked = '';
      if (!known && !asked && choice.value && table.hints && table.connected) {
        asked = key;
        since = Date.now();
        table.send({ type: 'ask', ply: table.ply, brain: choice.value });
      }
      if (file.dataset.brain !== choice.value) {
        file.dataset.brain = choice.value;
        const learnt = !choice.value.startsWith(NETWORK) && choice.value;
        fill(learning);
        if (learnt) curveOf(table.info.game, learnt, table.view.signal).then((figure) => file.dataset.brain === learnt && fill(learning, figure));
        fill(file, learnt && h('a', { class: 'button', data: { action: 'brain-file' }, ...brainFile(table.info.game, learnt) }, icon('download'), h('span', null, t('brain.export'))));
      }
      const now = `${key}:${known?.games}:${table.hints}:${choice.options.length}`;
      if (now === built) return;
      built = now;
      shown = known;
      // An older engine explains nothing.
      reasons.show(known?.explanation ?? null);
      fill(body, known ? opinions(known) : h('p', { class: 'soft' }, choice.value ? t(table.hints ? 'brain.asking' : 'think.forbidden') : t(learns ? 'brain.none' : 'brain.never')));
    },
    squares: () => (shown && shown === opinion() ? reasons.squares : []),
    values() {
      const known = opinion();
      if (!known) return null;
      return known.moves
        .filter((move) => move.q !== null || move.proved !== null || hasProbability(move))
        .map((move) => ({
          text: move.text,
          share: move.proved ? shareOf(move.proved) : (move.q ?? move.probability ?? null),
          label: hasProbability(move) ? percent(move.probability ?? 0) : opinionText(move),
        }));
    },
  };
}

/** True if the policy of a network says how likely a move is. An older engine says nothing. @param {import('../../protocol').OpinionMove} move */
const hasProbability = (move) => typeof move.probability === 'number';

/** The worth of a move to a brain. @param {import('../../protocol').OpinionMove} move */
const opinionText = (move) => (move.proved ? valueShort(move.proved, true) : winChance(move.q ?? 0));

/** @param {OpinionView} opinion */
function opinions(opinion) {
  if (opinion.brain.startsWith(NETWORK)) return probabilities(opinion.moves.filter(hasProbability));
  const known = opinion.moves.filter((move) => move.q !== null || move.proved !== null || move.visits > 0);
  if (!known.length) return h('p', { class: 'soft' }, t('brain.nothing'));
  const worth = (/** @type {import('../../protocol').OpinionMove} */ move) => (move.proved ? shareOf(move.proved) : (move.q ?? 0));
  known.sort((a, b) => worth(b) - worth(a) || b.visits - a.visits);
  return h(
    'table',
    { class: 'opinions' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('brain.move')), h('th', { scope: 'col', colspan: 2 }, t('brain.value')), h('th', { scope: 'col' }, t('brain.visits')))),
    h(
      'tbody',
      null,
      known.flatMap((move) => [
        h('tr', null, h('th', { scope: 'row' }, h('code', null, move.text)), h('td', null, meter(worth(move))), h('td', null, opinionText(move)), h('td', null, number(move.visits))),
        move.line.length > 1 && h('tr', { class: 'line-of' }, h('td', { colspan: 4, class: 'soft small' }, t('brain.line', { moves: move.line.slice(0, 8).join(' ') }))),
      ]),
    ),
  );
}

/** The moves by the policy of a network, the most probable first. @param {import('../../protocol').OpinionMove[]} moves */
function probabilities(moves) {
  const of = (/** @type {import('../../protocol').OpinionMove} */ move) => move.probability ?? 0;
  moves.sort((a, b) => of(b) - of(a));
  if (!moves.length) return '';
  return h(
    'table',
    { class: 'opinions' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('brain.move')), h('th', { scope: 'col', colspan: 2 }, t('brain.probability')))),
    h('tbody', null, moves.map((move) => h('tr', null, h('th', { scope: 'row' }, h('code', null, move.text)), h('td', null, meter(of(move))), h('td', null, percent(of(move)))))),
  );
}

// What to play here and why: asked of a bot, or what a bot said when it moved.

import { PROOF, linkTo, placeOf, proofPlayed } from '../../lab/wish.js';
import { button, fill, h, icon } from '../dom.js';
import { game } from '../house.js';
import { Expected } from '../expected.js';
import { blunderOf, botName, moveName } from '../names.js';
import { changeSettings, getSettings } from '../store.js';
import { number, percent, t } from '../words.js';
import { balance, meter, shareOf, valueShort, valueWords } from '../worth.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('../../protocol').ThoughtView} ThoughtView */

/** Alternatives that are listed. */
const LISTED = 12;
/** Seconds that are said although nothing was searched: a program from outside took them. */
const NOTICED = 0.1;
/** Equally good moves that are named. */
const EQUALS = 5;

/** The analysis of the position shown, or of the one before, which explains the move made. @param {Table} table */
function found(table) {
  const here = table.thought;
  if (here) return { thought: here, made: false };
  const before = table.thoughts.get(`${table.state.line}:${table.ply - 1}`);
  return before ? { thought: before, made: true } : null;
}

/** True if a bot said how it expects the game to go on. @param {ThoughtView} thought */
const expects = ({ pv, random }) => pv.length > 0 && !random;

/** Moves with values, the best first. @param {ThoughtView} thought */
function ranked(thought) {
  return thought.moves
    .filter((move) => move.value !== null)
    .map((move) => ({ text: move.text, value: /** @type {import('../../protocol').ValueView} */ (move.value) }))
    .sort((a, b) => Number(b.text === thought.best) - Number(a.text === thought.best) || shareOf(b.value) - shareOf(a.value));
}

/** @param {Table} table @returns {import('./panel.js').Tab} */
export function think(table) {
  const ask = () => {
    table.asking = true;
    table.send({ type: 'think', ply: table.ply, bot: who.value || null });
    table.changed();
  };
  const hint = button('hint', t('think.ask'), ask, { class: 'button main', data: { action: 'hint' } });
  const who = h('select', { 'aria-label': t('think.who') }, h('option', { value: '' }, t('think.suits')));
  const shown = h('input', {
    type: 'checkbox',
    checked: getSettings().judge,
    onchange: () => {
      changeSettings({ judge: shown.checked });
      table.judge();
    },
  });
  const body = h('div', { class: 'thought', 'aria-live': 'polite' });
  const expected = new Expected(table.view.signal);
  const element = h('div', { class: 'think' }, h('div', { class: 'row wrap' }, hint, who), body, expected.element, h('label', { class: 'check' }, shown, h('span', null, t('think.atboard'))));
  let built = '';
  let offered = false;

  const offer = async () => {
    offered = true;
    try {
      const view = await game(table.info.game, table.view.signal);
      // Those that play at random now and then are bad advisers.
      who.append(...view.opponents.filter((o) => !/^(random|first|level)\b/.test(o.bot)).map((o) => h('option', { value: o.bot }, botName(o.bot, o.games))));
    } catch {
      // The bot that suits the game is always there.
      offered = false;
    }
  };

  return {
    element,
    ask: () => !hint.disabled && ask(),
    update() {
      if (!offered) offer();
      const known = found(table);
      const over = table.ply === table.state.step.ply && table.state.end?.reason === 'rules';
      hint.disabled = !table.hints || table.asking || !table.connected || over;
      hint.classList.toggle('waits', table.asking);
      const key = known ? `${known.thought.line}:${known.thought.ply}:${known.thought.bot}:${known.thought.nodes}:${known.made}` : `${table.hints}${table.asking}${over}`;
      if (key === built) return;
      built = key;
      expected.element.hidden = !known || !expects(known.thought);
      if (known) {
        fill(body, ...explain(table, known.thought, known.made));
        line(known.thought);
      } else fill(body, h('p', { class: 'soft' }, !table.hints ? t('think.forbidden') : table.asking ? t('think.thinking') : over ? t('think.over') : t('think.empty')));
    },
    values(table) {
      const thought = table.thought;
      if (!thought) return null;
      return thought.moves.map((move) => ({
        text: move.text,
        share: move.value && shareOf(move.value),
        label: move.value ? valueShort(move.value, table.dice) : '',
      })).filter((move) => move.share !== null);
    },
  };

  /** @param {ThoughtView} thought */
  async function line(thought) {
    try {
      const step = await table.timeline.at(thought.ply);
      await expected.show(table.info, step.position, thought.pv, table.players);
    } catch {
      expected.element.hidden = true;
    }
  }
}

/** The best move, or all moves whose value is the same. @param {ThoughtView} thought @param {ReturnType<typeof ranked>} moves */
function bestWords(thought, moves) {
  const best = moves[0] && JSON.stringify(moves[0].value);
  const equal = moves.filter(({ value }) => JSON.stringify(value) === best);
  if (!thought.exact || equal.length < 2) return t('think.best', { move: moveName(thought.best) });
  if (equal.length === thought.moves.length && equal.length > 2) return t('think.allequal', { moves: equal.length });
  const names = equal.slice(0, EQUALS).map(({ text }) => moveName(text)).join(', ');
  return t('think.equal', { moves: equal.length > EQUALS ? `${names}, …` : names });
}

/** The move that is explained: the one that was made, or the best. @param {Table} table @param {ThoughtView} thought @param {boolean} made */
function title(table, thought, made) {
  const played = table.state.played[thought.ply] ?? thought.best;
  // Another bot was asked.
  if (made && played !== thought.best) return t('think.instead', { move: moveName(played), best: moveName(thought.best) });
  return made || thought.random ? t('think.made', { move: moveName(thought.best) }) : bestWords(thought, ranked(thought));
}

/** Why a move was made for which nothing was searched. @param {Table} table @param {ThoughtView} thought */
function chance(table, thought) {
  const share = blunderOf(table.known, thought.bot);
  return share > 0 ? t('think.slip', { share: percent(share) }) : t('think.random');
}

/** @param {Table} table @param {ThoughtView} thought @param {boolean} made */
function explain(table, thought, made) {
  const { dice } = table;
  const words = thought.value && valueWords(thought.value, thought.side, table.people, dice);
  const share = thought.value && shareOf(thought.value) * (thought.side === 'first' ? 1 : -1);
  // What was looked up, guessed or drawn by lot visited no positions.
  const searched = thought.nodes > 0;
  const facts = [
    botName(thought.bot),
    thought.exact && t('think.exact'),
    thought.depth !== null && t('think.depth', { count: thought.depth }),
    searched && t('think.nodes', { count: thought.nodes }),
    (searched || thought.seconds >= NOTICED) && t('think.seconds', { seconds: number(thought.seconds) }),
  ].filter(Boolean);
  const moves = ranked(thought);
  const proof = table.hints && proofPlayed(thought.bot);
  return [
    h('p', { class: 'best', data: made || thought.random ? {} : { best: thought.best } }, title(table, thought, made)),
    thought.random && h('p', { class: 'verdict' }, chance(table, thought)),
    words && h('p', { class: 'verdict' }, words),
    share !== null && words && balance(share, words),
    h('p', { class: 'soft small' }, facts.join(' · ')),
    moves.length > 1 && h('h2', { class: 'minor' }, t('think.alternatives')),
    moves.length > 1 &&
      h(
        'ul',
        { class: 'worths' },
        moves
          .slice(0, LISTED)
          .map((move) => h('li', { class: move.text === thought.best ? 'best' : null }, h('code', null, moveName(move.text)), meter(shareOf(move.value)), h('span', { title: valueWords(move.value, thought.side, table.people, dice) }, valueShort(move.value, dice)))),
        moves.length > LISTED && h('li', { class: 'soft small' }, t('think.more', { count: moves.length - LISTED })),
      ),
    (words || moves.length > 0) && h('p', { class: 'soft small' }, t('value.key')),
    proof && h('a', { class: 'button', href: linkTo({ ...placeOf(table), ...PROOF, proof }), data: { action: 'proof' } }, icon('tree'), h('span', null, t('think.proof'))),
    expects(thought) && h('h2', { class: 'minor' }, t('think.expects')),
  ];
}

// What can be done at any time, and in words whose turn it is.

import { button, fill, h } from '../dom.js';
import { alone } from '../house.js';
import { listen } from '../keys.js';
import { moveName } from '../names.js';
import { t } from '../words.js';
import { otherDevice } from './bars.js';
import { watchers } from './plates.js';

/** @typedef {import('./index.js').Table} Table */

/** The status line about the turn. @param {Table} table */
function status(table) {
  const { state } = table;
  // How it ended is said by the bar.
  if (state.end) return '';
  if (table.waiting) return t('table.waiting');
  if (state.step.turn === 'chance') return t('table.chance');
  if (table.live.pending || (!table.isCurrent && table.mayMove(state))) return t('table.sending');
  if (table.yourTurn && !table.both) return t('table.yourmove');
  if (table.premove !== null) return t('premove.set', { move: moveName(table.premove) });
  const name = table.people[state.step.turn === 'first' ? 0 : 1];
  if (state.pace?.paused) return t('pace.paused');
  return t(state.thinking ? 'table.thinks' : 'table.turnof', { name });
}

/**
 * @param {Table} table
 * @returns {import('./index.js').Part}
 */
export function actions(table) {
  const words = h('p', { class: 'status' });
  const extra = h('span', { class: 'row' });
  let sure = false;
  const update = () => {
    const { both, state, you } = table;
    const sits = you !== null || both;
    const playing = sits && !state.end && !table.waiting;
    // The bar above says how it ended.
    words.hidden = state.end !== null;
    words.title = words.textContent = status(table);
    words.classList.toggle('yours', table.yourTurn && !table.live.pending);
    undo.disabled = !playing || !state.movers.some((mover) => mover && (both || mover === you));
    // Between two people an undo needs the other's consent.
    const takeback = t(!both && state.seats.every((seat) => seat.kind !== 'bot') ? 'action.askundo' : 'action.undo');
    undo.title = takeback;
    if (undo.lastElementChild) undo.lastElementChild.textContent = takeback;
    undo.hidden = resign.hidden = !sits || state.end !== null;
    draw.hidden = undo.hidden || table.info.board.drawless;
    draw.disabled = !playing || (!both && state.offers.draw === you);
    resign.disabled = !playing;
    // At the end it is among what can be done then.
    if (state.end) fresh.remove();
    device.hidden = alone || !sits || state.end !== null;
    if (state.end) sure = false;
    ask.hidden = !sure;
    rest.hidden = sure;
    fill(extra, !sits && !table.waiting && h('span', { class: 'tag' }, t('table.watching')), watchers(state.watching));
  };
  /** @param {boolean} now */
  const asking = (now) => {
    sure = now;
    update();
    (now ? yes : resign).focus();
  };
  const undo = button('undo', t('action.undo'), () => table.send({ type: 'undo' }), { data: { action: 'undo' }, title: t('action.undo') });
  const draw = button('draw', t('action.draw'), () => table.decide({ type: 'draw' }), { data: { action: 'draw' }, title: t('action.drawlong') });
  const resign = button('resign', t('action.resign'), () => asking(true), { data: { action: 'resign' }, title: t('action.resign') });
  const device = button('device', t('action.device'), () => otherDevice(table), { data: { action: 'device' }, title: t('share.device') });
  const fresh = button('new', t('action.new'), () => table.newGame(), { data: { action: 'new' }, title: t('action.new') });
  const yes = button(
    'resign',
    t('action.resign'),
    () => {
      if (!table.decide({ type: 'resign' })) return;
      sure = false;
      update();
    },
    { class: 'button danger', data: { action: 'resign-yes' } },
  );
  const ask = h('div', { class: 'row sure', hidden: true }, h('span', null, t('action.sure')), yes, button('', t('offer.no'), () => asking(false)));
  const rest = h('div', { class: 'row tools', role: 'toolbar', 'aria-label': t('action.title') }, undo, draw, resign, device, fresh);
  listen(
    {
      u: () => !undo.disabled && !undo.hidden && undo.click(),
      r: () => table.state.end && (table.you || table.both) && table.send({ type: 'rematch' }),
    },
    table.view.signal,
  );
  return { element: h('div', { class: 'controls' }, h('div', { class: 'status-row' }, words, extra), ask, rest), update };
}

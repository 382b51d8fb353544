// Quiet bars between board and actions: what is offered, what is waited for, how it ended.

import { announce, button, dialog, fill, h, icon, toast } from '../dom.js';
import { recordFile, sit } from '../house.js';
import { endWords, pointsText, problemWords } from '../names.js';
import { changeSettings, getSettings, keepPlace, placeOf } from '../store.js';
import { number, t } from '../words.js';
import { lesson } from './lesson.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('../../protocol').Offer} Offer */

/** A link to hand on, which few games need. @param {(link: typeof import('../link.js')) => HTMLElement} make */
function handOn(make) {
  const place = h('div');
  import('../link.js').then((link) => place.replaceWith(make(link)), () => {});
  return place;
}

/** A link with its code. @param {typeof import('../link.js')} link @param {string} url @param {string} label */
const shown = ({ codeOf, linkRow }, url, label) => h('div', { class: 'handed' }, linkRow(url, label), codeOf(url));

/** The link that takes one's seat along to another device. It is after the `#`, which no server sees. @param {Table} table */
export function otherDevice(table) {
  const token = placeOf(table.id)?.token;
  if (!token) return;
  dialog(t('share.device'), t('site.close'), h('p', null, t('share.devicewhy')), handOn((link) => shown(link, `${location.href.split('#')[0]}#/table/${table.id}?seat=${encodeURIComponent(token)}`, t('share.device'))));
}

/**
 * @param {Table} table
 * @returns {import('./index.js').Part}
 */
export function bars(table) {
  const element = h('div', { class: 'bars' });
  let shown = '';
  return {
    element,
    update() {
      const list = [connection(table), trouble(table), lookingBack(table), invitation(table), joining(table), ...offers(table), pace(table), next(table), ending(table), lesson(table)];
      const bars = list.filter((bar) => bar !== null);
      // One that only teaches waits until nothing else is said.
      const wanted = bars.length > 1 ? bars.filter((bar) => !bar.key.startsWith('lesson')) : bars;
      // Bars are built anew only when one of them changed: otherwise the focus would be lost at every message.
      const key = wanted.map((bar) => bar.key).join('|');
      if (key === shown) return;
      shown = key;
      fill(element, wanted.map((bar) => bar.build()));
    },
  };
}

/** @typedef {{key: string, build: () => HTMLElement} | null} Bar */

/** @param {Table} table @returns {Bar} */
function connection(table) {
  if (table.connected) return null;
  const off = table.live.isOff;
  const again = () => button('undo', t('live.now'), () => table.live.hurry(), { data: { action: 'reconnect' } });
  return { key: `lost${off}`, build: () => h('div', { class: 'bar offline', role: 'status' }, h('span', { class: 'row' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), t(off ? 'live.off' : 'live.lost')), again()) };
}

/** @param {Table} table @returns {Bar} */
function trouble(table) {
  const text = table.state.trouble;
  return text === null ? null : { key: `trouble${text}`, build: () => h('div', { class: 'bar bad', role: 'alert' }, h('span', null, t('table.trouble')), h('span', { class: 'soft small', lang: 'en' }, text)) };
}

/** @param {Table} table @returns {Bar} */
function lookingBack(table) {
  const ply = table.viewing;
  if (ply === null) return null;
  return {
    key: `look${ply}`,
    build: () =>
      h(
        'div',
        { class: 'bar' },
        h('span', null, ply === 0 ? t('moves.atstart') : t('moves.at', { ply, plies: table.state.step.ply })),
        h('span', { class: 'row' }, button('branch', t('moves.playon'), () => table.playOn()), button('last', t('moves.now'), () => table.look(null), { class: 'button main' })),
      ),
  };
}

/** @param {Table} table @returns {Bar} */
function invitation(table) {
  if (!table.waiting || (table.you === null && !table.host)) return null;
  return {
    key: 'invite',
    build: () => h('div', { class: 'bar tall' }, h('p', null, h('b', null, t('share.waiting')), ' ', table.info.public ? t('share.public') : t('share.private')), handOn((link) => shown(link, link.linkTo(`join/${table.id}`), t('share.link')))),
  };
}

/** @param {Table} table @returns {Bar} */
function joining(table) {
  if (!table.waiting || table.you !== null || table.state.end || table.host) return null;
  const open = table.state.seats.findIndex((seat) => seat.kind === 'open');
  return {
    key: 'join',
    build: () => {
      const field = h('input', { type: 'text', maxlength: 40, value: getSettings().name, placeholder: t('settings.nameless'), autocomplete: 'nickname' });
      const form = h(
        'form',
        {
          class: 'bar tall join',
          onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            changeSettings({ name: field.value.trim() });
            try {
              const taken = await sit(table.id, { seat: open === 0 ? 'first' : 'second', name: field.value.trim() });
              keepPlace({ id: table.id, token: taken.token, seat: taken.seat, game: table.info.game });
              // The seats at the top and the bottom change places: build the table anew.
              if (location.hash === `#/table/${table.id}`) dispatchEvent(new HashChangeEvent('hashchange'));
              else location.replace(`#/table/${table.id}`);
            } catch (error) {
              toast(problemWords(/** @type {any} */ (error)));
            }
          },
        },
        h('p', null, h('b', null, t('share.invited', { name: table.people[1 - open], player: table.players[open] }))),
        h('div', { class: 'link-row' }, h('label', { class: 'field' }, h('span', null, t('settings.name')), field), h('button', { type: 'submit', class: 'button main' }, icon('check'), h('span', null, t('share.sit')))),
      );
      return form;
    },
  };
}

/** @param {Table} table @returns {Bar[]} */
function offers(table) {
  const { you, state } = table;
  if (!you) return [];
  /** @type {Offer[]} */
  const kinds = ['draw', 'undo', 'rematch'];
  return kinds.map((what) => {
    const from = state.offers[what];
    if (!from) return null;
    if (from === you) {
      return {
        key: `mine${what}`,
        build: () => h('div', { class: 'bar' }, h('span', null, t(`offer.${what}.sent`)), button('', t('offer.withdraw'), () => table.send({ type: 'decline', what }))),
      };
    }
    return {
      key: `theirs${what}`,
      build: () => {
        const text = t(`offer.${what}.asks`, { name: table.people[from === 'first' ? 0 : 1] });
        announce(text);
        return h(
          'div',
          { class: 'bar offer' },
          h('span', null, text),
          h('span', { class: 'row' }, button('check', t('offer.yes'), () => table.latest?.offers[what] === from && table.decide({ type: what }), { class: 'button main' }), button('close', t('offer.no'), () => table.send({ type: 'decline', what }))),
        );
      },
    };
  });
}

/** @param {Table} table @returns {Bar} */
function pace(table) {
  const now = table.state.pace;
  if (!now || table.state.end || !table.host) return null;
  return {
    key: `pace${now.paused}`,
    build: () => {
      // Until the server answers, its state has the speed of before.
      let chosen = /** @type {number | null} */ (null);
      const speed = h('input', {
        type: 'range',
        min: 0,
        max: 3000,
        step: 100,
        value: 3000 - Math.min(3000, now.millis),
        'aria-label': t('pace.speed'),
        onchange: () => {
          chosen = 3000 - Number(speed.value);
          table.send({ type: 'pace', paused: table.state.pace?.paused ?? false, millis: chosen });
        },
      });
      const turn = () => table.send({ type: 'pace', paused: !now.paused, millis: chosen ?? table.state.pace?.millis ?? now.millis });
      return h('div', { class: 'bar' }, button(now.paused ? 'play' : 'pause', now.paused ? t('pace.go') : t('pace.pause'), turn, { class: 'button main' }), h('label', { class: 'row grow' }, h('span', { class: 'soft small' }, t('pace.speed')), speed));
    },
  };
}

/** @param {Table} table @returns {Bar} */
function next(table) {
  const id = table.next;
  return id === null ? null : { key: `next${id}`, build: () => h('div', { class: 'bar' }, h('span', null, t('end.nextgame')), h('a', { class: 'button main', href: `#/table/${id}` }, icon('eye'), t('lobby.watch'))) };
}

/** @param {Table} table @returns {Bar} */
function ending(table) {
  const end = table.state.end;
  if (!end) return null;
  return {
    key: `end${table.you}${end.record}${table.state.offers.rematch ?? ''}${table.outcome}`,
    build: () => {
      const { headline, why } = endWords(end, table.people, table.you, table.info.family, table.state.step);
      const result = !end.winner ? 'drawn' : !table.you ? 'over' : end.winner === table.you ? 'won' : 'lost';
      const { score } = table;
      // One's own points first.
      const [one, other] = table.you === 'second' ? [1, 0] : [0, 1];
      const series = score && t('series.score', { one: table.people[one], score: `${pointsText(score[one] ?? 0)} : ${pointsText(score[other] ?? 0)}`, other: table.people[other] });
      return h(
        'section',
        { class: `bar ending ${result}`, 'aria-label': t('end.title') },
          h('div', null, h('h2', null, headline), h('p', { class: 'soft' }, why, end.payoff !== null && !table.state.step.scene.scores ? ` ${t('end.payoff', { points: number(end.payoff) })}` : ''), series && h('p', { class: 'series' }, series), table.outcome && h('p', { class: 'series outcome' }, table.outcome)),
        h(
          'div',
          { class: 'row wrap' },
          (table.both || (table.you && table.state.offers.rematch !== table.you)) && button('swap', t('end.rematch'), () => table.send({ type: 'rematch' }), { class: 'button main', data: { action: 'rematch' } }),
          end.record && h('a', { class: 'button', href: `#/record/${encodeURIComponent(end.record)}` }, icon('play'), h('span', null, t('end.replay'))),
          end.record && h('a', { class: 'button', href: `#/record/${encodeURIComponent(end.record)}?review=1`, data: { action: 'review' } }, icon('chart'), h('span', null, t('review.show'))),
          end.record && h('a', { class: 'button', ...recordFile(end.record) }, icon('download'), h('span', null, t('end.record'))),
          button('new', t('action.new'), () => table.newGame(), { data: { action: 'new' } }),
        ),
      );
    },
  };
}

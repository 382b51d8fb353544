// A board for the pages of others: a record or a game with its moves in the address, and nothing that could be played.

import { announce, fill, h, iconButton } from './dom.js';
import { look } from './house.js';
import { listen } from './keys.js';
import { playerNames, problemWords } from './names.js';
import { load, permalink } from './played.js';
import { Stage, boardOptions } from './stage.js';
import { getSettings } from './store.js';
import { Timeline } from './timeline.js';
import { speak, t } from './words.js';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const { signal } = new AbortController();

async function show() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, id = ''] = path.split('/').map(decodeURIComponent);
  const params = new URLSearchParams(query);
  const replayed = await load({ name, id, params, signal });
  if (!replayed || !name) throw new Error('no game');
  const { game, position, moves } = replayed;
  let ply = Math.max(0, Math.min(moves.length, Number(params.get('ply') ?? moves.length) || 0));
  const opening = await look({ game, position, moves: [], from: 0, random: 0 }, signal);
  const players = playerNames(opening.players, opening.board);
  const timeline = new Timeline(game, position, signal);
  timeline.become(moves);
  const host = h('div', { class: 'board-host' });
  const at = h('span', { class: 'at soft small', 'aria-live': 'polite' });
  const open = h('a', { class: 'button quiet', target: '_blank', rel: 'noopener' }, 'Plywood');
  /** @param {string} drawing @param {string} word @param {() => number} to */
  const step = (drawing, word, to) => iconButton(drawing, t(word), () => go(to()), { data: { action: drawing } });
  const buttons = [step('first', 'moves.first', () => 0), step('previous', 'moves.previous', () => ply - 1), at, step('next', 'moves.next', () => ply + 1), step('last', 'moves.last', () => moves.length)];
  fill(main, host, h('div', { class: 'embed-foot' }, buttons, open));
  const stage = new Stage(host, { ...boardOptions(opening.board, players), announce }, signal);
  listen({ ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(moves.length) }, signal);

  /** @param {number} to */
  async function go(to) {
    ply = Math.max(0, Math.min(moves.length, to));
    const wanted = ply;
    const seen = await timeline.at(wanted);
    if (wanted !== ply) return;
    at.textContent = `${ply} / ${moves.length}`;
    const route = id ? `#/record/${encodeURIComponent(id)}?ply=${ply}` : permalink(game, position, moves.join(' '), ply);
    open.href = new URL(`.${route}`, document.baseURI).href;
    stage.show({
      step: seen,
      line: 0,
      interactive: false,
      ghost: false,
      end: null,
      after: () => {
        main.dataset.ply = String(wanted);
        document.body.dataset.ready = 'embed';
      },
    });
  }
  await go(ply);
}

try {
  await speak(getSettings().language);
  await show();
  addEventListener('hashchange', () => location.reload());
} catch (error) {
  const words = /** @type {any} */ (error).code ? problemWords(/** @type {any} */ (error)) : t('missing.page');
  fill(main, h('p', { class: 'message' }, words));
  document.body.dataset.ready = 'missing';
}

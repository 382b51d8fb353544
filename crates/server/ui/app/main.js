// The frame of the page, and the view in it.

import { announce, button, fill, h, icon, iconButton } from './dom.js';
import { problemWords } from './names.js';
import { showKeys } from './keys.js';
import { changeSettings, getSettings, onSettings } from './store.js';
import { LANGUAGES, getLanguage, speak, t } from './words.js';

/**
 * @typedef {object} View what a view gets to work with
 * @property {HTMLElement} main
 * @property {string} name      the first part of the address: a view or a game
 * @property {string} id        the part of the address after the view's name
 * @property {URLSearchParams} params
 * @property {boolean} came    true if another view was shown before
 * @property {AbortSignal} signal   aborted when one leaves
 * @property {(ready: string) => void} ready   the first content is there
 * @property {(words?: string) => void} missing   says that there is no such page, or something else that is not there
 * @property {(title: string) => void} title
 * @property {(name: string, tool?: HTMLElement) => void} heading  the text in the middle of the head, and a button beside it
 * @property {(address: string) => void} address  changes the address bar without changing the view
 * @property {(place: string, task: Task) => Promise<void>} within  shows the view of another place under this address, as a task
 * @property {Task} [task]  the view is a task of another one
 */

/**
 * @typedef {object} Task
 * @property {() => void} solved
 * @property {() => void} next   goes to the next task
 */

/** @type {Record<string, () => Promise<{show: (view: View) => Promise<void>}>>} */
const VIEWS = {
  '': () => import('./lobby.js'),
  new: () => import('./setup.js'),
  table: () => import('./table/index.js'),
  join: () => import('./table/index.js'),
  records: () => import('./records.js'),
  record: () => import('./analysis/index.js'),
  tree: () => import('../lab/index.js'),
  puzzles: () => import('./puzzles/index.js'),
  about: () => import('./about.js'),
  sheet: () => import('./sheet/index.js'),
  training: () => import('./training.js'),
};

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = byId('main');
let leave = new AbortController();
let first = true;

function frame() {
  const place = location.hash.slice(2).split(/[/?]/)[0];
  /** @param {string} to @param {string} word */
  const way = (to, word) => h('a', { href: `#/${to}`, 'aria-current': place === to ? 'page' : null }, word);
  fill(
    byId('site'),
    h('a', { class: 'brand', href: '#/', 'aria-label': t('site.home') }, h('span', { class: 'brand-mark', 'aria-hidden': 'true' }), h('span', { class: 'brand-word' }, 'Plywood')),
    h('span', { class: 'site-heading', id: 'heading' }),
    h('nav', { 'aria-label': t('site.navigation') }, way('', t('site.play')), way('tree', t('site.tree')), way('records', t('site.records')), way('about', t('site.about'))),
    h('div', { class: 'site-tools' }, iconButton('keys', t('site.keys'), showKeys, { class: 'icon-button wide-only' }), iconButton('settings', t('site.settings'), async () => (await import('./settings.js')).openSettings())),
  );
  const skip = byId('skip');
  skip.textContent = t('site.skip');
  skip.onclick = (event) => {
    // The fragment is the route here: the jump is made by hand.
    event.preventDefault();
    main.focus();
  };
  fill(
    byId('foot'),
    h(
      'div',
      { class: 'languages', role: 'group', 'aria-label': t('settings.language') },
      Object.entries(LANGUAGES).map(([code, name]) =>
        h('button', { type: 'button', lang: code, class: 'link', 'aria-pressed': String(code === getLanguage()), onclick: () => changeSettings({ language: code }) }, name),
      ),
    ),
  );
}

/** The view of a place, and what it gets; an address that is not well-formed is that of no view. @param {string} place */
function at(place) {
  const [path, query = ''] = place.split('?');
  let [name, id = ''] = ['malformed'];
  try {
    [name, id = ''] = path.split('/').map(decodeURIComponent);
  } catch {
    // It is shown as a game of that name, which is missing.
  }
  // Any other name is a game: its moves are in the address.
  return { known: Object.hasOwn(VIEWS, name) ? name : 'record', name, id, params: new URLSearchParams(query) };
}

let kept = false;
function keep() {
  if (!kept) setTimeout(() => navigator.serviceWorker?.register('service-worker.js').catch(() => {}), 1000);
  kept = true;
}

/** Shows what the address asks for. */
async function route() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  for (const key of Object.keys(main.dataset)) delete main.dataset[key];
  delete document.body.dataset.ready;
  for (const open of document.querySelectorAll('dialog')) open.close();
  byId('toasts').replaceChildren();
  const { known, name, id, params } = at(location.hash.replace(/^#\/?/, ''));
  document.body.dataset.view = known || 'lobby';
  frame();
  main.replaceChildren();
  scrollTo(0, 0);
  let shown = location.hash;
  /** @type {View} */
  const view = {
    main,
    name,
    id,
    params,
    came: !first,
    signal,
    ready: (ready) => {
      if (signal.aborted) return;
      document.body.dataset.ready = ready;
      // Keeping the page for times without a network may take long: a first board comes before.
      if (ready !== 'lobby') keep();
    },
    missing: (words) => notFound(view, words),
    title: (title) => {
      if (!signal.aborted) document.title = title ? `${title} – Plywood` : 'Plywood';
    },
    heading: (heading, tool) => {
      if (!signal.aborted) fill(byId('heading'), h('span', null, heading), tool);
    },
    address: (address) => {
      // A view learns that one leaves it a little later than the address changes: that must not be undone.
      if (signal.aborted || location.hash !== shown) return;
      history.replaceState(null, '', address);
      shown = location.hash;
    },
    within: async (place, task) => {
      const { known, ...inner } = at(place);
      document.body.dataset.view = known;
      await (await VIEWS[known]()).show({ ...view, ...inner, task, address: () => {} });
    },
  };
  view.title('');
  try {
    await (await VIEWS[known]()).show(view);
    if (!first && !signal.aborted && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  } catch (error) {
    if (!signal.aborted) failed(view, error);
  }
  first = false;
}

/** @param {View} view @param {string} [words] */
function notFound(view, words = t('missing.page')) {
  fill(main, h('section', { class: 'message' }, h('h1', null, t('missing.title')), h('p', null, words), h('a', { class: 'button main', href: '#/' }, t('missing.lobby'))));
  view.ready('missing');
}

/** Reasons that may be gone the next time. */
const PASSING = ['offline', 'busy', 'full', 'store', 'closing', 'internal'];

/** @param {View} view @param {any} error */
function failed(view, error) {
  // An error of the page itself goes to the console for developers; the user gets words.
  if (!error?.code) console.error(error);
  const problem = error?.code ? error : { code: 'internal' };
  const text = problemWords(problem);
  const again = PASSING.includes(problem.code) && button('', t('failed.again'), route, { class: 'button main' });
  fill(
    main,
    h('section', { class: 'message' }, h('h1', null, t('failed.title')), h('p', null, text), h('div', { class: 'row' }, again, h('a', { class: again ? 'button' : 'button main', href: '#/' }, t('missing.lobby')))),
  );
  announce(text);
  view.ready('failed');
}

function dress() {
  const { theme } = getSettings();
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

setTimeout(keep, 20_000);

let spoken = getSettings().language;
onSettings(async (settings) => {
  dress();
  if (settings.language === spoken) return;
  spoken = settings.language;
  await speak(spoken);
  await route();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dress);
// Paper is white.
addEventListener('beforeprint', () => (document.documentElement.dataset.theme = 'light'));
addEventListener('afterprint', dress);
addEventListener('keydown', (event) => {
  if (event.key === '?' && !event.defaultPrevented && !(/** @type {Element} */ (event.target).closest('input, textarea, select, dialog'))) showKeys();
});

try {
  await speak(spoken);
  addEventListener('hashchange', route);
  await route();
} catch (error) {
  // Without words there is nothing to say but what the browser says.
  fill(main, h('p', { class: 'message' }, icon('close'), String(error)));
}

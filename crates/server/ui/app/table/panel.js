// The panel beside the board, with tabs. The open tab is remembered. On a phone the panel slides up from below.

import { h, iconButton } from '../dom.js';
import { listen } from '../keys.js';
import { MoveList } from '../moves.js';
import { isRace } from '../../boards/index.js';
import { changeSettings, getSettings } from '../store.js';
import { t } from '../words.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {{element: HTMLElement, update: () => void, ask?: () => void, squares?: () => import('../../protocol').At[], values?: (table: Table) => {text: string, share: number | null, label: string}[] | null}} Tab */

/** @param {Table} table @returns {Tab} */
function moves(table) {
  const list = new MoveList((ply) => table.look(ply), isRace(table.info.board));
  list.extra.append(iconButton('branch', t('moves.playon'), () => table.playOn(), { class: 'icon-button', data: { action: 'playon' } }));
  return { element: list.element, update: () => list.update(table.state.played, table.state.movers, table.ply, table.people) };
}

/**
 * @param {Table} table
 * @returns {import('./index.js').Part}
 */
export function panel(table) {
  /** The makers of the tabs: most are loaded when they are opened for the first time. @type {[string, () => Promise<Tab>][]} */
  const tabs = [
    ['moves', async () => moves(table)],
    ['think', async () => (await import('./think.js')).think(table)],
    ['brain', async () => (await import('./brain.js')).brain(table)],
    ['tree', async () => (await import('./tree.js')).tree(table)],
  ];
  /** Those that were loaded. @type {Map<string, Tab>} */
  const made = new Map();
  /** @type {Map<string, Promise<Tab>>} */
  const coming = new Map();
  // The same as in the styles: there it is a sheet.
  const phone = matchMedia('(max-width: 860px) and (min-height: 560.02px), (max-width: 559.98px)');
  let open = !phone.matches;
  let chosen = tabs.some(([name]) => name === getSettings().tab) ? getSettings().tab : 'moves';

  const buttons = tabs.map(([name], index) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => choose(name, true), onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, index) },
      h('span', null, t(`tab.${name}`)),
    ),
  );
  const bodies = tabs.map(([name]) => h('div', { class: 'tab-body', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }));
  const shut = iconButton('close', t('site.close'), () => choose(chosen, true), { class: 'icon-button sheet-close' });
  const element = h(
    'aside',
    { class: 'panel', 'aria-label': t('table.beside') },
    h('div', { class: 'tab-row' }, h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('table.beside') }, buttons), shut),
    ...bodies,
  );

  /** The tab of this name. @param {string} name @returns {Promise<Tab>} */
  const load = (name) => {
    const index = tabs.findIndex(([other]) => other === name);
    const known = coming.get(name) ?? tabs[index][1]();
    if (!coming.has(name)) {
      coming.set(name, known);
      known.then((tab) => {
        made.set(name, tab);
        bodies[index].append(tab.element);
        show();
        table.changed();
      }, () => coming.delete(name));
    }
    return known;
  };

  /** @param {string} name @param {boolean} [pressed] */
  const choose = (name, pressed = false) => {
    // On a phone, pressing the open tab closes the panel.
    open = pressed && phone.matches ? !(open && name === chosen) : open || !phone.matches;
    chosen = name;
    if (getSettings().tab !== name) changeSettings({ tab: name });
    show();
    table.changed();
  };
  const show = () => {
    element.classList.toggle('open', open);
    tabs.forEach(([name], index) => {
      const on = name === chosen;
      buttons[index].setAttribute('aria-selected', String(on));
      buttons[index].tabIndex = on ? 0 : -1;
      bodies[index].hidden = !on || !open;
      if (on) table.tab = made.get(name) ?? null;
    });
    if (open) load(chosen).catch(() => {});
  };
  /** @param {KeyboardEvent} event @param {number} index */
  const walk = (event, index) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    choose(tabs[next][0]);
    buttons[next].focus();
  };
  phone.addEventListener('change', () => ((open = !phone.matches), show()), { signal: table.view.signal });
  const hint = async () => {
    if (!open || chosen !== 'think') choose('think', true);
    (await load('think')).ask?.();
  };
  listen({ h: hint, ...Object.fromEntries(tabs.map(([name], index) => [String(index + 1), () => choose(name, true)])) }, table.view.signal);
  show();
  return {
    element,
    update() {
      if (open) made.get(chosen)?.update();
    },
  };
}

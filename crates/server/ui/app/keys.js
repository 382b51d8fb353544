// The list of keys.

import { dialog, h } from './dom.js';
import { t } from './words.js';

/** Keys, each with the key of the words that say what it does. @type {[string, [string[], string][]][]} */
const KEYS = [
  ['keys.anywhere', [[['?'], 'keys.help'], [['Esc'], 'keys.escape']]],
  [
    'keys.game',
    [
      [['←', '→'], 'keys.look'],
      [['Home', 'End'], 'keys.ends'],
      [['B'], 'keys.board'],
      [['U'], 'keys.undo'],
      [['H'], 'keys.hint'],
      [['N'], 'keys.new'],
      [['R'], 'keys.rematch'],
      [['1', '2', '3', '4'], 'keys.tabs'],
      [['␣'], 'keys.play'],
    ],
  ],
  [
    'keys.onboard',
    [
      [['←', '↑', '→', '↓'], 'keys.walk'],
      [['Enter'], 'keys.choose'],
      [['+', '−'], 'keys.push'],
    ],
  ],
  [
    'keys.lab',
    [
      [['←', '↑', '→', '↓'], 'keys.walktree'],
      [['Enter'], 'keys.fold'],
      [[',', '.'], 'keys.steps'],
      [['Home', 'End'], 'keys.stepends'],
      [['␣'], 'keys.labplay'],
      [['B'], 'keys.tree'],
      [['P'], 'keys.present'],
    ],
  ],
];

export function showKeys() {
  dialog(
    t('site.keys'),
    t('site.close'),
    KEYS.map(([title, rows]) =>
      h(
        'section',
        null,
        h('h3', null, t(title)),
        h('dl', { class: 'keys' }, rows.flatMap(([keys, words]) => [h('dt', null, keys.map((key) => h('kbd', null, key))), h('dd', null, t(words))])),
      ),
    ),
  );
}

/**
 * Listens for single keys, unless something is being typed or the board wants them.
 * @param {Record<string, (event: KeyboardEvent) => void>} keys by `KeyboardEvent.key`, letters in lower case
 * @param {AbortSignal} signal
 */
export function listen(keys, signal) {
  addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
      const target = /** @type {Element} */ (event.target);
      if (target.closest('input, textarea, select')) return;
      const walks = event.key.length > 1 || event.key === ' ';
      // Arrows and the like belong to the board and to tabs while those have the focus; buttons have no use for the keys that go far.
      const far = ['Home', 'End', 'PageUp', 'PageDown'].includes(event.key);
      if (walks && event.key !== 'Escape' && target.closest(far ? '.board, [role=tablist]' : '.board, [role=tablist], button, a')) return;
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    },
    { signal },
  );
}

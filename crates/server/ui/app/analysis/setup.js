// The position of an analysis by its text: it can be copied, changed, and put in its place.

import { button, copy, dialog, h, toast } from '../dom.js';
import { look } from '../house.js';
import { permalink } from '../played.js';
import { problemWords } from '../names.js';
import { t } from '../words.js';

/** @param {string} game @param {string} position the one on the board @param {AbortSignal} signal */
export function openSetup(game, position, signal) {
  const field = h('textarea', { id: 'position', rows: 4, spellcheck: 'false', value: position, oninput: () => trouble.toggleAttribute('hidden', true) });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const go = (/** @type {string | null} */ to) => {
    box.close();
    location.hash = permalink(game, to, '', 0);
  };
  const set = async () => {
    const wanted = field.value.trim();
    if (!wanted) return go(null);
    try {
      await look({ game, position: wanted, moves: [], from: 0, random: 0 }, signal);
      go(wanted);
    } catch (error) {
      trouble.textContent = problemWords(/** @type {any} */ (error));
      trouble.hidden = false;
    }
  };
  const take = async () => toast(t((await copy(field.value)) ? 'share.copied' : 'share.byhand'));
  const box = dialog(
    t('moves.slider'),
    t('site.close'),
    h('label', { class: 'field', for: 'position' }, h('span', null, t('analysis.text')), field),
    trouble,
    h('div', { class: 'row wrap' }, button('check', t('analysis.set'), set, { class: 'button main', data: { action: 'set' } }), button('copy', t('share.copy'), take), button('new', t('analysis.opening'), () => go(null), { data: { action: 'opening' } })),
  );
  field.focus();
}

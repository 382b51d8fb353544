// The position of an analysis, on a board where pieces are put by hand or as a text: it can be copied, changed, and put in its place.

import { button, copy, dialog, h, toast } from '../dom.js';
import { look } from '../house.js';
import { permalink } from '../played.js';
import { problemWords } from '../names.js';
import { t } from '../words.js';
import { ArrangedBoard } from './arrange.js';

/** @typedef {import('../../protocol').LookView} LookView */
/** @typedef {import('../../protocol').StepView} StepView */

/** @param {LookView} opening @param {StepView} step the position on the board @param {AbortSignal} signal of the view */
export function openSetup(opening, step, signal) {
  const { game } = opening;
  const closed = new AbortController();
  const field = h('textarea', { id: 'position', rows: 3, spellcheck: 'false', value: step.position, oninput: () => check(field.value, true) });
  const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const arranged = opening.setup ? new ArrangedBoard(opening, opening.setup, step, (text) => check((field.value = text), false), closed.signal) : null;
  let asked = 0;
  /** Says if it is a position; one that was typed comes onto the board. @param {string} text @param {boolean} typed */
  async function check(text, typed) {
    const number = ++asked;
    try {
      const { steps } = await look({ game, position: text.trim() || null, moves: [], from: 0, random: 0 }, closed.signal);
      if (number !== asked) return false;
      trouble.hidden = true;
      if (typed) arranged?.show(steps[0]);
      return true;
    } catch (error) {
      if (number !== asked || closed.signal.aborted) return false;
      trouble.textContent = problemWords(/** @type {any} */ (error));
      trouble.hidden = false;
      return false;
    }
  }
  const go = (/** @type {string | null} */ to) => {
    box.close();
    location.hash = permalink(game, to, '', 0);
  };
  const set = async () => {
    if (await check(field.value, false)) go(field.value.trim() || null);
  };
  const take = async () => toast(t((await copy(field.value)) ? 'share.copied' : 'share.byhand'));
  const box = dialog(
    t('moves.slider'),
    t('site.close'),
    arranged?.element,
    trouble,
    h('label', { class: 'field', for: 'position' }, h('span', null, t('analysis.text')), field),
    h('div', { class: 'row wrap' }, button('check', t('analysis.set'), set, { class: 'button main', data: { action: 'set' } }), button('copy', t('share.copy'), take), button('new', t('analysis.opening'), () => go(null), { data: { action: 'opening' } })),
  );
  box.addEventListener('close', () => closed.abort());
  signal.addEventListener('abort', () => closed.abort());
  if (!arranged) field.focus();
}

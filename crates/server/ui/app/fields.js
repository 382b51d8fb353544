// Options as fields with bounds.

import { h } from './dom.js';
import { optionAbout, optionName, wordOf } from './names.js';
import { number, t } from './words.js';

/** @typedef {import('../protocol').ParameterView} ParameterView */

/** Words that are a switch when they are all there are. */
const SWITCH = ['on', 'off'];

/** Options that are not offered: a file on the computer of the server, and what hardly anyone changes. */
export const HIDDEN = ['perfect.table', 'learner.symmetry', 'learner.loops', 'learner.rate', 'learner.lambda'];

/**
 * Fields for options.
 * @param {string} owner      whose options, for the words
 * @param {ParameterView[]} parameters
 * @param {Map<string, string>} values   the current ones; changed in place
 * @param {() => void} onchange
 * @param {Record<string, string[]>} [names]  suggestions for options that take a name
 */
export function fields(owner, parameters, values, onchange, names = {}) {
  return h(
    'div',
    { class: 'fields' },
    parameters.filter(({ key }) => !HIDDEN.includes(`${owner}.${key}`)).map((parameter) => {
      const { key } = parameter;
      const set = (/** @type {string} */ value) => {
        values.set(key, value);
        onchange();
      };
      return field(owner, parameter, values.get(key) ?? parameter.default, set, names[key]);
    }),
  );
}

/**
 * @param {string} owner
 * @param {ParameterView} parameter
 * @param {string} value
 * @param {(value: string) => void} set
 * @param {string[]} [names]
 */
function field(owner, parameter, value, set, names) {
  const { key, values } = parameter;
  const id = `option-${owner}-${key}`;
  const about = optionAbout(owner, key, parameter.about);
  const label = optionName(owner, key);
  const props = { id, 'aria-describedby': `${id}-about`, data: { option: key } };
  const word = (/** @type {string} */ text) => wordOf(owner, key, text);
  if (values.kind === 'choice' && values.words.length === 2 && values.words.every((w) => SWITCH.includes(w))) {
    const box = h('input', { ...props, type: 'checkbox', checked: value === 'on', onchange: () => set(box.checked ? 'on' : 'off') });
    return h('div', { class: 'field' }, h('label', { class: 'check' }, box, h('span', null, label)), h('span', { class: 'help', id: `${id}-about` }, about));
  }
  return h('div', { class: 'field' }, h('label', { for: id }, label), ...input(), h('span', { class: 'help', id: `${id}-about` }, about));

  /** @returns {HTMLElement[]} */
  function input() {
    switch (values.kind) {
      case 'choice':
        return [h('select', { ...props, onchange: (/** @type {any} */ event) => set(event.target.value) }, values.words.map((w) => h('option', { value: w, selected: w === value }, word(w))))];
      case 'integer':
      case 'number': {
        const whole = values.kind === 'integer';
        const isWord = whole && values.words.includes(value);
        const box = h('input', {
          ...props,
          type: 'number',
          min: values.min,
          max: values.max,
          step: whole ? 1 : 0.01,
          value: isWord ? '' : value,
          disabled: isWord,
          placeholder: parameter.default || t('field.none'),
          // The server refuses a value out of bounds and says what would work.
          oninput: () => set(box.value || parameter.default),
        });
        const bounds = h('span', { class: 'soft small' }, t('field.bounds', { min: number(values.min), max: number(values.max) }));
        if (!whole || values.words.length === 0) return [h('span', { class: 'row' }, box, bounds)];
        const words = values.words.map((w) => {
          const tick = h('input', {
            type: 'checkbox',
            checked: value === w,
            onchange: () => {
              box.disabled = tick.checked;
              if (!tick.checked && !box.value) box.value = values.words.includes(parameter.default) ? String(values.min) : parameter.default;
              set(tick.checked ? w : box.value);
            },
          });
          return h('label', { class: 'check' }, tick, h('span', null, word(w)));
        });
        return [h('span', { class: 'row wrap' }, box, bounds, words)];
      }
      case 'time': {
        const match = /^([\d.]+)(ms|s)?$/.exec(value);
        const seconds = match ? Number(match[1]) * (match[2] === 'ms' ? 0.001 : 1) : '';
        const box = h('input', { ...props, type: 'number', min: 0.05, max: 60, step: 0.05, value: seconds, placeholder: t('field.none'), oninput: () => set(box.value ? `${Math.round(Number(box.value) * 1000)}ms` : '') });
        return [h('span', { class: 'row' }, box, h('span', { class: 'soft small' }, t('field.seconds')))];
      }
      case 'name': {
        const list = `${id}-names`;
        const box = h('input', { ...props, type: 'text', value, pattern: '[A-Za-z0-9_\\-]*', maxlength: 40, list: names?.length ? list : null, placeholder: t('field.none'), oninput: () => set(box.value) });
        return names?.length ? [box, h('datalist', { id: list }, names.map((name) => h('option', { value: name })))] : [box];
      }
    }
  }
}

// The settings, kept in this browser.

import { dialog, h } from './dom.js';
import { changeSettings, getSettings } from './store.js';
import { LANGUAGES, t } from './words.js';

/** Colours that stay apart for every kind of colour blindness; '' is the theme's own. */
const COLOURS = ['', '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#f0e442', '#f5f2ea', '#2b2622'];

/**
 * A row of choices of which one is taken.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} choices value and word
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function choices(legend, name, choices, chosen, onchange) {
  return h(
    'fieldset',
    { class: 'choices' },
    h('legend', null, legend),
    h(
      'div',
      { class: 'segments' },
      choices.map(([value, word]) =>
        h('label', null, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => onchange(value) }), h('span', null, word)),
      ),
    ),
  );
}

/** @param {'first' | 'second'} side */
function colours(side) {
  const chosen = getSettings()[side];
  return h(
    'fieldset',
    { class: 'choices' },
    h('legend', null, t(`settings.${side}`)),
    h(
      'div',
      { class: 'swatches' },
      COLOURS.map((colour) => {
        const swatch = h('span', { class: `swatch ${colour ? '' : side}` });
        if (colour) swatch.style.background = colour;
        const word = t(colour ? `colour.${colour.slice(1)}` : 'colour.theme');
        return h(
          'label',
          { title: word },
          h('input', { type: 'radio', name: `colour-${side}`, checked: chosen === colour, 'aria-label': word, onchange: () => changeSettings({ [side]: colour }) }),
          swatch,
        );
      }),
    ),
  );
}

export function openSettings() {
  const settings = getSettings();
  dialog(
    t('site.settings'),
    t('site.close'),
    h(
      'div',
      { class: 'form' },
      h(
        'label',
        { class: 'field' },
        h('span', null, t('settings.name')),
        h('input', {
          type: 'text',
          maxlength: 40,
          autocomplete: 'nickname',
          value: settings.name,
          placeholder: t('settings.nameless'),
          onchange: (/** @type {any} */ event) => changeSettings({ name: event.target.value.trim() }),
        }),
      ),
      h(
        'label',
        { class: 'field' },
        h('span', null, t('settings.language')),
        h(
          'select',
          { onchange: (/** @type {any} */ event) => changeSettings({ language: event.target.value }) },
          h('option', { value: '', selected: !settings.language }, t('settings.automatic')),
          Object.entries(LANGUAGES).map(([code, name]) => h('option', { value: code, lang: code, selected: settings.language === code }, name)),
        ),
      ),
      choices(t('settings.theme'), 'theme', [['', t('settings.system')], ['light', t('settings.light')], ['dark', t('settings.dark')]], settings.theme, (theme) =>
        changeSettings({ theme: /** @type {any} */ (theme) }),
      ),
      choices(t('settings.marks'), 'marks', [['classic', t('settings.classic')], ['discs', t('settings.discs')], ['shapes', t('settings.shapes')]], settings.marks, (marks) =>
        changeSettings({ marks: /** @type {any} */ (marks) }),
      ),
      colours('first'),
      colours('second'),
      choices(t('settings.labels'), 'labels', [['on', t('word.on')], ['off', t('word.off')]], settings.labels ? 'on' : 'off', (labels) => changeSettings({ labels: labels === 'on' })),
      choices(t('settings.motion'), 'motion', [['', t('settings.system')], ['on', t('word.on')], ['off', t('word.off')]], settings.motion, (motion) =>
        changeSettings({ motion: /** @type {any} */ (motion) }),
      ),
      choices(t('settings.sound'), 'sound', [['on', t('word.on')], ['off', t('word.off')]], settings.sound ? 'on' : 'off', (sound) => changeSettings({ sound: sound === 'on' })),
      choices(t('settings.premoves'), 'premoves', [['', t('settings.people')], ['on', t('settings.always')], ['off', t('word.off')]], settings.premoves, (premoves) =>
        changeSettings({ premoves: /** @type {any} */ (premoves) }),
      ),
      choices(t('settings.aloud'), 'aloud', [['on', t('word.on')], ['off', t('word.off')]], settings.aloud ? 'on' : 'off', (aloud) => changeSettings({ aloud: aloud === 'on' })),
      h('p', { class: 'soft small' }, t('settings.kept')),
    ),
  );
}

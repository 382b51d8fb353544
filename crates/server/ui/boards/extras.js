// Scores and facts that a board has no place for, in a small line below it.

import { html } from './svg.js';
import { playerOf, word } from './say.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */

/**
 * The name of a fact of the scene in the chosen language; unchanged if there is no translation.
 * @param {Context} context
 * @param {string} text
 */
export const factName = ({ t }, text) => word(t, `fact.${text}`, text);

/**
 * @param {Context} context
 * @param {StepView} step
 * @param {Pick<import('./types.js').View, 'tracks' | 'tells'>} view  the view of the position
 */
export function extras(context, step, view) {
  const line = html('dl', { class: 'facts' });
  const add = (/** @type {string} */ name, /** @type {string} */ value) =>
    line.append(html('div', {}, html('dt', {}, name), html('dd', {}, value)));
  if (!view.tracks) {
    for (const { owner, label, reached, at_stake: stake, goal } of step.scene.tracks) {
      const name = owner === 'neutral' ? factName(context, label) : playerOf(context, owner);
      add(name, stake > 0 ? `${reached} + ${stake} / ${goal}` : `${reached} / ${goal}`);
    }
  }
  const { facts, scores } = step.scene;
  facts.forEach(([name, value], index) => {
    // The first two facts are the scores in words.
    const told = context.options.scored && scores && index < 2;
    if (!told && !view.tells?.(name, step)) add(factName(context, name), value);
  });
  return line;
}

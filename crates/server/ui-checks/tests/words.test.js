// The words of the page: the same keys with the same values to fill in, in every language, and none that is missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { files, read, wordFiles, words } from './page.js';

const { HIDDEN } = await import('../../ui/app/fields.js');
const { house } = await import('../../ui/app/house.js');
const { botAbout, gameSentence, howToPlay, optionAbout, playerName } = await import('../../ui/app/names.js');
const { LANGUAGES, speak } = await import('../../ui/app/words.js');

const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const english = await words('en');
const known = await house();

/** Keys of names of games, which may be the same everywhere. */
const NAMES = /^(game|family|sized)\./;

/** English texts that another language may share: words that are the same there. */
const SHARED = [
  'Bot',
  'Expectiminimax',
  'Max',
  'Min',
  'Minimax',
  'Monte Carlo',
  'Plywood {version}',
  'Star1',
  'Star2',
  'Variant',
  'max',
  'maximum',
  'min',
  'minimum',
  'pass',
  '{minutes} min + {increment} s',
];

/** A key in two parts if it is a form of a plural: then there is `.one` and `.other`. */
function plural(all, key) {
  const [, base, form] = /^(.*)\.(zero|one|two|few|many|other)$/.exec(key) ?? [];
  return base && `${base}.one` in all && `${base}.other` in all ? { base, form } : null;
}

/** The keys of all words without forms of plurals, each with its forms. */
function keysOf(all) {
  const keys = new Map();
  for (const key of Object.keys(all)) {
    const { base, form } = plural(all, key) ?? { base: key, form: '' };
    keys.set(base, [...(keys.get(base) ?? []), form]);
  }
  return keys;
}

const sorted = (some) => [...some].sort();
const filledIn = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

test('each key has words once', async () => {
  for (const language of Object.keys(LANGUAGES)) {
    const keys = (await wordFiles(language)).flatMap(([, some]) => Object.keys(some));
    assert.deepEqual(keys.filter((key, at) => keys.indexOf(key) !== at), [], language);
  }
});

for (const language of Object.keys(LANGUAGES)) {
  test(`${language} has the keys and the plural forms that it needs`, async () => {
    const keys = keysOf(await words(language));
    assert.deepEqual(sorted(keys.keys()), sorted(keysOf(english).keys()));
    // Those of fractions are not used.
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
    const wrong = [...keys].filter(([, forms]) => !forms.includes('') && !needed.every((form) => forms.includes(form)));
    assert.deepEqual(wrong, []);
  });

  test(`${language} fills in the same values as English`, async () => {
    const wrong = Object.entries(await words(language)).filter(([key, text]) => {
      const other = english[key] ?? english[key.replace(/\.\w+$/, '.other')];
      const [found, wanted] = [text, other].map(filledIn);
      // "One move" need not say the number.
      if (plural(english, key.replace(/\.\w+$/, '.other'))) [found, wanted].forEach((names) => names.delete('count'));
      return !text || text.trim() !== text || String(sorted(found)) !== String(sorted(wanted));
    });
    assert.deepEqual(wrong, []);
  });
}

for (const language of OTHERS) {
  test(`${language} leaves no text in English`, async () => {
    const own = await words(language);
    const wordy = (text) => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''));
    const left = Object.entries(own).filter(([key, text]) => text === english[key] && wordy(text) && !SHARED.includes(text) && !NAMES.test(key));
    assert.deepEqual(left, []);
  });

  test(`${language} has words for all that the engine says in English`, async () => {
    await speak(language);
    const { families, games, bots } = known;
    const said = [
      ...games.map((card) => [card.about, gameSentence(card)]),
      ...families.map(({ name, about }) => [about, howToPlay(known, name, about)]),
      ...bots.map(({ name, about }) => [about, botAbout(known, name)]),
      ...[...families, ...bots].flatMap(({ name, parameters }) => {
        const offered = parameters.filter(({ key }) => !HIDDEN.includes(`${name}.${key}`));
        return offered.map(({ key, about }) => [about, optionAbout(name, key, about)]);
      }),
    ];
    assert.deepEqual(said.filter(([about, text]) => about === text), []);
    assert.ok(said.length > 100);
    assert.notEqual(playerName('First'), 'First');
  });
}

test('every key that is asked for has words', async () => {
  const keys = keysOf(english);
  let asked = 0;
  for (const file of await files(/\.js$/)) {
    for (const [, key] of (await read(file)).matchAll(/(?<![\w$])t\('([^']*)'/g)) {
      assert.ok(keys.has(key), `${file}: t('${key}')`);
      asked += 1;
    }
  }
  assert.ok(asked > 100, String(asked));
});

test('every game has a file of words, a sentence and three first steps', async () => {
  const names = known.families.map(({ name }) => `${name}.json`).filter((name) => name !== 'tree.json');
  for (const language of Object.keys(LANGUAGES)) {
    const found = (await wordFiles(language)).map(([name]) => name);
    assert.deepEqual(found, sorted([...names, 'page.json']));
  }
  for (const { key, family } of known.games) {
    for (const wanted of [`game.${key}`, `sentence.${key}`, ...[1, 2, 3].map((step) => `lesson.${family}.${step}`)]) assert.ok(wanted in english, wanted);
  }
});

test('no script names a game', async () => {
  const names = new Set(known.families.flatMap(({ name, aliases }) => [name, ...aliases.map(([alias]) => alias)]));
  // Written trees are no game of the list, and a piece may be a cube.
  for (const word of ['tree', 'cube']) names.delete(word);
  // The trees that the tree lab offers are positions of certain games.
  const paths = (await files(/\.(js|css|html)$/)).filter((path) => path !== 'lab/presets.js');
  for (const path of paths) {
    const found = (await read(path)).split(/[^\p{L}\p{N}_-]+/u).filter((word) => names.has(word));
    assert.deepEqual(found, [], path);
  }
});

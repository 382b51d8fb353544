// Words in the chosen language. All text of the page is in i18n/, one file a language, the same keys in each.

/** The name of each language in that language. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', hu: 'Magyar', sk: 'Slovenčina', fi: 'Suomi', et: 'Eesti' };

/** @type {Record<string, string>} */
let words = {};
let language = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

export const getLanguage = () => language;

/** The language to use if the user chose none. */
function preferred() {
  for (const wish of navigator.languages ?? []) {
    const short = wish.toLowerCase().split('-')[0];
    if (short in LANGUAGES) return short;
  }
  return 'en';
}

/**
 * Loads a language; '' is the browser's.
 * @param {string} wish
 */
export async function speak(wish) {
  const chosen = wish in LANGUAGES ? wish : preferred();
  const answer = await fetch(`i18n/${chosen}.json`);
  if (!answer.ok) throw new Error(`no words for ${chosen}`);
  words = await answer.json();
  language = chosen;
  plurals = new Intl.PluralRules(chosen);
  numbers = new Intl.NumberFormat(chosen, { maximumFractionDigits: 2 });
  document.documentElement.lang = chosen;
}

/** True if there are words for a key. @param {string} key */
export const has = (key) => key in words || `${key}.other` in words;

/** The names that the words of a key fill in. @param {string} key */
export const filled = (key) => [...(words[key] ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * The words of a key. `{name}` is replaced by the value of that name, numbers as the language writes them; with a `count`
 * the plural form that fits is taken.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @param {string} [otherwise] the text if there are no words; without it, missing words are reported
 * @returns {string}
 */
export function t(key, values, otherwise) {
  const count = values?.count;
  let text = typeof count === 'number' ? words[`${key}.${plurals.select(count)}`] ?? words[`${key}.other`] : undefined;
  text ??= words[key];
  if (text === undefined) {
    if (otherwise !== undefined) return otherwise;
    miss(`no words for '${key}'`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values?.[name];
    if (value === undefined || value === null) {
      miss(`nothing for {${name}} in '${key}'`);
      return whole;
    }
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/** @type {Set<string>} */
const missed = new Set();

/** Logs a missing word once: the browser tests fail on it. @param {string} what */
function miss(what) {
  if (missed.has(what)) return;
  missed.add(what);
  console.error(`${what} (${language})`);
}

/** @param {string} key @param {string} otherwise @param {Record<string, any>} [values] */
export const tOr = (key, otherwise, values) => t(key, values, otherwise);

/** @param {number} value */
export const number = (value) => numbers.format(value);

/** A number of which only the size matters: 3.1M. @param {number} value */
export const roughly = (value) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** @param {number} value */
export const percent = (value) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: value < 0.1 ? 1 : 0 }).format(value);

/** @param {number} seconds */
export function duration(seconds) {
  const unit = seconds >= 60 && seconds % 60 === 0 ? 'minute' : 'second';
  const value = unit === 'minute' ? seconds / 60 : seconds;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(value);
}

/** A time in few words: "5 minutes ago", later the date. @param {number} millis */
export function when(millis) {
  const seconds = (millis - Date.now()) / 1000;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (seconds > -60) return relative.format(0, 'minute');
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86400) return relative.format(Math.round(seconds / 3600), 'hour');
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(millis);
}

/** A day, by its number since 1970. @param {number} day */
export const date = (day) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day * 86_400_000);

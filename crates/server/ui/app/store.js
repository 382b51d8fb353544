// What this browser remembers: settings, seats at tables, solved puzzles, learnt games, and what a new game begins with.

/**
 * @typedef {object} Settings
 * @property {string} language   '' for the browser's
 * @property {'' | 'light' | 'dark'} theme   '' for the system's
 * @property {'classic' | 'discs' | 'shapes'} marks
 * @property {string} first    colour of the first player's pieces, '' for the theme's
 * @property {string} second
 * @property {boolean} labels
 * @property {'' | 'on' | 'off'} motion   '' for the system's
 * @property {string} name
 * @property {string} tab      the tab beside the board
 * @property {boolean} judge   true to show values on the board
 * @property {boolean} aloud   true to show the analysis of a bot while it searches
 * @property {boolean} sound   true to hear moves
 * @property {'' | 'on' | 'off'} premoves  moves are chosen before one's turn; '' against people only
 * @property {boolean} code    true to show the pseudocode beside a tree
 * @property {boolean} engine  true to have the engine on the analysis board
 * @property {number} lines    the lines of the engine
 * @property {boolean} replies true to show why a player is safe on the analysis board
 */

/**
 * @typedef {object} Place a table that the user played at or watched
 * @property {string} id
 * @property {string | null} token
 * @property {string | null} seat
 * @property {string} game
 * @property {boolean} over
 * @property {boolean} [hold]  true if the question is how long one holds out
 * @property {number} when
 */

/** @typedef {{game: string, position: string | null, moves: string[]}} Start */

/** @type {Settings} */
const DEFAULTS = {
  language: '',
  theme: '',
  marks: 'classic',
  first: '',
  second: '',
  labels: true,
  motion: '',
  name: '',
  tab: 'moves',
  judge: true,
  aloud: true,
  sound: false,
  premoves: '',
  code: true,
  engine: false,
  lines: 3,
  replies: false,
};

/** Tables that are remembered at most. */
const PLACES = 60;

/**
 * @template T
 * @param {Storage} storage
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function read(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(`plywood.${key}`) ?? '') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {unknown} value
 */
function write(storage, key, value) {
  try {
    storage.setItem(`plywood.${key}`, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: it is kept until the page is closed.
  }
}

/** @type {Settings} */
let settings = { ...DEFAULTS, ...read(localStorage, 'settings', {}) };
// It was yes or no once, and yes the default.
if (typeof settings.premoves === 'boolean') settings.premoves = settings.premoves ? '' : 'off';
/** @type {Place[]} */
let places = read(localStorage, 'tables', /** @type {Place[]} */ ([]));
if (!Array.isArray(places)) places = [];

/** @type {Set<(settings: Settings) => void>} */
const watchers = new Set();

export const getSettings = () => settings;

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  settings = { ...settings, ...change };
  write(localStorage, 'settings', settings);
  tell();
}

function tell() {
  for (const watcher of watchers) watcher(settings);
}

// Boards that are on the page follow a change of mind of the system as well.
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', tell);

/**
 * @param {(settings: Settings) => void} watcher
 * @param {AbortSignal} [signal]
 */
export function onSettings(watcher, signal) {
  watchers.add(watcher);
  signal?.addEventListener('abort', () => watchers.delete(watcher));
}

/** True if animations are allowed. */
export function motion() {
  return settings.motion ? settings.motion === 'on' : !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The preferences that boards use. @returns {import('../boards/types.js').Preferences} */
export function preferences() {
  const { marks, first, second, labels } = settings;
  return { marks, first, second, labels, motion: motion() };
}

/** Tables, the latest first. */
export const getPlaces = () => places;

/** @param {string} id */
export const placeOf = (id) => places.find((place) => place.id === id) ?? null;

/** @param {Partial<Place> & {id: string}} change */
export function keepPlace(change) {
  const old = placeOf(change.id);
  const fresh = { token: null, seat: null, game: '', over: false, ...old, ...change, when: Date.now() };
  places = [fresh, ...places.filter((place) => place.id !== change.id)];
  // Seats of unfinished games go last: losing the token would lose the seat.
  while (places.length > PLACES) {
    const drop = places.findLastIndex((place) => place.over || !place.token);
    places.splice(drop > 0 ? drop : places.length - 1, 1);
  }
  write(localStorage, 'tables', places);
}

/** @param {string} id */
export function forgetPlace(id) {
  places = places.filter((place) => place.id !== id);
  write(localStorage, 'tables', places);
}

/** The object that is kept under a name; otherwise the one given. @template {object} T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  const kept = read(localStorage, name, otherwise);
  return kept && typeof kept === 'object' && Array.isArray(kept) === Array.isArray(otherwise) ? kept : otherwise;
}

/** Keeps something under a name. @param {string} name @param {object} value */
export const remember = (name, value) => write(localStorage, name, value);

/** The places of the solved puzzles in each file. @type {Record<string, number[]>} */
const solved = read(localStorage, 'puzzles', {});

/** The places of the solved puzzles of a file. @param {string} file */
export const getSolved = (file) => (Array.isArray(solved[file]) ? solved[file] : []);

/** @param {string} file @param {number} at */
export function keepSolved(file, at) {
  solved[file] = [...new Set([...getSolved(file), at])];
  write(localStorage, 'puzzles', solved);
}

/** Records whose side lines are remembered. */
const LINES = 50;
/** Records with their side lines, the latest last. @type {[string, string][]} */
let lines = read(localStorage, 'lines', /** @type {[string, string][]} */ ([]));
if (!Array.isArray(lines)) lines = [];

/** The moves of a record with the side lines that were made here. @param {string} id */
export const getLines = (id) => lines.find(([known]) => known === id)?.[1] ?? null;

/** @param {string} id @param {string | null} text null forgets them */
export function keepLines(id, text) {
  if (getLines(id) === text) return;
  lines = [...lines.filter(([known]) => known !== id), ...(text === null ? [] : [/** @type {[string, string]} */ ([id, text])])].slice(-LINES);
  write(localStorage, 'lines', lines);
}

/** The families of games whose first steps are done. @type {string[]} */
let learnt = read(localStorage, 'lessons', []);
if (!Array.isArray(learnt)) learnt = [];

/** @param {string} family */
export const isLearnt = (family) => learnt.includes(family);

/** @param {string} family @param {boolean} done */
export function keepLearnt(family, done) {
  learnt = learnt.filter((one) => one !== family);
  if (done) learnt.push(family);
  write(localStorage, 'lessons', learnt);
}

/** Keeps the position at which the next new game begins; null is the opening. @param {Start | null} start */
export function keepStart(start) {
  write(sessionStorage, 'start', start);
}

/** @returns {Start | null} */
export const getStart = () => read(sessionStorage, 'start', /** @type {Start | null} */ (null));

// A sheet for a class: a title, and places in the page with what to do there. As a file, as a link, and as it is being made.

import { mainMoves } from '../analysis/line-tree.js';
import { gameName, unfold } from '../names.js';
import { permalink } from '../played.js';
import { recall, remember } from '../store.js';
import { t } from '../words.js';

/** @typedef {import('../../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../../protocol').Sheet} Sheet */
/** @typedef {import('../../protocol').SheetItem} SheetItem */
/** A sheet that was handed out by this browser. @typedef {{id: string, key: string, title: string, made: number}} Mine */

/** The format of the file. */
const FORMAT = 1;
/** Characters and items, as a server takes them. */
export const MOST = { title: 100, text: 500, link: 4000, items: 50 };
/** The longest link that can be sent everywhere. */
export const LONGEST = 2000;
/** Names on sheets whose solved items are remembered. */
const TICKED = 50;

/**
 * The place in the page that a link leads to, if something can be done there; otherwise null.
 * @param {CatalogueView} known
 * @param {string} link  an address of this page or one like it, or only the place
 */
export function placeOf(known, link) {
  const text = link.trim();
  const [, shared] = /^https?:.*?\/share\/(.*)$/.exec(text) ?? [];
  const place = (shared ?? text.replace(/^.*?#\/?/, '')).replace(/[?&]in=\w+$/, '');
  const [path] = place.split('?');
  const [name, id] = path.split('/');
  if (!place || place.length > MOST.link) return null;
  if (name === 'tree' || ((name === 'puzzles' || name === 'record') && id)) return place;
  try {
    return unfold(known, decodeURIComponent(path)).family ? place : null;
  } catch {
    return null;
  }
}

/** The view, and what is asked of it. @param {string} link @returns {[string, string, URLSearchParams]} */
function parts(link) {
  const [path, query = ''] = link.split('?');
  const [name, id = ''] = path.split('/').map(decodeURIComponent);
  return [name, id, new URLSearchParams(query)];
}

/** True if the page itself sees that an item is solved. @param {string} link */
export function isAsked(link) {
  const [name, , params] = parts(link);
  return name === 'puzzles' || (name === 'tree' && Boolean(params.get('quiz')));
}

/** A board as a puzzle: the engine knows the best move. Null for anything else. @param {string} link */
export function asPuzzle(link) {
  const [game, , params] = parts(link);
  if (['puzzles', 'tree', 'record'].includes(game) || params.has('at')) return null;
  const position = params.get('position');
  const moves = mainMoves(params.get('moves') ?? '');
  const before = moves.slice(0, Number(params.get('ply') ?? moves.length));
  return `puzzles/game?${new URLSearchParams({ game, ...(position ? { position } : {}), moves: before.join(' '), plies: String(before.length + 1) })}`;
}

/** The board of such a puzzle. Null for anything else. @param {string} link */
export function asBoard(link) {
  const [name, id, params] = parts(link);
  const moves = (params.get('moves') ?? '').split(' ').filter(Boolean);
  if (name !== 'puzzles' || id !== 'game' || params.get('plies') !== String(moves.length + 1)) return null;
  return permalink(params.get('game') ?? '', params.get('position'), moves.join(' '), moves.length).slice(2);
}

/** The kind of an item, in words. @param {CatalogueView} known @param {string} link */
export function kindOf(known, link) {
  const [name, id, params] = parts(link);
  if (name === 'tree') return t(params.get('quiz') ? 'sheet.kind.quiz' : 'sheet.kind.tree');
  if (name === 'record') return t('sheet.kind.board');
  const file = known.puzzles.find((one) => one.file === id);
  const game = name === 'puzzles' ? (file?.game ?? params.get('game') ?? '') : name;
  return [t(name === 'puzzles' ? 'sheet.kind.puzzle' : 'sheet.kind.board'), game && gameName(known, game), file && params.get('n') && t('puzzle.number', { n: Number(params.get('n')) })].filter(Boolean).join(' · ');
}

/** The words of an item: its own title, or what it is. @param {CatalogueView} known @param {SheetItem} item */
export const titleOf = (known, { title, link }) => title || kindOf(known, link);

/** A sheet from a file or a link, or null if it is none. @param {CatalogueView} known @param {any} data @returns {Sheet | null} */
export function read(known, data) {
  if (data?.format !== FORMAT || typeof data.title !== 'string' || !Array.isArray(data.items)) return null;
  const text = (/** @type {unknown} */ it, /** @type {number} */ most) => (typeof it === 'string' ? it.slice(0, most) : '');
  /** @type {SheetItem[]} */
  const items = [];
  for (const item of data.items.slice(0, MOST.items)) {
    const link = placeOf(known, text(item?.link, MOST.link));
    if (!link) return null;
    items.push({ title: text(item.title, MOST.title), text: text(item.text, MOST.text), link });
  }
  return items.length ? { title: data.title.slice(0, MOST.title), items } : null;
}

/** A sheet as a file. @param {Sheet} sheet */
export const write = (sheet) => JSON.stringify({ format: FORMAT, ...sheet }, null, 1);

/** @param {BlobPart} bytes @param {CompressionStream | DecompressionStream} way */
const through = (bytes, way) => new Response(new Blob([bytes]).stream().pipeThrough(way));

/** A sheet as a part of an address. @param {Sheet} sheet */
export async function pack(sheet) {
  const bytes = new Uint8Array(await through(JSON.stringify({ format: FORMAT, ...sheet }), new CompressionStream('deflate-raw')).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {CatalogueView} known @param {string} packed @returns {Promise<Sheet | null>} */
export async function unpack(known, packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return read(known, await through(bytes, new DecompressionStream('deflate-raw')).json());
  } catch {
    return null;
  }
}

/** The sheet that is being made. @returns {Sheet} */
export function getDraft() {
  const { title, items } = recall('sheet', { title: '', items: [] });
  return { title: String(title ?? ''), items: Array.isArray(items) ? items : [] };
}

/** @param {Sheet} sheet */
export const keepDraft = (sheet) => remember('sheet', sheet);

/** Puts a place of the page on the sheet that is being made, and goes there. @param {string} link */
export function putOnSheet(link) {
  const draft = getDraft();
  if (draft.items.length < MOST.items) keepDraft({ ...draft, items: [...draft.items, { title: '', text: '', link }] });
  location.hash = '#/sheet?new=1';
}

/** The sheets that were handed out here, the latest first. @returns {Mine[]} */
export const getMine = () => recall('sheets', /** @type {Mine[]} */ ([]));

/** @param {string} id @param {Mine | null} mine null forgets it */
export const keepMine = (id, mine) => remember('sheets', [...(mine ? [mine] : []), ...getMine().filter((one) => one.id !== id)]);

/** The name that was given on a sheet here. @param {string} id */
export const getPupil = (id) => /** @type {Record<string, string>} */ (recall('pupils', {}))[id] ?? '';

/** @param {string} id @param {string} name */
export const keepPupil = (id, name) => remember('pupils', { ...recall('pupils', {}), [id]: name });

/** Links of solved items, of a sheet under a name, or of all sheets without names. @param {string} whose @returns {string[]} */
export const getTicks = (whose) => /** @type {Record<string, string[]>} */ (recall('ticks', {}))[whose] ?? [];

/** @param {string} whose @param {string} link */
export function keepTick(whose, link) {
  const { [whose]: before = [], ...others } = /** @type {Record<string, string[]>} */ (recall('ticks', {}));
  const latest = Object.entries(others).slice(-TICKED + 1);
  remember('ticks', { ...Object.fromEntries(latest), [whose]: [...new Set([...before, link])] });
}

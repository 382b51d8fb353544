// The questions of the page.

import { transport } from './transport/index.js';

export { HouseError } from './transport/error.js';

/** True without a server: nobody else can join. */
export const alone = transport.alone;

/** @typedef {import('../protocol').CatalogueView} CatalogueView */
/** @typedef {import('../protocol').GameView} GameView */
/** @typedef {import('../protocol').LookView} LookView */

const { ask } = transport;

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const post = (path, body, signal) => ask(path, { body, signal });

/** @type {Promise<CatalogueView> | null} */
let known = null;

/** The games and bots of the server: requested once, and again after a failure or when `fresh`. @param {boolean} [fresh] @returns {Promise<CatalogueView>} */
export function house(fresh = false) {
  if (fresh) known = null;
  known ??= ask('api/house').catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** @param {string} name @param {AbortSignal} [signal] @returns {Promise<GameView>} */
export const game = (name, signal) => ask('api/game', { query: { name }, signal });

/** @param {import('../protocol').LookRequest} wish @param {AbortSignal} [signal] @returns {Promise<LookView>} */
export const look = (wish, signal) => post('api/look', wish, signal);

/** @param {import('../protocol').TreeRequest} wish @param {AbortSignal} [signal] @returns {Promise<import('../protocol').GrownTree>} */
export const tree = (wish, signal) => post('api/tree', wish, signal);

/** @param {import('../protocol').ReviewRequest} wish @param {AbortSignal} [signal] @returns {Promise<import('../protocol').ReviewView>} */
export const review = (wish, signal) => post('api/review', wish, signal);

/** @param {import('../protocol').LinesRequest} wish @param {AbortSignal} [signal] @returns {Promise<import('../protocol').LinesView>} */
export const bestLines = (wish, signal) => post('api/lines', wish, signal);

/** @param {import('../protocol').RepliesRequest} wish @param {AbortSignal} [signal] @returns {Promise<import('../protocol').RepliesView>} */
export const safeReplies = (wish, signal) => post('api/replies', wish, signal);

/** @param {AbortSignal} [signal] @returns {Promise<import('../protocol').TableLine[]>} */
export const tables = (signal) => ask('api/tables', { signal });

/** @param {import('../protocol').TableRequest} wish @returns {Promise<import('../protocol').SeatTaken>} */
export const openTable = (wish) => post('api/tables', wish);

/** @param {string} id @param {import('../protocol').SitRequest} wish @returns {Promise<import('../protocol').SeatTaken>} */
export const sit = (id, wish) => post(`api/tables/${encodeURIComponent(id)}/seats`, wish);

/**
 * @param {{before?: number, game?: string}} from
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../protocol').RecordLine[]>}
 */
export const records = (from, signal) => ask('api/records', { query: from, signal });

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<import('../protocol').RecordView>} */
export const record = (id, signal) => ask(`api/records/${encodeURIComponent(id)}`, { signal });

/** The properties of a link that saves a record. @param {string} id */
export const recordFile = (id) => transport.file(`api/records/${encodeURIComponent(id)}/text`, `${id}.txt`);

/** The properties of a link that saves a tree as a picture for print. @param {import('../protocol').TreeRequest} wish */
export const treeFile = (wish) => transport.file('api/tree.svg', 'plywood-tree.svg', { query: pictureQuery(wish), body: wish });

/** The properties of a link that saves a brain as text. @param {string} game @param {string} brain */
export const brainFile = (game, brain) => transport.file('api/brain', `${brain}.txt`, { query: { game, brain } });

/** @param {import('../protocol').TreeRequest} wish */
const pictureQuery = (wish) => Object.fromEntries(Object.entries(wish).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])));

/** @param {string} text @returns {Promise<import('../protocol').ReadRecord>} */
export const readRecord = (text) => post('api/records/read', { text });

/** @param {import('../protocol').WriteRequest} wish @returns {Promise<import('../protocol').WrittenRecord>} */
export const writeRecord = (wish) => post('api/records/write', wish);

/** A link as a QR code: SVG. @param {string} link @returns {Promise<string>} */
export const qrCode = (link) => post('api/qr', { link });

/** Hands a sheet out to a class. @param {import('../protocol').Sheet} sheet @returns {Promise<import('../protocol').SheetMade>} */
export const makeSheet = (sheet) => post('api/sheets', sheet);

/** @param {string} id @param {AbortSignal} signal @returns {Promise<import('../protocol').Sheet>} */
export const sheet = (id, signal) => ask(`api/sheets/${encodeURIComponent(id)}`, { signal });

/** @param {string} id @param {import('../protocol').SolvedRequest} wish @returns {Promise<import('../protocol').SheetResult>} */
export const solveItems = (id, wish) => post(`api/sheets/${encodeURIComponent(id)}/solved`, wish);

/** @param {string} id @param {string} key @param {AbortSignal} signal @returns {Promise<import('../protocol').SheetResult[]>} */
export const sheetResults = (id, key, signal) => post(`api/sheets/${encodeURIComponent(id)}/results`, { key }, signal);

/** Removes a sheet with all names. @param {string} id @param {string} key @returns {Promise<null>} */
export const dropSheet = (id, key) => post(`api/sheets/${encodeURIComponent(id)}/drop`, { key });

/** The training of the shared brains in idle time. @param {AbortSignal} [signal] @returns {Promise<import('../protocol').TrainingView>} */
export const training = (signal) => ask('api/training', { signal });

/** The learning curve of a brain. @param {string} game @param {string} brain @param {AbortSignal} [signal] @returns {Promise<import('../protocol').CurveView>} */
export const curve = (game, brain, signal) => ask('api/curve', { query: { game, brain }, signal });

/** A connection to a live game. @param {string} id */
export const connect = (id) => transport.connect(id);

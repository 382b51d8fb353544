// Requests to the server. All addresses are relative to the page, so that it works under any path.

/** @typedef {import('../protocol').HouseView} HouseView */
/** @typedef {import('../protocol').GameView} GameView */
/** @typedef {import('../protocol').LookView} LookView */
/** @typedef {import('../protocol').Code} Code */

/** The reason for which the server refused a request; `offline` if it was not reached at all. */
export class HouseError extends Error {
  /**
   * @param {Code | 'offline'} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new HouseError('offline', String(error));
  }
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  // A proxy between page and server refuses without our kind of body.
  const body = await answer.json().catch(() => null);
  if (body?.code) throw new HouseError(body.code, body.text ?? '');
  throw new HouseError(answer.status === 404 ? 'not-found' : answer.status >= 502 ? 'offline' : 'internal', answer.statusText);
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const post = (path, body, signal) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });

/** @type {Promise<HouseView> | null} */
let known = null;

/** The games and bots of the server: requested once, and again after a failure or when `fresh`. @param {boolean} [fresh] @returns {Promise<HouseView>} */
export function house(fresh = false) {
  if (fresh) known = null;
  known ??= ask('api/house').catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** @param {string} name @param {AbortSignal} [signal] @returns {Promise<GameView>} */
export const game = (name, signal) => ask(`api/game?name=${encodeURIComponent(name)}`, { signal });

/** @param {import('../protocol').LookWish} wish @param {AbortSignal} [signal] @returns {Promise<LookView>} */
export const look = (wish, signal) => post('api/look', wish, signal);

/** @param {import('../protocol').TreeWish} wish @param {AbortSignal} [signal] @returns {Promise<import('../protocol').GrownTree>} */
export const tree = (wish, signal) => post('api/tree', wish, signal);

/** @param {AbortSignal} [signal] @returns {Promise<import('../protocol').TableLine[]>} */
export const tables = (signal) => ask('api/tables', { signal });

/** @param {import('../protocol').TableWish} wish @returns {Promise<import('../protocol').SeatTaken>} */
export const openTable = (wish) => post('api/tables', wish);

/** @param {string} id @param {import('../protocol').SitWish} wish @returns {Promise<import('../protocol').SeatTaken>} */
export const sit = (id, wish) => post(`api/tables/${encodeURIComponent(id)}/seats`, wish);

/**
 * @param {{before?: number, game?: string}} from
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../protocol').RecordLine[]>}
 */
export function records(from, signal) {
  const query = new URLSearchParams();
  if (from.before !== undefined) query.set('before', String(from.before));
  if (from.game) query.set('game', from.game);
  const text = query.toString();
  return ask(`api/records${text ? `?${text}` : ''}`, { signal });
}

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<import('../protocol').RecordView>} */
export const record = (id, signal) => ask(`api/records/${encodeURIComponent(id)}`, { signal });

/** @param {string} id */
export const recordText = (id) => `api/records/${encodeURIComponent(id)}/text`;

/** @param {string} text @returns {Promise<import('../protocol').ReadRecord>} */
export const readRecord = (text) => post('api/records/read', { text });

/** The address of a live game. @param {string} id */
export function liveAddress(id) {
  const url = new URL(`api/tables/${encodeURIComponent(id)}/live`, document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

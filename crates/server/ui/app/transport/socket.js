// The server: HTTP and WebSockets. All addresses are relative to the page, so that it works under any path.

import { HouseError } from './error.js';

/** @typedef {import('./index.js').Request} Request */

/** @param {string} path @param {Request['query']} query */
function address(path, query = {}) {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** @param {string} path @param {Request} [request] @returns {Promise<any>} */
async function ask(path, { query, body, signal } = {}) {
  /** @type {RequestInit} */
  const init = body === undefined ? { signal } : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  let answer;
  try {
    answer = await fetch(address(path, query), init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new HouseError('offline', String(error));
  }
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  // A proxy between page and server refuses without our kind of body.
  const problem = await answer.json().catch(() => null);
  if (problem?.code) throw new HouseError(problem.code, problem.text ?? '');
  throw new HouseError(answer.status === 404 ? 'not-found' : answer.status >= 502 ? 'offline' : 'internal', answer.statusText);
}

/** @param {string} table @returns {import('./index.js').Connection} */
function connect(table) {
  const url = new URL(`api/tables/${encodeURIComponent(table)}/live`, document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  const socket = new WebSocket(url.href);
  let closed = false;
  /** @type {import('./index.js').Connection} */
  const connection = {
    onopen: () => {},
    onmessage: () => {},
    onclose: () => {},
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close() {
      closed = true;
      socket.close();
    },
  };
  socket.onopen = () => closed || connection.onopen();
  socket.onmessage = (event) => {
    if (!closed && typeof event.data === 'string') connection.onmessage(JSON.parse(event.data));
  };
  socket.onclose = () => closed || connection.onclose();
  return connection;
}

/** @type {import('./index.js').Transport} */
export const transport = {
  alone: false,
  ask,
  file: (path, download, { query } = {}) => ({ href: address(path, query), download }),
  connect,
};

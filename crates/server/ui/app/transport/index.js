// The way to the engine behind the page: a server, or a worker of this browser. The page itself says which.

/**
 * @typedef {object} Request
 * @property {Record<string, string | number>} [query]
 * @property {unknown} [body]       with one it is a `POST`
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} Connection to a live game
 * @property {() => void} onopen
 * @property {(message: import('../../protocol').ServerMessage) => void} onmessage
 * @property {() => void} onclose   not called after `close`
 * @property {boolean} isOpen
 * @property {(message: import('../../protocol').ClientMessage) => void} send
 * @property {() => void} close
 */

/**
 * @typedef {object} Transport
 * @property {boolean} alone   true without a server: nobody else can join, and games and brains stay in this browser
 * @property {(path: string, request?: Request) => Promise<any>} ask
 * @property {(path: string, name: string, request?: Request) => Record<string, any>} file   the properties of a link that saves an answer
 * @property {(table: string) => Connection} connect
 */

/** @type {{transport: Transport}} */
const chosen = document.documentElement.dataset.engine === undefined ? await import('./socket.js') : await import('./worker.js');

export const { transport } = chosen;

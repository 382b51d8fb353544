// The connection of a live game: it reconnects by itself, and a move that was not confirmed is sent again.

import { alone, connect } from './house.js';

/** @typedef {import('../protocol').ServerMessage} ServerMessage */
/** @typedef {import('../protocol').ClientMessage} ClientMessage */
/** @typedef {import('../protocol').State} State */

const SOONEST = 300;
const LATEST = 4_000;
const PING_EVERY = 5_000;
/** Milliseconds without an answer after which the person is told. A worker of this browser may be busy for longer. */
const DOUBT = alone ? 8_000 : 1_500;
/** The same where the browser says that there is no network; it may be wrong about a server on this machine. */
const DOUBT_IF_OFF = 500;
/** Milliseconds without an answer after which the connection is given up: a half-open socket never says that it is gone. */
const PONG_WITHIN = alone ? 10_000 : 4_000;
/** Milliseconds without an answer to a move after which the connection is tested. */
const MOVE_WITHIN = 1_200;
const PROTOCOL = 2;
/** Refusals after which it is no use to come back. */
const FINAL = new Set(['not-found', 'protocol', 'origin', 'token']);

export class Live {
  /** @type {import('./transport/index.js').Connection | null} */
  #socket = null;
  #failures = 0;
  #closed = false;
  #greeted = false;
  /** @type {{line: number, ply: number, text: string} | null} */
  #pending = null;
  #retry = 0;
  #ping = 0;
  #pong = 0;
  #doubt = 0;
  /** True if the person was told that no answer comes. */
  #doubted = false;
  #answer = 0;

  /**
   * @param {string} id
   * @param {string | null} token
   * @param {object} on
   * @param {(message: ServerMessage) => void} on.message
   * @param {(connected: boolean, failures: number) => void} on.connection
   * @param {AbortSignal} signal
   */
  constructor(id, token, on, signal) {
    this.id = id;
    this.token = token;
    this.on = on;
    const now = () => document.hidden || this.hurry();
    addEventListener('online', now, { signal });
    addEventListener('offline', () => this.#greeted && this.#knock(), { signal });
    document.addEventListener('visibilitychange', now, { signal });
    signal.addEventListener('abort', () => this.close());
    this.#connect();
  }

  /** True if a move is on its way. */
  get pending() {
    return this.#pending;
  }

  /** True if the browser has no network. */
  get isOff() {
    return !navigator.onLine;
  }

  /** @param {State} state @param {string} text */
  move(state, text) {
    if (this.#pending) return;
    this.#pending = { line: state.line, ply: state.step.ply, text };
    if (this.#greeted) this.#sendMove(this.#pending);
  }

  /** @param {{line: number, ply: number, text: string}} move */
  #sendMove(move) {
    this.#write({ type: 'move', ...move });
    clearTimeout(this.#answer);
    this.#answer = setTimeout(() => this.#pending === move && this.#greeted && this.#knock(), MOVE_WITHIN);
  }

  /** Says something now; answers false if there is no connection. @param {ClientMessage} message */
  send(message) {
    if (!this.#greeted) return false;
    this.#write(message);
    return true;
  }

  /** Another seat was taken: greet again with its token. @param {string} token */
  sit(token) {
    this.token = token;
    this.#drop();
    this.#connect();
  }

  close() {
    this.#closed = true;
    this.#drop();
  }

  #connect() {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = 0;
    const socket = connect(this.id);
    this.#socket = socket;
    socket.onopen = () => this.#write({ type: 'hello', protocol: PROTOCOL, token: this.token });
    socket.onmessage = (message) => this.#read(socket, message);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** @param {import('./transport/index.js').Connection} socket @param {ServerMessage} message */
  #read(socket, message) {
    if (socket !== this.#socket) return;
    this.#heard();
    switch (message.type) {
      case 'welcome':
        this.#failures = 0;
        this.#greeted = true;
        clearInterval(this.#ping);
        this.#ping = setInterval(() => document.hidden || this.#knock(), PING_EVERY);
        this.on.connection(true, 0);
        this.#confirm(message.state, true);
        break;
      case 'state':
        this.#confirm(message, false);
        break;
      case 'refused':
        this.#pending = null;
        break;
      case 'bye':
        if (FINAL.has(message.code)) this.#closed = true;
        break;
      case 'pong':
        return;
    }
    this.on.message(message);
  }

  /** @param {State} state @param {boolean} again true to send unconfirmed moves once more */
  #confirm(state, again) {
    const pending = this.#pending;
    if (!pending) return;
    if (state.line !== pending.line || state.step.ply !== pending.ply || state.end) this.#pending = null;
    else if (again) this.#sendMove(pending);
  }

  #knock() {
    this.#write({ type: 'ping' });
    clearTimeout(this.#pong);
    clearTimeout(this.#doubt);
    this.#pong = setTimeout(() => this.#lost(), PONG_WITHIN);
    this.#doubt = setTimeout(() => {
      this.#doubted = true;
      this.on.connection(false, this.#failures);
    }, this.isOff ? DOUBT_IF_OFF : DOUBT);
  }

  /** An answer came. */
  #heard() {
    clearTimeout(this.#pong);
    clearTimeout(this.#doubt);
    if (this.#doubted) this.on.connection(true, 0);
    this.#doubted = false;
  }

  /** @param {ClientMessage} message */
  #write(message) {
    if (this.#socket?.isOpen) this.#socket.send(message);
  }

  #drop() {
    clearTimeout(this.#retry);
    clearTimeout(this.#pong);
    clearTimeout(this.#doubt);
    clearTimeout(this.#answer);
    this.#doubted = false;
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
  }

  #lost() {
    this.#drop();
    if (this.#closed) return;
    this.#failures += 1;
    this.on.connection(false, this.#failures);
    if (this.#closed) return;
    const wait = Math.min(LATEST, SOONEST * 2 ** (this.#failures - 1));
    // Half of it at random: after a restart of the server not every page reconnects at once.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  /** Reconnects without waiting, or tests the connection: the network is back, the page is visible again, or the person says so. */
  hurry() {
    if (this.#greeted && !this.#doubted) return this.#knock();
    // An attempt that hangs is given up.
    this.#drop();
    this.#connect();
  }
}

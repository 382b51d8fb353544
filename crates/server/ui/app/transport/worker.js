// Without a server: workers of this browser. One has the games, the records and the brains; searches, hints and trees are done by
// one more worker each, which is terminated when its work is not needed any more.

import { saveFile, toast } from '../dom.js';
import { t } from '../words.js';
import { HouseError } from './error.js';

/** @typedef {import('./index.js').Connection} Connection */
/** @typedef {{task: number, work: string}} Work */

const ENGINE = new URL('../../engine/worker.js', import.meta.url);
/** The longest timer of a browser, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: unknown) => void}>} */
const waiting = new Map();
/** @type {Map<number, Connection>} */
const connections = new Map();
let numbers = 0;
let alarm = 0;

/** The compiled module, for all workers. @type {Promise<WebAssembly.Module>} */
const compiled = compile();
/** @type {Worker | null} */
let host = null;
/** Messages to the host until it is there. @type {object[]} */
let early = [];

async function compile() {
  if (typeof WebAssembly !== 'object') throw new HouseError('no-wasm', 'WebAssembly is missing');
  const answer = await fetch(new URL('../../engine/plywood.wasm.gz', import.meta.url));
  if (!answer.ok) throw new HouseError('offline', answer.statusText);
  const bytes = await answer.arrayBuffer();
  // Some file servers say that such a file is compressed on the way: then the browser has unpacked it already.
  const packed = new Uint8Array(bytes)[0] === 0x1f;
  const module = packed ? new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip')) : bytes;
  return WebAssembly.compileStreaming(new Response(module, { headers: { 'content-type': 'application/wasm' } }));
}

/** Starts a worker. @param {'host' | 'helper'} role @param {(event: any) => void} hear @param {() => void} failed */
async function start(role, hear, failed) {
  const module = await compiled;
  const worker = new Worker(ENGINE, { type: 'module', name: `plywood ${role}` });
  worker.onmessage = (event) => hear(event.data);
  worker.onerror = (event) => {
    console.error(event.message);
    failed();
  };
  worker.postMessage({ role, module });
  return worker;
}

/** @param {object} message */
function tell(message) {
  if (host) host.postMessage(message);
  else early.push(message);
}

/** The engine failed: what is kept is kept, and all connections are closed. */
function broken() {
  for (const { reject } of waiting.values()) reject(new HouseError('internal', 'the engine failed'));
  waiting.clear();
  for (const helper of helpers.values()) helper.stop();
  host?.terminate();
  host = null;
  begin();
  const lost = [...connections.values()];
  connections.clear();
  for (const connection of lost) connection.onclose();
}

function begin() {
  start('host', hear, broken).then(
    (worker) => {
      host = worker;
      for (const message of early) worker.postMessage(message);
      early = [];
    },
    (error) => {
      const problem = error instanceof HouseError ? error : new HouseError('no-wasm', String(error));
      for (const { reject } of waiting.values()) reject(problem);
      waiting.clear();
    },
  );
}

/** @param {any} event of the host */
function hear(event) {
  switch (event.type) {
    case 'answer':
      waiting.get(event.id)?.resolve(JSON.parse(event.text));
      waiting.delete(event.id);
      break;
    case 'refused':
      waiting.get(event.id)?.reject(new HouseError(event.problem.code, event.problem.text));
      waiting.delete(event.id);
      break;
    case 'message':
      connections.get(event.connection)?.onmessage(JSON.parse(event.text));
      break;
    case 'work':
      helper(event.worker).give(event);
      break;
    case 'cancel':
      for (const one of helpers.values()) one.cancel(event.task);
      break;
    case 'alarm':
      clearTimeout(alarm);
      alarm = setTimeout(() => tell({ type: 'alarm' }), Math.min(event.millis, LONGEST));
      break;
    case 'unkept':
      warn();
      break;
    case 'failed':
      console.error(event.text);
      break;
  }
}

/** Says that nothing is kept, once there are words. */
function warn() {
  if (document.body.dataset.ready) toast(t('site.unkept'));
  else setTimeout(warn, 100);
}

/** A worker that does one thing after the other. */
class Helper {
  /** @type {Promise<Worker> | null} */
  #worker = null;
  /** @type {Work[]} */
  #queue = [];
  /** @type {Work | null} */
  #current = null;

  /** Starts the worker, which will have work soon. */
  warm() {
    this.#worker ??= this.#start();
    this.#worker.catch(() => {});
  }

  /** @param {Work} work */
  give(work) {
    this.#queue.push(work);
    this.#next();
  }

  /** @param {number} task */
  cancel(task) {
    this.#queue = this.#queue.filter((work) => work.task !== task);
    if (this.#current?.task === task) this.#restart();
  }

  /** Forgets all work. */
  stop() {
    this.#queue = [];
    this.#restart();
  }

  /** A search hears nothing while it runs: its worker is ended, and the next one starts at once. */
  #restart() {
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = null;
    this.#current = null;
    this.#next();
  }

  #next() {
    if (this.#current || !this.#queue.length) return;
    const work = /** @type {Work} */ (this.#queue.shift());
    this.#current = work;
    this.#worker ??= this.#start();
    this.#worker.then((worker) => {
      if (this.#current === work) worker.postMessage({ type: 'work', task: work.task, work: work.work });
    }, () => this.#failed());
  }

  #start() {
    /** @type {Promise<Worker>} */
    const started = start('helper', (event) => this.#worker === started && this.#hear(event), () => this.#worker === started && this.#failed());
    return started;
  }

  /** @param {any} event */
  #hear(event) {
    if (event.type === 'failed') console.error(event.text);
    if (event.type !== 'done' && event.type !== 'thinking') return;
    tell(event);
    if (event.type === 'thinking') return;
    this.#current = null;
    this.#next();
  }

  #failed() {
    const work = this.#current;
    if (work) tell({ type: 'done', task: work.task, result: null });
    this.#restart();
  }
}

/** By the kind of their work. @type {Map<string, Helper>} */
const helpers = new Map();

/** @param {string} kind */
function helper(kind) {
  const known = helpers.get(kind) ?? new Helper();
  helpers.set(kind, known);
  return known;
}

/** @param {string} path @param {import('./index.js').Request} [request] @returns {Promise<any>} */
function ask(path, { query, body, signal } = {}) {
  return new Promise((resolve, reject) => {
    const id = ++numbers;
    waiting.set(id, { resolve, reject });
    signal?.addEventListener('abort', () => {
      if (waiting.delete(id)) tell({ type: 'forget', id });
      reject(signal.reason);
    });
    tell({ type: 'ask', id, path: path.split('/').map(decodeURIComponent).join('/'), query: JSON.stringify(query ?? {}), body: body === undefined ? null : JSON.stringify(body) });
  });
}

/** @param {string} table @returns {Connection} */
function connect(table) {
  const number = ++numbers;
  /** @type {Connection} */
  const connection = {
    onopen: () => {},
    onmessage: () => {},
    onclose: () => {},
    get isOpen() {
      return connections.has(number);
    },
    send: (message) => tell({ type: 'hear', connection: number, text: JSON.stringify(message) }),
    close() {
      if (connections.delete(number)) tell({ type: 'leave', connection: number });
    },
  };
  connections.set(number, connection);
  tell({ type: 'join', connection: number, table });
  helper('search').warm();
  queueMicrotask(() => connections.has(number) && connection.onopen());
  return connection;
}

begin();

/** @type {import('./index.js').Transport} */
export const transport = {
  alone: true,
  ask,
  file: (path, name, request) => ({
    href: '#',
    download: name,
    onclick: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const answer = await ask(path, request);
      saveFile(name, new Blob([typeof answer === 'string' ? answer : JSON.stringify(answer)]));
    },
  }),
  connect,
};

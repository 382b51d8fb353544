// A worker around the WebAssembly module: text goes in and comes out, rows go to the database of the browser.

import { keep, open } from './rows.js';

const bytes = new TextEncoder();
const text = new TextDecoder();
/** @type {any} */
let engine = null;
/** Changes of rows since the last message. @type {Map<string, Uint8Array | null>} */
const changed = new Map();
/** Messages that came before the engine was open. @type {any[] | null} */
let early = [];

const part = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(engine.memory.buffer, at, length);
const read = (/** @type {number} */ at, /** @type {number} */ length) => text.decode(part(at, length));

const outside = {
  elapsed: () => performance.now(),
  today: () => Date.now(),
  random: (/** @type {number} */ into, /** @type {number} */ length) => void crypto.getRandomValues(part(into, length)),
  say: (/** @type {number} */ at, /** @type {number} */ length) => say(JSON.parse(read(at, length))),
  keep: (/** @type {number} */ key, /** @type {number} */ keys, /** @type {number} */ at, /** @type {number} */ length) => void changed.set(read(key, keys), part(at, length).slice()),
  drop: (/** @type {number} */ key, /** @type {number} */ keys) => void changed.set(read(key, keys), null),
};

/** Events that may be said only once everything is kept. @type {object[] | null} */
let held = null;

/** @param {any} event */
function say(event) {
  if (held && event.type !== 'thinking' && event.type !== 'failed') held.push(event);
  else postMessage(event);
}

/** Puts bytes where the module reads them. @param {...Uint8Array} parts */
function put(...parts) {
  let at = engine.room(parts.reduce((sum, one) => sum + one.length, 0));
  for (const one of parts) {
    part(at, one.length).set(one);
    at += one.length;
  }
}

/** @param {{type: string}} message */
function hear({ type, ...message }) {
  put(bytes.encode(JSON.stringify({ [type]: message })));
  held = [];
  engine.hear();
  const said = held;
  held = null;
  const rows = [...changed];
  changed.clear();
  // First the file, then the world: what anybody saw is there the next time.
  if (!rows.length) for (const event of said) postMessage(event);
  else keep(rows).then(() => said.forEach((event) => postMessage(event)));
}

/** @param {'host' | 'helper'} role @param {WebAssembly.Module} module */
async function begin(role, module) {
  const rows = role === 'host' ? open(() => postMessage({ type: 'unkept' })) : Promise.resolve([]);
  engine = (await WebAssembly.instantiate(module, { plywood: outside })).exports;
  engine.open();
  for (const [key, value] of await rows) {
    const name = bytes.encode(key);
    put(name, value);
    engine.put_back(name.length);
  }
  const messages = early ?? [];
  early = null;
  messages.forEach(hear);
}

onmessage = ({ data }) => {
  if (data.role) begin(data.role, data.module);
  else if (early) early.push(data);
  else hear(data);
};

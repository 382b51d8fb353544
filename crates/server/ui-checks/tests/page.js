// The page without a browser: what its modules need of one, as Node.js has it. Its engine is the module that the page runs on
// without a server, in workers. Import this file before any module of the page.

import { readFile, readdir } from 'node:fs/promises';
import { after } from 'node:test';
import { Worker as Thread } from 'node:worker_threads';

const UI = new URL('../../ui/', import.meta.url);

/** All files of the page that end like this: paths below its folder. @param {RegExp} ending */
export const files = async (ending) => (await readdir(UI, { recursive: true })).filter((path) => ending.test(path)).sort();

/** @param {string} path */
export const read = (path) => readFile(new URL(path, UI), 'utf8');

/** The files of words of a language, each with its words. @param {string} language @returns {Promise<[string, Record<string, string>][]>} */
export async function wordFiles(language) {
  const names = (await readdir(new URL(`i18n/${language}/`, UI))).sort();
  return Promise.all(names.map(async (name) => /** @type {[string, Record<string, string>]} */ ([name, JSON.parse(await read(`i18n/${language}/${name}`))])));
}

/** All words of a language, as the page gets them. @param {string} language */
export const words = async (language) => Object.assign({}, ...(await wordFiles(language)).map(([, some]) => some));

/** @param {string | URL} address */
globalThis.fetch = async (address) => {
  const [, language] = /^i18n\/(.*)\.json$/.exec(String(address)) ?? [];
  if (language) return Response.json(await words(language));
  // The program sends its module compressed.
  return new Response(await readFile(new URL(String(address).replace(/\.gz$/, ''), UI)));
};

/** Of a thread, as the scripts of a worker of a browser know it. */
const WITHIN = `
  import { parentPort, workerData } from 'node:worker_threads';
  Object.assign(globalThis, { onmessage: null, postMessage: (data) => parentPort.postMessage(data) });
  Object.defineProperty(globalThis, 'navigator', { value: {} });
  const early = [];
  const keep = (data) => early.push(data);
  parentPort.on('message', keep);
  await import(workerData);
  parentPort.off('message', keep).on('message', (data) => globalThis.onmessage({ data }));
  for (const data of early) globalThis.onmessage({ data });`;

/** @type {Thread[]} */
const threads = [];
after(() => Promise.all(threads.map((thread) => thread.terminate())));

class Worker {
  #thread;

  /** @param {URL} script */
  constructor(script) {
    this.#thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(WITHIN)}`), { workerData: script.href });
    this.#thread.on('message', (data) => this.onmessage({ data }));
    this.#thread.on('error', (error) => this.onerror(error));
    threads.push(this.#thread);
  }

  onmessage(_event) {}

  onerror(error) {
    throw error;
  }

  postMessage(data) {
    this.#thread.postMessage(data);
  }

  terminate() {
    this.#thread.terminate();
  }
}

const nothing = { getItem: () => null, setItem() {} };
const browser = {
  Worker,
  document: { documentElement: { dataset: { engine: '' } }, body: { dataset: {} }, baseURI: 'http://localhost/' },
  navigator: { languages: ['en'] },
  localStorage: nothing,
  sessionStorage: nothing,
  matchMedia: () => ({ matches: false, addEventListener() {} }),
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });
// A word that is missing is an error.
console.error = (...what) => {
  throw new Error(what.join(' '));
};

/** The tree of a search as the lab shows it, and its steps. @param {string} game @param {string} bot */
export async function trace(game, bot) {
  const [{ tree }, { Grown }, { happenings }, { read: asked, wishOf }] = await Promise.all(['app/house', 'lab/data', 'lab/walk', 'lab/wish'].map((name) => import(`../../ui/${name}.js`)));
  const grown = new Grown(await tree(wishOf(asked(new URLSearchParams({ game, bot, view: 'trace', seed: '7', most: '3000' })))));
  return { grown, list: happenings(grown) };
}

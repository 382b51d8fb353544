// The rows that an engine keeps, in a database of the browser.

/** @typedef {[string, Uint8Array | null]} Change null drops the row */

const NAME = 'plywood';
const ROWS = 'rows';

/** @type {IDBDatabase | null} */
let database = null;
/** The last write: events wait for it in their order. @type {Promise<void>} */
let written = Promise.resolve();

/** True if no other tab keeps rows: two would overwrite what the other one's brains learn. Held until the tab is closed. @returns {Promise<boolean>} */
function alone() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise(() => {});
    };
    // A page that is loaded again may have to wait for itself.
    navigator.locks.request(NAME, { signal: AbortSignal.timeout(1000) }, held).catch(() => resolve(false));
  });
}

/** Opens the database, and reads all rows. `unkept` is called if this tab keeps none. @param {() => void} unkept @returns {Promise<[string, Uint8Array][]>} */
export async function open(unkept) {
  const keeps = await alone();
  if (!keeps) unkept();
  return new Promise((resolve) => {
    // A browser may forbid databases, as in a private window: then everything is kept until the page is closed.
    const none = () => resolve([]);
    let asked;
    try {
      asked = indexedDB.open(NAME, 1);
    } catch {
      return none();
    }
    asked.onerror = none;
    asked.onblocked = none;
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS);
    asked.onsuccess = () => {
      if (keeps) database = asked.result;
      const rows = asked.result.transaction(ROWS).objectStore(ROWS);
      const [keys, values] = [rows.getAllKeys(), rows.getAll()];
      values.onerror = none;
      values.onsuccess = () => resolve(keys.result.map((key, at) => [String(key), values.result[at]]));
    };
  });
}

/** Writes changes, all or none, after all that came before. @param {Change[]} changes */
export function keep(changes) {
  written = written.then(() => write(changes));
  return written;
}

/** @param {Change[]} changes @returns {Promise<void>} */
function write(changes) {
  return new Promise((resolve) => {
    if (!database) return resolve();
    const transaction = database.transaction(ROWS, 'readwrite');
    const rows = transaction.objectStore(ROWS);
    for (const [key, value] of changes) {
      if (value) rows.put(value, key);
      else rows.delete(key);
    }
    transaction.oncomplete = () => resolve();
    // There is no room: the game goes on, and is gone when the page is closed.
    transaction.onabort = () => {
      console.warn('not kept', transaction.error);
      resolve();
    };
  });
}

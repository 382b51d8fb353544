// Opens the page where there is no network. Whatever can be fetched is fetched, so that nobody sees an old page; what was kept is the
// answer only if that fails. Everything but the files of the page is left to the browser.

// The server writes a digest of all files and their paths here: with any new file this is another worker.
const DIGEST = '';
/** @type {string[]} */
const FILES = [];

const worker = /** @type {any} */ (self);
/** The folder of the page. @type {string} */
const HERE = worker.registration.scope;
/** Other pages of the same host have caches as well. */
const OURS = `plywood ${HERE} `;
const NAME = OURS + DIGEST;

/** All files at once, or none: what is kept is one page and not parts of two. */
async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((path) => new Request(HERE + path, { cache: 'no-cache' })));
  await worker.skipWaiting();
}

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  try {
    // Some hosts let browsers use old files for a while without asking.
    return await fetch(request, { cache: 'no-cache' });
  } catch (error) {
    const kept = await (await caches.open(NAME)).match(HERE + path, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = request.url.split(/[?#]/)[0];
  const path = url.slice(HERE.length).replace(/^index\.html$/, '');
  if (request.method === 'GET' && url.startsWith(HERE) && FILES.includes(path)) event.respondWith(answer(request, path));
});

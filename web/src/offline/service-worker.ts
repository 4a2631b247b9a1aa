/**
 * The service worker of the static page. It stores the page when it is installed, and the modules and pictures
 * of a game when they are used. A new version takes over when all tabs of the old one are closed.
 */

declare const self: ServiceWorkerGlobalScope;
/** Version of the page. */
declare const VERSION: string;
/** Paths of the files that are stored when the service worker is installed. */
declare const SHELL: string[];

const { scope } = self.registration;
const PREFIX = `kawari ${scope} `;
const CACHE = PREFIX + VERSION;
/** Folders whose files are stored when they are used. */
const FOLDERS = ["books/", "modules/", "pieces/", "puzzles/"];

const shell = new Set(SHELL.map((path) => new URL(path, scope).href));

/** Returns the address of a file of the page without query and fragment, or null for other addresses. */
function pageFile(address: string): string | null {
  const { origin, pathname } = new URL(address);
  const url = origin + pathname;
  if (url === `${scope}index.html`) return scope;
  return shell.has(url) || FOLDERS.some((folder) => url.startsWith(scope + folder)) ? url : null;
}

/** Returns a request that revalidates a copy in the cache of the browser. */
const fresh = (url: string): Request => new Request(url, { cache: "no-cache" });

/** Returns the names of the caches of older versions. */
async function olderCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** Returns the addresses of the files that older versions have stored when they were used. */
async function usedFiles(): Promise<string[]> {
  const older = await olderCaches();
  const requests = await Promise.all(older.map(async (name) => (await caches.open(name)).keys()));
  return [...new Set(requests.flat().map(({ url }) => url))].filter((url) => !shell.has(url));
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...shell].map(fresh));
  // A file of an older version may not exist any more.
  await Promise.all((await usedFiles()).map((url) => cache.add(fresh(url)).catch(() => undefined)));
}

async function activate(): Promise<void> {
  await Promise.all((await olderCaches()).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request: Request, url: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(url);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(url, response.clone());
  return response;
}

/** Stores the files of the page that it has loaded. */
async function store(addresses: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const url of new Set(addresses.map(pageFile)))
    if (url && !(await cache.match(url))) await cache.add(url);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(store(event.data as string[])));
self.addEventListener("fetch", (event) => {
  const url = event.request.method === "GET" ? pageFile(event.request.url) : null;
  if (url) event.respondWith(answer(event.request, url));
});

export {};

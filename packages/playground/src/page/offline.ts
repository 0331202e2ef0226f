/** Cache of fetched files. Its name changes with each build, which replaces VERSION. */
const CACHE = 'fencepost-VERSION';

/** Files that the first visit fetches even if the page has not requested them. The build inserts the names. */
const FIRST = 'FIRST_FILES'.split(',');

/** The used part of the global object of service workers, whose type declarations conflict with those of pages. */
interface ServiceWorkerScope {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(done: Promise<void>): void }) => void,
  ): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { readonly request: Request; respondWith(response: Promise<Response>): void }) => void,
  ): void;
  readonly clients: { claim(): Promise<void> };
}

const scope = self as unknown as ServiceWorkerScope;

scope.addEventListener('install', (event) => {
  const keepFirst = async (): Promise<void> => (await caches.open(CACHE)).addAll(FIRST);
  event.waitUntil(keepFirst());
});

scope.addEventListener('activate', (event) => {
  const forgetOthers = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(forgetOthers());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  const fromCacheOrNetwork = async (): Promise<Response> => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request);
    if (kept !== undefined) return kept;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  };
  event.respondWith(fromCacheOrNetwork());
});

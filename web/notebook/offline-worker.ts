/*
 * The page without a network: a service worker beside it, for it and what lies under it. What is named by its content
 * never changes and comes from the cache; anything else comes from the network as long as there is one.
 */

/** A service worker's own scope and events, of which only this much is used (the page's types have no names for them). */
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Telling) => void): void;
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Telling extends Waiting {
  readonly data: unknown;
}

/** Written by the build (vite-offline.ts): what a reader of the page needs, and a name for this version of it. */
declare const FILES: readonly string[];
declare const VERSION: string;

const worker = globalThis as unknown as Scope;
const { scope } = worker.registration;
const ours = `matrix-memory ${scope} `;
const version = ours + VERSION;

/** Fonts and scripts carry a hash of what they hold. */
const isNamedByContent = (url: string) => url.startsWith(`${scope}assets/`);

worker.addEventListener("install", (event) => event.waitUntil(keep(FILES)));

worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOthers(), worker.clients.claim()])),
);

/** The page says what it had loaded before there was a worker. */
worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keep(event.data.map(String)));
});

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(answer(event));
});

/** What the browser loaded a moment ago is not asked for again, except for what may have changed since. */
async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(version);
  const keepOne = async (path: string) => {
    const { href } = new URL(path, scope);
    if (!href.startsWith(scope) || (await cache.match(href))) return;
    const fresh = isNamedByContent(href) ? "force-cache" : "no-cache";
    await cache.add(new Request(href, { cache: fresh }));
  };
  await Promise.all(paths.map(keepOne));
}

async function forgetOthers(): Promise<void> {
  const stale = (await caches.keys()).filter((key) => key.startsWith(ours) && key !== version);
  await Promise.all(stale.map((key) => caches.delete(key)));
}

async function answer({ request }: Fetching): Promise<Response> {
  const cache = await caches.open(version);
  const known = () => cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (!isNamedByContent(request.url)) {
    return fetch(request).catch(async (error) => (await known()) ?? Promise.reject(error));
  }
  const kept = await known();
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

export {};

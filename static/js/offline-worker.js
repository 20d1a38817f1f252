// The service worker. `/sw.js` sets its version and loads this script. The live page comes
// first. If the network gives none, the stored page is shown with the time at which it was
// stored. Only pages that offline.js has stored are served without network.
const PATIENCE = 4000; // for the network, where a page is stored
const PAGES = "pages";
const STATIC = `static ${VERSION}`;
// The address of a match that was started on this phone. No match of the server has a U in its
// id.
const LOCAL = /^\/parties\/U[0-9A-Z]{7}\//;
const FILES = /\/static\/[^"'#\s]+/g;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(STATIC);
    const response = await fetch(LOST, { cache: "no-store" });
    const text = await response.clone().text();
    await cache.put(LOST, response);
    await cache.addAll(new Set(text.match(FILES)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // A stored page names the cache with the static files of its version. Caches that no page
    // needs are deleted.
    const pages = await caches.open(PAGES);
    const needed = new Set([STATIC]);
    for (const request of await pages.keys()) {
      needed.add((await pages.match(request)).headers.get("x-files"));
    }
    for (const name of await caches.keys()) {
      if (name.startsWith("static ") && !needed.has(name)) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.endsWith("/jeu.json")) event.respondWith(data(request, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url));
});

self.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sent());
});

async function sent() {
  // A rejected promise makes the browser try once more later.
  if (!(await self.Outbox.flush())) throw new Error("not all sent");
}

// A file whose name contains a hash of its content never changes, so its stored copy is used
// first. Other files are requested first.
async function file(request, url) {
  const named = /\.[0-9a-f]{12}\./.test(url.pathname);
  const known = () => caches.match(request, { ignoreVary: true });
  if (named) {
    const stored = await known();
    if (stored) return stored;
  }
  try {
    const response = await fetch(request);
    if (response.status === 200) {
      const copy = response.clone();
      caches.open(STATIC).then((cache) => cache.put(request, copy)).catch(() => {});
    }
    return response;
  } catch (error) {
    const stored = await known();
    if (stored) return stored;
    throw error;
  }
}

// --- Notifications that a phone has subscribed to (Web Push) ---

self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  const options = { body, tag: path, renotify: true, vibrate: [200, 100, 200], data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  const { path } = event.notification.data;
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    const there = open.find((client) => new URL(client.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  }));
});

// Answers with the data of a match, from the network or from the store. The page adds what this
// phone has played since.
async function data(request, url) {
  try {
    if (LOCAL.test(url.pathname)) throw new TypeError("only here");
    return await fetch(request);
  } catch (error) {
    const stored = await storedPage(url);
    if (stored) return stored;
    throw error;
  }
}

async function page(event, url) {
  const stored = await storedPage(url);
  if (LOCAL.test(url.pathname)) return stored || lost(new TypeError("only here"));
  const live = fetched(event, url, stored);
  if (!stored) return live.catch(lost);
  const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const answer = await Promise.race([live, late]).catch(() => null);
  return answer || seen(stored);
}

async function storedPage(url) {
  const pages = await caches.open(PAGES);
  return pages.match(url.pathname, { ignoreVary: true });
}

// If the page is stored, an error of the server or of a proxy counts like a missing network, so
// that the stored page is shown.
async function fetched(event, url, stored) {
  const response = await fetch(event.request);
  if (stored && response.status >= 500) throw new Error(String(response.status));
  // Readers who may no longer see the page do not keep its stored copy.
  if (stored && [403, 404, 410].includes(response.status)) {
    event.waitUntil(caches.open(PAGES).then((pages) => pages.delete(url.pathname)));
  }
  return response;
}

// Returns a stored page, marked with the time at which it was stored.
async function seen(stored) {
  const at = stored.headers.get("x-seen");
  const text = (await stored.text()).replace("<html ", `<html data-seen="${at}" `);
  return new Response(text, { status: 200, headers: stored.headers });
}

async function lost(error) {
  const stored = await caches.match(LOST, { ignoreVary: true });
  if (!stored) throw error;
  return stored;
}

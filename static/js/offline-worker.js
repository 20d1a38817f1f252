// The service worker's work; `/sw.js` says before whether it is on, and its version.
// The live page first. A stored one is shown only if the network gives none, with the moment at
// which it was seen. Only pages that a page has stored (offline.js) are served without network.
const PATIENCE = 4000; // for the network, where a page is stored
const PAGES = "pages";
const STATIC = `static ${VERSION}`;
// A match begun on this phone: no match of the server has a U in its name.
const LOCAL = /^\/parties\/U[0-9A-Z]{7}\//;
const FILES = /\/static\/[^"'#\s]+/g;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(STATIC);
    const response = await fetch(LOST, { cache: "no-store" });
    const text = await response.clone().text();
    await kept.put(LOST, response);
    await kept.addAll(new Set(text.match(FILES)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // Stored pages name the static files of their own version.
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

// A file whose name says what it holds never changes; the others are asked for first.
async function file(request, url) {
  const named = /\.[0-9a-f]{12}\./.test(url.pathname);
  const known = () => caches.match(request, { ignoreVary: true });
  if (named) {
    const found = await known();
    if (found) return found;
  }
  try {
    const response = await fetch(request);
    if (response.status === 200) {
      const copy = response.clone();
      caches.open(STATIC).then((kept) => kept.put(request, copy)).catch(() => {});
    }
    return response;
  } catch (error) {
    const found = await known();
    if (found) return found;
    throw error;
  }
}

// --- What the site tells a phone that asked for it (Web Push) ---

self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  const shown = { body, tag: path, renotify: true, vibrate: [200, 100, 200], data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  const { path } = event.notification.data;
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    const there = open.find((one) => new URL(one.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  }));
});

// A match as data: the page adds what this phone has played since.
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

// Ours or not, a failing server is no reason to hide what is stored.
async function fetched(event, url, stored) {
  const response = await fetch(event.request);
  if (stored && response.status >= 500) throw new Error(String(response.status));
  // Whoever may no longer see the page does not keep it.
  if (stored && [403, 404, 410].includes(response.status)) {
    event.waitUntil(caches.open(PAGES).then((pages) => pages.delete(url.pathname)));
  }
  return response;
}

// A stored page, marked with the moment at which it was seen.
async function seen(stored) {
  const at = stored.headers.get("x-seen");
  const text = (await stored.text()).replace("<html ", `<html data-seen="${at}" `);
  return new Response(text, { status: 200, headers: stored.headers });
}

async function lost(error) {
  const found = await caches.match(LOST, { ignoreVary: true });
  if (!found) throw error;
  return found;
}

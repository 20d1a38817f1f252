// The offline part of every page, which starts once the page is idle: it registers the service
// worker, stores pages, and shows what has not been sent. docs/phone.md describes it all.
(() => {
  const own = document.getElementById("offline");
  const { worker, outbox, who } = own.dataset;
  const PAGES = "pages", FILES = `static ${own.dataset.version}`;
  const saving = Boolean(navigator.connection?.saveData);
  // Some pages are never idle, so the work starts after this time in any case.
  const idle = (work) => (self.requestIdleCallback ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 300));

  // --- A stored page shows when it was stored ---

  const seen = document.documentElement.dataset.seen;

  function tellSeen() {
    const at = new Date(seen);
    const two = (number) => String(number).padStart(2, "0");
    const today = at.toDateString() === new Date().toDateString();
    const day = at.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" });
    const words = own.dataset[today ? "seenToday" : "seenOn"]
      .replace("HH", two(at.getHours())).replace("MM", two(at.getMinutes())).replace("DD", day.replace(/^1 /, "1er "));
    // On a match's page the sign shows these words with the rest of its state (live.js).
    const sign = document.querySelector("[data-sign]");
    if (sign) {
      sign.dataset.seen = words;
      return;
    }
    const notice = document.createElement("p");
    notice.dataset.told = "seen";
    notice.className = "notice";
    notice.textContent = words;
    document.getElementById("main").prepend(notice);
  }

  // The server has answered, so the words about a stored page are removed. The page updates its
  // content itself.
  function live() {
    document.querySelectorAll("[data-told=seen]").forEach((notice) => notice.remove());
    document.querySelector("[data-sign]")?.removeAttribute("data-seen");
  }

  // --- Pages stored for use without network ---

  // Stores a page as it is now, and the files that it names. Returns false if the page can't be
  // stored.
  async function keepPage(address) {
    const response = await fetch(address, { cache: "no-store", headers: { Accept: "text/html" } });
    if (response.status !== 200 || response.redirected) return false;
    const headers = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    headers.set("x-seen", new Date().toISOString());
    headers.set("x-files", FILES);
    const text = await response.text();
    const files = await caches.open(FILES);
    await Promise.all([...new Set(text.match(/\/static\/[^"'#\s\\]+/g))].map(async (file) => {
      if (!(await files.match(file, { ignoreVary: true }))) await files.add(file);
    }));
    await (await caches.open(PAGES)).put(address, new Response(text, { headers }));
    return true;
  }

  // If the account has changed, deletes what was stored for the previous one.
  async function emptyOfOthers() {
    try {
      if (localStorage.getItem("who") === who) return;
      await caches.delete(PAGES);
      await (await box())?.forgetSheets();
      localStorage.setItem("who", who);
    } catch {
      // Without access to storage, nothing was stored.
    }
  }

  let ready = false;

  async function keepAll() {
    const pages = (document.querySelector("[data-keeps]")?.dataset.keeps || "").split(" ").filter(Boolean);
    if (!pages.length) return;
    const stored = await Promise.all(pages.map((page) => keepPage(page).catch(() => false)));
    ready = stored[0];
    tellReady();
  }

  function tellReady() {
    const sign = document.querySelector("[data-sign]");
    if (!sign || !ready || "ready" in sign.dataset) return;
    sign.dataset.connected = `${sign.dataset.connected} · ${own.dataset.ready}`;
    sign.dataset.ready = "";
  }

  // Stores the pages again five seconds after the last change, not after each written line.
  let again = null;
  function keepLater() {
    clearTimeout(again);
    again = setTimeout(() => ready && keepAll().catch(() => {}), 5000);
  }

  async function begin() {
    if (!worker) return stop();
    if (saving || !navigator.serviceWorker || !self.caches) return;
    // A stored page, and the page that is shown in place of others, do not know the present
    // account.
    if (!seen && !document.querySelector("[data-stored]")) await emptyOfOthers();
    await navigator.serviceWorker.register(worker);
    await navigator.serviceWorker.ready;
    if (!seen) await keepAll();
  }

  // The offline part is switched off at the server. Even a worker too broken for this code ends,
  // because `/sw.js` then sends a worker that removes itself.
  async function stop() {
    for (const registration of (await navigator.serviceWorker?.getRegistrations?.()) || []) await registration.unregister();
    for (const name of (await self.caches?.keys()) || []) await caches.delete(name);
  }

  // --- Lines that have not been sent ---

  let loading = null;
  // Returns a promise of the outbox, or of null if nothing was ever put into it.
  function box() {
    if (self.Outbox) return Promise.resolve(self.Outbox);
    let used = false;
    try {
      used = Boolean(localStorage.getItem("outbox"));
    } catch {
      // Without access to storage, nothing was put into it.
    }
    if (!used) return Promise.resolve(null);
    loading ||= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = outbox;
      script.onload = () => resolve(self.Outbox);
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  }

  const worded = (place, count) => (count === 1 ? place.one : place.many.replace("#", count));
  // Returns the number of waiting lines in words. The start of a match is not a line, and is
  // named only if nothing else waits.
  function counted(words, writes) {
    const lines = writes.filter((write) => write.kind !== "start");
    return lines.length || !writes.length ? worded(words, lines.length) : words.start;
  }
  let unsent = 0;

  async function tellUnsent() {
    const known = await box().catch(() => null);
    if (!known || !(await known.ready)) return;
    const writes = await known.waiting();
    const ours = writes.filter((write) => !write.who || write.who === who);
    unsent = writes.length;
    const link = document.querySelector("[data-unsent-here]");
    if (link) {
      const here = ours.filter((write) => write.match === link.dataset.unsentHere);
      const blocked = here.some((write) => write.block);
      // Once the page can play without network, the sign of the match counts the lines too. Then
      // this bar is shown only for a blocked line.
      link.parentElement.hidden = !here.length || (!blocked && "playable" in document.documentElement.dataset);
      const text = counted(link.dataset, here);
      link.textContent = blocked ? `${text} · ${link.dataset.blocked}` : text;
    }
    const list = document.querySelector("[data-unsent-list]");
    if (list) listed(list, ours, writes.length - ours.length);
  }

  function listed(list, ours, others) {
    const words = JSON.parse(list.dataset.unsentList);
    const matches = Map.groupBy ? Map.groupBy(ours, (write) => write.match) : grouped(ours);
    const begun = [];
    const items = [...matches].flatMap(([match, writes]) => {
      const item = document.createElement("li");
      const blocked = writes.some((write) => write.block);
      const text = counted(words[writes[0].game] || words[""], writes);
      const card = !blocked && begunCard(match, writes[0], text);
      if (card) {
        begun.push(card);
        return [];
      }
      const link = document.createElement("a");
      link.href = `/parties/${match}/${blocked ? "telephone/" : ""}`;
      link.textContent = blocked ? `${text} · ${list.dataset.blocked}` : text;
      item.append(link);
      return [item];
    });
    const cards = document.querySelector("[data-begun]");
    cards.replaceChildren(...begun);
    cards.hidden = !begun.length;
    if (others) {
      const item = document.createElement("li");
      item.textContent = worded(words.others, others);
      items.push(item);
    }
    list.replaceChildren(...items);
    list.hidden = !items.length;
  }

  // Returns a card that leads back to a match that only this phone knows, or null. It is a copy
  // of the tile of the game, with other words.
  function begunCard(match, { kind, game, shown }, text) {
    const tile = document.querySelector(`.tiles:not([data-begun]) > li > [data-game="${game}"]:not(.tile--main)`);
    if (kind !== "start" || !tile) return null;
    const card = tile.parentElement.cloneNode(true);
    const link = card.firstElementChild;
    link.href = `/parties/${match}/`;
    link.classList.add("tile--main");
    link.querySelector("strong").textContent = document.querySelector("[data-begun]").dataset.begun;
    link.querySelector(".tile__words > span").textContent = [shown, text].filter(Boolean).join(" · ");
    return card;
  }

  function grouped(writes) {
    const byMatch = new Map();
    for (const write of writes) byMatch.set(write.match, [...(byMatch.get(write.match) || []), write]);
    return byMatch;
  }

  // --- Forms sent without network ---

  // Shows an error beside the button, with what to do instead. What was typed stays.
  function tellAlone(button) {
    document.querySelectorAll("[data-told=alone]").forEach((notice) => notice.remove());
    const notice = document.createElement("p");
    notice.className = "notice notice--error";
    notice.dataset.told = "alone";
    notice.setAttribute("role", "alert");
    notice.textContent = button.dataset.alone || own.dataset.alone;
    button.after(notice);
    notice.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("htmx:sendError", ({ detail: { elt } }) => {
    // On the page of a match, the sign shows this instead (live.js).
    if (elt.matches("form, [type=submit]") && !document.querySelector("[data-sign]")) tellAlone(elt);
  });
  // If a script sends the form's data itself, the event is prevented already.
  self.addEventListener("submit", (event) => {
    const way = event.submitter?.formMethod || event.target.getAttribute("method");
    if (event.defaultPrevented || navigator.onLine !== false || way !== "post") return;
    event.preventDefault();
    tellAlone(event.submitter || event.target);
  });

  // --- Actions that need the network are marked before they are tried ---

  // Returns whether the phone can do the action of this form without network.
  function isOwn(form, button) {
    const playable = "playable" in document.documentElement.dataset;
    if (form.matches("[data-fresh]")) return !button.name;
    if (form.matches("#pad-form") || form.querySelector("#undo")) return true;
    return playable && Boolean(form.getAttribute("action")?.endsWith("/revanche/"));
  }

  // Disables the buttons of other forms until the network is back, with a sentence that says
  // why.
  function restButtons(away) {
    document.querySelectorAll("[data-told=rests]").forEach((note) => note.remove());
    for (const button of document.querySelectorAll("form[method=post] button:not([type=button])")) {
      const rests = away && !isOwn(button.form, button);
      if (rests || "rests" in button.dataset) button.disabled = rests;
      if (!rests) delete button.dataset.rests;
      else button.dataset.rests = "";
      const reason = button.dataset.alone || own.dataset.rests;
      if (!rests || !button.closest("main") || button.closest(".menu, dialog") || button.nextElementSibling?.dataset.told) continue;
      if (!button.dataset.alone && button.form.querySelector("[data-told=rests]")) continue;
      const note = document.createElement("p");
      note.className = "rests small";
      note.dataset.told = "rests";
      note.textContent = reason;
      button.after(note);
    }
  }

  // Marks the links to pages that this phone has not stored.
  async function restLinks(away) {
    for (const link of document.querySelectorAll(".menu a[href], main a.button[href]")) {
      const page = new URL(link.href, location.href);
      const here = page.pathname === location.pathname || !/^https?:$/.test(page.protocol);
      const stored = !away || here || Boolean(await self.caches?.match(page.pathname, { ignoreVary: true }).catch(() => null));
      if (stored) delete link.dataset.away;
      else link.dataset.away = own.dataset.needs;
    }
  }

  function rest() {
    const away = navigator.onLine === false;
    if (!away && !document.querySelector("[data-rests], [data-away]")) return;
    restButtons(away);
    restLinks(away);
  }
  for (const event of ["offline", "online"]) self.addEventListener(event, rest);
  for (const event of ["htmx:afterSettle", "play:ready"]) document.addEventListener(event, rest);

  // --- Events ---

  document.addEventListener("outbox:changed", tellUnsent);
  document.addEventListener("play:ready", tellUnsent);
  // If the storage is full, say so immediately, because the line is on the screen and nowhere
  // else.
  document.addEventListener("outbox:full", () => {
    const place = document.querySelector(".messages");
    const notice = document.createElement("p");
    notice.className = "notice notice--error";
    notice.textContent = own.dataset.full;
    place?.replaceChildren(notice);
  });
  document.addEventListener("outbox:sent", () => { live(); keepLater(); });
  document.addEventListener("htmx:afterSettle", () => { keepLater(); });
  document.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.xhr?.status;
    if (status >= 200 && status < 400) live();
  });
  // If somebody leaves the site with unsent lines, the browser asks first. It does not ask
  // before another page of the site, which goes on sending.
  let inside = false;
  document.addEventListener("click", (event) => { inside = Boolean(event.target.closest("a[href], [type=submit]")); });
  document.addEventListener("outbox:changed", () => { inside = false; }); // the button wrote a line, and led nowhere
  self.addEventListener("beforeunload", (event) => {
    if (unsent && !inside) event.preventDefault();
  });
  document.addEventListener("submit", (event) => {
    // Read the attribute and not the property: a field or a button named « action » would
    // replace the property.
    if (!event.target.getAttribute("action")?.endsWith("/compte/deconnexion/") || !unsent) return;
    if (!confirm(worded({ one: own.dataset.leaveOne, many: own.dataset.leaveMany }, unsent))) event.preventDefault();
  });

  if (seen) tellSeen();
  rest();
  idle(() => {
    tellUnsent();
    begin().catch(() => {}); // for example storage that is full or forbidden: the page works as without
  });
})();

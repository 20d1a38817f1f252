// Keeps what was played on this phone until the server has it: first in IndexedDB, then sent.
// One strict queue for each match, one sender at a time in all tabs. docs/phone.md has the whole.
// Also read by the service worker, which has no document.
function makeOutbox({
  name = "outbox",
  ask = (...all) => fetch(...all),
  online = () => navigator.onLine !== false,
  locks = self.navigator?.locks,
  told = null, // takes the events in place of the page
  wait = 1000, // before the second attempt
} = {}) {
  const LONGEST = 60_000; // between two attempts
  const PATIENCE = 20_000; // for one answer
  const SESSION_LASTS = 60_000;
  const here = self.document;
  const able = Boolean(self.indexedDB && locks && self.BroadcastChannel && self.AbortController);

  // --- The database ---

  let database = null;

  function opened() {
    database ||= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        const writes = request.result.createObjectStore("writes", { keyPath: "seq", autoIncrement: true });
        writes.createIndex("client_id", "client_id", { unique: true });
        writes.createIndex("match", "match");
        request.result.createObjectStore("sheets", { keyPath: "match" });
        request.result.createObjectStore("aside", { keyPath: "client_id" }).createIndex("match", "match");
      };
      request.onblocked = () => reject(request.error);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // Another tab may need a newer version, and the browser may close it at any time.
        request.result.onversionchange = () => { request.result.close(); database = null; };
        request.result.onclose = () => { database = null; };
        resolve(request.result);
      };
    });
    database.catch(() => { database = null; });
    return database;
  }

  // Runs `work` in a transaction; resolves once it is on the disk, with what `work` returned (a
  // request: its result).
  async function transacted(mode, work) {
    const db = await opened();
    return new Promise((resolve, reject) => {
      const stores = ["writes", "sheets", "aside"];
      const transaction = db.transaction(stores, mode, { durability: mode === "readwrite" ? "strict" : "default" });
      let made;
      transaction.oncomplete = () => resolve(made instanceof IDBRequest ? made.result : made);
      transaction.onabort = () => reject(transaction.error || new Error("aborted"));
      const [writes, sheets, aside] = stores.map((store) => transaction.objectStore(store));
      try {
        made = work({ writes, sheets, aside });
      } catch (error) {
        transaction.abort();
        reject(error);
      }
    });
  }
  const read = (work) => transacted("readonly", work);
  const change = (work) => transacted("readwrite", work);

  // --- What other parts of the page, and other tabs, learn ---

  const channel = able ? new BroadcastChannel(name) : null;

  function dispatch(event, detail) {
    if (told) told(event, detail);
    else here?.dispatchEvent(new CustomEvent(`outbox:${event}`, { detail }));
  }
  function tell(event, detail) {
    dispatch(event, detail);
    channel?.postMessage({ event, detail });
  }
  if (channel) channel.onmessage = ({ data }) => dispatch(data.event, data.detail);

  async function tellCount(match) {
    tell("changed", { match, count: (await waiting(match)).length });
  }

  // --- The queue ---

  const queued = (match) =>
    read(({ writes }) => (match === undefined ? writes.getAll() : writes.index("match").getAll(match)));
  // What was set aside only leaves a note in the history: it waits as well, but is no line any more.
  const waiting = async (match) => (await queued(match)).filter((write) => write.kind !== "aside");

  async function put(write) {
    const kept = {
      number: null,
      rules: "",
      who: here?.getElementById("offline")?.dataset.who || "",
      game: here?.body.dataset.game || "",
      ...write,
      at: Date.now(),
      tries: 0,
    };
    delete kept.seq;
    try {
      await change(({ writes, aside }) => {
        aside.delete(kept.client_id);
        const known = writes.index("client_id").getKey(kept.client_id);
        // A double tap: it is there already.
        known.onsuccess = () => {
          if (known.result === undefined) writes.add(kept);
        };
      });
    } catch (error) {
      tell("full", { write, error: String(error) });
      throw error;
    }
    await tellCount(kept.match);
    try {
      localStorage.setItem(name, "used"); // so that any page knows to look here
    } catch {
      // Then only the match's page sends.
    }
    askToPersist();
    inBackground();
    flush();
    return kept;
  }

  // Forgets the last write of a match, as long as it has never left, or the server has refused it: it
  // may have what left.
  async function drop(client_id) {
    let dropped = null;
    await change(({ writes, aside }) => {
      const found = writes.index("client_id").get(client_id);
      found.onsuccess = () => {
        const write = found.result;
        if (!write || (write.tries && !write.block)) return;
        const last = writes.index("match").openCursor(write.match, "prev");
        last.onsuccess = () => {
          if (last.result.value.client_id !== client_id) return;
          last.result.delete();
          if (write.block) aside.put(write);
          dropped = write;
        };
      };
    });
    if (dropped) await tellCount(dropped.match);
    return Boolean(dropped);
  }

  // The newest sheet that the server has answered, as JSON text; null if there is none.
  async function known(match) {
    return (await read(({ sheets }) => sheets.get(match)))?.text ?? null;
  }
  // The name at the server of a match begun on this phone; null while it has none.
  async function nameOf(local) {
    return (await read(({ sheets }) => sheets.get(local)))?.became ?? null;
  }

  function keepSheet(sheets, match, answer, text) {
    const before = sheets.get(match);
    before.onsuccess = () => {
      if (!before.result || before.result.version <= answer.version) {
        sheets.put({ match, version: answer.version, text, at: Date.now() });
      }
    };
  }

  let persists = false;
  function askToPersist() {
    if (persists) return;
    persists = true;
    navigator.storage?.persist?.().catch(() => {});
  }

  function inBackground() {
    navigator.serviceWorker?.getRegistration?.()
      .then((found) => found?.sync?.register(name))
      .catch(() => {});
  }

  // --- Sending ---

  let session = null;
  let comeBack = 0; // milliseconds after which the last answer wants to be asked again

  async function asked(address, options = {}) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    comeBack = 0;
    try {
      const response = await ask(address, {
        credentials: "same-origin", cache: "no-store", redirect: "error", signal: stop.signal, ...options,
      });
      comeBack = 1000 * Number(response.headers.get("Retry-After")) || 0;
      return { status: response.status, headers: response.headers, text: await response.text() };
    } finally {
      clearTimeout(timer);
    }
  }

  // What is no JSON object is not from our server.
  function parsed(text) {
    try {
      const value = JSON.parse(text);
      return value && typeof value === "object" ? value : null;
    } catch {
      return null;
    }
  }

  // A CSRF token of now; it also shows that our server is there. Null if it is not.
  async function freshSession() {
    if (session && Date.now() - session.at < SESSION_LASTS) return session;
    session = null;
    const { status, text } = await asked("/api/v1/phone/");
    const told = parsed(text);
    if (status !== 200 || typeof told?.csrf !== "string" || typeof told.rules !== "string") return null;
    session = { ...told, at: Date.now() };
    return session;
  }

  const WAYS = {
    entry: (write) => ["POST", `/api/v1/matches/${write.match}/entries/`],
    replace: (write) => ["PUT", `/api/v1/matches/${write.match}/entries/${write.number}/`],
    undo: (write) => ["DELETE", `/api/v1/matches/${write.match}/entries/${write.number}/`],
    aside: (write) => ["POST", `/api/v1/matches/${write.match}/entries/${write.number}/aside/`],
    // The table of `of` once more, or a fresh match.
    start: (write) => ["POST", write.of ? `/api/v1/matches/${write.of}/rematch/` : "/api/v1/matches/"],
  };

  // The body as text: what is sent, and what every write has besides.
  function bodyOf(write) {
    const { client_id, after, rules } = write;
    const starts = write.kind === "start";
    // The `rules` of a fresh match are those that it is played by.
    const more = { client_id, [starts && !write.of ? "rules_hash" : "rules"]: rules || "-" };
    if (!starts) more.after = after;
    const body = typeof write.body === "string" ? write.body : JSON.stringify(write.body || {});
    const inside = body.trim().slice(1, -1).trim();
    return `{${inside}${inside ? "," : ""}${JSON.stringify(more).slice(1)}`;
  }

  // Sends one write: "done", "blocked" (a person has to choose), or "later".
  async function send(write) {
    const now = await freshSession();
    if (!now) return "later";
    if (write.who && write.who !== now.who) {
      tell("refused", { match: write.match, write, answer: null, fault: { code: "other_account" } });
      return "blocked";
    }
    write = await claimed(write.seq);
    if (!write) return "done";
    const [method, address] = WAYS[write.kind](write);
    const answer = await asked(address, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": now.csrf },
      body: bodyOf(write),
    });
    const told = parsed(answer.text);
    if (answer.status < 300) {
      if (told?.written?.client_id !== write.client_id) return "later";
      return acknowledged(write, told, answer.text);
    }
    const fault = told?.errors?.[0];
    if (!fault?.code || answer.status >= 500) return "later";
    if ([408, 425, 429].includes(answer.status)) return "later";
    if (["csrf_failed", "permission_denied", "not_authenticated"].includes(fault.code)) {
      session = null;
      return "later";
    }
    if (fault.code === "stale" && told.match) return stale(write, told.match);
    return block(write, "refused", { ...fault, rules: now.rules }, told);
  }

  // Notes that the write is about to leave, and returns it. Null if it was taken back meanwhile.
  async function claimed(seq) {
    let leaving = null;
    await change(({ writes }) => {
      const found = writes.get(seq);
      found.onsuccess = () => {
        if (!found.result) return;
        leaving = { ...found.result, tries: found.result.tries + 1 };
        writes.put(leaving);
      };
    });
    return leaving;
  }

  async function acknowledged(write, answer, text) {
    const match = write.kind === "start" ? answer.id : write.match;
    await change(({ writes, sheets }) => {
      writes.delete(write.seq);
      keepSheet(sheets, match, answer, text);
      if (match === write.match) return;
      // What was played at a table that only this phone knew goes on under the server's name.
      sheets.put({ match: write.match, became: match });
      const rest = writes.openCursor();
      rest.onsuccess = () => {
        if (!rest.result) return;
        const one = rest.result.value;
        if (one.match === write.match) rest.result.update({ ...one, match });
        else if (one.of === write.match) rest.result.update({ ...one, of: match });
        rest.result.continue();
      };
    });
    if (match !== write.match) tell("started", { local: write.match, match, answer });
    const newer = Boolean(write.rules) && answer.written.rules !== write.rules;
    tell("sent", { write, answer, text, newer });
    await tellCount(match);
    return "done";
  }

  // Whether the server's line holds all that this phone's line says; it may hold more, derived.
  function holds(theirs, mine) {
    const plain = (value) => (value === false || value === undefined ? null : value);
    return Object.entries(mine).every(
      ([key, value]) => JSON.stringify(plain(theirs[key])) === JSON.stringify(plain(value)));
  }

  async function stale(write, match) {
    const line = write.kind === "entry" && match.entries.find((one) => one.number === write.number);
    const mine = parsed(typeof write.body === "string" ? write.body : JSON.stringify(write.body || {}));
    const text = JSON.stringify(match);
    if (!line || !holds(line.data, mine)) return block(write, "stale", { code: "stale" }, match);
    await change(({ writes, sheets }) => {
      writes.delete(write.seq);
      keepSheet(sheets, write.match, match, text);
    });
    tell("sent", { write, answer: match, text, already: true });
    await tellCount(write.match);
    return "done";
  }

  // The match's queue stops here, until somebody has chosen what becomes of it.
  async function block(write, how, fault, answer) {
    await change(({ writes }) => {
      // A note that is not taken: the line itself stays on this phone.
      if (write.kind === "aside") return writes.delete(write.seq);
      const found = writes.get(write.seq);
      found.onsuccess = () => {
        if (found.result) writes.put({ ...found.result, block: { how, ...fault, at: Date.now() } });
      };
    });
    if (write.kind === "aside") return "done";
    tell(how, { match: write.match, write, answer, fault });
    await tellCount(write.match);
    return "blocked";
  }

  // Sends all that can be sent, in the order of each match. True if nothing is left to try.
  async function sendAll() {
    const blocked = new Set();
    for (;;) {
      const all = await queued();
      const head = all.find((write) => {
        // A rematch begins once all of the match before is there: who deals depends on it.
        if (write.block || (write.of && all.some((one) => one.match === write.of))) blocked.add(write.match);
        return !blocked.has(write.match);
      });
      if (!head) return true;
      const outcome = await send(head);
      if (outcome === "later") return false;
      if (outcome === "blocked") blocked.add(head.match);
    }
  }

  let failed = 0, timer = null, running = null, asks = false;

  function retry() {
    clearTimeout(timer);
    failed += 1;
    const pause = Math.min(LONGEST, comeBack || wait * 2 ** Math.min(failed - 1, 10));
    timer = setTimeout(flush, pause * (0.75 + Math.random() / 2));
    return false;
  }

  // Sends now; while a round is on its way, once more after it. True once nothing is left to try.
  function flush() {
    asks = true;
    running ||= rounds().finally(() => { running = null; });
    return running;
  }

  async function rounds() {
    if (!(await ready)) return true;
    while (asks) {
      asks = false;
      clearTimeout(timer);
      if (!online()) return retry();
      const sent = await locks.request(`${name}:sender`, sendAll).catch(() => false);
      if (!sent) return retry();
      failed = 0;
    }
    return true;
  }

  // --- What somebody chooses ---

  const blockOf = async (match) => (await waiting(match)).find((write) => write.block) || null;

  // Gives every waiting write of a match another form; null sets it aside: it is kept here, readable,
  // and of a line the history of the match gets a note.
  async function arrange(match, arranged) {
    await change(({ writes, aside }) => {
      const cursor = writes.index("match").openCursor(match);
      cursor.onsuccess = () => {
        if (!cursor.result) return;
        const { block: _gone, ...write } = cursor.result.value;
        if (write.kind !== "aside") {
          const next = arranged(write);
          if (!next) aside.put(write);
          if (next) cursor.result.update(next);
          else if (write.kind === "entry") cursor.result.update({ ...write, kind: "aside", after: null });
          else cursor.result.delete();
        }
        cursor.result.continue();
      };
    });
    await tellCount(match);
    return flush();
  }
  const again = (match) => arrange(match, (write) => write);
  const setAside = (match) => arrange(match, () => null);
  // Mine after theirs: the lines of this phone as the next ones of the server's sheet.
  function after(match, answer) {
    let version = answer.version, number = (answer.earlier || 0) + answer.entries.length;
    return arrange(match, (write) => {
      if (write.kind !== "entry") return null;
      const next = { ...write, after: version, number: number + 1 };
      version += 1;
      number += 1;
      return next;
    });
  }
  const putAside = async (match) =>
    (await read(({ aside }) => aside.index("match").getAll(match))).sort((one, other) => one.seq - other.seq);
  const forget = (client_id) => change(({ aside }) => { aside.delete(client_id); });

  // --- When ---

  const ready = able ? opened().then(() => true, () => false) : Promise.resolve(false);
  if (here && able) {
    for (const event of ["online", "pageshow", "visibilitychange"]) {
      (event === "visibilitychange" ? document : self).addEventListener(event, () => {
        if (document.visibilityState !== "visible") return;
        failed = 0; // the network may be a moment later than its event
        flush();
      });
    }
  }
  ready.then((can) => can && flush());

  const learn = (match, text) => change(({ sheets }) => keepSheet(sheets, match, JSON.parse(text), text));
  // Nobody's business any more: the sheets that the server answered to another account.
  const forgetSheets = () => change(({ sheets }) => { sheets.clear(); });
  // For whoever makes an outbox of another name: lets go of its database.
  const close = async () => {
    clearTimeout(timer);
    channel?.close();
    (await opened()).close();
  };
  return { ready, put, waiting, queued, close, drop, flush, known, nameOf, learn, forgetSheets, blockOf, again, after, setAside, putAside, forget };
}
self.Outbox = makeOutbox();

// Keeps what was played on this phone until the server has it: it is stored in IndexedDB first,
// then sent. Each match has one strict queue, and only one tab sends at a time. docs/phone.md
// describes all of it. The service worker also runs this file, so there may be no document.
function makeOutbox({
  name = "outbox",
  ask = (...all) => fetch(...all),
  online = () => navigator.onLine !== false,
  locks = self.navigator?.locks,
  listener = null, // takes the events in place of the page
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
        // The browser may close the database at any time, and another tab may need a newer version
        // of it.
        request.result.onversionchange = () => { request.result.close(); database = null; };
        request.result.onclose = () => { database = null; };
        resolve(request.result);
      };
    });
    database.catch(() => { database = null; });
    return database;
  }

  // Runs `work` in a transaction. Resolves once the transaction is on the disk, with the value that
  // `work` returned, or with the result of the request that it returned.
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

  // --- Events for the page and for other tabs ---

  const channel = able ? new BroadcastChannel(name) : null;

  function dispatch(event, detail) {
    if (listener) listener(event, detail);
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
  // Returns the writes that wait to be sent. A line that was set aside is not among them: it also
  // waits, but only leaves a note in the history.
  const waiting = async (match) => (await queued(match)).filter((write) => write.kind !== "aside");

  async function put(write) {
    const stored = {
      number: null,
      rules: "",
      who: here?.getElementById("offline")?.dataset.who || "",
      game: here?.body.dataset.game || "",
      ...write,
      at: Date.now(),
      tries: 0,
    };
    delete stored.seq;
    try {
      await change(({ writes, aside }) => {
        aside.delete(stored.client_id);
        const known = writes.index("client_id").getKey(stored.client_id);
        // After a double tap, the write is already there.
        known.onsuccess = () => {
          if (known.result === undefined) writes.add(stored);
        };
      });
    } catch (error) {
      tell("full", { write, error: String(error) });
      throw error;
    }
    await tellCount(stored.match);
    try {
      localStorage.setItem(name, "used"); // so that any page knows to look here
    } catch {
      // Without this mark, only the match's own page sends the write.
    }
    askToPersist();
    inBackground();
    flush();
    return stored;
  }

  // Deletes a write if it is the last one of its match, and if it was never sent or the server has
  // refused it. Otherwise the server may already have it. Returns whether it was deleted.
  async function drop(client_id) {
    let dropped = null;
    await change(({ writes, aside }) => {
      const request = writes.index("client_id").get(client_id);
      request.onsuccess = () => {
        const write = request.result;
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

  // Returns the newest sheet that the server has sent, as JSON text; null if there is none.
  async function known(match) {
    return (await read(({ sheets }) => sheets.get(match)))?.text ?? null;
  }
  // Returns the id that the server gave to a match started on this phone; null if it has none yet.
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
      .then((registration) => registration?.sync?.register(name))
      .catch(() => {});
  }

  // --- Sending ---

  let session = null;
  let comeBack = 0; // milliseconds after which the last answer wants to be asked again

  async function request(address, options = {}) {
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

  // Parses an answer. Returns null if it is not a JSON object, because such an answer is not from
  // our server.
  function parsed(text) {
    try {
      const value = JSON.parse(text);
      return value && typeof value === "object" ? value : null;
    } catch {
      return null;
    }
  }

  // Returns a current CSRF token. Returns null if our server does not answer.
  async function freshSession() {
    if (session && Date.now() - session.at < SESSION_LASTS) return session;
    session = null;
    const { status, text } = await request("/api/v1/phone/");
    const answer = parsed(text);
    if (status !== 200 || typeof answer?.csrf !== "string" || typeof answer.rules !== "string") return null;
    session = { ...answer, at: Date.now() };
    return session;
  }

  const WAYS = {
    entry: (write) => ["POST", `/api/v1/matches/${write.match}/entries/`],
    replace: (write) => ["PUT", `/api/v1/matches/${write.match}/entries/${write.number}/`],
    undo: (write) => ["DELETE", `/api/v1/matches/${write.match}/entries/${write.number}/`],
    aside: (write) => ["POST", `/api/v1/matches/${write.match}/entries/${write.number}/aside/`],
    // Starts a rematch of the match `of`, or a fresh match.
    start: (write) => ["POST", write.of ? `/api/v1/matches/${write.of}/rematch/` : "/api/v1/matches/"],
  };

  // Returns the body of a write as JSON text: its own fields, and the fields that every write has.
  function bodyOf(write) {
    const { client_id, after, rules } = write;
    const starts = write.kind === "start";
    // A fresh match already has a field `rules`, for its ruleset. So the hash of the rules is sent
    // as `rules_hash`.
    const more = { client_id, [starts && !write.of ? "rules_hash" : "rules"]: rules || "-" };
    if (!starts) more.after = after;
    const body = typeof write.body === "string" ? write.body : JSON.stringify(write.body || {});
    const inside = body.trim().slice(1, -1).trim();
    return `{${inside}${inside ? "," : ""}${JSON.stringify(more).slice(1)}`;
  }

  // Sends one write. Returns "done", "blocked" if the user must choose, or "later".
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
    const answer = await request(address, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": now.csrf },
      body: bodyOf(write),
    });
    const body = parsed(answer.text);
    if (answer.status < 300) {
      if (body?.written?.client_id !== write.client_id) return "later";
      return acknowledged(write, body, answer.text);
    }
    const fault = body?.errors?.[0];
    if (!fault?.code || answer.status >= 500) return "later";
    if ([408, 425, 429].includes(answer.status)) return "later";
    if (["csrf_failed", "permission_denied", "not_authenticated"].includes(fault.code)) {
      session = null;
      return "later";
    }
    if (fault.code === "stale" && body.match) return stale(write, body.match);
    return block(write, "refused", { ...fault, rules: now.rules }, body);
  }

  // Marks a write as about to be sent and returns it. Returns null if it was taken back in the
  // meantime.
  async function claimed(seq) {
    let leaving = null;
    await change(({ writes }) => {
      const reading = writes.get(seq);
      reading.onsuccess = () => {
        if (!reading.result) return;
        leaving = { ...reading.result, tries: reading.result.tries + 1 };
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
      // The match was known only to this phone until now. Its further writes go on under the
      // server's id.
      sheets.put({ match: write.match, became: match });
      const rest = writes.openCursor();
      rest.onsuccess = () => {
        if (!rest.result) return;
        const later = rest.result.value;
        if (later.match === write.match) rest.result.update({ ...later, match });
        else if (later.of === write.match) rest.result.update({ ...later, of: match });
        rest.result.continue();
      };
    });
    if (match !== write.match) tell("started", { local: write.match, match, answer });
    const newer = Boolean(write.rules) && answer.written.rules !== write.rules;
    tell("sent", { write, answer, text, newer });
    await tellCount(match);
    return "done";
  }

  // Tells whether the server's line has all values of this phone's line. It may also have derived
  // values.
  function holds(theirs, mine) {
    const plain = (value) => (value === false || value === undefined ? null : value);
    return Object.entries(mine).every(
      ([key, value]) => JSON.stringify(plain(theirs[key])) === JSON.stringify(plain(value)));
  }

  async function stale(write, match) {
    const line = write.kind === "entry" && match.entries.find((entry) => entry.number === write.number);
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

  // Stops the match's queue at this write until the user has chosen what to do.
  async function block(write, how, fault, answer) {
    await change(({ writes }) => {
      // If the server refuses the note on a line set aside, only the note is dropped. The line
      // itself stays on this phone.
      if (write.kind === "aside") return writes.delete(write.seq);
      const reading = writes.get(write.seq);
      reading.onsuccess = () => {
        if (reading.result) writes.put({ ...reading.result, block: { how, ...fault, at: Date.now() } });
      };
    });
    if (write.kind === "aside") return "done";
    tell(how, { match: write.match, write, answer, fault });
    await tellCount(write.match);
    return "blocked";
  }

  // Sends everything that can be sent, in the order of each match. Returns true if nothing is left
  // to try.
  async function sendAll() {
    const blocked = new Set();
    for (;;) {
      const all = await queued();
      const head = all.find((write) => {
        // A rematch starts only after all writes of the previous match have been sent, because they
        // decide who deals.
        if (write.block || (write.of && all.some((other) => other.match === write.of))) blocked.add(write.match);
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

  // Starts sending. If sending is already under way, one more round follows it. Resolves to true
  // once nothing is left to try.
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

  // --- The user's choices ---

  const blockOf = async (match) => (await waiting(match)).find((write) => write.block) || null;

  // Changes every waiting write of a match by `arranged`. If that returns null, the write is set
  // aside: it stays readable on this phone, and if it is a line, the history of the match gets a
  // note.
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
  // Puts the lines of this phone after the lines of the server's sheet.
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
    (await read(({ aside }) => aside.index("match").getAll(match))).sort((first, second) => first.seq - second.seq);
  const forget = (client_id) => change(({ aside }) => { aside.delete(client_id); });

  // --- When writes are sent ---

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
  // Deletes the sheets that the server sent to another account, which nobody may see any more.
  const forgetSheets = () => change(({ sheets }) => { sheets.clear(); });
  // Closes the database. It is for code that makes an outbox with another name.
  const close = async () => {
    clearTimeout(timer);
    channel?.close();
    (await opened()).close();
  };
  return { ready, put, waiting, queued, close, drop, flush, known, nameOf, learn, forgetSheets, blockOf, again, after, setAside, putAside, forget };
}
self.Outbox = makeOutbox();

// Simulates evenings at a table with a bad network, from seeds, with real outboxes, IndexedDB
// and the real server. Phones go off and on, are killed, lose answers and send twice; the server
// is away for a while. Returns what each phone showed as recorded, so that the test can look for
// it in the log of the match.
(() => {
  const ACTIONS = 14;

  function chance(seed) {
    let state = seed >>> 0;
    const next = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    return { next, of: (choices) => choices[Math.floor(next() * choices.length)], hits: (odds) => next() < odds };
  }

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const NEVER = new Promise(() => {});

  // The locks of one phone. A killed tab does not hold them any more.
  function phoneLocks() {
    let last = Promise.resolve();
    return {
      request(_name, work) {
        const turn = last.then(work);
        last = turn.catch(() => {});
        return turn;
      },
    };
  }

  class PhoneAtTable {
    constructor(evening, number) {
      this.evening = evening;
      this.name = `evening ${evening.seed} phone ${number}`;
      this.online = true;
      this.put = []; // every line shown as recorded, in its order
      this.dropped = []; // taken back before it left
      this.already = []; // the same line as another phone's, as the phone was told
      this.open();
    }

    // Opens a tab. What a tab does after it was killed has no effect.
    open() {
      const tab = { alive: true };
      this.tab = tab;
      this.outbox = makeOutbox({
        name: this.name,
        ask: (address, options) => this.ask(tab, address, options),
        online: () => this.online && tab.alive,
        locks: phoneLocks(),
        listener: (event, { already, write }) => {
          if (event === "sent" && already) this.already.push(write.client_id);
        },
        wait: 5,
      });
    }

    async kill() {
      this.tab.alive = false;
      this.open();
      await this.outbox.ready;
    }

    async ask(tab, address, options) {
      const { dice, away } = this.evening;
      if (!tab.alive) return NEVER;
      if (!this.online) throw new TypeError("no network");
      const write = options.method && options.method !== "GET";
      const fate = this.evening.over ? 1 : dice.next();
      if (away() || fate < 0.08) throw new TypeError("lost on its way");
      if (fate < 0.12) return new Response("<h1>Wi-Fi</h1>", { status: 200 });
      if (fate < 0.15) return new Response("{}", { status: 503 });
      const sent = fetch(address, options);
      if (write && fate < 0.25) fetch(address, options).catch(() => {}); // sent twice
      if (fate < 0.4) {
        await sent.then((response) => response.text());
        if (!tab.alive) return NEVER;
        throw new TypeError("the answer is lost");
      }
      const response = await sent;
      return tab.alive ? response : NEVER;
    }

    // Returns the match as this phone knows it, and the writes that wait on this phone.
    async view() {
      const { match } = this.evening;
      const known = JSON.parse((await this.outbox.known(match)) ?? "null") ?? this.evening.start;
      const waiting = (await this.outbox.waiting(match));
      let lines = known.entries.length;
      // The other phone may already have taken back the line that this phone waits to take back.
      for (const write of waiting) lines = Math.max(0, lines + ({ entry: 1, undo: -1 }[write.kind] ?? 0));
      return { known, waiting, lines, version: known.version + waiting.length };
    }

    async follow() {
      const { match, token } = this.evening;
      const response = await fetch(`/api/v1/matches/${match}/`, { headers: { "X-CSRFToken": token } });
      await this.outbox.learn(match, await response.text());
    }

    async play() {
      const { match, dice } = this.evening;
      const { lines, version } = await this.view();
      const body = JSON.stringify({ winner: dice.of([0, 1]) });
      const client_id = crypto.randomUUID();
      await this.outbox.put({ match, kind: "entry", client_id, after: version, number: lines + 1, body, shown: body });
      this.put.push(client_id);
    }

    async undo() {
      const { match } = this.evening;
      const { lines, version, waiting } = await this.view();
      if (!lines) return;
      const last = waiting.at(-1);
      if (last?.kind === "entry" && (await this.outbox.drop(last.client_id))) {
        this.dropped.push(last.client_id);
        return;
      }
      await this.outbox.put({ match, kind: "undo", client_id: crypto.randomUUID(), after: version, number: lines, body: "{}", shown: "undo" });
    }

    // Settles a blocked write at random, as a person would who has compared both versions.
    async settle() {
      const { match, dice } = this.evening;
      const block = (await this.outbox.blockOf(match))?.block;
      if (!block || !this.online) return;
      await this.follow();
      const now = JSON.parse(await this.outbox.known(match));
      if (dice.hits(0.5)) await this.outbox.after(match, now);
      else await this.outbox.setAside(match);
    }
  }

  async function evening({ seed, match, start, token }) {
    const dice = chance(seed);
    let back = 0;
    const about = { seed, match, start, token, dice, over: false, away: () => performance.now() < back };
    const phones = [new PhoneAtTable(about, 0), new PhoneAtTable(about, 1)];
    for (let step = 0; step < ACTIONS; step += 1) {
      const phone = dice.of(phones);
      const action = dice.next();
      if (action < 0.5) {
        if (phone.online && dice.hits(0.7)) await phone.follow();
        await phone.play();
      } else if (action < 0.6) await phone.undo();
      else if (action < 0.75) {
        phone.online = !phone.online;
        if (phone.online) phone.outbox.flush();
      } else if (action < 0.85) await phone.kill();
      else if (action < 0.9) back = performance.now() + 20;
      else await phone.settle();
      // Sometimes the next hand takes so long that everything is sent, sometimes not.
      if (dice.hits(0.6)) await Promise.race([phone.outbox.flush(), pause(200)]);
      else await pause(dice.of([0, 2, 10]));
    }
    // Everybody goes home, where the network is good.
    about.over = true;
    for (const phone of phones) phone.online = true;
    for (let round = 0; round < 400; round += 1) {
      let left = 0;
      for (const phone of phones) {
        await phone.settle();
        if (!(await phone.outbox.flush())) left += 1;
        else left += (await phone.outbox.queued()).length;
      }
      if (!left) break;
    }
    const reports = [];
    for (const phone of phones) {
      await phone.follow();
      reports.push({
        put: phone.put,
        dropped: phone.dropped,
        already: phone.already,
        left: (await phone.outbox.queued()).length,
        aside: (await phone.outbox.putAside(match)).map((write) => write.client_id),
        sheet: JSON.parse(await phone.outbox.known(match)).entries.map((entry) => entry.client_id),
      });
      phone.tab.alive = false;
      phone.outbox.close();
      indexedDB.deleteDatabase(phone.name);
    }
    return { seed, match, phones: reports };
  }

  // Several evenings run at the same time, as in a club.
  return async (evenings, together) => {
    const rest = [...evenings], results = [];
    const row = async () => {
      while (rest.length) results.push(await evening(rest.shift()));
    };
    await Promise.all(Array.from({ length: together }, row));
    return results;
  };
})()

// Plays the page's match on this phone, by the same rules as the server's (docs/phone.md). A line is
// kept in the outbox and painted at once; what the server answers then takes its place.
const Play = (() => {
  const games = {}; // what a game's own script adds, by slug
  let setup = null;
  let base = null; // the match as the server last told it
  let begun = null; // its rules and entries, as text for the worker and as values
  let waiting = []; // the writes that are not sent yet
  let told = null; // what the worker last answered, with all lines
  let entries = []; // all entries by now, as values
  let correcting = null; // the number of the unsent line that the pad holds
  let inputs = []; // the names of the pad's inputs
  let ready = false;

  // --- The worker ---

  let worker = null;
  let asked = 0;
  const answers = new Map();

  class Refusal extends Error {
    constructor(refusal) {
      super(refusal.code);
      this.refusal = refusal;
    }
  }

  function start(address) {
    worker = new Worker(address);
    worker.onmessage = (event) => {
      const { id, answer, refusal, fault } = JSON.parse(event.data);
      const { resolve, reject } = answers.get(id);
      answers.delete(id);
      if (refusal) reject(new Refusal(refusal));
      else if (fault) reject(new Error(fault));
      else resolve(answer);
    };
    worker.onerror = () => {
      ready = false;
      answers.forEach(({ reject }) => reject(new Error("no worker")));
    };
  }

  // `more` is what the question has besides, as JSON text without its first brace.
  function ask(what, more = "}") {
    const id = ++asked;
    return new Promise((resolve, reject) => {
      answers.set(id, { resolve, reject });
      worker.postMessage(`{"id":${id},"ask":"${what}"${more === "}" ? "" : ","}${more}`);
    });
  }
  const askWith = (what, said) => ask(what, JSON.stringify(said).slice(1));

  // Questions that belong together are asked in turn.
  let turn = Promise.resolve();
  function inTurn(work) {
    const next = turn.then(work);
    turn = next.catch(() => {});
    return next;
  }

  // --- The match: what the server told, and what waits ---

  async function json(address) {
    const response = await fetch(address, { credentials: "same-origin" });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  }

  function learn(body) {
    base = body;
    begun = JSON.parse(body.begin);
    begun.text = body.begin;
  }

  function follow(sheet) {
    if (!sheet || sheet.version <= base.version) return;
    const list = sheet.entries.map((entry) => entry.data);
    base = { ...base, version: sheet.version, status: sheet.status };
    begun = { ...begun, entries: list };
    begun.text = `${base.begin.slice(0, base.begin.lastIndexOf('"entries":'))}"entries":${JSON.stringify(list)}}`;
  }

  function take(answer) {
    const before = told && answer.first ? told.lines.slice(0, answer.first) : [];
    told = { ...answer, lines: [...before, ...answer.lines] };
  }

  // The match as the server told it, and on top of it what waits.
  async function fold() {
    entries = begun.entries.slice();
    told = null;
    take(await ask("begin", begun.text.slice(1)));
    for (const write of waiting) await apply(write);
  }

  async function apply(write) {
    if (write.kind === "entry") {
      take(await ask("add", `"entry":${write.body}}`));
      entries.push(JSON.parse(write.body));
    } else if (write.kind === "undo") {
      take(await ask("undo"));
      entries.pop();
    } else if (write.kind === "replace") {
      take(await ask("replace", `"index":${write.number - 1},"entry":${write.body}}`));
      entries[write.number - 1] = JSON.parse(write.body);
    }
  }

  // --- What the templates draw ---

  const names = () => ({ seats: base.seats.map((seat) => seat.name), sides: base.sides.map((side) => side.name) });
  const slug = () => base.game.slug;
  const said = () => setup.templates.said;
  const fill = (text, values) => text.replace(/%\((\w+)\)s|%%/g, (_place, name) => (name ? values[name] : "%"));

  const part = (note) => ({ code: note.code, side: note.side, points: note.points, text: Sentences.note(setup.words, slug(), note, names()) });

  function lineView(index) {
    const line = told.lines[index];
    const number = index + 1;
    return {
      ...line,
      number,
      entry: { ...entries[index], ...line.completed, number },
      get parts() { return line.notes.map(part); },
      corrected: base.corrected.includes(number) || waiting.some((write) => write.kind === "replace" && write.number === number),
    };
  }

  function sideViews(seats) {
    const { scores, result } = told;
    const best = Math.max(...scores.filter((score) => score !== null));
    const alone = scores.filter((score) => score === best).length === 1;
    return base.sides.map(({ number, name }) => {
      const score = scores[number];
      const place = result?.ranking.find((standing) => standing.side === number);
      return {
        number,
        name,
        score,
        rank: place ? place.rank : null,
        eliminated: Boolean(place?.eliminated),
        seats: seats.filter((seat) => seat.side === number),
        leads: alone && score === best,
        wins: Boolean(result?.winners.includes(number)),
        progress: base.target && score !== null ? Math.max(0, Math.min(100, Math.trunc((100 * score) / base.target))) : 0,
      };
    });
  }

  function tableView(after = told) {
    const count = told.lines.length;
    const start = Math.floor(Math.max(0, count - base.lines_shown) / base.seats.length) * base.seats.length;
    const seats = base.seats.map((seat) => ({ ...seat, deals: seat.number === after.state.dealer }));
    const abandoned = base.status === "abandoned";
    const result = abandoned ? null : after.result;
    const status = abandoned ? "abandoned" : result ? "finished" : "in_progress";
    const lines = told.lines.map((_line, index) => lineView(index));
    const table = {
      match: { id: base.match, version: shownVersion(), status, started_at: base.started_at, club: base.club && { name: base.club } },
      game: { ...base.game, choices: setup.templates.games[slug()].choices },
      rules: begun.rules,
      seats,
      state: after.state,
      next: status === "in_progress" ? after.next : null,
      result,
      target: base.target,
      part: { start, end: count, first: start + 1, later: 0 },
      lines,
      can: { ...base.can, record: status === "in_progress", rematch: status === "finished" },
    };
    table.sides = sideViews(seats);
    table.shown = lines.slice(start);
    return table;
  }

  const listed = (people) =>
    (people.length < 2 ? people.join("") : `${people.slice(0, -1).join(", ")} ${said().and} ${people.at(-1)}`);

  // How the match ended, in a sentence; `games/ending.py` has the same.
  function endedSentence(table) {
    if (!table.result) return "";
    const { winners, ended_by: ended } = table.result;
    const reason = setup.words.games[slug()].ended_by[ended] ?? "";
    if (!winners.length) return reason || said().nobody;
    const people = winners.flatMap((side) => table.sides[side].seats.map((seat) => seat.name));
    const others = table.sides.filter((side) => !side.wins);
    const figure = (value) => Sentences.figure(setup.words, value);
    const score = table.sides.find((side) => side.wins).score;
    const values = { winners: listed(people), points: figure(score) };
    let forms = said().more;
    if (table.sides.length === 2 && others.length === 1) {
      values.theirs = figure(others[0].score);
      forms = said().two;
    } else values.score = fill(Templates.plural(said().points, Math.trunc(score)), values);
    const victory = fill(Templates.plural(forms, people.length), values);
    const whole = setup.templates.games[slug()].lines ? fill(said().length, { victory, length: counted(told.lines.length) }) : `${victory}.`;
    return [whole, reason].filter(Boolean).join(" ");
  }

  function counted(count) {
    const forms = setup.templates.games[slug()].lines ?? said().one_line;
    return fill(Templates.plural(forms, count), { count: Sentences.figure(setup.words, count) });
  }

  function context(table) {
    const own = setup.templates.games[slug()];
    return {
      ...base.addresses,
      table,
      game: table.game,
      next_number: told.lines.length + 1,
      board_template: own.board,
      sheet_template: own.sheet,
      pad_template: own.pad,
      preview_template: own.preview,
      ending_template: own.ending,
      preset_name: base.preset_name,
      poll_url: `${base.follow}?version=${shownVersion()}`,
      csrf_token: document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "",
      ended_sentence: endedSentence(table),
      facts: [],
      series: table.result ? null : base.series,
      pad: null,
      preview: null,
      errors: [],
      preview_errors: [],
      next_match_url: null,
      anew_url: null,
    };
  }

  // --- The pad ---

  // The sentences of a field's faults, as Django writes them.
  class Faults extends Array {
    static of(field, sentences) {
      const faults = Faults.from(sentences);
      faults.field = field;
      return faults;
    }
    drawn() {
      if (!this.length) return Templates.drawn("");
      const lines = [...this].map((text) => `<li>${Templates.mark(text)}</li>`).join("");
      const of = this.field ? `" id="id_${this.field}_error"` : ' nonfield"';
      return Templates.drawn(`<ul class="errorlist${of}>${lines}</ul>`);
    }
  }

  // An input of the pad, as a bound field of Django's.
  class Field {
    constructor(name, told, value, faults = []) {
      Object.assign(this, { name, html_name: name, auto_id: `id_${name}`, id_for_label: `id_${name}`, value });
      this.label = told.label;
      this.required = told.required;
      this.widget_type = told.kind;
      this.choices = told.choices ?? [];
      this.field = { choices: this.choices };
      this.errors = Faults.of(name, faults);
    }
    *[Symbol.iterator]() {
      const value = String(this.value ?? "");
      for (const [place, [choice, label]] of this.choices.entries()) {
        const data = { name: this.name, value: choice, selected: choice === value };
        yield { data, id_for_label: `id_${this.name}_${place}`, choice_label: label };
      }
    }
    drawn() {
      const { mark } = Templates;
      const value = this.value === null || this.value === undefined ? "" : ` value="${mark(String(this.value))}"`;
      const type = ["hidden", "number", "checkbox"].includes(this.widget_type) ? this.widget_type : "text";
      return Templates.drawn(`<input type="${type}" name="${mark(this.name)}"${value}${this.required && type !== "hidden" ? " required" : ""} id="id_${mark(this.name)}">`);
    }
  }

  const nextVersion = () => base.version + waiting.length;

  // The pad for the next line, or for line `number`; with `taps` it holds what was tapped.
  async function padView(table, { taps = null, faults = {}, number = null } = {}) {
    const state = await askWith("pad", { taps: taps ?? {}, ...(number === null ? {} : { index: number - 1 }) });
    const first = { client_id: crypto.randomUUID(), after: nextVersion() };
    const fields = { ...base.pad };
    const own = games[slug()] ?? {};
    const pad = { ...state, rules: table.rules, table, number, is_bound: taps !== null, waits: null };
    own.fields?.(fields, { table, pad, told, correcting: number !== null });
    inputs = Object.keys(fields);
    const values = { ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.value])), ...own.first?.({ table, pad, told }) };
    if (taps) Object.keys(fields).forEach((name) => { values[name] = taps[name] ?? null; });
    Object.assign(values, first);
    for (const [name, one] of Object.entries(fields)) pad[name] = new Field(name, one, values[name], faults[name]);
    pad.fields = fields;
    const made = inputs.map((name) => pad[name]);
    pad[Symbol.iterator] = () => made[Symbol.iterator]();
    pad.visible_fields = made.filter((field) => field.widget_type !== "hidden");
    pad.non_field_errors = Faults.of("", faults[""] ?? []);
    own.pad?.(pad, { table, told, taps: taps ?? {}, number });
    return pad;
  }

  function tapsOf(form, button) {
    const taps = {};
    for (const [name, value] of new FormData(form, button)) {
      const { several } = base.pad[name] ?? {};
      if (several || (name in taps && !base.pad[name])) taps[name] = [...(taps[name] ?? []), value];
      else taps[name] = value;
    }
    delete taps.csrfmiddlewaretoken;
    return taps;
  }

  // --- Painting ---

  const shownVersion = () => Number(document.getElementById("table").dataset.version);

  // As htmx would do it: the other scripts notice it alike.
  function exchange(place, nodes) {
    const made = nodes.firstElementChild;
    place.replaceWith(nodes);
    htmx.process(made);
    return made;
  }

  async function paint({ message = null, pad: filled = {} } = {}) {
    const table = tableView();
    const form = table.result ? null : await padView(table, filled);
    const around = context(table);
    const match = document.getElementById("match");
    const side = match.querySelector(".match__side");
    const focused = document.activeElement?.id;
    const about = match.querySelector(".sheet__about");
    exchange(document.getElementById("table"), Templates.draw("games/_table.html", { ...around, pad: form }));
    if (about) match.querySelector(".sheet__about").replaceWith(about);
    exchange(match.querySelector(".bar__title"), Templates.draw("games/_heading.html", around));
    match.classList.toggle("match--ended", Boolean(table.result));
    match.classList.toggle("match--pad", !table.result);
    match.querySelector("#pad")?.remove();
    if (!table.result) {
      side.prepend(Templates.draw("games/_pad.html", { ...around, ...submitting(), pad: form }));
      const pad = match.querySelector("#pad");
      if (correcting) pad.querySelector("form").prepend(correctionNotice());
      htmx.process(pad);
    }
    match.querySelector(".messages").replaceChildren(...(message ? [message] : []));
    mark();
    sign();
    match.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail: { target: match, elt: match } }));
    match.dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true, detail: { target: match, elt: match } }));
    freshen();
    if (filled.taps && !filled.faults) tried();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function tried() {
    const place = document.getElementById("preview");
    if (place) inTurn(() => preview(place, place.closest("form"), tapsOf(place.closest("form")))).catch(console.error);
  }

  const submitting = () => (correcting ? { submit: said().keep } : {});

  // The lines that are not sent yet are marked.
  function mark() {
    document.querySelectorAll("#table .is-waiting").forEach((place) => {
      place.classList.remove("is-waiting");
      place.querySelector("[data-unsent-line]").remove();
    });
    for (const number of unsent()) {
      const link = document.querySelector(`#table a[href$="/lignes/${number}/"]`);
      if (!link) continue;
      link.closest("td, th")?.classList.add("is-waiting");
      const words = document.createElement("span");
      words.className = "visually-hidden";
      words.dataset.unsentLine = "";
      words.textContent = ` (${said().unsent})`;
      link.append(words);
    }
  }

  function unsent() {
    const numbers = new Set();
    let count = begun.entries.length;
    for (const write of waiting) {
      if (write.kind === "entry") numbers.add(++count);
      else if (write.kind === "undo") numbers.delete(count--);
      else if (write.kind === "replace") numbers.add(write.number);
    }
    return numbers;
  }

  // live.js tells new versions; a line of this phone has none yet.
  let painted = 0;
  function freshen() {
    const count = told.lines.length;
    const lines = document.querySelectorAll("[data-line]");
    const last = lines[lines.length - 1];
    if (count > painted && last) {
      last.classList.add("is-fresh");
      say(last.dataset.say);
    }
    painted = count;
    document.title = document.getElementById("table").dataset.title;
  }

  function sign() {
    const place = document.querySelector("[data-sign]");
    if (!place) return;
    const lines = unsent().size || waiting.length;
    place.dataset.unsentLines = waiting.length ? fill(said().to_send, { lines: counted(lines) }) : "";
    place.dataset.count = lines;
    document.dispatchEvent(new CustomEvent("play:sign"));
  }

  function notice(text, act) {
    const words = document.createElement("p");
    words.className = "notice";
    words.append(text, " ");
    if (act) words.append(act);
    return words;
  }

  function correctionNotice() {
    const leave = document.createElement("button");
    leave.type = "button";
    leave.className = "button button--small";
    leave.textContent = said().leave;
    leave.addEventListener("click", () => {
      correcting = null;
      inTurn(() => paint());
    });
    return notice(fill(said().correcting, { number: correcting }), leave);
  }

  // A refusal on the input it is about, as the server puts it.
  function faultsOf({ code, field, number, params }) {
    const sentence = Sentences.refusal(setup.words, slug(), { code, field, number, params }, names());
    const own = games[slug()]?.field?.(field, told) ?? base.field_of[field] ?? field;
    return { sentence, faults: { [inputs.includes(own) ? own : ""]: [sentence] } };
  }

  // The sentence of a refusal; `meanwhile`: in the pad's own words, while a line is being tapped.
  function sentence(refusal, meanwhile = false) {
    const { games: all } = setup.words;
    const errors = { ...all[slug()].errors, ...(meanwhile ? base.more.errors : {}) };
    const words = { ...setup.words, games: { ...all, [slug()]: { ...all[slug()], errors } } };
    return Sentences.refusal(words, slug(), refusal, names());
  }

  // --- What is tapped ---

  const isEntry = (form) => form.id === "pad-form";
  const isUndo = (form) => Boolean(form.querySelector("#undo"));

  let sending = 0; // forms on their usual way
  const sends = (event) => event.detail.requestConfig.verb !== "get" && event.detail.elt.id !== "preview";
  document.addEventListener("htmx:beforeRequest", (event) => { if (sends(event)) sending += 1; });
  document.addEventListener("htmx:afterRequest", (event) => { if (sends(event)) sending -= 1; });

  // A form's answer may have come while the match was loaded.
  const behind = () => sending > 0 || shownVersion() > base.version;

  // Whether this phone can do it alone: else the form goes its usual way.
  function can(form, button) {
    if (!ready || form.querySelector(".waits") || ["preview", "anyway", "go_on"].includes(button?.name)) return false;
    if (behind()) return false;
    return isEntry(form) || isUndo(form);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!can(form, event.submitter)) return;
    const taps = isEntry(form) ? tapsOf(form, event.submitter) : null;
    const alone = taps && games[slug()]?.leaves?.(taps); // what it lacks on a phone alone
    const reached = navigator.onLine !== false;
    if (alone && reached && !waiting.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (alone && reached) {
      setTimeout(() => form.isConnected && form.requestSubmit(event.submitter), 300); // once all is sent
      return;
    }
    inTurn(() => (!taps ? undo() : alone ? paint({ pad: { taps, faults: alone } }) : record(taps))).catch((error) => {
      console.error(error);
      ready = false; // the form takes its usual way
      form.requestSubmit(event.submitter);
    });
  }, true);

  const at = () => (correcting === null ? {} : { index: correcting - 1 });

  const made = new Set(); // the writes of this page, by their id

  async function record(taps) {
    if (made.has(taps.client_id)) return; // a double tap
    let entry = null;
    try {
      entry = await askWith("tapped", { taps, ...at() });
      const text = JSON.stringify(entry);
      if (correcting) take(await ask("replace", `"index":${correcting - 1},"entry":${text}}`));
      else take(await ask("add", `"entry":${text}}`));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { faults } = faultsOf(error.refusal);
      await paint({ pad: { taps, faults, number: correcting } });
      return;
    }
    const number = correcting ?? entries.length + 1;
    const write = {
      match: base.match,
      kind: correcting ? "replace" : "entry",
      number,
      client_id: correcting ? crypto.randomUUID() : taps.client_id,
      after: nextVersion(),
      body: JSON.stringify(entry),
      taps,
      shown: summary(number),
      rules: told.hash,
    };
    made.add(write.client_id);
    try {
      await Outbox.put(write);
    } catch (error) {
      made.delete(write.client_id);
      await fold();
      throw error;
    }
    waiting.push(write);
    entries[number - 1] = entry;
    correcting = null;
    await paint();
  }

  // The line as it is read, for the page where two versions stand side by side.
  const summary = (number) => told.lines[number - 1].notes.map((note) => part(note).text).join(" ");

  async function undo() {
    const number = entries.length;
    if (!number) return;
    const last = waiting.at(-1);
    const taps = tapsAt(number);
    const own = last?.kind === "entry" && (await Outbox.drop(last.client_id));
    if (own) waiting.pop();
    else {
      const write = { match: base.match, kind: "undo", number, client_id: crypto.randomUUID(), after: nextVersion(), body: "{}", shown: summary(number), rules: told.hash };
      made.add(write.client_id);
      await Outbox.put(write);
      waiting.push(write);
    }
    take(await ask("undo"));
    entries.pop();
    correcting = null;
    const act = document.createElement("a");
    act.href = "#pad";
    act.textContent = said().change;
    act.addEventListener("click", (event) => {
      event.preventDefault();
      inTurn(() => paint({ pad: { taps } }));
    });
    const line = base.game.line_name.charAt(0).toUpperCase() + base.game.line_name.slice(1);
    await paint({ message: notice(fill(own ? said().dropped : said().undone, { line, number }), taps && act) });
  }

  // What was tapped for a line: by this phone, or as the server would fill its pad.
  function tapsAt(number) {
    const own = waiting.filter((write) => write.number === number && write.taps).at(-1);
    const known = own?.taps ?? base.taps[number];
    if (!known) return null;
    return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== false && value !== ""));
  }

  // A line that is not sent yet is corrected in the pad; the others have their page.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#table a[href*='/lignes/']");
    if (!ready || !link) return;
    const number = Number(/\/lignes\/(\d+)\//.exec(link.href)[1]);
    if (!unsent().has(number)) return;
    event.preventDefault();
    const taps = tapsAt(number);
    if (!taps || told.result) return;
    correcting = number;
    inTurn(() => paint({ pad: { taps, number } }))
      .then(() => document.getElementById("pad").scrollIntoView({ block: "nearest" }));
  });

  // A preview is answered here; the server is not asked.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, target } = event.detail;
    const place = [elt, target].find((one) => one?.id === "preview");
    if (!place || !ready || event.defaultPrevented) return;
    const form = place.closest("form");
    if (form.querySelector(".waits")) return;
    // A button may ask for the preview, and say something by it.
    const taps = elt.name ? { ...tapsOf(form), [elt.name]: elt.value } : tapsOf(form);
    event.preventDefault();
    inTurn(() => preview(place, form, taps)).catch(console.error);
  });

  async function preview(place, form, taps) {
    const around = { preview: null, errors: [] };
    try {
      if (correcting === null && (await askWith("complete", { taps }))) {
        const entry = JSON.stringify(await askWith("tapped", { taps }));
        around.preview = previewView(await ask("preview", `"entry":${entry}}`));
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      around.errors = [faultsOf(error.refusal).sentence];
    }
    const table = tableView();
    const pad = await padView(table, { taps });
    if (!place.isConnected) return;
    const nodes = Templates.draw(setup.templates.games[slug()].preview, { ...context(table), ...around, pad, preview_url: base.addresses.preview_url });
    nodes.querySelectorAll("[hx-swap-oob]").forEach(putElsewhere);
    place.replaceChildren(nodes);
    const detail = { target: place, elt: place };
    place.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail }));
  }

  // A part of an answer that stands elsewhere on the page (`hx-swap-oob`).
  function putElsewhere(part) {
    const fragment = document.createDocumentFragment();
    fragment.append(part);
    part.removeAttribute("hx-swap-oob");
    const old = document.getElementById(part.id);
    const detail = { target: old, fragment, shouldSwap: true };
    old.dispatchEvent(new CustomEvent("htmx:oobBeforeSwap", { bubbles: true, detail }));
    if (!detail.shouldSwap) return;
    old.replaceWith(part);
    htmx.process(part);
    part.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { bubbles: true, detail: { target: part, elt: part } }));
  }

  function previewView(after) {
    const line = after.lines.at(-1);
    const parts = line.notes.map(part);
    return { parts, sentences: parts.map((one) => one.text), deltas: line.deltas, totals: line.totals, ends: after.result !== null };
  }

  // --- What the server says ---

  document.addEventListener("outbox:sent", (event) => {
    const { write, answer, newer, already } = event.detail;
    inTurn(async () => {
      if (!ready || write.match !== base.match) return;
      waiting = waiting.filter((one) => one.client_id !== write.client_id);
      follow(answer);
      if (write.kind === "replace") base.corrected.push(write.number);
      sign();
      mark();
      if (waiting.length) return;
      if (already && made.has(write.client_id)) await handOver(write); // the server's page says whose line it is
      else if (newer) location.reload(); // the server scores by other rules by now
      else if (isShown(answer)) agree(answer.version);
      else {
        keepMessage();
        document.dispatchEvent(new CustomEvent("play:behind"));
      }
    });
  });

  // Whether the server's match is the one on the screen; one that is over, or that it draws lots in,
  // has more to say.
  function isShown(answer) {
    const lines = answer.entries.map((entry) => entry.line.totals);
    const same = (ones, others) => JSON.stringify(ones) === JSON.stringify(others);
    return !answer.result && !told.result && answer.version === nextVersion()
      && same(lines, told.lines.map((line) => line.totals)) && same(answer.sides.map((side) => side.score), told.scores);
  }

  // The screen is at the server's version: nothing is fetched, and what is tapped meanwhile stays.
  function agree(version) {
    const table = document.getElementById("table");
    const address = (old) => old.replace(/version=\d+/, `version=${version}`);
    table.dataset.version = version;
    for (const place of document.querySelectorAll("#match, #table, #pad-follow")) {
      place.setAttribute("hx-get", address(place.getAttribute("hx-get")));
    }
    htmx.process(document.getElementById("match"));
    const after = document.querySelector("#table [name=after]");
    if (after) after.value = version;
    clearTimeout(still);
    still = setTimeout(fetchCurve, 3000);
  }

  // The curve alone is the server's to draw: it comes once nobody taps.
  let still = 0;
  function fetchCurve() {
    const side = document.querySelector("#match .match__side");
    if (!side || !navigator.onLine) return;
    const old = side.querySelector(".curve");
    const place = old ? { target: old, swap: "outerHTML" } : { target: side, swap: "beforeend" };
    htmx.ajax("GET", `${base.follow}?version=0&pad=1`, { ...place, source: side, select: ".curve" }).catch(() => {});
  }

  // A line that was refused as soon as it was made goes the way of a page without this script: the
  // server's pad has it, and says what to do. Several lines have a page of their own.
  for (const event of ["outbox:stale", "outbox:refused"]) {
    document.addEventListener(event, ({ detail: { match, write } }) => {
      if (!ready || match !== base.match || !made.has(write.client_id) || write.kind === "replace") return;
      inTurn(async () => {
        if (waiting.length === 1 && (await Outbox.drop(write.client_id))) await handOver(write);
      });
    });
  }

  async function handOver(write) {
    waiting = [];
    made.delete(write.client_id);
    sign();
    const { record_url: record, undo_url: take } = base.addresses;
    const values = { ...write.taps, client_id: write.client_id, after: write.after };
    try {
      await htmx.ajax("POST", write.kind === "undo" ? take : record, { values, source: "#match", target: "#match", swap: "outerHTML" });
    } catch {
      await Outbox.put(write);
    }
  }

  // Writes of another tab, or what somebody chose on the page of conflicts.
  document.addEventListener("outbox:changed", (event) => {
    if (!ready || event.detail.match !== base.match) return;
    inTurn(async () => {
      const [now, sheet] = await queue();
      const has = (writes, one) => writes.some((write) => write.client_id === one.client_id);
      const fresh = now.some((write) => !has(waiting, write));
      const gone = waiting.filter((write) => !has(now, write));
      // Those that were sent are told by another event.
      if (!fresh && gone.every((write) => sheet?.version > write.after)) return;
      waiting = going(now);
      follow(sheet);
      await fold();
      if (told.result || !document.getElementById("pad")) await paint();
      else await repaintTable();
      sign();
    });
  });

  // Where somebody has to choose first, nothing that comes after is on the sheet either.
  const going = (writes) => (writes.some((write) => write.block) ? [] : writes);

  // What waits and what the server told, of one moment: else a line sent meanwhile would stand twice.
  async function queue() {
    const ids = (writes) => writes.map((write) => write.client_id).join();
    for (;;) {
      const now = await Outbox.waiting(base.match);
      const sheet = JSON.parse((await Outbox.known(base.match)) ?? "null");
      if (ids(now) === ids(await Outbox.waiting(base.match))) return [now, sheet];
    }
  }

  // The sheet alone: what is tapped in the pad stays.
  async function repaintTable() {
    const table = tableView();
    const form = document.getElementById("pad-form");
    const pad = form && (await padView(table, { taps: tapsOf(form), number: correcting }));
    const about = document.querySelector(".sheet__about");
    exchange(document.getElementById("table"), Templates.draw("games/_table.html", { ...context(table), pad }));
    if (about) document.querySelector(".sheet__about").replaceWith(about);
    mark();
  }

  // The server's own picture of a match of which lines wait is older than what is shown.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig } = event.detail;
    if (!ready || requestConfig.verb !== "get" || !["match", "table", "pad-follow"].includes(requestConfig.elt.id)) return;
    if (!waiting.length && !correcting) return;
    event.detail.shouldSwap = false;
  });

  // A message about a line taken back stays when the server's picture of the match comes.
  let kept = [];
  function keepMessage() {
    kept = [...document.querySelectorAll("#match .messages > *")];
  }
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!event.detail.xhr || event.detail.target?.id !== "match") return;
    const place = document.querySelector("#match .messages");
    if (place && kept.length && !place.children.length) place.append(...kept);
    kept = [];
  });

  // Another phone wrote: its lines are fetched, and the match is folded anew.
  document.addEventListener("htmx:afterSettle", () => {
    if (!ready) return;
    painted = Math.max(painted, begun.entries.length);
    if (shownVersion() <= base.version) return;
    ready = false;
    inTurn(() => refresh()).catch(() => {});
  });

  async function refresh(again = true) {
    learn(await json(setup.data));
    const [now, sheet] = await queue();
    waiting = going(now);
    follow(sheet);
    await fold();
    painted = told.lines.length;
    if (!told.result) await padView(tableView()); // its inputs are known before the first refusal
    ready = true;
    sign();
    if (again && !sending && shownVersion() > base.version) await refresh(false);
  }

  async function begin(told) {
    if (!(await Outbox.ready)) return;
    setup = told;
    const [words, templates] = await Promise.all([json(told.words), json(told.templates)]);
    Object.assign(setup, { words, templates });
    Templates.use(templates, words, told.icons);
    start(told.rules);
    await inTurn(() => refresh());
    if (waiting.length) await inTurn(() => paint());
    document.documentElement.dataset.playable = "";
    document.dispatchEvent(new CustomEvent("play:ready"));
  }

  return {
    begin,
    // What a game's own script adds: `fields`, `first`, `pad`, `field`, `leaves`.
    game(name, own) { games[name] = own; },
    Field,
    fill,
    sentence,
    // What the game's own form says besides.
    get more() { return base.more; },
    get terms() { return setup.words.games[slug()].terms; },
    get inputs() { return base.pad; },
    get state() { return told.state; },
    get hash() { return told.hash; },
  };
})();

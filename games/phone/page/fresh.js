// Starts a match without network, from the start page, on this phone (local.js). It uses what the
// page stored when it was last loaded with network. If something needs the server, the form says
// so.
(() => {
  const form = document.querySelector("[data-fresh]");
  if (!form || !self.caches || !self.Worker || !navigator.serviceWorker || !self.Outbox) return;
  const { game } = document.body.dataset;
  let busy = false; // a second tap starts nothing more

  // The reason why the match can't start, with the input that it is about.
  class Stop extends Error {
    constructor(sentence, input = null) {
      super(sentence);
      this.input = input;
    }
  }

  form.addEventListener("submit", async (event) => {
    // The other buttons ask the server for another form.
    if (event.submitter?.name || !navigator.serviceWorker.controller) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    form.querySelector("[data-stop]")?.remove();
    if (navigator.onLine !== false && (await Local.reached())) {
      form.submit();
      return;
    }
    try {
      if (!(await Outbox.ready)) throw new Stop(form.dataset.needsVisit);
      await begin();
    } catch (error) {
      busy = false;
      if (!(error instanceof Stop)) console.error(error);
      tell(error instanceof Stop ? error : new Stop(form.dataset.needsVisit));
    }
  });
  self.addEventListener("pageshow", () => { busy = false; });

  // Before the user starts a match without network, the form shows what such a match can't do.
  function limits() {
    form.querySelector("[data-limits]")?.remove();
    if (navigator.onLine !== false) return;
    const words = document.createElement("p");
    words.className = "notice";
    words.dataset.limits = "";
    words.textContent = form.dataset.limits;
    form.prepend(words);
  }
  for (const event of ["offline", "online"]) self.addEventListener(event, limits);
  limits();

  function tell({ message, input }) {
    const list = document.createElement("ul");
    list.className = "errorlist";
    list.dataset.stop = "";
    list.setAttribute("role", "alert");
    const item = document.createElement("li");
    item.textContent = message;
    list.append(item);
    const place = input?.closest(".field, .seat");
    if (place) place.append(list);
    else form.prepend(list);
    for (let fold = list.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    list.scrollIntoView({ block: "center" });
  }

  // A stored page does not depend on the query of its address, so what the query asks for is
  // missing.
  const query = new URLSearchParams(document.documentElement.dataset.seen ? location.search : "");
  // The clubs that the stored page knows. Nothing is known here about any other club.
  const clubs = () => [...form.querySelectorAll("[name=club]")].map((input) => input.value);
  if (query.has("club") && !clubs().includes(query.get("club"))) tell(new Stop(form.dataset.needsClub));
  else if (query.has("comme") || query.has("refaire")) tell(new Stop(form.dataset.needsNames));

  // --- The values of the form ---

  const tooLong = () => [...form.querySelectorAll("[data-seat], [name^=side_]")]
    .find((input) => [...input.value.normalize("NFC").trim().replace(/\s+/g, " ")].length > Number(form.dataset.longest));

  // Returns the first input whose rule differs from its preset. Such a match needs the server,
  // because the keys of the pad may depend on the rule.
  function changedRule() {
    const isChanged = (input) => {
      if (input.options) return input.selectedIndex !== Math.max(0, [...input.options].findIndex((option) => option.defaultSelected));
      return /^(checkbox|radio)$/.test(input.type) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
    };
    return [...form.querySelectorAll("#rules input, #rules select, #rules textarea")].find(isChanged);
  }

  // Returns the names in turn order, read as by `StartForm.seats`. An empty name is a seat to be
  // named later.
  function seated(least, most) {
    const names = [...form.querySelectorAll("[data-seat]")].map((input) => input.value.trim());
    if (least === most) return names.slice(0, least);
    const given = names.filter(Boolean);
    const count = Math.max(Number(form.elements.players?.value) || 0, least, given.length);
    if (names.slice(count).some(Boolean)) return [...given, ...Array(count - given.length).fill("")];
    return names.slice(0, count);
  }

  // Returns the names in a form that fits on a key, as `core.names.short_names` does.
  function shortened(names) {
    const words = (name) => name.split(/\s+/);
    const initial = (name) => (words(name).length > 1 ? `${words(name)[0]} ${[...words(name).at(-1)][0]}.` : name);
    const given = names.filter(Boolean);
    for (const short of [(name) => words(name)[0], initial]) {
      if (new Set(given.map(short)).size === given.length) return names.map((name) => name && short(name));
    }
    return names;
  }

  // --- Starting the match ---

  async function begin() {
    const pages = await caches.open("pages");
    const [stored, own] = await Promise.all([form.dataset.fresh, location.pathname].map((path) => pages.match(path, { ignoreVary: true })));
    if (!stored || !own) throw new Stop(form.dataset.needsVisit);
    const name = tooLong();
    if (name) throw new Stop(form.dataset.needsShort, name);
    const rule = changedRule();
    if (rule) throw new Stop(form.dataset.needsRule, rule);
    const blanks = await stored.json();
    const preset = form.elements.preset.value;
    const kinds = blanks.presets[preset];
    const counts = Object.keys(kinds).map(Number);
    const names = seated(counts[0], form.dataset.most === "" ? null : Number(form.dataset.most));
    if (!kinds[names.length]) throw new Stop(form.dataset.needsSeats);
    const options = Object.fromEntries(Object.keys(kinds[names.length].start_options).map((option) => [option, form.elements[option].value]));
    const data = Local.begun(withNames(kinds[names.length], names), options);
    const hash = await judged(blanks.setup, data);

    // The new pages get the headers of this page, except for the two headers that belong to the
    // stored data.
    const headers = new Headers(own.headers);
    for (const name of ["x-seen", "x-files"]) headers.set(name, stored.headers.get(name));
    const title = `${document.querySelector("h1").textContent} · ${data.seats.map((seat) => seat.name).join(", ")}`;
    const made = [
      ["", Local.blank(titled(blanks.page, title)), headers],
      ["jeu.json", JSON.stringify(data), stored.headers],
      ["telephone/", Local.blank(blanks.telephone), headers],
    ];
    const sides = data.game.sides && data.sides.map((side) => (side.typed ? { name: side.name } : {}));
    // When the match reaches the server, the server decides whether it counts in the club, by the
    // rights at this moment.
    const club = form.querySelector("[name=club]:checked")?.value;
    const body = {
      game, preset, ...(sides ? { sides } : {}), ...(club ? { club } : {}), started_at: new Date().toISOString(),
      seats: names.map((name) => (name ? { name } : { named: false })),
      ...Object.fromEntries(Object.entries(options).map(([option, value]) => [option, Number(value)])),
    };
    await Local.begin(blanks.match, made, { body: JSON.stringify(body), shown: title, rules: hash });
  }

  // Returns the data of the blank match with these names. A seat without a name keeps its default
  // name.
  function withNames(data, names) {
    const short = shortened(names);
    const seats = data.seats.map((seat) => ({ ...seat, name: names[seat.number] || seat.name, short: short[seat.number] || seat.short }));
    const sides = data.sides.map((side) => {
      if (!data.game.sides) return { ...side, name: seats[side.number].name };
      const input = form.elements[`side_${side.number}`];
      const typed = input.value.trim() !== "" && input.value !== input.defaultValue;
      return { ...side, name: typed ? input.value.trim() : side.name, typed };
    });
    const named = (label) => seats[data.seats.findIndex((seat) => seat.name === label)]?.short ?? label;
    const pad = Object.fromEntries(Object.entries(data.pad).map(([name, input]) => [name, {
      ...input,
      label: named(input.label),
      choices: input.choices?.map(([value, label]) => [value, named(label)]) ?? input.choices,
    }]));
    const now = new Date();
    const day = now.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" })
      .replace(/^1 /, "1er ");
    return { ...data, seats, sides, pad, started_at: { c: now.toISOString(), DATE_FORMAT: day } };
  }

  // Returns the page with its own title, and without the date of the blank match. The page draws
  // the date itself.
  function titled(text, title) {
    const page = new DOMParser().parseFromString(text, "text/html");
    page.title = title;
    page.querySelector(".sheet__about")?.remove();
    return `<!doctype html>\n${page.documentElement.outerHTML}`;
  }

  // Asks the rules whether the match can be played with these values. Returns the hash of the
  // rules.
  async function judged(setup, data) {
    const worker = new Worker(setup.rules);
    const ask = (what) => new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data: text }) => {
        const { answer, fault } = JSON.parse(text);
        if (answer) resolve(answer);
        else reject(new Error(fault));
      };
      worker.postMessage(`{"id":1,"ask":"${what}",${data.begin.slice(1)}`);
    });
    try {
      const [fault] = await ask("faults");
      if (!fault) return (await ask("begin")).hash;
      const words = await (await fetch(setup.words)).json();
      const names = { seats: data.seats.map((seat) => seat.name), sides: data.sides.map((side) => side.name) };
      const input = form.elements[`rule-${fault.field}`];
      throw new Stop(Sentences.refusal(words, game, fault, names), input instanceof Element ? input : input?.[0]);
    } finally {
      worker.terminate();
    }
  }
})();

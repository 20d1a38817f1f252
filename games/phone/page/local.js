// A match started on this phone without network: a rematch, or a fresh match (fresh.js). It has a
// temporary id until the server has started it.
const Local = (() => {
  const here = /^\/parties\/(\w{8})\//.exec(location.pathname)?.[1];
  const isLocal = here?.[0] === "U";

  // Tells whether the server answers within 2.5 seconds.
  const reached = () => Promise.race([
    fetch("/api/v1/phone/", { cache: "no-store" }).then((response) => response.ok, () => false),
    new Promise((resolve) => setTimeout(() => resolve(false), 2500)),
  ]);

  // Stores the pages of the new match and its start, then opens it. In the pages, `old` is replaced
  // by the match's temporary id.
  async function begin(old, made, start) {
    const match = `U${crypto.randomUUID().slice(0, 7).toUpperCase()}`; // no match of the server has a U
    const pages = await caches.open("pages");
    for (const [path, text, headers] of made) {
      await pages.put(`/parties/${match}/${path}`, new Response(text.replaceAll(old, match), { headers }));
    }
    await Outbox.put({ match, kind: "start", client_id: crypto.randomUUID(), after: null, shown: "", ...start });
    location.assign(`/parties/${match}/`);
  }

  const blank = (page) => page.replace(/(id="table"[^>]*data-version=")\d+/, "$10");

  // Returns the data of a match before its first line. The rules stay text, because for them 2.0 is
  // not 2.
  function begun(data, options) {
    let begin = data.begin.replace(/"entries":.*/s, '"entries":[]}');
    for (const [option, now] of Object.entries(options)) {
      if (now !== undefined) begin = begin.replace(new RegExp(`("${option}":\\s*)\\d+`), `$1${now}`);
    }
    return { ...data, begin, version: 0, status: "in_progress", corrected: [], taps: {} };
  }

  // Starts a rematch with the same people, from the stored pages of this match.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.getAttribute("action")?.endsWith("/revanche/") || !("playable" in document.documentElement.dataset)) return;
    event.preventDefault();
    const waits = (await Outbox.waiting(here)).length;
    if (!waits && !isLocal && (await reached())) form.submit();
    else await again().catch(() => form.submit());
  });

  async function again() {
    const pages = await caches.open("pages");
    const made = [];
    for (const [path, change] of [["", blank], ["jeu.json", anew], ["telephone/", blank]]) {
      const stored = await pages.match(`/parties/${here}/${path}`, { ignoreVary: true });
      if (!stored) throw new Error(path);
      made.push([path, change(await stored.text()), stored.headers]);
    }
    const names = JSON.parse(made[1][1]).seats.map((seat) => seat.name).join(", ");
    await begin(here, made, { of: here, body: "{}", shown: names, rules: Play.hash });
  }

  function anew(text) {
    const data = JSON.parse(text);
    const options = Object.entries(data.start_options).map(([option, key]) => [option, Play.state[key]]);
    return JSON.stringify(begun(data, Object.fromEntries(options)));
  }

  // Opens the match under the id that it has on the server, once the server has started it.
  async function go(match) {
    const pages = await caches.open("pages");
    for (const path of ["", "jeu.json", "telephone/"]) await pages.delete(`/parties/${here}/${path}`);
    location.replace(`/parties/${match}/`);
  }
  document.addEventListener("outbox:started", ({ detail: { local, match } }) => local === here && go(match));
  if (isLocal) Outbox.nameOf(here).then((match) => match && go(match)).catch(() => {});

  return { reached, begin, blank, begun };
})();

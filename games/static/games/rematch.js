// The same table once more, without network: the new match begins on this phone, under a name of its
// own, from the stored pages of the match before. The server starts it once the network is back.
(() => {
  const PAGES = "pages";
  const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const own = (path) => /^\/parties\/(\w{8})\//.exec(path)[1];
  const isLocal = (match) => match[0] === "U"; // no match of the server has that letter

  // Whether our server answers now.
  const reached = () => Promise.race([
    fetch("/api/v1/phone/", { cache: "no-store" }).then((response) => response.ok, () => false),
    new Promise((resolve) => setTimeout(() => resolve(false), 2500)),
  ]);

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.action?.endsWith("/revanche/") || !("playable" in document.documentElement.dataset)) return;
    event.preventDefault();
    const old = own(location.pathname);
    const waits = (await Outbox.waiting(old)).length;
    if (!waits && !isLocal(old) && (await reached())) form.submit();
    else await begin(old).catch(() => form.submit());
  });

  async function begin(old) {
    const match = `U${[...crypto.getRandomValues(new Uint8Array(7))].map((one) => LETTERS[one % 32]).join("")}`;
    const pages = await caches.open(PAGES);
    for (const [path, change] of [["", blank], ["jeu.json", begun], ["telephone/", blank]]) {
      const stored = await pages.match(`/parties/${old}/${path}`, { ignoreVary: true });
      if (!stored) throw new Error(path);
      const text = change((await stored.text()).replaceAll(old, match));
      await pages.put(`/parties/${match}/${path}`, new Response(text, { headers: stored.headers }));
    }
    const client_id = crypto.randomUUID();
    await Outbox.put({ match, kind: "start", of: old, client_id, after: null, body: "{}", shown: "", rules: Play.hash });
    location.assign(`/parties/${match}/`);
  }

  const blank = (page) => page.replace(/(id="table"[^>]*data-version=")\d+/, "$10");

  // The data of the match, before its first line. Its rules stay a text: 2.0 is not 2 for them.
  function begun(text) {
    const data = JSON.parse(text);
    let begin = `${data.begin.slice(0, data.begin.lastIndexOf('"entries":'))}"entries":[]}`;
    for (const [option, key] of Object.entries(data.start_options)) {
      const now = Play.state[key];
      if (now !== undefined) begin = begin.replace(new RegExp(`("${option}":\\s*)\\d+`), `$1${now}`);
    }
    return JSON.stringify({ ...data, begin, version: 0, status: "in_progress", corrected: [], taps: {} });
  }

  // The server has started it: its page is there.
  async function go(local, match) {
    if (own(location.pathname) !== local) return;
    const pages = await caches.open(PAGES);
    for (const path of ["", "jeu.json", "telephone/"]) await pages.delete(`/parties/${local}/${path}`);
    location.replace(`/parties/${match}/`);
  }
  document.addEventListener("outbox:started", ({ detail: { local, match } }) => go(local, match));
  const here = own(location.pathname);
  if (isLocal(here)) Outbox.nameOf(here).then((match) => match && go(here, match)).catch(() => {});
})();

// Begins to play the page's match on this phone, and continues after another phone has written.

// When another phone has written, its lines are fetched and the match is folded again.
document.addEventListener("htmx:afterSettle", () => {
  if (!ready) return;
  painted = Math.max(painted, begun.entries.length);
  if (Live.version() <= base.version) return;
  catchUp();
});
self.addEventListener("online", () => { if (setup && !ready) catchUp(); });

function catchUp() {
  ready = false;
  inTurn(() => refresh()).catch(() => {}); // without network: once it is back
}

async function refresh(again = true) {
  learn(await json(setup.data));
  const [now, sheet] = await queue();
  waiting = going(now);
  follow(sheet);
  await fold();
  painted = folded.lines.length;
  if (!folded.result) await padView(tableView()); // its inputs are known before the first refusal
  ready = true;
  sign();
  if (again && !Live.isWriting() && Live.version() > base.version) await refresh(false);
}

async function begin(options) {
  if (!(await Outbox.ready)) return;
  setup = options;
  const [words, templates] = await Promise.all([json(options.words), json(options.templates)]);
  Object.assign(setup, { words, templates });
  Templates.use(templates, words, options.icons);
  start(options.rules);
  // Reading the match and showing it are one step of the queue, so that no other work comes in
  // between.
  await inTurn(async () => {
    await refresh();
    if (waiting.length || base.version > Live.version()) await show();
  });
  document.documentElement.dataset.playable = "";
  document.dispatchEvent(new CustomEvent("play:ready"));
  const idle = self.requestIdleCallback ?? ((work) => setTimeout(work, 300));
  idle(() => inTurn(warm).catch(console.error));
}

// A dry run, so that the first line is not slower than the others. Nothing of it is shown or
// stored.
async function warm() {
  if (folded.result || correcting !== null) return;
  const table = tableView();
  const around = { ...context(table), pad: await padView(table) };
  for (const template of ["games/_table.html", "games/_pad.html"]) Templates.draw(template, around);
  await askWith("tapped", { taps: {} }).then((entry) => askWith("preview", { entry })).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

self.Play = {
  begin,
  // Registers what a game's own script adds: `fields`, `first`, `pad`, `field`, `leaves`.
  game(name, own) { games[name] = own; },
  Field,
  fill,
  sentence,
  // Further values that the game's own form gives to the phone.
  get more() { return base.more; },
  get terms() { return setup.words.games[slug()].terms; },
  get inputs() { return base.pad; },
  get state() { return folded.state; },
  get hash() { return folded.hash; },
};

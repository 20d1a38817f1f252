// Handles what the user taps: recording, taking back and correcting a line.

const isEntry = (form) => form.id === "pad-form";
const isUndo = (form) => Boolean(form.querySelector("#undo"));

// Tells whether the page is behind the server, because a form was answered while the match was
// loading.
const behind = () => Live.isWriting() || Live.version() > base.version;

// Tells whether this phone can handle the form. If not, the form is sent to the server.
function can(form, button) {
  if (!ready || form.querySelector(".waits") || ["preview", "anyway", "go_on"].includes(button?.name)) return false;
  if (behind()) return false;
  return isEntry(form) || isUndo(form);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  // A correction is never sent as a plain form, because the server would add it as a further line.
  const corrects = correcting !== null && isEntry(form);
  if (!corrects && !can(form, event.submitter)) return;
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
    if (corrects) return; // the pad stays as it is
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
  if (correcting) corrected = { number, until: performance.now() + LIT };
  const write = {
    match: base.match,
    kind: correcting ? "replace" : "entry",
    number,
    client_id: correcting ? crypto.randomUUID() : taps.client_id,
    after: nextVersion(),
    body: JSON.stringify(entry),
    taps,
    shown: summary(number),
    rules: folded.hash,
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
  if (!correcting) return paint();
  setTimeout(light, LIT);
  await leave();
  return say(fill(phrases().corrected, { line: lineName(), number }));
}


// Ends a correction: the pad is for the next line again, with the values tapped before the
// correction.
let aside = null;
let from = 0;
async function leave() {
  const taps = aside;
  correcting = aside = null;
  await paint(taps ? { pad: { taps } } : {});
  scrollTo(0, from);
}

const lineName = () => base.game.line_name.charAt(0).toUpperCase() + base.game.line_name.slice(1);

// Returns a line in words, for the page that shows two versions side by side.
const summary = (number) => folded.lines[number - 1].notes.map((note) => part(note).text).join(" ");

async function undo() {
  const number = entries.length;
  if (!number) return;
  const last = waiting.at(-1);
  const taps = tapsAt(number);
  const own = last?.kind === "entry" && (await Outbox.drop(last.client_id));
  if (own) waiting.pop();
  else {
    const write = { match: base.match, kind: "undo", number, client_id: crypto.randomUUID(), after: nextVersion(), body: "{}", shown: summary(number), rules: folded.hash };
    made.add(write.client_id);
    await Outbox.put(write);
    waiting.push(write);
  }
  take(await ask("undo"));
  entries.pop();
  correcting = null;
  const act = document.createElement("a");
  act.href = "#pad";
  act.textContent = phrases().change;
  act.addEventListener("click", (event) => {
    event.preventDefault();
    inTurn(() => paint({ pad: { taps } }));
  });
  await paint({ message: notice(fill(own ? phrases().dropped : phrases().undone, { line: lineName(), number }), taps && act) });
}

// A tap on a line opens it in the pad, where it is corrected. The link leads to the line's own page
// instead if the line has values that the pad cannot show, or if the user may not correct it.
// Without network, a message says that this must wait.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-leave]")) inTurn(leave);
  const link = event.target.closest("#table a[href*='/lignes/']");
  if (!ready || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const number = Number(/\/lignes\/(\d+)\//.exec(link.href)[1]);
  const own = unsent().has(number);
  const alone = waiting.length > 0 || navigator.onLine === false;
  const taps = own || (base.can.correct && !base.beyond_pad.includes(number)) ? tapsAt(number) : null;
  if (!alone && (!taps || behind())) return;
  event.preventDefault();
  if (!taps) {
    tell(notice(fill(phrases().correct_later, { number })));
    return;
  }
  const form = document.getElementById("pad-form");
  if (correcting === null) {
    aside = form && inUse(form) ? tapsOf(form) : null;
    from = scrollY;
  }
  correcting = number;
  inTurn(() => paint({ pad: { taps, number } }))
    .then(() => document.getElementById("pad").scrollIntoView({ block: "nearest" }));
});

// Handles the server's answers and the changes made in other tabs.

document.addEventListener("outbox:sent", (event) => {
  const { write, answer, newer, already } = event.detail;
  inTurn(async () => {
    if (!ready || write.match !== base.match) return;
    waiting = waiting.filter((other) => other.client_id !== write.client_id);
    follow(answer);
    remember(write);
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

// Updates `base` after this phone's write was stored, as if the server had sent it again.
function remember({ kind, number, taps }) {
  if (kind === "replace") base.corrected.push(number);
  base.taps[number] = kind === "undo" ? null : taps;
  base.beyond_pad = base.beyond_pad.filter((other) => other !== number);
}

// Tells whether the screen already shows the server's match. It does not for a finished match,
// because the server has more to show.
function isShown(answer) {
  const lines = answer.entries.map((entry) => entry.line.totals);
  const same = (ones, others) => JSON.stringify(ones) === JSON.stringify(others);
  return !answer.result && !folded.result && answer.version === nextVersion()
    && same(lines, folded.lines.map((line) => line.totals)) && same(answer.sides.map((side) => side.score), folded.scores);
}

// Sets the page to the server's version. Nothing is fetched, so values tapped meanwhile stay.
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

// Only the server can draw the curve. It is fetched three seconds after the last line.
let still = 0;
function fetchCurve() {
  const side = document.querySelector("#match .match__side");
  if (!side || !navigator.onLine) return;
  const old = side.querySelector(".curve");
  const place = old ? { target: old, swap: "outerHTML" } : { target: side, swap: "beforeend" };
  htmx.ajax("GET", `${base.follow}?version=0&pad=1`, { ...place, source: side, select: ".curve" }).catch(() => {});
}

// If a line made on this page is refused and no other line waits, it is handed over to the server's
// pad, which shows it and says what to do. If several lines wait, they have a page for that.
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

// Another tab has written, or the user has made a choice on the page of conflicts.
document.addEventListener("outbox:changed", (event) => {
  if (!ready || event.detail.match !== base.match) return;
  inTurn(async () => {
    const [now, sheet] = await queue();
    const has = (writes, sought) => writes.some((write) => write.client_id === sought.client_id);
    const fresh = now.some((write) => !has(waiting, write));
    const gone = waiting.filter((write) => !has(now, write));
    // Writes that were sent are handled by the event `outbox:sent`.
    if (!fresh && gone.every((write) => sheet?.version > write.after)) return;
    waiting = going(now);
    follow(sheet);
    await fold();
    await show();
    sign();
  });
});

// While lines wait to be sent, the server's version of the match is older than the screen, so it is
// not shown.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig } = event.detail;
  if (!ready || requestConfig.verb !== "get" || !["match", "table", "pad-follow"].includes(requestConfig.elt.id)) return;
  if (!waiting.length && !correcting) return;
  event.detail.shouldSwap = false;
  if (!waiting.length) inTurn(goAlong).catch(console.error);
});

// Another phone has written while a line is being corrected. The sheet is updated, and the tapped
// values stay.
async function goAlong() {
  if (Live.isWriting() || !correcting) return;
  await refresh(false);
  if (correcting > entries.length) await leave();
  else await repaintTable();
  agree(base.version);
}

// The message about a line taken back is kept when the server's version of the match replaces the
// page.
let messages = [];
function keepMessage() {
  messages = [...document.querySelectorAll("#match .messages > *")];
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (!event.detail.xhr || event.detail.target?.id !== "match") return;
  const place = document.querySelector("#match .messages");
  if (place && messages.length && !place.children.length) place.append(...messages);
  messages = [];
});

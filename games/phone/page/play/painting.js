// Puts the match on the screen.

// As htmx would do it: the other scripts notice it alike.
function exchange(place, nodes) {
  const made = nodes.firstElementChild; // the blanks around it would add up
  place.before(made);
  drop(place);
  htmx.process(made);
}

// What asks by htmx goes by htmx: it listens elsewhere for that, and what it still listens for stays in
// memory. All else goes at once: htmx would tell of each of a sheet's cells.
function drop(place) {
  if (!place) return;
  const asking = "[hx-get], [hx-post], [hx-trigger]";
  for (const part of [...place.querySelectorAll(asking)].reverse()) {
    part.replaceChildren();
    htmx.swap(part, "", { swapStyle: "delete", swapDelay: 0, settleDelay: 0 });
  }
  place.remove();
}

async function paint({ message = null, pad: filled = {} } = {}) {
  const table = tableView();
  // What a correction opens again is shown as running: its pad needs the room.
  if (correcting !== null) table.result = null;
  const open = !table.result;
  const form = open ? await padView(table, filled) : null;
  const around = { ...context(table), place: await placeView(table) };
  const match = document.getElementById("match");
  const side = match.querySelector(".match__side");
  const focused = document.activeElement?.id;
  const about = match.querySelector(".sheet__about");
  exchange(document.getElementById("table"), Templates.draw("games/_table.html", { ...around, pad: form }));
  if (about) match.querySelector(".sheet__about").replaceWith(about);
  exchange(match.querySelector(".bar__title"), Templates.draw("games/_heading.html", around));
  match.classList.toggle("match--ended", !open);
  match.classList.toggle("match--pad", open);
  match.classList.toggle("match--corrects", correcting !== null);
  drop(match.querySelector("#pad"));
  if (open) {
    side.prepend(Templates.draw("games/_pad.html", { ...around, ...submitting(), pad: form }).firstElementChild);
    const pad = match.querySelector("#pad");
    if (correcting) {
      pad.querySelector("form").prepend(Templates.draw("games/_correcting.html", { ...around, number: correcting }));
      pad.querySelector("form").dataset.corrects = "";
    }
    htmx.process(pad);
  }
  tell(message);
  mark();
  light();
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

// A line that is corrected is no play at hand: no advice on it.
const submitting = () => (correcting ? { submit: said().keep, advice_url: null } : {});

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

// The line that the pad corrects is lit, and for two seconds the one that it has corrected: in view,
// on the sheet that stays.
const LIT = 2000;
let corrected = { number: 0, until: 0 };
function light() {
  document.querySelectorAll("#table .is-lit").forEach((place) => place.classList.remove("is-lit"));
  const number = correcting ?? (performance.now() < corrected.until ? corrected.number : 0);
  if (!number) return;
  const line = document.querySelector(`#table a[href$="/lignes/${number}/"], #table [name="cell"]:checked`);
  const place = line?.closest(".paper__row, td");
  place?.classList.add("is-lit");
  place?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
document.addEventListener("htmx:afterSettle", ({ target }) => { if (ready && target.id === "match") light(); });

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
  // The start of a match is no line of it: it is told where nothing else waits.
  const lines = unsent().size || waiting.filter((write) => write.kind !== "start").length;
  const words = lines ? fill(said().to_send, { lines: counted(lines) }) : said().start_to_send;
  place.dataset.unsentLines = waiting.length ? words : "";
  document.dispatchEvent(new CustomEvent("play:sign"));
}

function notice(text, act) {
  const words = document.createElement("p");
  words.className = "notice";
  words.append(text, " ");
  if (act) words.append(act);
  return words;
}

// A message stays until the next one, or the next line.
function tell(message) {
  document.querySelector("#match .messages").replaceChildren(...(message ? [message] : []));
  message?.scrollIntoView({ block: "nearest" });
}

// All of it; but what is tapped in the pad stays.
function show() {
  const form = document.getElementById("pad-form");
  return form && inUse(form) && !told.result ? repaintTable() : paint();
}

// The sheet alone.
async function repaintTable() {
  const table = tableView();
  const form = document.getElementById("pad-form");
  const pad = form && (await padView(table, { taps: tapsOf(form), number: correcting }));
  const about = document.querySelector(".sheet__about");
  const place = await placeView(table);
  exchange(document.getElementById("table"), Templates.draw("games/_table.html", { ...context(table), pad, place }));
  if (about) document.querySelector(".sheet__about").replaceWith(about);
  mark();
  light();
}

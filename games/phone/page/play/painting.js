// Draws the match on the page.

// Replaces a part of the page and tells htmx, so that other scripts notice it as they notice a swap
// by htmx.
function exchange(place, nodes) {
  const made = nodes.firstElementChild; // the blanks around it would add up
  place.before(made);
  drop(place);
  htmx.process(made);
}

// Removes a part of the page. Elements that make requests are removed by htmx, because it also
// listens for them elsewhere, and these listeners would keep them in memory. Everything else is
// removed directly, because htmx would fire an event for each cell of a sheet.
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
  // During a correction, a finished match is drawn as a running one, because the pad needs the
  // room.
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

// Advice is only given on the next line, so a correction has none.
const submitting = () => (correcting ? { submit: phrases().keep, advice_url: null } : {});

// Marks the lines that are not sent yet.
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
    words.textContent = ` (${phrases().unsent})`;
    link.append(words);
  }
}

// Highlights the line that the pad corrects, and for two seconds (`LIT`, in ms) the line that was
// just corrected. It is scrolled into view within the sheet.
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

// Announces a new line of this phone. live.js only announces new versions, and this line has none
// yet.
let painted = 0;
function freshen() {
  const count = folded.lines.length;
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
  // The start of a match is not a line. It is mentioned only if no line waits to be sent.
  const lines = unsent().size || waiting.filter((write) => write.kind !== "start").length;
  const words = lines ? fill(phrases().to_send, { lines: counted(lines) }) : phrases().start_to_send;
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

// Shows a message, which stays until the next message or the next line.
function tell(message) {
  document.querySelector("#match .messages").replaceChildren(...(message ? [message] : []));
  message?.scrollIntoView({ block: "nearest" });
}

// Draws the match again, but keeps the values that are tapped in the pad.
function show() {
  const form = document.getElementById("pad-form");
  return form && inUse(form) && !folded.result ? repaintTable() : paint();
}

// Draws only the sheet again.
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

// Plays the page's match on this phone, by the same rules as the server (docs/phone.md). A line is
// stored in the outbox and drawn immediately. The server's answer later replaces it.
//
// This file has the match itself: what the server sent, and the writes that wait to be sent.

const games = {}; // what a game's own script adds, by slug
let setup = null;
let base = null; // the match as the server last told it
let begun = null; // its rules and entries, as text for the worker and as values
let waiting = []; // the writes that are not sent yet
let folded = null; // what the worker last answered, with all lines
let entries = []; // all entries by now, as values
let correcting = null; // the number of the line that the pad holds
let inputs = []; // the names of the pad's inputs
let ready = false;

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
  base = { ...base, version: sheet.version, status: sheet.status, ...joined(sheet) };
  const rules = base.begin.slice(0, base.begin.lastIndexOf(',"seats":', base.begin.lastIndexOf('"entries":')));
  begun = { ...begun, seats: base.seats.length, entries: list };
  begun.text = `${rules},"seats":${begun.seats},"entries":${JSON.stringify(list)}}`;
}

// Returns the seats and sides with people who joined after the page was drawn. They have the last
// seats.
function joined(sheet) {
  const more = sheet.seats.slice(base.seats.length);
  if (!more.length) return {};
  const seats = more.map(({ seat, name, side }) => ({ number: seat, name, short: name, side }));
  const sides = sheet.sides.slice(base.sides.length).map(({ side, name }) => ({ number: side, name }));
  return { seats: [...base.seats, ...seats], sides: [...base.sides, ...sides] };
}

function take(answer) {
  const before = folded && answer.first ? folded.lines.slice(0, answer.first) : [];
  folded = { ...answer, lines: [...before, ...answer.lines] };
}

// Folds the match as the server sent it, then the writes that wait to be sent.
async function fold() {
  entries = begun.entries.slice();
  folded = null;
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

const nextVersion = () => base.version + waiting.length;

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

// Returns the writes to show on the sheet. If one of them waits for the user's choice, none is
// shown.
const going = (writes) => (writes.some((write) => write.block) ? [] : writes);

// Reads the waiting writes and the server's sheet as they were at one moment. Otherwise a line
// could be shown twice: one that is sent in between, or one that the server has although its answer
// was lost.
async function queue() {
  const ids = (writes) => writes.map((write) => write.client_id).join();
  for (;;) {
    const now = await Outbox.waiting(base.match);
    const sheet = JSON.parse((await Outbox.known(base.match)) ?? "null");
    if (ids(now) !== ids(await Outbox.waiting(base.match))) continue;
    return [now.filter((write) => !base.written?.includes(write.client_id)), sheet];
  }
}

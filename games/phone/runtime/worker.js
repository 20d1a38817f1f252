// The rules on the phone, which answer the page's questions. Both sides send JSON text, so that 2.0
// stays a float.
//
// The question {"id": 1, "ask": "begin", "game": slug, "rules": {…}, "seats": 4, "entries": […]} is
// answered by {"id": 1, "answer": {…}}. If the rules refuse it, the answer is {"id": 1, "refusal":
// {code, field, number, params}}. After a bug of ours, it is {"id": 1, "fault": "…"}. docs/phone.md
// lists the questions.

const $mapping = (object) => new $Dict(Object.entries(object));

// Returns an entry or a ruleset with its values as attributes, as the rules read it. Every name
// must have a value.
function $record(names, values, otherwise) {
  const record = {};
  for (const name of names) {
    const value = values.get(name, otherwise);
    if (value === undefined) throw new $AttributeError(name);
    record[name] = value;
  }
  return Object.freeze(record);
}

class $Match {
  constructor(slug, rules, seats, entries) {
    this.game = $GAMES[slug];
    this.rules = $record(this.game.rules, rules);
    this.seats = seats;
    this.entries = entries;
    this.cached = null;
  }

  // Returns a new fold of some entries.
  folded(entries) {
    const fold = new this.game.fold(this.rules, this.seats);
    for (const entry of entries) fold.add($record(this.game.entry, entry, null));
    return fold;
  }

  // Returns the fold of the match. It is cached until a refused entry may have left it incomplete.
  fold() {
    if (this.cached === null) this.cached = this.folded(this.entries);
    return this.cached;
  }

  // Adds an entry to the match's fold and returns the fold. The cached fold is dropped, so the
  // match is folded again next time.
  with(entry) {
    const fold = this.fold();
    this.cached = null;
    fold.add($record(this.game.entry, entry, null));
    return fold;
  }
}

// --- The answers ---

const $noteTold = (note) =>
  $mapping({ code: note.code, side: note.side, points: note.points, params: note.params });
const $lineTold = (line) =>
  $mapping({
    deltas: line.deltas,
    totals: line.totals,
    notes: line.notes.map($noteTold),
    completed: line.completed,
    dealer: line.dealer,
  });
const $resultTold = ({ winners, ended_by, ranking }) =>
  $mapping({
    winners,
    ended_by,
    ranking: ranking.map(({ side, rank, score, eliminated }) =>
      $mapping({ side, rank, score, eliminated }),
    ),
  });
// Returns the state of a match, with its lines from index `first` on.
function $stateTold(fold, first) {
  const sheet = fold.sheet();
  const { lines } = sheet;
  return $mapping({
    hash: $RULES_HASH,
    first,
    lines: lines.slice(first).map($lineTold),
    totals: lines.length ? lines[lines.length - 1].totals : null,
    scores: sheet.scores,
    state: sheet.state,
    next: sheet.next,
    result: sheet.result && $resultTold(sheet.result),
  });
}
const $refusalTold = ({ code, field, number, params }) => $mapping({ code, field, number, params });

// --- The questions ---

let $match = null;
// Returns what a game reads in the inputs of a pad, for a new line or for the line at `index`.
function $pad(read, question) {
  const { game, rules, entries } = $match;
  const index = question.get("index");
  const correcting = index !== null;
  const before = correcting ? $match.folded(entries.slice(0, index)) : $match.fold();
  return game[read](rules, before.sheet(), question.at("taps"), correcting);
}
// Returns the entries with another entry at `index`, and their fold.
function $replaced(index, entry) {
  const entries = $match.entries.slice();
  $setitem(entries, index, entry);
  try {
    return [entries, $match.folded(entries)];
  } catch (error) {
    if (!(error instanceof $RuleError) || error.number <= index + 1) throw error;
    const params = $mapping({ number: error.number, cause: error.code, params: error.params });
    throw new $RuleError("later_entry_illegal", `entries.${error.number}`, params);
  }
}
const $ASKS = {
  begin(question) {
    const match = new $Match(question.at("game"), question.at("rules"), question.at("seats"), question.at("entries"));
    const fold = match.fold();
    $match = match;
    return $stateTold(fold, 0);
  },
  add(question) {
    const entry = question.at("entry");
    const fold = $match.with(entry);
    $match.entries.push(entry);
    $match.cached = fold;
    return $stateTold(fold, $match.entries.length - 1);
  },
  // Previews an entry as the next line or, with `index`, in place of that line. The answer then has
  // the lines from there on.
  preview(question) {
    const index = question.get("index");
    if (index !== null) return $stateTold($replaced(index, question.at("entry"))[1], index);
    return $stateTold($match.with(question.at("entry")), $match.entries.length);
  },
  undo() {
    if (!$match.entries.length) throw new $RuleError("not_last", "number");
    $match.entries.splice(-1, 1);
    $match.cached = null;
    return $stateTold($match.fold(), $match.entries.length);
  },
  // Answers with the entry that the inputs of a pad make. It can then be previewed or added.
  tapped: (question) => $pad("taps", question),
  // Answers whether enough was tapped to be worth a preview.
  complete: (question) => $pad("complete", question),
  // Answers with the state on which the keys of the pad depend, which is empty if the game has
  // none.
  pad: (question) => ($match.game.pad ? $pad("pad", question) : $mapping({})),
  // Answers with the notes that a phone shows for its seat.
  place(question) {
    const { game, rules } = $match;
    return game.place ? game.place(rules, $match.fold().sheet(), question.at("seat")).map($noteTold) : [];
  },
  // Puts an entry in place of another one. The match is folded again.
  replace(question) {
    [$match.entries, $match.cached] = $replaced(question.at("index"), question.at("entry"));
    return $stateTold($match.cached, 0);
  },
  // Answers with the reasons why a ruleset can't be played, which are empty if it can.
  faults(question) {
    const game = $GAMES[question.at("game")];
    return game.faults($record(game.rules, question.at("rules")), question.at("seats")).map($refusalTold);
  },
};

function $answer(text) {
  const question = $read(text);
  const reply = (name, value) => $write($mapping({ id: question.get("id"), [name]: value }));
  try {
    return reply("answer", $ASKS[question.at("ask")](question));
  } catch (error) {
    if (error instanceof $RuleError) return reply("refusal", $refusalTold(error));
    return reply("fault", String(error));
  }
}

self.onmessage = (event) => {
  self.postMessage($answer(event.data));
  // The match is folded while nobody waits, so that the next preview is fast.
  if ($match) setTimeout(() => $match.fold(), 0);
};

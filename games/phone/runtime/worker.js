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
    this.kept = null;
  }

  // Returns a new fold of some entries.
  folded(entries) {
    const fold = new this.game.fold(this.rules, this.seats);
    for (const entry of entries) fold.add($record(this.game.entry, entry, null));
    return fold;
  }

  // Returns the fold of the match. It is cached until a refused entry may have left it incomplete.
  fold() {
    if (this.kept === null) this.kept = this.folded(this.entries);
    return this.kept;
  }

  // Adds an entry to the match's fold and returns the fold. The cached fold is dropped, so the
  // match is folded again next time.
  with(entry) {
    const fold = this.fold();
    this.kept = null;
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
function $told(fold, first) {
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
function $pad(read, said) {
  const { game, rules, entries } = $match;
  const index = said.get("index");
  const correcting = index !== null;
  const before = correcting ? $match.folded(entries.slice(0, index)) : $match.fold();
  return game[read](rules, before.sheet(), said.at("taps"), correcting);
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
  begin(said) {
    const match = new $Match(said.at("game"), said.at("rules"), said.at("seats"), said.at("entries"));
    const fold = match.fold();
    $match = match;
    return $told(fold, 0);
  },
  add(said) {
    const entry = said.at("entry");
    const fold = $match.with(entry);
    $match.entries.push(entry);
    $match.kept = fold;
    return $told(fold, $match.entries.length - 1);
  },
  // Previews an entry as the next line or, with `index`, in place of that line. The answer then has
  // the lines from there on.
  preview(said) {
    const index = said.get("index");
    if (index !== null) return $told($replaced(index, said.at("entry"))[1], index);
    return $told($match.with(said.at("entry")), $match.entries.length);
  },
  undo() {
    if (!$match.entries.length) throw new $RuleError("not_last", "number");
    $match.entries.splice(-1, 1);
    $match.kept = null;
    return $told($match.fold(), $match.entries.length);
  },
  // Answers with the entry that the inputs of a pad make. It can then be previewed or added.
  tapped: (said) => $pad("taps", said),
  // Answers whether enough was tapped to be worth a preview.
  complete: (said) => $pad("complete", said),
  // Answers with the state on which the keys of the pad depend, which is empty if the game has
  // none.
  pad: (said) => ($match.game.pad ? $pad("pad", said) : $mapping({})),
  // Answers with the notes that a phone shows for its seat.
  place(said) {
    const { game, rules } = $match;
    return game.place ? game.place(rules, $match.fold().sheet(), said.at("seat")).map($noteTold) : [];
  },
  // Puts an entry in place of another one. The match is folded again.
  replace(said) {
    [$match.entries, $match.kept] = $replaced(said.at("index"), said.at("entry"));
    return $told($match.kept, 0);
  },
  // Answers with the reasons why a ruleset can't be played, which are empty if it can.
  faults(said) {
    const game = $GAMES[said.at("game")];
    return game.faults($record(game.rules, said.at("rules")), said.at("seats")).map($refusalTold);
  },
};

function $answer(text) {
  const said = $read(text);
  const told = (name, value) => $write($mapping({ id: said.get("id"), [name]: value }));
  try {
    return told("answer", $ASKS[said.at("ask")](said));
  } catch (error) {
    if (error instanceof $RuleError) return told("refusal", $refusalTold(error));
    return told("fault", String(error));
  }
}

self.onmessage = (event) => {
  self.postMessage($answer(event.data));
  // The match is folded while nobody waits, so that the next preview is fast.
  if ($match) setTimeout(() => $match.fold(), 0);
};

// The values that the templates draw.

const names = () => ({ seats: base.seats.map((seat) => seat.name), sides: base.sides.map((side) => side.name) });
const slug = () => base.game.slug;
const phrases = () => setup.templates.said;
const fill = (text, values) => text.replace(/%\((\w+)\)s|%%/g, (_place, name) => (name ? values[name] : "%"));

const part = (note) => ({ code: note.code, side: note.side, points: note.points, params: note.params, text: Sentences.note(setup.words, slug(), note, names()) });

function lineView(index) {
  const line = folded.lines[index];
  const number = index + 1;
  return {
    ...line,
    number,
    entry: { ...entries[index], ...line.completed, number },
    get parts() { return line.notes.map(part); },
    corrected: base.corrected.includes(number) || waiting.some((write) => write.kind === "replace" && write.number === number),
  };
}

function sideViews(seats) {
  const { scores, result } = folded;
  const best = Math.max(...scores.filter((score) => score !== null));
  const alone = scores.filter((score) => score === best).length === 1;
  return base.sides.map(({ number, name }) => {
    const score = scores[number];
    const place = result?.ranking.find((standing) => standing.side === number);
    return {
      number,
      name,
      score,
      rank: place ? place.rank : null,
      eliminated: Boolean(place?.eliminated),
      seats: seats.filter((seat) => seat.side === number),
      leads: alone && score === best,
      wins: Boolean(result?.winners.includes(number)),
      progress: base.target && score !== null ? Math.max(0, Math.min(100, Math.trunc((100 * score) / base.target))) : 0,
    };
  });
}

function tableView(after = folded) {
  const count = folded.lines.length;
  const start = Math.floor(Math.max(0, count - base.lines_shown) / base.seats.length) * base.seats.length;
  const seats = base.seats.map((seat) => ({ ...seat, deals: seat.number === after.state.dealer }));
  const abandoned = base.status === "abandoned";
  const result = abandoned ? null : after.result;
  const status = abandoned ? "abandoned" : result ? "finished" : "in_progress";
  const lines = folded.lines.map((_line, index) => lineView(index));
  const table = {
    match: { id: base.match, version: Live.version(), status, started_at: base.started_at, club: base.club && { name: base.club } },
    game: { ...base.game, choices: setup.templates.games[slug()].choices },
    rules: begun.rules,
    seats,
    state: after.state,
    next: status === "in_progress" ? after.next : null,
    result,
    target: base.target,
    corrects: correcting,
    part: { start, end: count, first: start + 1, later: 0 },
    lines,
    can: { ...base.can, record: status === "in_progress", rematch: status === "finished" },
  };
  table.sides = sideViews(seats);
  table.sides_by_rank = result
    ? [...table.sides].sort((a, b) => b.wins - a.wins || (a.rank ?? 0) - (b.rank ?? 0) || a.number - b.number) : table.sides;
  table.shown_lines = lines.slice(start);
  return table;
}

// Returns what the phone shows for its seat, as `games/presentation/place.py` does; null if there
// is nothing.
async function placeView(table) {
  const seat = base.seats[base.place ?? -1];
  if (!seat || table.match.status !== "in_progress") return null;
  const notes = await askWith("place", { seat: seat.number });
  const [large = "", ...more] = notes.map((note) => Sentences.place(setup.words, slug(), note, names()));
  return { number: seat.number + 1, name: seat.name, large, more };
}

const listed = (people) =>
  (people.length < 2 ? people.join("") : `${people.slice(0, -1).join(", ")} ${phrases().and} ${people.at(-1)}`);

// Returns the sides that did not win, by rank, with their scores.
function scoresOf(table, { winners, ranking }) {
  const figure = (value) => Sentences.figure(setup.words, value);
  return listed(ranking.filter(({ side }) => !winners.includes(side)).map(({ side, score, eliminated }) => {
    const name = listed(table.sides[side].seats.map((seat) => seat.name));
    return fill(eliminated ? phrases().out : "%(name)s (%(points)s)", { name, points: figure(score) });
  }));
}

function victoryOf(table, how) {
  const { winners } = table.result;
  const people = winners.flatMap((side) => table.sides[side].seats.map((seat) => seat.name));
  const others = table.sides.filter((side) => !side.wins);
  const figure = (value) => Sentences.figure(setup.words, value);
  const { score } = table.sides.find((side) => side.wins);
  const values = { winners: listed(people), points: figure(score), how };
  if (table.sides.length === 2 && others.length === 1) {
    values.theirs = figure(others[0].score);
    values.losers = listed(others[0].seats.map((seat) => seat.name));
    return fill(Templates.plural(how ? phrases().two_how : phrases().two, people.length), values);
  }
  values.score = fill(Templates.plural(phrases().points, Math.abs(Math.trunc(score))), values);
  const victory = fill(Templates.plural(how ? phrases().more_how : phrases().more, people.length), values);
  return others.length ? fill(phrases().ahead, { victory, others: scoresOf(table, table.result) }) : victory;
}

// Returns the sentence of the result, as `games/presentation/ending.py` does; empty if there is no
// result.
function endedSentence(table) {
  if (!table.result) return "";
  const { winners, ended_by: ended } = table.result;
  const how = setup.words.games[slug()].ended_by[ended] ?? "";
  const victory = winners.length ? victoryOf(table, how)
    : fill(phrases().drawn, { what: how || phrases().nobody, scores: scoresOf(table, table.result) });
  return setup.templates.games[slug()].lines ? fill(phrases().length, { victory, length: counted(folded.lines.length) }) : `${victory}.`;
}

function counted(count) {
  const forms = setup.templates.games[slug()].lines ?? phrases().one_line;
  return fill(Templates.plural(forms, count), { count: Sentences.figure(setup.words, count) });
}

function context(table) {
  const own = setup.templates.games[slug()];
  return {
    ...base.addresses,
    table,
    game: table.game,
    next_number: folded.lines.length + 1,
    board_template: own.board,
    sheet_template: own.sheet,
    pad_template: own.pad,
    preview_template: own.preview,
    ending_template: own.ending,
    preset_name: base.preset_name,
    poll_url: `${base.follow}?version=${Live.version()}`,
    csrf_token: document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "",
    ended_sentence: endedSentence(table),
    facts: [],
    moments: [],
    curve: null,
    other_facts: [],
    decisions: null,
    event: null,
    series: table.result ? null : base.series,
    pad: null,
    preview: null,
    errors: [],
    preview_errors: [],
    next_match_url: null,
    anew_url: null,
  };
}

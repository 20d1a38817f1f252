// The same as `match_texts.py`, but by the compiled rules; and where the two differ.

function text(x) {
  if (x === undefined) return "UNDEFINED";
  if (x === null || typeof x === "boolean") return $str(x);
  if (typeof x === "string") return JSON.stringify(x);
  if (x instanceof $Decimal) return `D${x}`;
  if ($isFloat(x)) return `F${$repr(x)}`;
  if ($isInt(x)) return String(x);
  if (x instanceof $NamedTuple) return fields(x);
  if ($isTuple(x)) return `(${[...x].map(text).join(",")})`;
  if (Array.isArray(x)) return `[${x.map(text).join(",")}]`;
  if (x instanceof $Set) return `S{${[...x].map(text).sort().join(",")}}`;
  if (x instanceof $Dict) {
    return `{${Array.from($pairs(x), ([key, value]) => `${text(key)}:${text(value)}`).join(",")}}`;
  }
  return fields(x);
}
function fields(x) {
  const inside = x.constructor.$fields.map((name) => `${name}=${text(x[name])}`);
  return `${x.constructor.name}(${inside.join(",")})`;
}
const refusal = ({ code, field, number, params }) =>
  `!${code}/${$str(field)}/${$str(number)}/${text(params)}`;
function outcome(fold) {
  const sheet = fold.sheet();
  return text($T([sheet.scores, sheet.state, sheet.next, sheet.result]));
}
const places = ({ game, rules, seats }, fold) =>
  text(Array.from({ length: seats }, (_, seat) => game.place(rules, fold.sheet(), seat)));
function play(match, entries, looks) {
  const fold = match.folded([]);
  const texts = [];
  for (const [index, entry] of entries.entries()) {
    try {
      fold.add($record(match.game.entry, entry, null));
    } catch (error) {
      if (!(error instanceof $RuleError)) throw error;
      return [...texts, refusal(error)];
    }
    texts.push(text(fold.lines[index]));
    if (looks.includes(index + 1)) texts.push(outcome(fold), places(match, fold));
  }
  return [...texts, outcome(fold)];
}
function attempt(tell) {
  try {
    return tell();
  } catch (error) {
    if (!(error instanceof $RuleError)) throw error;
    return refusal(error);
  }
}
const lastText = (match, entries) => attempt(() => outcome(match.folded(entries)));
function tappedTexts(match, entries, tapped, correcting) {
  const { game, rules } = match;
  const fold = match.folded(entries);
  const before = fold.sheet();
  const texts = [];
  for (const taps of tapped) {
    for (const read of ["taps", "complete"]) {
      texts.push(attempt(() => text(game[read](rules, before, taps, correcting))));
    }
  }
  const recorded = () => {
    fold.add($record(game.entry, game.taps(rules, before, tapped[0], correcting), null));
    return outcome(fold);
  };
  return [...texts, attempt(recorded)];
}
function allTexts(vector) {
  const [slug, seats, entries] = ["game", "seats", "entries"].map((name) => vector.at(name));
  const match = new $Match(slug, vector.at("rules"), seats, entries);
  const texts = play(match, entries, vector.at("looks"));
  for (const [place, entry] of vector.at("odd")) {
    texts.push(lastText(match, [...entries.slice(0, place), entry]));
  }
  const [place, correcting, tapped] = vector.at("taps");
  texts.push(...tappedTexts(match, entries.slice(0, place), tapped, correcting));
  for (const [changed, at] of vector.at("rulesets")) {
    const faults = match.game.faults($record(match.game.rules, changed), at);
    texts.push(faults.map(refusal).join(";"));
  }
  return texts;
}

// Return the first `most` differences, each as [match, line, actual, expected].
function differences(vectors, most) {
  const differing = [];
  for (const vector of vectors.map($read)) {
    const expected = vector.at("said");
    let actual;
    try {
      actual = allTexts(vector);
    } catch (error) {
      actual = [String(error.stack)];
    }
    const line = expected.findIndex((text, i) => text !== actual[i]);
    if (line < 0 && actual.length === expected.length) continue;
    differing.push([vector.at("number"), line, actual[line] || actual[0], expected[line]]);
    if (differing.length >= most) break;
  }
  return differing;
}

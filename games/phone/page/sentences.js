// Makes sentences of the games' coded notes and refusals, as `games/presentation/wording.py` does
// on the server. The words come from `phone/words.<language>.json`. `names` are the people at the
// table: {seats: ["Anne", …], sides: ["Nous", "Vous"]}.
const Sentences = (() => {
  const PLACE = /%(?:\((\w+)\)s|%)/g;
  const MINUS = "\u2212";
  const [OPEN, CLOSE] = ["\u2068", "\u2069"];
  const OPENS = /[\u2066-\u2068]/;

  function note(words, slug, { code, params }, names) {
    const game = words.games[slug];
    return filled(words, game, game.notes[code], params, names);
  }

  // Returns the sentence of a note that a phone shows for its seat.
  function place(words, slug, { code, params }, names) {
    const game = words.games[slug];
    return filled(words, game, game.place[code], params, names);
  }

  // Returns the sentence that says what to do about a refusal, in the game's words or in the common
  // words.
  function refusal(words, slug, { code, params }, names) {
    const game = words.games[slug];
    const text = game.errors[code] ?? words.errors[code];
    if (text === undefined) return filled(words, game, words.unknown, { code }, names);
    if (code !== "later_entry_illegal") return filled(words, game, text, params, names);
    const why = refusal(words, slug, { code: params.cause, params: params.params }, names);
    return filled(words, game, text, { ...params, why }, names);
  }

  // Returns the singular or the plural of a text. As in gettext, 0 takes the singular in French and
  // the plural in English.
  function form(words, text, params) {
    if (typeof text === "string") return text;
    const number = Math.abs(params[text.by]);
    const singular = number === 1 || (number === 0 && words.language.startsWith("fr"));
    return singular ? text.singular : text.plural;
  }

  function filled(words, game, forms, params, names) {
    const text = form(words, forms, params);
    if (!Object.keys(params).length) return text.replaceAll("%%", "%");
    return text.replace(PLACE, (sign, place) => {
      if (place === undefined) return "%";
      if (!(place in params)) throw new Error(`no ${place} for « ${text} »`);
      return worded(words, game, place, params[place], names);
    });
  }

  function worded(words, game, place, value, names) {
    if (place === "seat") return nameAt(words, names.seats, value);
    if (place === "side") return nameAt(words, names.sides, value);
    if (place === "card") return card(words, value);
    if (place === "cards") return value.map((code) => card(words, code)).join(", ");
    if (place === "suit") return words.suits[value] ?? String(value);
    if (place === "span") return span(words, value);
    if (place === "either") return either(words, value);
    if (typeof value === "number") return figure(words, value);
    if (typeof value === "string") return game.terms[value] ?? value;
    return plain(value);
  }

  const plain = (value) => ({ null: "None", true: "True", false: "False" })[value] ?? String(value);

  function nameAt(words, names, place) {
    if (!Number.isInteger(place)) return plain(place);
    return place >= 0 && place < names.length ? isolated(words, names[place]) : String(place + 1);
  }

  // A name that would reverse the direction of the sentence is put between Unicode isolates.
  function isolated(words, name) {
    if (!new RegExp(`[${words.turning}]`, "u").test(name)) return name;
    let opened = 0;
    let cleaned = "";
    for (const character of name) {
      if (OPENS.test(character)) opened++;
      else if (character === CLOSE && !opened) continue;
      else if (character === CLOSE) opened--;
      cleaned += character;
    }
    return OPEN + cleaned + CLOSE.repeat(opened) + CLOSE;
  }

  function card(words, code) {
    if (code in words.jokers) return words.jokers[code];
    const [rank, suit] = [String(code).slice(0, -1), String(code).slice(-1)];
    if (!(suit in words.signs)) return String(code);
    return (words.faces[rank] ?? rank) + words.signs[suit];
  }

  // Returns the possible values as text: « 700 ou 800 », « 1-5-5 ».
  function either(words, values) {
    const texts = values.map((value) => (typeof value === "number" ? figure(words, value) : value));
    return texts.reduce((first, second) =>
      words.either.replace("%(first)s", first).replace("%(second)s", second));
  }

  // Returns two bounds as text, « de 5 à 30 », or one figure if both bounds are equal.
  function span(words, [first, last]) {
    const [lowest, highest] = [figure(words, first), figure(words, last)];
    if (lowest === highest) return lowest;
    return words.span.replace("%(lowest)s", lowest).replace("%(highest)s", highest);
  }

  // Returns a number as text: « 10 000 », « −70 », « 9,5 ».
  function figure(words, value) {
    const [whole, rest] = Math.abs(value).toFixed(2).split(".");
    const part = rest.replace(/0+$/, "");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, words.thousands);
    return (value < 0 ? MINUS : "") + grouped + (part && words.decimal + part);
  }

  return { note, place, refusal, figure: (words, value) => figure(words, value) };
})();

// The pad and the sheet of 10 000 on a phone without network.
(() => {
  const range = (count) => Array.from({ length: count }, (_one, place) => place);

  // --- The sheet, as `templatetags/mille.py` lays it out ---

  const isPalier = (codes) => !codes.has("instant_win") && (codes.has("entered") || codes.has("palier"));

  function cell(line, seat, written) {
    const own = new Set(line.parts.filter((part) => part.side === seat).map((part) => part.code));
    const falls = line.parts.filter((part) => part.side !== seat && part.side !== null);
    const made = { line, codes: own, score: 0, struck: false, bars: [], back: 0, falls: [] };
    if (own.has("instant_win")) return { ...made, kind: "win" };
    if (!isPalier(own)) {
      const struck = own.has("struck") || own.has("struck_out");
      return { ...made, kind: struck ? "struck" : own.has("coche") ? "coche" : "bust", back: line.totals[seat] };
    }
    const palier = written.shift();
    return { ...made, kind: "palier", score: palier.score, struck: palier.struck, bars: range(palier.coches), falls };
  }

  Object.assign(Templates.tags, {
    rounds(table) {
      const seats = table.seats.length;
      const written = table.state.players.map((player) => [...player.paliers]);
      range(table.part.start).forEach((index) => {
        const notes = table.lines[index].notes.filter((note) => note.side === index % seats);
        if (isPalier(new Set(notes.map((note) => note.code)))) written[index % seats].shift();
      });
      const rows = [];
      table.shown_lines.forEach((line, place) => {
        const seat = (table.part.start + place) % seats;
        if (seat === 0) rows.push({ first: line.number, last: line.number + seats - 1, cells: Array(seats).fill(null) });
        rows.at(-1).cells[seat] = cell(line, seat, written[seat]);
      });
      return rows;
    },
    player_state(table, side) {
      const { entered, coches } = table.state.players[side];
      return { entered, coches, bars: range(coches), plays: table.next?.seat === side };
    },
    kicks(table) {
      const ranking = table.result?.ranking ?? [];
      return ranking.map(({ side, rank }) => [table.sides[side].name, { given: ranking.length - rank, taken: rank - 1 }]);
    },
  });

  // --- The pad ---

  const key = (value, label, checked) => ({ value: String(value), label, checked });
  const figure = (value) => Templates.filters.figure(value);

  Play.game("dix-mille", {
    first: ({ table }) => {
      const last = table.lines.at(-1);
      return { mode: last?.entry.throws ? "dice" : "points", throws: "" };
    },
    pad(pad, { table }) {
      const chosen = String(pad.points.value ?? "");
      const carried = Templates.truth(pad.carried.value);
      const added = [pad.plus.value ?? []].flat().map(String);
      const totals = (values, enabled) => values.map((value) => ({
        ...key(value, figure(value), enabled && chosen === String(value)), usual: Boolean(Play.more.usual?.includes(value)),
      }));
      const pluses = (values) => values.map((value) => key(value, `+${figure(value)}`, added.includes(String(value))));
      const { seat, entered, to_target: left, may_carry: carry } = pad.expected;
      const unknown = carried && carry && carry.dice === null && !Templates.truth(pad.carry_dice.value);
      const asksDice = unknown && !pad.tapped.throws.length;
      const count = pad.tapped.over || asksDice ? 0 : pad.tapped.dice_to_tap;
      const die = (place) => ({ html_name: `die_${place}`, value: pad.tapped.tapped[place - 1] ?? "", label: `${pad.die_1.label} ${place}`, errors: "" });
      const { turn } = pad.tapped;
      turn.throws = turn.throws.map(([, dice, reading, aside, jokers, gained]) => ({ dice, reading, kept: aside, jokers, added: gained }));
      Object.assign(pad, {
        chosen,
        by_dice: pad.mode.value === "dice",
        asks_dice: asksDice,
        seat,
        carry,
        to_target: left,
        stand: { entered },
        player: table.seats[seat].short,
        keys: totals(pad.totals, !carried),
        carried_keys: totals(pad.carried_totals, carried),
        pluses: pluses(pad.added),
        rare_pluses: pluses(Play.more.rare),
        has_rare: Play.more.rare.some((plus) => added.includes(String(plus))),
        wins_at_once: table.rules.yam_of_aces_wins,
        dice_fields: range(count).map((place) => die(place + 1)),
        carry_counts: range(table.rules.dice).slice(1),
        fault_sentence: pad.fault ? Play.sentence(pad.fault) : "",
        stop_sentence: pad.stop ? Play.sentence(pad.stop, true) : "",
      });
    },
  });
})();

// The pad and the sheet of the jeu du Maître on a phone without network.
(() => {
  // The same order of notes and the same filters as in `templatetags/maitre.py`.
  const STORY = ["validated", "not_validated", "eliminated", "gap_kept", "gap_failed", "contract_kept", "contract_failed"];
  Object.assign(Templates.filters, {
    begins_tour: (place, seats) => place % seats.length === 0,
    tour: (place, seats) => Math.floor(place / seats.length) + 1,
    story(line) {
      const place = (part) => STORY.indexOf(part.code);
      return line.parts.filter((part) => place(part) >= 0).sort((first, second) => place(first) - place(second));
    },
  });

  let others = []; // the seats of all but the Maître
  const figure = (seat) => `player_${seat}`;

  Play.game("maitre", {
    fields(fields, { pad, table }) {
      others = pad.others;
      table.seats.forEach((seat) => { delete fields[figure(seat.number)]; });
      others.forEach((seat) => { fields[figure(seat)] = { label: table.seats[seat].short, kind: "number", value: null }; });
    },
    pad(pad, { table }) {
      pad.maitre_name = table.seats[pad.maitre].short;
      pad.players = others.map((seat) => pad[figure(seat)]);
      pad.faults = Object.values(pad)
        .filter((field) => field instanceof Play.Field && field.errors.length)
        .map((field) => [field.label, `${field.auto_id}_error`, field.errors.join(" ")]);
    },
    field(field) {
      if (field === "players") return figure(others[0]);
      return field?.startsWith("players.") ? figure(field.slice("players.".length)) : undefined;
    },
  });
})();

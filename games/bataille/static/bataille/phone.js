// The pad of the Bataille on a phone without network. Each player has a key, which shows its own
// preview.
Play.game("bataille", {
  pad(pad, { table }) {
    pad.keys = pad.wins.map(([before, after, ends], seat) => ({ seat: table.seats[seat], before, after, ends }));
    pad.counts = table.seats.map((_seat, number) => pad[`cards_${number}`]).filter(Boolean);
  },
});

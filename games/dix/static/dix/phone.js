// The pad of the jeu du 10 on a phone without network: the bids of the purses, and the switch of
// those who play above the cap.

// Only the server knows that a match and its tournament are over, and hands are reviewed there.
Templates.tags.by_cards = () => [];

Play.game("dix", {
  fields(fields, { pad, table, correcting }) {
    const { rules } = table;
    if (pad.capped_bidders.length || correcting) fields.defenders_bid ??= { label: "", kind: "checkbox", value: false };
    else delete fields.defenders_bid;
    if (rules.bid_format !== "buy_money" || !fields.bid.choices) return;
    const free = pad.lowest_purse < rules.min_bid;
    const choices = fields.bid.choices.filter(([value]) => (Number(value) ? Number(value) <= pad.highest_purse : free));
    fields.bid = { ...fields.bid, choices };
  },
});

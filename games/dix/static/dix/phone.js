// Adapts the form of the jeu du 10 on a phone without network. It limits the bids to those that the
// purses can pay, and shows the checkbox `defenders_bid` only when a side has reached the defence
// cap.

// A phone never offers hands for review. Only the server knows whether the match and its tournament
// are over, and reviews are pages of the server.
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

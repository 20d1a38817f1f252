"""Random whole matches of the jeu du 10, and hands that are refused."""

from tests.games.dix.naive import NaiveMatch, random_rules
from tests.games.reference_matches import Whole, entry_values

# Failed bids can keep a match going for ever, so after this many hands the leading side gets all
# the points.
PATIENCE = 30


def whole_match(random):
    rules = random_rules(random)
    match, entries, totals = NaiveMatch(rules), [], []
    while match.winner is None:
        entry, figures = match.invent(random)
        if len(entries) >= PATIENCE and entry.tricks is None:
            entry, figures = hurried(match, entry, figures)
        match.add(*figures)
        entries.append(entry_values(entry))
        totals.append(tuple(match.scores))
    winner = match.winner
    return Whole(
        rules=vars(rules),
        seats=4,
        entries=entries,
        totals=totals,
        scores=totals[-1],
        winners=[winner],
        ended_by=match.ended_by,
        ranking=[(1, winner, False), (2, 1 - winner, False)],
    )


def hurried(match, entry, figures):
    """Return the same auction, but the bidders take all the points if they lead the match, and none
    if they do not.
    """
    bidder, bid, partie, _taken, spoke = figures
    ahead = 0 if match.scores[0] >= match.scores[1] else 1
    aces = match.rules.card_values == "penalised_aces" and not partie
    most = 60 if aces else 100
    entry.taken = most if bidder % 2 == ahead else 0
    return entry, (bidder, bid, partie, entry.taken, spoke)


def spoilt(random, whole, place):
    bid = whole.rules["min_bid"]
    hand = {"bidder": 0, "bid": bid, "taken": 50}
    there = whole.entries[place]
    choices = [
        {},
        {**hand, "bidder": 4},
        {**hand, "bidder": -1},
        {**hand, "bid": 1005},
        {**hand, "bid": -5},
        {**hand, "partie": True},
        {**hand, "taken": 51},
        {**hand, "taken": 105},
        {**hand, "taken": -45},
        {**hand, "trump": "hearts", "tricks": [["10H", "AH", "7H", "5H"]]},
        {**hand, "tricks": []},
        {**hand, "auction": []},
        {**hand, "auction": [{"seat": seat, "call": "pass"} for seat in range(4)]},
        {**hand, "defenders_bid": True},
        {"bidder": 0, "bid": bid},
        {"bid": bid, "taken": 50},
        {"bidder": 0, "taken": 50},
    ]
    if there.get("auction"):
        call = there["auction"][-1]
        choices += [
            {**there, "auction": [*there["auction"], call]},
            {**there, "auction": [{**call, "seat": 5}]},
            {**there, "auction": [*there["auction"][:-1], {**call, "call": 3000}]},
        ]
    if there.get("tricks"):
        choices.append({**there, "tricks": there["tricks"][:-1]})
    return random.choice(choices)


def taps_of(whole, place, hand):
    """Return the keys of the pad that record a hand, given the columns of its line."""
    bid = "partie" if hand["partie"] else hand["bid"]
    return {"bid": bid} | {
        name: hand[name] for name in ("bidder", "taken", "trump", "defenders_bid")
    }


def keys(whole):
    """Return the pad's inputs, each with some values that it may hold."""
    return {
        "bidder": ["", "0", "1", "2", "3"],
        "bid": ["", "0", "50", "75", "partie", 80],
        "taken": ["", "-10", "0", "55", "100"],
        "trump": ["", "hearts"],
        "defenders_bid": [True, False],
        "tens": ["", "2"],
        "stolen": ["", "1", "3"],
        "robbed": ["", "1", "4"],
    }

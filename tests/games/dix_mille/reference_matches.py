"""Whole matches of 10 000, and refused turns."""

from tests.games.dix_mille.naive import NaiveMatch, random_rules
from tests.games.reference_matches import Whole, ranked, told

# Falls and coches can keep a match going for ever: after so many turns somebody scores exactly what
# is missing.
PATIENCE = 60


def whole_match(random):
    rules, seats = random_rules(random), random.choice([2, 2, 2, 3, 4, 5, 6])
    match, entries, totals = NaiveMatch(rules, seats), [], []
    while match.winner is None:
        entries.append(told(match.play(random, hurried=len(entries) >= PATIENCE)))
        totals.append(match.scores())
    return Whole(
        rules=vars(rules),
        seats=seats,
        entries=entries,
        totals=totals,
        scores=totals[-1],
        winners=[match.winner],
        ended_by=match.ended_by,
        ranking=behind(match.winner, totals[-1]),
    )


def behind(winner, scores):
    """The winner first, whatever the scores; the others by score."""
    others = [seat for seat in range(len(scores)) if seat != winner]
    places = [(1, winner, False)]
    for rank, place, out in ranked([scores[seat] for seat in others]):
        places.append((rank + 1, others[place], out))
    return places


def spoilt(random, whole, place):
    rules, there = whole.rules, whole.entries[place]
    lost = [2, 3, 4, 6, 6, 4][: rules["dice"]]
    choices = [
        {},
        {"points": 125},
        {"points": -100},
        {"points": 100, "bust": True},
        {"points": 100, "reason": "off_table"},
        {"bust": True, "seat": (place + 1) % whole.seats},
        {"throws": []},
        {"throws": [{"dice": [1]}]},
        {"throws": [{"dice": [7] * rules["dice"], "keep": [7]}]},
        {"throws": [{"dice": [0] * rules["dice"], "keep": [0]}]},
        {"throws": [{"dice": lost}, {"dice": lost}]},
        {"throws": [{"dice": [1, *lost[1:]], "keep": [5]}]},
        {"throws": [{"dice": [1, *lost[1:]], "keep": []}]},
        {**there, "points": 1},
        {**there, "seat": -1},
    ]
    if place == 0:
        choices.append({"bust": True, "carried": True})
    if not rules["yam_of_aces_wins"]:
        choices.append({"instant_win": True})
    if not rules["exact_target"]:
        choices.append({"points": 1_000_100})
    if "throws" in there:
        choices.append({**there, "throws": there["throws"] + [{"dice": [9]}]})
    return random.choice(choices)

"""Random whole matches of 10 000, and turns that are refused."""

from games.dix_mille.engine.tapping import written
from tests.games.dix_mille.naive import NaiveMatch, random_rules
from tests.games.reference_matches import Whole, entry_values, ranked

# Falls and coches can keep a match going for ever, so after this many turns a player scores
# exactly what is missing.
PATIENCE = 60


def whole_match(random):
    rules, seats = random_rules(random), random.choice([2, 2, 2, 3, 4, 5, 6])
    match, entries, totals = NaiveMatch(rules, seats), [], []
    while match.winner is None:
        entries.append(entry_values(match.play(random, hurried=len(entries) >= PATIENCE)))
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
    """Rank the winner first, whatever the scores, and the others by their scores."""
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


def taps_of(whole, place, turn):
    """Return the keys of the pad that record a turn, given the columns of its line."""
    carried = {"carried": turn["carried"]}
    if turn["throws"] is not None:
        off = bool(turn["reason"])
        return carried | {"mode": "dice", "throws": written(turn["throws"]), "off": off}
    if turn["instant_win"]:
        return carried | {"points": "win"}
    if turn["bust"]:
        return carried | {"points": "off" if turn["reason"] else "0"}
    return carried | {"other": turn["points"]}


def keys(whole):
    """Return the pad's inputs, each with some values that it may hold."""
    throws = ["", "11443:11", "11554:11:55", "1", "15234:15 666", "22334", "x 1y1222"]
    places = [["0"], "1", ["0", "1"], ["2", "7", "x"], []]
    return {
        "mode": ["", "points", "dice", "dice"],
        "points": ["", "0", "off", "win", "300", 650],
        "plus": ["", "50", ["1000", 2000], []],
        "other": ["", "", "", "1250", 0],
        "carried": [True, False, "on"],
        "carry_dice": ["", "2", 5, "6", "12"],
        "throws": throws,
        "kept_of": ["", "1", "2"],
        "keep": places,
        "joker": places,
        "back": ["", "", "", "1"],
        "off": ["", "", "", "on"],
        **{f"die_{at}": ["", "1", "5", 2, 6] for at in range(1, whole.rules["dice"] + 1)},
    }

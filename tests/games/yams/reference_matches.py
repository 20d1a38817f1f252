"""Whole matches of Yams, most of them for two players, and refused turns."""

from decimal import Decimal
from types import SimpleNamespace

from tests.games.reference_matches import Whole, ranked
from tests.games.yams.naive import COLUMNS, ROWS, NaiveMatch, random_rules

# A match of five players takes 275 turns, and one of two takes 110, so most are of two.
SEATS = [2] * 17 + [3, 4, 5]


def whole_match(random):
    seats, rules = random.choice(SEATS), random_rules(random)
    match, entries, totals = NaiveMatch(SimpleNamespace(**rules), seats), [], []
    running = [0] * seats
    while not match.full() or match.tied():
        seat = match.seat
        entries.append(match.invent(random)[0])
        running[seat] = match.total(seat)
        totals.append(tuple(running))
    scores = [Decimal(hundredths) / 100 for hundredths in match.results()]
    return Whole(
        rules=rules,
        seats=seats,
        entries=entries,
        totals=totals,
        scores=tuple(scores),
        winners=[seat for seat in range(seats) if scores[seat] == max(scores)],
        ended_by="sheet_full",
        ranking=ranked(scores),
    )


def spoilt(random, whole, place):
    turns = 55 * whole.seats
    if place >= turns:
        column = whole.entries[place]["draw"]["column"]
        return random.choice(
            [
                {"column": "libre", "row": "1", "value": 1, "throws": 3},
                {"draw": {"column": column, "winner": whole.seats}},
                {"draw": {"column": column, "winner": 0}, "column": "libre", "row": "1"},
                {"draw": {"column": "nord", "winner": 0}},
            ]
        )
    seat, turn = place % whole.seats, whole.entries[place]
    bare = {"column": turn["column"], "row": turn["row"], "throws": turn["throws"]}
    choices = [
        {},
        {**turn, "seat": (seat + 1) % whole.seats},
        {**turn, "throws": 4},
        {**turn, "throws": 0},
        {**turn, "dice": [1, 2, 3, 4]},
        {**turn, "dice": [1, 2, 3, 4, 7]},
        {**turn, "column": "nord"},
        {**turn, "row": "carre"},
        {**turn, "barred": True, "value": 5},
        {"draw": {"column": random.choice(COLUMNS), "winner": 0}},
        bare,
        {**bare, "value": 41},
        {**bare, "value": -1},
        {**bare, "dice": [1, 1, 1, 1, 1], "value": 2},
        {name: value for name, value in turn.items() if name != "throws"},
    ]
    if turn["column"] in ("en_1", "en_2"):
        choices.append({**turn, "throws": 3})
    own = whole.entries[seat : place : whole.seats]
    if own:
        choices.append({**random.choice(own), "seat": seat})
    for column, rows in (("descendre", ROWS), ("monter", ROWS[::-1])):
        filled = sum(entry["column"] == column for entry in own)
        if filled < 10:
            choices.append({"column": column, "row": rows[filled + 1], "barred": True, "throws": 1})
    return random.choice(choices)


def taps_of(whole, place, turn):
    """Return the keys of the pad that record a turn or a lot, given the columns of its line."""
    if turn["draw"] is not None:
        return {"lot": turn["draw"]["column"], "winner": turn["draw"]["winner"]}
    taps = {"cell": f"{turn['column']}-{turn['row']}", "throws": turn["throws"]}
    if turn["barred"]:
        taps["value"] = "barred"
    elif turn["dice"] is None:
        taps["value"] = turn["value"]
    return taps | {f"die_{at}": die for at, die in enumerate(turn["dice"] or [], 1)}


def keys(whole):
    """Return the pad's inputs, each with some values that it may hold."""
    return {
        "cell": ["", *[f"{column}-{row}" for column in COLUMNS for row in ROWS]],
        "value": ["", "", "", "barred", "5", 20, "0"],
        "throws": ["", "1", "2", 3],
        **{f"die_{at}": ["", "1", "2", 2, "7"] for at in range(1, 6)},
        "winner": ["", "0", "1"],
        "lot": ["", *COLUMNS],
    }

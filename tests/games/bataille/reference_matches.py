"""Random whole matches of Bataille, and manches that are refused."""

from tests.games.bataille.naive import random_match, random_rules
from tests.games.reference_matches import Whole, entry_values, ranked

FOR_EVER = 10**6


def whole_match(random):
    seats = random.choice([2, 2, 3, 4, 5, 6, 9])
    rules = random_rules(random, seats)
    notebook, manches = None, []
    while notebook is None or not notebook.over:
        notebook, manches = random_match(random, rules, seats, longest=FOR_EVER)
    return Whole(
        rules=vars(rules),
        seats=seats,
        entries=[entry_values(manche) for manche in manches],
        totals=[tuple(wins) for wins in notebook.running],
        scores=tuple(notebook.running[-1]),
        winners=notebook.winners(),
        ended_by=notebook.over,
        ranking=ranked(notebook.running[-1]),
    )


def spoilt(random, whole, place):
    seats = whole.seats
    cards = whole.rules["deck"] * whole.rules["decks"]
    choices = [
        {},
        {"winner": seats},
        {"winner": -1},
        {"winner": 0, "tricks": 5, "battles": 6},
        {"winner": 0, "tricks": -1},
        {"winner": 0, "cards": [cards] + [0] * (seats - 1)},
        {"reason": "joker"},
        {"reason": "pat", "winner": 0},
        {"reason": "stopped"},
        {"reason": "stopped", "cards": [cards - 1] + [0] * (seats - 1)},
        {"reason": "stopped", "cards": [cards] + [0] * seats},
        {"reason": "stopped", "cards": [cards + 1, -1] + [0] * (seats - 2)},
        {"reason": "stopped", "cards": [cards] + [0] * (seats - 1), "winner": 1},
    ]
    if not whole.rules["stealing_joker_wins"]:
        choices.append({"reason": "joker", "winner": 0})
    if whole.rules["stalemate"] == "borrow":
        choices.append({"reason": "pat"})
    return random.choice(choices)


def taps_of(whole, place, manche):
    """Return the keys of the pad that record a manche, given the columns of its line."""
    reason, cards = manche["reason"], manche["cards"] or []
    return {
        "outcome": reason if reason in ("pat", "stopped") else manche["winner"],
        "joker": reason == "joker",
        "tricks": manche["tricks"],
        "battles": manche["battles"],
        **{f"cards_{seat}": count for seat, count in enumerate(cards[:-1])},
    }


def keys(whole):
    """Return the pad's inputs, each with some values that it may hold."""
    return {
        "outcome": ["", "0", "2", "pat", "stopped"],
        "joker": [True, False],
        "tricks": ["", 90],
        "battles": ["", "3"],
        **{f"cards_{seat}": ["", 10, "12"] for seat in range(whole.seats)},
    }

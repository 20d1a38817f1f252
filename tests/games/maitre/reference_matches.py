"""Random whole matches of the jeu du Maître, and manches that are refused."""

from copy import deepcopy
from types import SimpleNamespace

from games.maitre.engine.piles import figures_of
from tests.games.maitre.naive import NaiveMatch, quick_entry, random_rules
from tests.games.reference_matches import Whole

PLAIN = {
    "contract": 100,
    "points": 0,
    "cards": 0,
    "valued": 0,
    "chute": 0,
    "discard": 0,
    "coffre": (9, 9),
}


def whole_match(random):
    seats = random.choice([3, 3, 4, 5, 6])
    rules = random_rules(random, seats)
    match, entries, totals = NaiveMatch(rules, seats), [], []
    while not match.over:
        entry, figures = match.invent(random)
        match.add(figures)
        entries.append(entry)
        totals.append(tuple(match.scores))
    places, winners = match.ranking()
    return Whole(
        rules=vars(rules),
        seats=seats,
        entries=entries,
        totals=totals,
        scores=totals[-1],
        winners=winners,
        ended_by="manches_played",
        ranking=sorted((rank, side, out) for side, rank, out in places),
    )


def spoilt(random, whole, place):
    """Return a refused entry: one by figures, or a legal manche by cards in which a card is missing
    or repeated.
    """
    there = whole.entries[place]
    maitre = (whole.rules["first_maitre"] + place) % whole.seats
    others = {seat: 0 for seat in range(whole.seats) if seat != maitre}
    contract = whole.rules["contract_max"]
    plain = quick_entry({**PLAIN, "contract": contract, "others": others})
    if "tricks" in there and random.random() < 0.5:
        return spoilt_cards(random, deepcopy(there))
    of_maitre = plain["maitre"]
    choices = [
        {},
        {**plain, "contract": contract + 1},
        {**plain, "contract": whole.rules["contract_min"] - 1},
        {**plain, "maitre": {**of_maitre, "trick_valued": 3}},
        {**plain, "maitre": {**of_maitre, "trick_cards": 53}},
        {**plain, "maitre": {**of_maitre, "trick_points": 1}},
        {**plain, "maitre": {**of_maitre, "chute_points": -92}},
        {**plain, "maitre": {**of_maitre, "discard_value": -1}},
        {**plain, "coffre": {"major_rank": 11, "minor_rank": 1}},
        {**plain, "coffre": {"major_rank": 1}},
        {**plain, "coffre": {"major": "9H", "minor": "AC"}},
        {**plain, "players": {**plain["players"], str(maitre): 0}},
        {**plain, "players": dict.fromkeys(plain["players"], 92)},
        {**plain, "players": {}},
        {**plain, "tricks": {}},
    ]
    return random.choice(choices)


def spoilt_cards(random, manche):
    pile = max(manche["tricks"].values(), key=len)
    faults = {
        "twice": lambda: pile.append(pile[0]),
        "missing": lambda: pile.pop(),
        "no_card": lambda: pile.append("1H"),
        "nobody": lambda: manche["tricks"].update({"9": []}),
        "one_suit": lambda: manche.update(minor=manche["major"]),
        "no_suit": lambda: manche.pop("minor"),
        "figures": lambda: manche.update(players={}),
        "no_coffre": lambda: manche["coffre"].pop("major"),
        "stranger": lambda: manche["chute"].update(winner=-1),
    }
    faults[random.choice(sorted(faults))]()
    return manche


def taps_of(whole, place, manche):
    """Return the figures of the pad that record a manche, given the columns of its line."""
    if manche["tricks"] is not None:
        maitre = (whole.rules["first_maitre"] + place) % whole.seats
        manche = figures_of(whole.seats, maitre, SimpleNamespace(**manche))
    coffre, of_maitre = manche["coffre"], manche["maitre"]
    return {
        "contract": manche["contract"],
        **of_maitre,
        "discard_value": -of_maitre["discard_value"],
        "coffre_forbidden": bool(coffre.get("forbidden")),
        "coffre_major": coffre.get("major_rank"),
        "coffre_minor": coffre.get("minor_rank"),
        **{f"player_{seat}": points for seat, points in manche["players"].items()},
    }


def keys(whole):
    """Return the pad's inputs, each with some values that it may hold."""
    return {
        "contract": ["", "50", 60],
        "trick_points": ["", "0", "15", -3],
        "trick_cards": ["", "12", 0],
        "trick_valued": ["", "3", 0],
        "chute_points": ["", "0", "-4"],
        "discard_value": ["", "0", "-6", 9],
        "coffre_forbidden": [True, False, False],
        "coffre_major": ["", "9", 11],
        "coffre_minor": ["", "1"],
        **{f"player_{seat}": ["", "0", "-12", 20] for seat in range(whole.seats)},
    }

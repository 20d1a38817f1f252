"""A plausible random manche, legal under any ruleset, for demonstrations and tests. Pure."""

from math import log
from random import Random
from typing import Any

from games.sheet import Scoresheet

# The log-normal distribution of the number of tricks with 52 cards. The source gives « une
# moyenne de 480 plis et une médiane de 360 plis ».
MEDIAN, SPREAD = 360, (2 * log(480 / 360)) ** 0.5
BATTLES_A_TRICK = 0.06


def sample_manche(rules: Any, sheet: Scoresheet, random: Random) -> dict[str, Any]:
    """Return a plausible next manche of a running match, made at random."""
    seats, cards = len(sheet.scores), rules.deck * rules.decks
    chance = random.random()
    if chance < 0.05:
        return {"cards": _shares(seats, cards, random), "reason": "stopped"}
    if chance < 0.12 and rules.stalemate == "draw":
        return {"winner": None, "reason": "pat", **_counts(cards, random)}
    winner = random.randrange(seats)
    if rules.stealing_joker_wins and chance < 0.6:
        return {"winner": winner, "reason": "joker"}
    return {"winner": winner, "reason": "all_cards", **_counts(cards, random)}


def _counts(cards: int, random: Random) -> dict[str, int]:
    """Return the tricks and batailles that a table counted.

    Two tables in three count nothing; the result is then empty.
    """
    if random.random() < 2 / 3:
        return {}
    # At least a quarter as many tricks as cards are needed: half of the cards must change hands,
    # two in each trick.
    tricks = max(cards // 4, round(cards / 52 * random.lognormvariate(log(MEDIAN), SPREAD)))
    battles = sum(random.random() < BATTLES_A_TRICK for _ in range(min(tricks, 2000)))
    return {"tricks": tricks, "battles": battles}


def _shares(seats: int, cards: int, random: Random) -> list[int]:
    """Return how many cards each seat has, split at random."""
    cuts = sorted(random.randint(0, cards) for _ in range(seats - 1))
    return [end - start for start, end in zip([0, *cuts], [*cuts, cards], strict=True)]

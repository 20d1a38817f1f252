"""Turns the inputs of the pad into a manche. Pure, because forms and phones share it.

`taps` holds the pad's inputs by name, as text or as numbers. An input is empty or missing if
nothing was tapped. Legality is not checked here: `manches` verifies the manche.
"""

from collections.abc import Mapping
from typing import Any

from games.bataille.engine.rulesets import BatailleRules, cards_in_play
from games.entry.taps import number
from games.sheet import Scoresheet

# The keys in the row of winners that do not stand for a seat.
PAT, STOPPED = "pat", "stopped"


def entry_of(
    rules: BatailleRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the manche that was tapped, without the fields that were not touched.

    Raise `RuleError("not_a_number")` for an input that is not a number.
    """
    data = _ending(rules, len(sheet.scores), taps)
    for name in ("tricks", "battles"):
        count = number(taps, name)
        if count is not None:
            data[name] = count
    return data


def pad_state(
    rules: BatailleRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return what the pad's keys depend on: the number of cards, whether a pat can be, the wins.

    The wins of each seat are those now, those after a tap on its key, and whether that tap ends
    the match.
    """
    wins = sheet.state["wins"]
    return {
        "total": cards_in_play(rules),
        "pat": rules.stalemate == "draw",
        "wins": [[won, won + 1, won + 1 >= rules.wins_needed] for won in wins],
    }


def is_complete(
    rules: BatailleRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> bool:
    """Return whether a winner, a pat, or the cards of a stopped manche were given."""
    entry = entry_of(rules, sheet, taps)
    return "winner" in entry or "cards" in entry


def card_names(seats: int) -> list[str]:
    """Return the names of the inputs for the cards of each seat."""
    return [f"cards_{seat}" for seat in range(seats)]


def _ending(rules: BatailleRules, seats: int, taps: Mapping[str, Any]) -> dict[str, Any]:
    outcome, cards = taps.get("outcome"), _cards(rules, seats, taps)
    nobody = outcome is None or outcome == ""
    if outcome == STOPPED or (nobody and cards is not None):
        return {"reason": STOPPED} if cards is None else {"reason": STOPPED, "cards": cards}
    if outcome == PAT:
        return {"winner": None, "reason": PAT}
    if nobody:
        return {}
    return {
        "winner": number(taps, "outcome"),
        "reason": "joker" if taps.get("joker") else "all_cards",
    }


def _cards(rules: BatailleRules, seats: int, taps: Mapping[str, Any]) -> list[int] | None:
    """Return the cards of each seat. If one count is left out, it is computed from the others.

    Return None if more than one is left out.
    """
    counts = [number(taps, name) for name in card_names(seats)]
    given = [count for count in counts if count is not None]
    if len(given) < seats - 1:
        return None
    rest = cards_in_play(rules) - sum(given)
    return [rest if count is None else count for count in counts]

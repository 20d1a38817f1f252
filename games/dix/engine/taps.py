"""Turns the values of the pad's keys into a hand. Pure, because the form and the phone share it.

`taps` holds the pad's inputs by name, as text or as numbers. An input is empty or missing if
nothing was tapped. This module does not check whether a hand is legal: `hands` does that.
"""

from collections.abc import Mapping
from typing import Any

from games.dix.engine.rulesets import SEATS, DixRules, side_of
from games.entry.taps import number
from games.sheet import RuleError, Scoresheet

# The value of the key « la partie » in the row of bids.
PARTIE = "partie"
ACES = 4
# The inputs for counts of cards, from which the points are computed if they are not given
# themselves.
COUNTS = ("tens", "fives", "stolen", "robbed")


def entry_of(
    rules: DixRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the hand that was tapped. Keys that were not tapped are left out.

    `correcting` is true if the hand replaces a line. The pad then asks about the defence of any
    bidder. Raise `RuleError` `too_many_aces` on `stolen`, or `not_a_number`.
    """
    bid = taps.get("bid")
    partie = bid == PARTIE
    bidder = number(taps, "bidder")
    concerned = correcting or bidder in capped_bidders(rules, sheet)
    data = {
        "bidder": bidder,
        "bid": None if partie else number(taps, "bid"),
        "partie": partie,
        "taken": _taken(taps),
        # The switch « la défense a parlé » may still be on after another bidder was tapped. It
        # must not count if that bidder's opponents are not at the cap.
        "defenders_bid": concerned and bool(taps.get("defenders_bid")),
        "trump": taps.get("trump") or None,
    }
    return {name: value for name, value in data.items() if value is not None}


def capped_bidders(rules: DixRules, sheet: Scoresheet) -> list[int]:
    """Return the seats whose opponents have reached the cap.

    These opponents score only if they have named a number.
    """
    cap = rules.defence_cap
    if cap is None:
        return []
    return [seat for seat in range(SEATS) if (sheet.scores[1 - side_of(seat)] or 0) >= cap]


def pad_state(
    rules: DixRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return what the pad's keys depend on: bidders with capped opponents, and purses."""
    capped = [str(seat) for seat in capped_bidders(rules, sheet)]
    purses = sheet.state.get("purses", [rules.initial_money or 0])
    return {"capped_bidders": capped, "highest_purse": max(purses), "lowest_purse": min(purses)}


def is_complete(
    rules: DixRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> bool:
    """Return whether the bidder, the bid and the points taken are all known."""
    entry = entry_of(rules, sheet, taps, correcting=correcting)
    return "bidder" in entry and "taken" in entry and ("bid" in entry or bool(entry["partie"]))


def _taken(taps: Mapping[str, Any]) -> int | None:
    """Return the points tapped, or compute them from the counts of cards.

    Return None if neither is given. « Quand on fait l'inventaire des points à la fin de la
    brasse, on ignore les as non-retournés. Pour les as retournés, appliquer +10 pour nous, -10
    pour l'autre équipe. »
    """
    taken = number(taps, "taken")
    counts = [number(taps, name) for name in COUNTS]
    tens, fives, stolen, robbed = [count or 0 for count in counts]
    if stolen + robbed > ACES:
        raise RuleError("too_many_aces", "stolen")
    if taken is not None or all(count is None for count in counts):
        return taken
    return 10 * tens + 5 * fives + 10 * stolen - 10 * robbed

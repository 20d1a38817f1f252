"""Turns the pad of figures into a manche. Pure, because the form and the phone share it.

`taps` holds the pad's inputs by name, as text or as numbers, empty or missing if nothing was
tapped. Legality is not checked here: `manches` verifies the manche.
"""

from collections.abc import Mapping
from typing import Any

from games.entry.taps import number
from games.maitre.engine.manches import FIGURES
from games.maitre.engine.rulesets import MaitreRules, maitre_of
from games.sheet import Scoresheet

# The coffre's ranks: the name of the pad's input, with the name in the entry.
RANKS = {"coffre_major": "major_rank", "coffre_minor": "minor_rank"}


def entry_of(
    rules: MaitreRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the manche, without the fields left empty. Raises `RuleError("not_a_number")`."""
    maitre = _given({name: number(taps, name) for name in FIGURES})
    if "discard_value" in maitre:
        # « −6 » is read as 6, because a discard is subtracted, and some people write the sign.
        maitre["discard_value"] = abs(maitre["discard_value"])
    coffre: dict[str, Any] = _given({rank: number(taps, name) for name, rank in RANKS.items()})
    data = {
        "maitre": maitre,
        "coffre": {"forbidden": True} if taps.get("coffre_forbidden") else coffre,
        "players": _given(
            {str(seat): number(taps, f"player_{seat}") for seat in player_seats(rules, sheet)}
        ),
    }
    return data | _given({"contract": number(taps, "contract")})


def is_complete(
    rules: MaitreRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> bool:
    """Say whether every figure has been entered."""
    entry = entry_of(rules, sheet, taps)
    coffre = entry["coffre"]
    return (
        len(entry["maitre"]) == len(FIGURES)
        and len(entry["players"]) == len(player_seats(rules, sheet))
        and ("forbidden" in coffre or len(coffre) == len(RANKS))
    )


def pad_state(
    rules: MaitreRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the Maître's seat and the other seats."""
    others = player_seats(rules, sheet)
    seats = len(sheet.scores)
    return {"maitre": maitre_of(rules, seats, len(sheet.lines) + 1), "others": others}


def player_seats(rules: MaitreRules, sheet: Scoresheet) -> list[int]:
    """Return the seats of all players but the Maître, in the manche that follows the sheet."""
    seats = len(sheet.scores)
    maitre = maitre_of(rules, seats, len(sheet.lines) + 1)
    return [seat for seat in range(seats) if seat != maitre]


def _given(values: dict[str, int | None]) -> dict[str, int]:
    return {name: value for name, value in values.items() if value is not None}

"""What a player of 10 000 needs to know between two turns: whose turn it is, and the missing
points. Pure.
"""

from collections.abc import Mapping
from typing import Any

from games.dix_mille.engine.rulesets import MilleRules, lowest_stop
from games.entry.turns import turn_note
from games.sheet import Note, Scoresheet


def place_notes(rules: MilleRules, sheet: Scoresheet, seat: int) -> list[Note]:
    """Return the notes for a seat, or an empty list if the match is over.

    They say whose turn it is, how many points the player needs to reach the target, on how many
    points the player may stop, and what the player may take over.
    """
    expected = sheet.next
    if expected is None:
        return []
    score = sheet.scores[seat] or 0
    notes = [turn_note(expected["seat"], seat, len(sheet.scores))]
    points = rules.target - score
    if points > 0:
        code = "needs_exactly" if rules.exact_target else "needs"
        notes.append(Note(code, seat, 0, {"points": points}))
    least = lowest_stop(rules, entered=score > 0)
    notes.append(Note("stops_from" if score > 0 else "enters_from", seat, 0, {"points": least}))
    if expected["seat"] == seat and expected["may_carry"] is not None:
        notes.append(_carry(expected["may_carry"]))
    return notes


def _carry(carried: Mapping[str, Any]) -> Note:
    points, dice = carried["points"], carried["dice"]
    if dice is None:
        return Note("may_carry_points", None, 0, {"points": points})
    return Note("may_carry", None, 0, {"points": points, "dice": dice})

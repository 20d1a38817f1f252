"""Makes a turn from the keys of the pad. Pure, because the form and the phone share this code.

`taps` holds the pad's inputs by name, as text or as numbers. An input that was not tapped is empty
or missing. `plus`, `keep` and `joker` can be lists. The rules are not checked here: `entries`
verifies the turn.
"""

from collections.abc import Mapping
from typing import Any

from games.dix_mille.engine.keys import pluses, totals
from games.dix_mille.engine.rulesets import MilleRules
from games.dix_mille.engine.tapping import TappedTurn
from games.dix_mille.engine.turns import Carry, Stand
from games.entry.taps import number, several
from games.sheet import RuleError, Scoresheet

# The values of three keys that stand among the totals but are not totals.
COCHE, OFF_TABLE, WIN = "0", "off", "win"
BY_DICE = "dice"
MOST_DICE = 6
FACES = ("1", "2", "3", "4", "5", "6")


def entry_of(
    rules: MilleRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the fields of the turn that were tapped.

    Raise `RuleError` with code `none_and_more` if points were added to a turn without points,
    `not_a_number`, or, for a turn by dice, `match_finished` if no turn is expected.
    """
    data: dict[str, Any] = {"carried": True} if taps.get("carried") else {}
    if taps.get("mode") == BY_DICE:
        throws = tapped_turn(rules, sheet, taps).throws
        if not taps.get("off"):
            return {**data, "throws": throws}
        off_table = _without_points(OFF_TABLE)
        return {**data, **off_table, "throws": throws} if throws else {**data, **off_table}
    added, other = several(taps, "plus"), number(taps, "other")
    points = str(taps.get("points"))
    ended = points in (COCHE, OFF_TABLE, WIN)
    if added and ended:
        raise RuleError("none_and_more", "points")
    if other is not None:  # a typed total comes first, because without a script a key stays pressed
        return {**data, "points": other}
    if ended:
        return {**data, **_without_points(points)}
    total = number(taps, "points") or 0
    for plus in added:
        total += number({"plus": plus}, "plus") or 0
    return {**data, "points": total} if total else data


def _without_points(key: str) -> dict[str, Any]:
    if key == WIN:
        return {"instant_win": True}
    return {"bust": True, "reason": "off_table"} if key == OFF_TABLE else {"bust": True}


def is_complete(
    rules: MilleRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> bool:
    """Say whether points are tapped, or the turn by dice may end here."""
    if taps.get("mode") == BY_DICE:
        tapped = tapped_turn(rules, sheet, taps)
        return tapped.may_end or (bool(taps.get("off")) and tapped.fault is None)
    return any(several(taps, name) for name in ("points", "plus", "other"))


def pad_state(
    rules: MilleRules, sheet: Scoresheet, taps: Mapping[str, Any], *, correcting: bool = False
) -> dict[str, Any]:
    """Return the state that the pad shows: whose turn it is, likely totals, the dice tapped so far.

    It is empty if the match is over.
    """
    expected = sheet.next
    if expected is None:
        return {}
    room = expected["to_target"] if rules.exact_target else None
    entered, carry = expected["entered"], expected["may_carry"]
    taken = None if carry is None else Carry(carry["points"], carry["dice"])
    tapped = tapped_turn(rules, sheet, taps)
    return {
        "expected": expected,
        "totals": list(totals(rules, entered=entered, carry=None, room=room)),
        "carried_totals": list(totals(rules, entered=entered, carry=taken, room=room)),
        "added": pluses(rules),
        "tapped": {
            "text": tapped.text,
            "throws": tapped.throws,
            "over": tapped.over,
            "tapped": tapped.tapped,
            "dice_to_tap": tapped.dice_to_tap,
            "choices": tapped.choices,
            "turn": {
                "throws": tapped.turn.throws,
                "total": tapped.turn.total,
                "main_pleine": tapped.turn.main_pleine,
            },
        },
        "fault": _fault_payload(tapped.fault),
        "stop": _fault_payload(tapped.stop_fault) if tapped.throws else None,
    }


def _fault_payload(fault: RuleError | None) -> dict[str, Any] | None:
    return None if fault is None else {"code": fault.code, "params": fault.params}


def tapped_turn(rules: MilleRules, sheet: Scoresheet, taps: Mapping[str, Any]) -> TappedTurn:
    """Return the tapped throws with the turn that they make, which is the next one after `sheet`.

    Raise `match_finished` if no turn is expected.
    """
    expected = sheet.next
    if expected is None:
        raise RuleError("match_finished")
    faces = [str(taps.get(f"die_{place}")) for place in range(1, MOST_DICE + 1)]
    source = {
        "throws": str(taps.get("throws") or ""),
        "dice": [int(face) for face in faces if face in FACES],
        "kept_of": str(taps.get("kept_of")),
        "keep": [str(place) for place in several(taps, "keep")],
        "joker": [str(place) for place in several(taps, "joker")],
        "back": bool(taps.get("back")),
    }
    return TappedTurn.read(rules, stand_of(rules, expected), taken_over(expected, taps), source)


def stand_of(rules: MilleRules, expected: Mapping[str, Any]) -> Stand:
    """Return the player's state before the expected turn."""
    return Stand(expected["entered"], rules.target - expected["to_target"])


def taken_over(expected: Mapping[str, Any], taps: Mapping[str, Any]) -> Carry | None:
    """Return the points and dice that are taken over; None if nothing is.

    If the sheet does not say how many dice there are, the pad does.
    """
    offered = expected["may_carry"]
    if offered is None or not taps.get("carried"):
        return None
    dice = offered["dice"]
    count_text = str(taps.get("carry_dice"))
    if dice is None and count_text in FACES[:-1]:
        dice = int(count_text)
    return Carry(offered["points"], dice)

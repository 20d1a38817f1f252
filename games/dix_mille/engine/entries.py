"""Reads a turn entered by its points or by its throws, and checks it against the rules. Pure.

`read_turn` verifies an entry and returns the `TurnEnd` that scoring writes on the sheet. Entries
are any objects with the right attributes. An entry that breaks the rules raises a `RuleError`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from games.dix_mille.engine.may_stop import stop_fault, total_fault
from games.dix_mille.engine.rulesets import MilleRules, frozen, lowest_stop
from games.dix_mille.engine.throws import Dice
from games.dix_mille.engine.turns import Carry, Scored, Stand, Turn, open_turn, take_throw
from games.sheet import RuleError, nearest

# Real turns have far fewer points. Only repeated doubling (`extra_die: double`) could exceed it.
MOST_POINTS = 1_000_000


class MilleEntry(Protocol):
    """One turn as entered. A field that is left out is None."""

    seat: int | None
    points: int | None
    bust: bool | None
    reason: str | None
    carried: bool | None
    throws: Any  # [{"dice": [1, 1, 4, 4, 3], "keep": [1, 1], "joker": []}, …]
    instant_win: bool | None


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How a turn ended: `stop`, `bust`, `overshoot` or `instant_win`, with its total `points`.

    `left` is how many dice the next player may take over (None: not known). `lost` is the points
    that were in hand when a die fell off the table.
    """

    kind: str
    points: int = 0
    left: int | None = 0
    carried: bool = False
    off_table: bool = False
    lost: int = 0
    throws: tuple[Scored, ...] = ()


def read_turn(
    rules: MilleRules, stand: Stand, carry: Carry | None, seat: int, entry: MilleEntry
) -> TurnEnd:
    """Verify the entry of `seat`, whose turn it is, and return how the turn ended.

    Raises `not_your_turn`, `nothing_to_carry` and the errors of `_read_throws` and `_read_quick`.
    """
    if entry.seat is not None and entry.seat != seat:
        raise RuleError("not_your_turn", "seat", seat=seat)
    if entry.carried and carry is None:
        raise RuleError("nothing_to_carry", "carried")
    taken = carry if entry.carried else None
    by_dice = entry.throws is not None
    outcome = (_read_throws if by_dice else _read_quick)(rules, stand, taken, entry)
    if outcome.points > MOST_POINTS:
        raise RuleError("points_too_high", "throws" if by_dice else "points", most=MOST_POINTS)
    return outcome


def completed_entry(seat: int, entry: MilleEntry, outcome: TurnEnd) -> dict[str, Any]:
    """Return the entry's fields with all derived values. The same fields, entered again, make the
    same turn.
    """
    won = outcome.kind == "instant_win"
    return {
        "seat": seat,
        "points": None if won else outcome.points,
        "bust": outcome.kind == "bust",
        "reason": entry.reason,
        "carried": bool(entry.carried),
        "throws": entry.throws,
        "instant_win": won,
    }


# --- By dice ---------------------------------------------------------------------------------


def _read_throws(
    rules: MilleRules, stand: Stand, taken: Carry | None, entry: MilleEntry
) -> TurnEnd:
    """Read a turn by its throws: « On lance les dés tant que l'on obtient des points. »

    « La main passe également si un dé est jeté en dehors de la piste »: the points in hand are
    lost.
    """
    off_table = entry.reason == "off_table"
    turn = _run_throws(rules, stand, taken, entry.throws, stops=not off_table)
    if off_table and turn.ended not in (None, "bust"):
        raise RuleError("reason_without_bust", "reason")
    kind = "bust" if off_table else turn.ended or "stop"
    outcome = TurnEnd(
        kind=kind,
        points=0 if kind in ("bust", "instant_win") else turn.total,
        left=0 if off_table else _left(turn),
        carried=taken is not None,
        off_table=off_table,
        lost=turn.total if off_table and turn.ended is None else 0,
        throws=turn.throws,
    )
    _check_agreement(entry, outcome)
    return outcome


def _run_throws(
    rules: MilleRules,
    stand: Stand,
    carry: Carry | None,
    throws: Sequence[Mapping[str, Any]],
    *,
    stops: bool,
) -> Turn:
    """Return the turn after all its throws. `stops` is False if a die that fell off the table ended
    it.

    Turns are cached, because a match is folded again after each of its lines. Raise the errors of
    `take_throw`, and if `stops` also those of `stop_fault`.
    """
    frozen_throws = tuple([_frozen_throw(throw) for throw in throws])
    return _run(frozen(rules), stand, carry, frozen_throws, stops)


def _frozen_throw(throw: Mapping[str, Any]) -> tuple[Dice, Dice, Dice]:
    return tuple(throw["dice"]), tuple(throw.get("keep") or ()), tuple(throw.get("joker") or ())


@lru_cache(maxsize=4096)
def _run(
    rules: Any,
    stand: Stand,
    carry: Carry | None,
    throws: tuple[tuple[Dice, Dice, Dice], ...],
    stops: bool,
) -> Turn:
    if not throws:
        raise RuleError("throw_missing", "throws")
    turn = open_turn(rules, stand, carry)
    for number, (dice, keep, joker) in enumerate(throws, start=1):
        throw = {"dice": dice, "keep": keep, "joker": joker}
        turn = take_throw(turn, throw, last=stops and number == len(throws))
    fault = None if turn.ended or not stops else stop_fault(turn)
    if fault is not None:
        raise fault
    return turn


def _left(turn: Turn) -> int | None:
    return 0 if turn.ended or turn.main_pleine else turn.left


def _check_agreement(entry: MilleEntry, outcome: TurnEnd) -> None:
    """Check that the entry's other fields agree with its throws."""
    derived = {
        "points": None if outcome.kind == "instant_win" else outcome.points,
        "bust": outcome.kind == "bust",
        "instant_win": outcome.kind == "instant_win",
    }
    for name, value in derived.items():
        given = getattr(entry, name)
        if given is not None and given != value:
            raise RuleError("throws_mismatch", name)


# --- By points -------------------------------------------------------------------------------


def _read_quick(rules: MilleRules, stand: Stand, taken: Carry | None, entry: MilleEntry) -> TurnEnd:
    if entry.instant_win:
        return _instant_win(rules, taken, entry)
    bust = entry.bust or entry.points == 0
    if entry.bust and entry.points:
        raise RuleError("throws_mismatch", "points")
    if entry.reason is not None and not bust:
        raise RuleError("reason_without_bust", "reason")
    if bust:
        off_table = entry.reason == "off_table"
        return TurnEnd("bust", carried=taken is not None, off_table=off_table)
    if entry.points is None:
        raise RuleError("throw_missing", "points")
    return _points(rules, stand, taken, entry.points)


def _instant_win(rules: MilleRules, taken: Carry | None, entry: MilleEntry) -> TurnEnd:
    """Return the end of a turn that wins the match: « Un yam d'as fait instantanément gagner la
    partie. »

    Raise `RuleError` if the rules have no such win, or if the entry also has points, a bust or a
    reason.
    """
    if not rules.yam_of_aces_wins:
        raise RuleError("instant_win_not_in_rules", "instant_win")
    if entry.bust or entry.points is not None:
        raise RuleError("throws_mismatch", "points")
    if entry.reason is not None:
        raise RuleError("reason_without_bust", "reason")
    return TurnEnd("instant_win", carried=taken is not None)


def _stops(rules: MilleRules, stand: Stand, taken: Carry | None, points: int) -> list[int]:
    """Return the totals nearest to `points` on which the player may stop; [0] if there is none."""
    step = 100 if rules.no_fifty else 50
    least = lowest_stop(rules, entered=stand.entered)
    if taken is not None:
        least = max(least, taken.points + 1)
    most = rules.target - stand.score if rules.exact_target else None
    return [0] if most is not None and most < least else nearest(points, step, least, most)


def _points(rules: MilleRules, stand: Stand, taken: Carry | None, points: int) -> TurnEnd:
    """Return the end of a turn that was entered by its points, verified as far as possible without
    dice.

    Raise `points_not_multiple`, `points_beyond_target` (not a multiple of 50, and beyond the
    target), `carried_not_exceeded`, `cannot_stop_on_fifty`, `below_entry`, or
    `entry_not_single_throw` (the player's own throws together have too few points to enter).
    """
    beyond = rules.exact_target and stand.score + points > rules.target
    if points % 50 and beyond:
        raise RuleError("points_beyond_target", "points", left=rules.target - stand.score)
    if points < 0 or points % 50:
        raise RuleError("points_not_multiple", "points", either=_stops(rules, stand, taken, points))
    if taken is not None and points <= taken.points:
        raise RuleError("carried_not_exceeded", "points", taken=taken.points)
    carried = taken is not None
    if beyond:
        return TurnEnd("overshoot", points, carried=carried)
    fault = total_fault(rules, stand, points, field="points")
    if fault is not None:
        raise fault
    own = points - (taken.points if taken else 0)
    if rules.entry_single_throw and not stand.entered and own < rules.entry_score:
        raise RuleError("entry_not_single_throw", "points", entry=rules.entry_score)
    return TurnEnd("stop", points, left=None, carried=carried)

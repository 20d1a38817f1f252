"""A plausible turn at random, legal under any ruleset, for demonstrations and tests. Pure."""

from random import Random
from typing import Any

from games.dix_mille.throws import Reading
from games.dix_mille.turns import (
    Carry,
    Stand,
    Turn,
    check_dice,
    keep_dice,
    lose_throw,
    open_turn,
    readings,
    stop_fault,
)
from games.sheet import RuleError, Scoresheet

MOST_THROWS = 40


def sample_turn(rules: Any, sheet: Scoresheet, random: Random) -> dict[str, Any]:
    """Return the next turn of a running match, as a table of middling players might play it.

    Half of the turns are noted by their dice, the others by their points.
    """
    expected = sheet.next or {}
    score = int(sheet.scores[expected["seat"]] or 0)
    carry = _carry(expected["may_carry"], random)
    turn, throws = _play(open_turn(rules, Stand(score > 0, score), carry), random)
    entry = {"throws": throws} if random.random() < 0.5 else _quick(turn)
    return entry | ({"carried": True} if carry else {})


def _carry(offered: dict[str, Any] | None, random: Random) -> Carry | None:
    """Sometimes the next player says « Je reprends ! », the oftener the more dice are left."""
    if offered is None or random.random() > 0.1 * (offered["dice"] or 2):
        return None
    return Carry(offered["points"], offered["dice"])


def _play(turn: Turn, random: Random) -> tuple[Turn, list[dict[str, Any]]]:
    """Throw until the turn is lost, or may be stopped and is worth it."""
    throws: list[dict[str, Any]] = []
    while turn.ended is None:
        count = turn.to_throw or random.randint(1, turn.rules.dice - 1)
        dice = [random.randint(1, 6) for _ in range(count)]
        if len(throws) == MOST_THROWS:
            dice = _hopeless(turn, count)
        best = readings(turn, check_dice(turn, dice))
        if not best:
            throws.append({"dice": dice})
            turn = lose_throw(turn, check_dice(turn, dice))
            continue
        throw, turn = _kept(turn, dice, best[0], random)
        throws.append(throw)
        if turn.ended is None and stop_fault(turn) is None and _stops(turn, random):
            break
    return turn, throws


def _hopeless(turn: Turn, count: int) -> list[int]:
    """Dice that end a turn of which nobody sees the end."""
    for dice in ([2, 3, 4, 6, 6, 4], [2, 2, 3, 3, 4, 6], [4, 6, 3, 3, 2, 2], [3, 6, 2, 6, 2, 4]):
        if not readings(turn, tuple(sorted(dice[:count]))):
            return dice[:count]
    return [2, 3, 4, 6, 6, 4][:count]


def _kept(
    turn: Turn, dice: list[int], reading: Reading, random: Random
) -> tuple[dict[str, Any], Turn]:
    """Keep what counts; where the rules have jokers, set one aside now and then."""
    keep = list(reading.dice)
    if turn.rules.jokers and reading.singles and len(keep) > 1 and random.random() < 0.3:
        joker = [reading.singles[-1]]
        kept = keep.copy()
        kept.remove(joker[0])
        try:
            after = keep_dice(turn, check_dice(turn, dice), kept, joker)
        except RuleError:
            pass
        else:
            return {"dice": dice, "keep": kept, "joker": joker}, after
    return {"dice": dice, "keep": keep}, keep_dice(turn, check_dice(turn, dice), keep)


def _stops(turn: Turn, random: Random) -> bool:
    """Stop on a good total, at the target, or with few dice left."""
    if turn.stand.score + turn.total >= turn.rules.target:
        return True
    return turn.total >= 500 or (turn.left or 0) <= 2 or random.random() < 0.3


def _quick(turn: Turn) -> dict[str, Any]:
    """The same turn by its points alone."""
    if turn.ended == "instant_win":
        return {"instant_win": True}
    return {"bust": True} if turn.ended == "bust" else {"points": turn.total}

"""A plausible random turn, legal under any ruleset, for demonstrations and tests. Pure."""

from itertools import combinations_with_replacement
from random import Random
from typing import Any

from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.turns import (
    Carry,
    Stand,
    Turn,
    open_turn,
    readings,
    take_throw,
    whole_throw,
)
from games.sheet import RuleError, Scoresheet

MOST_THROWS = 40


def sample_turn(rules: Any, sheet: Scoresheet, random: Random) -> dict[str, Any]:
    """Return the next turn of a running match, as average players might play it.

    Half of the turns are recorded by their dice, the others by their points.
    """
    expected = sheet.next or {}
    score = int(sheet.scores[expected["seat"]] or 0)
    carry = _carry(expected["may_carry"], random)
    turn, throws = _play(open_turn(rules, Stand(score > 0, score), carry), random)
    entry = {"throws": throws} if random.random() < 0.5 else _quick(turn)
    return entry | ({"carried": True} if carry else {})


def _carry(offered: dict[str, Any] | None, random: Random) -> Carry | None:
    """Decide whether the next player says « Je reprends ! »: more often if more dice are left."""
    if offered is None or random.random() > 0.1 * (offered["dice"] or 2):
        return None
    return Carry(offered["points"], offered["dice"])


def _play(turn: Turn, random: Random) -> tuple[Turn, list[dict[str, Any]]]:
    """Throw until the turn is lost, or until it may stop and the player decides to. Return both
    turn and throws.
    """
    throws: list[dict[str, Any]] = []
    while turn.ended is None:
        count = turn.to_throw or random.randint(1, turn.rules.dice - 1)
        dice = [random.randint(1, 6) for _ in range(count)]
        if len(throws) == MOST_THROWS:
            dice = _hopeless(turn, count)
        throw = _with_joker(turn, whole_throw(turn, dice), random)
        turn = take_throw(turn, throw, last=False)
        throws.append(throw)
        if turn.ended is None and stop_fault(turn) is None and _stops(turn, random):
            break
    return turn, throws


def _hopeless(turn: Turn, count: int) -> list[int]:
    """Return dice that score nothing, to end a turn which would otherwise never end."""
    every = combinations_with_replacement(range(1, 7), count)
    return list(next((dice for dice in every if not readings(turn, dice)), (6,) * count))


def _with_joker(turn: Turn, throw: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return the throw. If the rules have jokers, one kept die is sometimes made a joker."""
    dice, keep = throw["dice"], throw.get("keep", [])
    if not turn.rules.jokers or len(keep) < 2:
        return throw
    singles = readings(turn, tuple(sorted(dice)))[0].singles
    if not singles or random.random() >= 0.3:
        return throw
    rest = keep.copy()
    rest.remove(singles[-1])
    tried = {"dice": dice, "keep": rest, "joker": [singles[-1]]}
    try:
        take_throw(turn, tried, last=False)
    except RuleError:
        return throw
    return tried


def _stops(turn: Turn, random: Random) -> bool:
    """Say whether the player stops: on a good total, at the target, with few dice, or by chance."""
    if turn.stand.score + turn.total >= turn.rules.target:
        return True
    return turn.total >= 500 or (turn.left or 0) <= 2 or random.random() < 0.3


def _quick(turn: Turn) -> dict[str, Any]:
    """Return the turn as an entry by its points alone."""
    if turn.ended == "instant_win":
        return {"instant_win": True}
    return {"bust": True} if turn.ended == "bust" else {"points": turn.total}

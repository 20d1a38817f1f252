"""The throws of 10 000 within a turn, and the result of each way of keeping their dice. Pure.

Every throw is enumerated: each set of faces once, with the number of ways to throw it. The
functions that score a turn also read these throws, so every ruleset works. No die is set aside as a
joker here.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

from games.dix_mille.engine.throws import Dice
from games.dix_mille.engine.turns import Stand, Turn, count_kept, readings, take_throw
from games.sheet import RuleError

FACES = range(1, 7)
# A score so far below any target that the target does not cut the turn short.
FAR = 10**9
DEAREST = 16_000


@lru_cache(maxsize=8)
def throws_of(count: int) -> tuple[tuple[Dice, int], ...]:
    """Return every set of faces of `count` dice, with the number of ways to throw it."""
    return tuple(
        (dice, factorial(count) // prod(factorial(many) for many in Counter(dice).values()))
        for dice in combinations_with_replacement(FACES, count)
    )


class ThrowSituation(NamedTuple):
    """Everything that the next throw's worth depends on, except the points in hand."""

    left: int
    figures: tuple[tuple[int, int], ...] = ()
    aside: Dice | None = ()
    after_brelan: bool = False
    unconfirmed: bool = False


class KeepOption(NamedTuple):
    """One way of keeping dice of a throw: the points it adds, and the next situation (`spot`).

    `whole`: every scoring die is kept, as stopping requires.
    """

    added: int
    spot: ThrowSituation
    main_pleine: bool
    whole: bool
    worth: int


class Thrown(NamedTuple):
    """A throw, with the number of ways to throw it. It scores nothing if `keeps` is empty."""

    ways: int
    keeps: tuple[KeepOption, ...]
    wins: bool


def turn_in(rules: Any, spot: ThrowSituation, total: int = 0) -> Turn:
    """Return a turn in the situation `spot`, with `total` points in hand."""
    return Turn(
        rules,
        Stand(entered=True, score=-FAR),
        total,
        left=spot.left,
        figures=spot.figures,
        aside=spot.aside,
        after_brelan=spot.after_brelan,
        unconfirmed=spot.unconfirmed,
    )


def thrown(rules: Any, spot: ThrowSituation, fifty: bool) -> tuple[Thrown, ...]:
    """Return the throws of the dice that are left, in the situation `spot`.

    Each has its number of ways, its keeps, and whether it wins the match. Throws with the same
    keeps are counted as one. `fifty`: the points in hand end in 50.
    """
    counts: Counter[tuple[tuple[KeepOption, ...], bool]] = Counter()
    for dice, ways in throws_of(spot.left):
        # Figures without a die in the throw do not change its score. They only stay in the turn.
        seen = tuple(figure for figure in spot.figures if figure[0] in dice)
        keeps, wins = keeps_of(rules, spot._replace(figures=seen), fifty, dice)
        if seen != spot.figures:
            keeps = tuple(
                keep._replace(spot=_with_figures(rules, keep.spot, spot.figures)) for keep in keeps
            )
        counts[keeps, wins] += ways
    return tuple(Thrown(ways, keeps, wins) for (keeps, wins), ways in counts.items())


def kept_ways(turn: Turn, dice: Dice) -> list[tuple[Turn, bool]]:
    """Return the turn after each way of keeping dice, and whether every scoring die is kept.

    The list is empty if the throw scores nothing. If the rules allow it, keeping only some of the
    scoring dice is one of the ways.
    """
    best = readings(turn, dice)
    afters = [(count_kept(turn, dice, reading, ()), True) for reading in best]
    if best and turn.rules.may_reroll_scoring:
        whole = {reading.dice for reading in best}
        parts = {part for size in range(1, len(dice)) for part in combinations(dice, size)}
        afters += [
            (after, False)
            for part in sorted(parts - whole)
            if (after := _after_part(turn, dice, part)) is not None
        ]
    return afters


@lru_cache(maxsize=40_000)
def keeps_of(
    rules: Any, spot: ThrowSituation, fifty: bool, dice: Dice
) -> tuple[tuple[KeepOption, ...], bool]:
    """Return the ways of keeping dice of a throw, and whether the throw wins the match by
    itself.
    """
    turn = turn_in(rules, spot, 50 if fifty else 0)
    afters = kept_ways(turn, dice)
    keeps = dict.fromkeys(
        KeepOption(
            after.total - turn.total,
            situation_of(rules, after),
            after.main_pleine,
            whole_throw,
            after.best_throw,
        )
        for after, whole_throw in afters
    )
    return tuple(keeps), any(after.ended == "instant_win" for after, _whole in afters)


def _with_figures(
    rules: Any, spot: ThrowSituation, before: tuple[tuple[int, int], ...]
) -> ThrowSituation:
    return spot._replace(figures=_figures(rules, dict(before) | dict(spot.figures)))


def _after_part(turn: Turn, dice: Dice, part: Dice) -> Turn | None:
    """Return the turn with only the dice of `part` kept; None if they don't score together."""
    try:
        return take_throw(turn, {"dice": dice, "keep": part}, last=False)
    except RuleError:
        return None


def situation_of(rules: Any, turn: Turn) -> ThrowSituation:
    """Return the situation in a turn, without details that do not matter under these rules."""
    aside = turn.aside
    if not rules.late_suites:
        aside = () if rules.scoring != "odd" or not aside else None
    elif aside is not None and len(aside) > 2:
        aside = None
    figures = _figures(rules, dict(turn.figures))
    return ThrowSituation(
        turn.left or rules.dice, figures, aside, turn.after_brelan, turn.unconfirmed
    )


def _figures(rules: Any, worth: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the figures of a turn that matter for its next throws.

    Two brelans in one turn that continue to double are rare, so only the dearer one is kept. Its
    worth is limited to `DEAREST`, which is beyond any target.
    """
    if rules.extra_die == "none" or not worth:
        return ()
    if rules.extra_die == "hundred":
        return tuple((value, 0) for value in sorted(worth))
    value = max(worth, key=lambda value: worth[value])
    return ((value, min(worth[value], DEAREST)),)

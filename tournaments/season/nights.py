"""Evenings of ordinary matches as a season counts them: who won the most. Pure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.season.table import EveningOutcome, Person

HALF = Fraction(1, 2)


class PlayedSide(NamedTuple):
    """The people of a side of a match, and its rank there."""

    people: tuple[Person, ...]
    rank: int


def outcomes_of(
    matches: Iterable[Sequence[PlayedSide]], *, pairs: bool
) -> tuple[EveningOutcome, ...]:
    """Return everybody's outcome of an evening: a match won is a point, one shared a half.

    Who has the same points has the same rank. With `pairs` the people of a side stand together,
    else each stands alone, whoever their partners were.
    """
    points: dict[tuple[Person, ...], Fraction] = {}
    won: dict[tuple[Person, ...], int] = {}
    for sides in matches:
        best = min(side.rank for side in sides)
        first = sum(side.rank == best for side in sides)
        for side in sides:
            worth = Fraction(0) if side.rank != best else Fraction(1) if first == 1 else HALF
            together = tuple(sorted(side.people, key=str))
            for who in [together] if pairs else [(one,) for one in side.people]:
                points[who] = points.get(who, Fraction(0)) + worth
                won[who] = won.get(who, 0) + (worth == 1)
    ranked = sorted(points, key=lambda who: (-points[who], str(who)))
    return tuple(
        EveningOutcome(
            who, 1 + sum(told > points[who] for told in points.values()), points[who], won[who]
        )
        for who in ranked
    )

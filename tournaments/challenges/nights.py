"""Ranks the evenings of ordinary matches of a challenge, by matches won. Pure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.challenges.table import EveningOutcome, Person

# The points for a match in halves of a point: for a win, and for a shared first place.
WIN, SHARED = 2, 1


class PlayedSide(NamedTuple):
    """The people of a side of a match, and its rank there."""

    people: tuple[Person, ...]
    rank: int


def outcomes_of(
    matches: Iterable[Sequence[PlayedSide]], *, pairs: bool
) -> tuple[EveningOutcome, ...]:
    """Return everybody's outcome of an evening: a match won is a point, one shared a half.

    Equal points give equal ranks. With `pairs` the people of a side are one competitor. Otherwise
    each person is one, whoever their partners were.
    """
    # Count in half points, because integers are added and compared many times faster than
    # fractions.
    halves: dict[tuple[Person, ...], int] = {}
    won: dict[tuple[Person, ...], int] = {}
    for sides in matches:
        best = min(side.rank for side in sides)
        first = sum(side.rank == best for side in sides)
        for side in sides:
            worth = 0 if side.rank != best else WIN if first == 1 else SHARED
            together = [tuple(sorted(side.people, key=str))] if pairs else []
            for competitor in together if pairs else [(person,) for person in side.people]:
                halves[competitor] = halves.get(competitor, 0) + worth
                won[competitor] = won.get(competitor, 0) + (worth == WIN)
    ranked = sorted(halves, key=lambda competitor: (-halves[competitor], str(competitor)))
    ranks: dict[int, int] = {}
    for at, competitor in enumerate(ranked, start=1):
        ranks.setdefault(halves[competitor], at)
    return tuple(
        EveningOutcome(
            competitor,
            ranks[halves[competitor]],
            Fraction(halves[competitor], WIN),
            won[competitor],
        )
        for competitor in ranked
    )

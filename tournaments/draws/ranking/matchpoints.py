"""Scoring of deals that several tables have played: matchpoints, butler, or against par.

A result is a number of points from the first side's view; the second side has the opposite. All is
exact, in fractions.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple, get_args

# From this number of results on, butler leaves the best and the worst out of the mean.
FEWEST_WITH_EXTREMES = 4

Method = Literal["matchpoints", "butler", "par"]
METHODS: tuple[str, ...] = get_args(Method)


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The result of a deal at one table, in the first side's points.

    A side is one entrant, a pair or a team. If each plays for themselves, it is two entrants.
    """

    board: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    score: int


@dataclass(frozen=True, slots=True)
class DuplicateRow:
    """An entrant's place: the number of boards played, and the value that decides.

    `value` is the mean share of the matchpoints (0 to 1), or the points summed over the boards.
    """

    rank: int
    entrant: int
    boards: int
    value: Fraction


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Return each result's matchpoints: 2 for each result beaten, 1 for each equal one."""
    return [2 * beaten + equal for beaten, equal in compared(scores)]


def compared(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return how many others each result beats, and how many it equals."""
    order = sorted(scores)
    places = [(bisect_left(order, score), bisect_right(order, score)) for score in scores]
    return [(below, upto - below - 1) for below, upto in places]


def adjusted(points: int, played: int, full: int) -> Fraction:
    """Return matchpoints of a deal played `played` times as if it had been played `full` times.

    Neuberg's formula, full/played × (points + 1) − 1: it assumes that the missing results would be
    spread like the present ones. So a top of fewer tables is worth a little less than a full top, a
    bottom a little more than nothing, and the only result of a deal one half.
    """
    return Fraction(full, played) * (points + 1) - 1


def matchpoint_shares(scores: Sequence[int], full: int) -> list[Fraction]:
    """Return each result's share of the full top, 0 to 1, for a deal that `full` tables may play.

    A deal that can be played at one table only gives one half.
    """
    if full < 2:
        return [Fraction(1, 2)] * len(scores)
    played = len(scores)
    return [adjusted(points, played, full) / (2 * full - 2) for points in matchpoints(scores)]


def datum(scores: Sequence[int]) -> Fraction:
    """Return the mean of a deal's results; from four results on without the best and the worst."""
    counted = sorted(scores)
    if len(counted) >= FEWEST_WITH_EXTREMES:
        counted = counted[1:-1]
    return Fraction(sum(counted), len(counted))


def butler(scores: Sequence[int]) -> list[Fraction]:
    """Return each result's points against the mean (`datum`)."""
    mean = datum(scores)
    return [score - mean for score in scores]


class Valued(NamedTuple):
    """A result with its value for the first side, and for the second.

    With matchpoints a value is a share (0 to 1). The board was played `played` times, and the first
    side's result beats `beaten` others and equals `equal`. With the other methods a value is points
    relative to `against`.
    """

    result: BoardResult
    first: Fraction
    second: Fraction
    played: int
    beaten: int = 0
    equal: int = 0
    against: Fraction = Fraction()


def valued(
    results: Iterable[BoardResult], method: Method, *, pars: Mapping[int, int] | None = None
) -> list[Valued]:
    """Return the value of each result, board by board.

    The full top of matchpoints is that of the deal played most often. Against par, a deal without
    par in `pars` is left out.
    """
    boards = _by_board(results)
    full = max(map(len, boards.values()), default=0)
    values: list[Valued] = []
    for board, played in boards.items():
        scores = [result.score for result in played]
        if method == "matchpoints":
            shares = matchpoint_shares(scores, full)
            for result, share, (beaten, equal) in zip(
                played, shares, compared(scores), strict=True
            ):
                values.append(Valued(result, share, 1 - share, len(played), beaten, equal))
        elif method == "butler" or board in (pars or {}):
            mean = datum(scores) if method == "butler" else Fraction((pars or {})[board])
            for result in played:
                value = result.score - mean
                values.append(Valued(result, value, -value, len(played), against=mean))
    return values


def standing(
    results: Iterable[BoardResult], method: Method, *, pars: Mapping[int, int] | None = None
) -> list[DuplicateRow]:
    """Rank the entrants, best first. Equal values share a rank, in the order of numbers.

    With matchpoints the value is the mean share over the boards played. With butler and against par
    the points are summed.
    """
    won: dict[int, list[Fraction]] = {}
    for value in valued(results, method, pars=pars):
        for entrant in value.result.first:
            won.setdefault(entrant, []).append(value.first)
        for entrant in value.result.second:
            won.setdefault(entrant, []).append(value.second)
    totals = {
        entrant: sum(values, Fraction()) / (len(values) if method == "matchpoints" else 1)
        for entrant, values in won.items()
    }
    return list(_ranked(totals, {entrant: len(values) for entrant, values in won.items()}))


def _by_board(results: Iterable[BoardResult]) -> dict[int, list[BoardResult]]:
    boards: dict[int, list[BoardResult]] = {}
    for result in results:
        boards.setdefault(result.board, []).append(result)
    return boards


def _ranked(totals: Mapping[int, Fraction], played: Mapping[int, int]) -> Iterable[DuplicateRow]:
    order = sorted(totals, key=lambda entrant: (-totals[entrant], entrant))
    rank = 1
    for value, group in groupby(order, key=totals.__getitem__):
        entrants = list(group)
        for entrant in entrants:
            yield DuplicateRow(rank, entrant, played[entrant], value)
        rank += len(entrants)

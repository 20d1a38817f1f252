"""What the federation's file has no column for, in a comment line that other programs pass over.

With it a file that was written here comes back as the tournament it was: its options, its seed, the
order of registration, the scores of its tables. A line that is not ours, or no longer makes sense,
is a comment like any other. Pure.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SIGN = "### le-carnet "
HIGHEST = 10**6
# No entrant's number is above: what is below is entered, even if it was taken out again.
HIGHEST_NUMBER = 2000
Scores = Mapping[int, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Extension:
    """`setting` holds options, tie-breaks, seed and edition, whose shapes nobody has checked.

    `numbers` are the entrants' own, by starting rank: lots are drawn by them. `seeding` has the
    starting ranks as they are seeded now, those who came late among them. `first` is how many were
    there at the first draw, `gone` who has left, by starting rank. `scores` are those of each
    round, by the starting rank of the first side.
    """

    setting: Mapping[str, Any] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)
    seeding: tuple[int, ...] = ()
    first: int | None = None
    gone: Mapping[int, str] = field(default_factory=dict)
    scores: tuple[Scores, ...] = ()


def written(
    setting: Mapping[str, Any],
    numbers: Mapping[int, int],
    seeding: Sequence[int],
    first: int,
    gone: Mapping[int, str],
    scores: Sequence[Scores],
) -> str:
    """Return the line."""
    payload = {
        **setting,
        "numbers": numbers,
        "seeding": list(seeding),
        "first": first,
        "gone": gone,
        "scores": [{rank: list(pair) for rank, pair in tables.items()} for tables in scores],
    }
    return SIGN + json.dumps(payload, separators=(",", ":"), default=float)


def read(lines: Sequence[str], ranks: Sequence[int]) -> Extension | None:
    """Return what the first line of ours says of these starting ranks; None without one."""
    line = next((line for line in lines if line.startswith(SIGN)), None)
    if line is None:
        return None
    try:
        payload = json.loads(line.removeprefix(SIGN))
        numbers = {int(rank): _number(number) for rank, number in payload["numbers"].items()}
        seeding = tuple(map(_number, payload["seeding"]))
        if len({*numbers.values()}) != len(numbers) or not (
            sorted(numbers) == sorted(seeding) == sorted(ranks)
        ):
            return None
        gone = {int(rank): state for rank, state in payload["gone"].items()}
        if not (gone.keys() <= set(ranks) and {*gone.values()} <= {"withdrawn", "disqualified"}):
            return None
        scores = tuple(
            {int(rank): tuple(map(_score, pair)) for rank, pair in tables.items()}
            for tables in payload["scores"]
        )
        first = payload["first"]
        if type(first) is not int:
            return None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None
    names = ("options", "tie_breaks", "seed", "edition")
    setting = {name: payload[name] for name in names if name in payload}
    return Extension(setting, numbers, seeding, first, gone, scores)


def _number(value: Any) -> int:
    if type(value) is not int or not 0 < value <= HIGHEST_NUMBER:
        raise ValueError("number")
    number: int = value
    return number


def _score(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= HIGHEST:
        raise ValueError("score")
    number: float = value
    return number

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
Scores = Mapping[int, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Extension:
    """`setting` holds options, tie-breaks, seed and edition, whose shapes nobody has checked.

    `registered` are the starting ranks in the order of registration, `first` how many were there at
    the first draw, `gone` who has left, by starting rank. `scores` are those of each round, by the
    starting rank of the first side.
    """

    setting: Mapping[str, Any] = field(default_factory=dict)
    registered: tuple[int, ...] = ()
    first: int | None = None
    gone: Mapping[int, str] = field(default_factory=dict)
    scores: tuple[Scores, ...] = ()


def written(
    setting: Mapping[str, Any],
    registered: Sequence[int],
    first: int,
    gone: Mapping[int, str],
    scores: Sequence[Scores],
) -> str:
    """Return the line."""
    told = {
        **setting,
        "registered": list(registered),
        "first": first,
        "gone": gone,
        "scores": [{one: list(pair) for one, pair in tables.items()} for tables in scores],
    }
    return SIGN + json.dumps(told, separators=(",", ":"), default=float)


def read(lines: Sequence[str], ranks: Sequence[int]) -> Extension | None:
    """Return what the first line of ours says of these starting ranks; None without one."""
    line = next((line for line in lines if line.startswith(SIGN)), None)
    if line is None:
        return None
    try:
        told = json.loads(line.removeprefix(SIGN))
        registered = tuple(told["registered"])
        if sorted(registered) != sorted(ranks):
            return None
        gone = {int(rank): state for rank, state in told["gone"].items()}
        if not (gone.keys() <= set(ranks) and {*gone.values()} <= {"withdrawn", "disqualified"}):
            return None
        scores = tuple(
            {int(one): tuple(map(_score, pair)) for one, pair in tables.items()}
            for tables in told["scores"]
        )
        first = told["first"]
        if type(first) is not int:
            return None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None
    names = ("options", "tie_breaks", "seed", "edition")
    setting = {name: told[name] for name in names if name in told}
    return Extension(setting, registered, first, gone, scores)


def _score(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= HIGHEST:
        raise ValueError("score")
    number: float = value
    return number

"""A comment line for what no column of TRF16 can hold. Other programs ignore it. Pure.

With this line, importing a file that was written here gives the same tournament: its options,
its seed, the order of registration, the scores of its tables. A line that is not ours, or no
longer fits the file, is ignored like any other comment.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SIGN = "### le-carnet "
HIGHEST = 10**6
# The highest number that an entrant in the line may have. An import enters entrants with all
# numbers up to the highest one in the file, and then deletes the ones that the file does not
# use.
HIGHEST_NUMBER = 2000
Scores = Mapping[int, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Extension:
    """The content of the comment line.

    `setting` holds options, tie-breaks, seed and edition, unchecked. `numbers` are the entrants'
    numbers (which decide lots), by starting rank. `seeding` has the starting ranks in the
    present order of seeds, late entrants included. `first` is the number of entrants at the
    first draw. `gone` has the states of the entrants who left, by starting rank. `scores` are
    the scores of each round, by the starting rank of the first side.
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
    """Return the text of the comment line."""
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
    """Return the content of our first comment line.

    Return None if there is no such line, if it can't be read, or if its starting ranks are not
    those of the file (`ranks`).
    """
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

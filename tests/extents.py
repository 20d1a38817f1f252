"""How much of what is many `make test` tries; the rest is marked `nightly`.

Both depend on the tree alone. Only new seeds (`seeds`) are drawn, and only for `make nightly`,
which prints what they are drawn from. A seed that failed once stands in `FAILED`, and is tried for
ever.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

# What new seeds are drawn from, the same in all workers; `make test` draws none.
SEED = os.environ.get("NIGHTLY_SEED", "")
# Before a release the nightly draws a hundred times as much.
SCALE = int(os.environ.get("SCALE", "1"))
# Seeds that a nightly saw fail, by the name that the test gives to `seeds`.
FAILED: dict[str, tuple[int, ...]] = {
    "random evenings": (6, 727166134),
    "evenings on real tabs": (25591786,),
}


def some(choices: Sequence[Any], every: int, *, unpack: bool = False) -> list[Any]:
    """Values for `parametrize`: the first of each `every` choices, and the others for the night.

    `unpack`: a choice holds the values of several arguments.
    """
    return [
        pytest.param(
            *(choice if unpack else (choice,)),
            marks=[pytest.mark.nightly] if number % every else [],
        )
        for number, choice in enumerate(choices)
    ]


def some_and_all(choices: Sequence[Any], every: int) -> list[Any]:
    """Values for `parametrize`: a list of the first of each `every`; for the night one of all."""
    return [
        pytest.param(list(choices[::every]), id="some"),
        pytest.param(list(choices), id="all", marks=pytest.mark.nightly),
    ]


def sizes(usual: Any, large: Any) -> list[Any]:
    """Values for `parametrize`: the usual size, and one for the night."""
    return [pytest.param(usual), pytest.param(large, marks=pytest.mark.nightly)]


def seeds(name: str, usual: int, new: int) -> list[Any]:
    """Values for `parametrize`: the first seeds, those that failed, and new ones at night."""
    fixed = dict.fromkeys((*range(usual), *FAILED.get(name, ())))
    drawn = Random(f"{name} {SEED}").sample(range(1000, 10**9), new) if SEED else []
    return [*map(pytest.param, fixed), *(pytest.param(n, marks=pytest.mark.nightly) for n in drawn)]

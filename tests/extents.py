"""How many of a test's many cases `make test` tries; the rest is marked `nightly`.

Both sets depend on the source tree alone. Only new seeds (`seeds`) are random, and only for
`make nightly`, which prints the value that they are made from. A seed that failed once stands in
`FAILED` and is tried for ever.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

# The value from which new seeds are made, the same in all workers. It is empty in `make test`,
# which makes none.
SEED = os.environ.get("NIGHTLY_SEED", "")
# A factor on the number of random cases; a nightly run before a release sets it to 100.
SCALE = int(os.environ.get("SCALE", "1"))
# Seeds with which a nightly run failed, by the name that the test gives to `seeds`.
FAILED: dict[str, tuple[int, ...]] = {
    "random evenings": (6, 727166134),
    "evenings on real tabs": (25591786,),
}


def some(choices: Sequence[Any], every: int, *, unpack: bool = False) -> list[Any]:
    """Return values for `parametrize`: the first of every `every` choices; the others are marked
    nightly.

    With `unpack`, a choice holds the values of several arguments.
    """
    return [
        pytest.param(
            *(choice if unpack else (choice,)),
            marks=[pytest.mark.nightly] if number % every else [],
        )
        for number, choice in enumerate(choices)
    ]


def some_and_all(choices: Sequence[Any], every: int) -> list[Any]:
    """Return two values for `parametrize`: a list of the first of every `every` choices, and a list
    of all choices that is marked nightly.
    """
    return [
        pytest.param(list(choices[::every]), id="some"),
        pytest.param(list(choices), id="all", marks=pytest.mark.nightly),
    ]


def sizes(usual: Any, large: Any) -> list[Any]:
    """Return two values for `parametrize`: the usual one, and a large one that is marked
    nightly.
    """
    return [pytest.param(usual), pytest.param(large, marks=pytest.mark.nightly)]


def seeds(name: str, usual: int, new: int) -> list[Any]:
    """Return seeds for `parametrize`: the first `usual` ones, those that failed once and, at night,
    `new` random ones.
    """
    fixed = dict.fromkeys((*range(usual), *FAILED.get(name, ())))
    drawn = Random(f"{name} {SEED}").sample(range(1000, 10**9), new) if SEED else []
    return [*map(pytest.param, fixed), *(pytest.param(n, marks=pytest.mark.nightly) for n in drawn)]

"""How demonstrations, benchmarks and tests make matches of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils.functional import Promise

from games.sheet import Scoresheet


@dataclass(frozen=True, slots=True)
class Demonstration:
    """How to make matches of a game. `sample` returns a plausible next entry of a match."""

    sample: Callable[[Any, Scoresheet, Random], dict[str, Any]]
    # Returns a first entry as `sample` does, but recorded by its cards. None if the game has no
    # such entries.
    by_card: Callable[[Any, Random], dict[str, Any]] | None = None
    # Rules that replace those of the first preset, so that a match hardly ever ends. They serve to
    # measure long matches.
    endless: Mapping[str, Any] = field(default_factory=dict)
    # The people who brought the game here: the name, the code of the way in which they learnt it,
    # and a note.
    origins: Sequence[tuple[str, str, str | Promise]] = ()

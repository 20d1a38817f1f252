"""How demonstrations, benchmarks and tests make matches of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils.functional import Promise

from games.sheet import Scoresheet


@dataclass(frozen=True, slots=True)
class Demonstration:
    """`sample`: a plausible next entry, from the rules and the match so far."""

    sample: Callable[[Any, Scoresheet, Random], dict[str, Any]]
    # Like `sample` for a first entry, but recorded by its cards. None if the game has no such
    # entries.
    by_card: Callable[[Any, Random], dict[str, Any]] | None = None
    # Changes to the first preset with which a match hardly ever ends, to measure long matches.
    endless: Mapping[str, Any] = field(default_factory=dict)
    # The people who brought the game here: name, how they learnt it (the code of a kind of source),
    # and a note.
    origins: Sequence[tuple[str, str, str | Promise]] = ()

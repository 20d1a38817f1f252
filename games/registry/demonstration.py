"""What demonstrations, benchmarks and tests make matches of a game with."""

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
    # A first entry as `sample` makes it, recorded by its cards, where the game takes such.
    by_card: Callable[[Any, Random], dict[str, Any]] | None = None
    # Changes to the first preset that make a match hardly end, to measure long ones.
    endless: Mapping[str, Any] = field(default_factory=dict)
    # The people who brought the game here: name, how they learnt it (a word that is opaque here),
    # and a note.
    origins: Sequence[tuple[str, str, str | Promise]] = ()

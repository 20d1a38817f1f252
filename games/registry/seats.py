"""The seats of a game: how many players, in which sides, who begins."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class SeatsOf:
    """From `least` to `most` players (None: any number). `sides`: how many (None: each alone)."""

    least: int
    most: int | None
    sides: int | None = None
    side_of: Callable[[int], int] = lambda seat: seat
    names: Sequence[str | Promise] = ()
    # Rules that are chosen with the seats at the start and are no part of a preset. Each is mapped
    # to the part of the state that has its value for a rematch (whose turn it would be).
    options: Mapping[str, str] = field(default_factory=dict)
    # The text on the key next to each seat for such an option.
    option_labels: Mapping[str, str | Promise] = field(default_factory=dict)
    # If the rules have a die thrown for who begins: which die wins, `min` or `max`.
    first_die: Callable[[Iterable[int]], int] | None = None

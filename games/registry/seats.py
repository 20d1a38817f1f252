"""The seats of a game: how many players, in which sides, who begins."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise

from games.sheet import RuleError, Scoresheet


@dataclass(frozen=True, slots=True)
class SeatsOf:
    """From `least` to `most` players (None: any number). `sides`: how many; None: one each."""

    least: int
    most: int | None
    sides: int | None = None
    side_of: Callable[[int], int] = lambda seat: seat
    names: Sequence[str | Promise] = ()
    # Options that are chosen with the seats at the start and are no part of a preset. The value is
    # the key of the fold's state that gives the option its value in a rematch (whose turn it would
    # be).
    options: Mapping[str, str] = field(default_factory=dict)
    # The text shown beside each seat, to choose it for such an option.
    option_labels: Mapping[str, str | Promise] = field(default_factory=dict)
    # If a die decides who begins: given the numbers thrown, returns the one that wins (`min` or
    # `max`).
    first_die: Callable[[Iterable[int]], int] | None = None
    # Why nobody may join a running match at the end of the order, given its sheet and the number
    # of its seats; None if somebody may. The lines so far must score the same with the further
    # seat from the start. Games where nobody ever joins have none.
    joins: Callable[[Scoresheet, int], RuleError | None] | None = None

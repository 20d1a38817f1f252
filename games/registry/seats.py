"""The part of a game's declaration about seats: how many players and sides there are, and who
begins.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise

from games.sheet import RuleError, Scoresheet


@dataclass(frozen=True, slots=True)
class SeatsOf:
    """How many players a game has, and in which sides.

    It has `least` to `most` players (None: any number). `sides` is the number of sides, or None if
    each player is a side.
    """

    least: int
    most: int | None
    sides: int | None = None
    side_of: Callable[[int], int] = lambda seat: seat
    names: Sequence[str | Promise] = ()
    # Options that are chosen with the seats at the start and do not belong to a preset, such as who
    # begins. The value is a key of the fold's state. In a rematch, the option gets the value that
    # the state has for this key.
    options: Mapping[str, str] = field(default_factory=dict)
    # For such an option, the text beside each seat with which it is chosen.
    option_labels: Mapping[str, str | Promise] = field(default_factory=dict)
    # Takes the numbers thrown and returns the number that wins (`min` or `max`). It is None if no
    # die decides who begins.
    first_die: Callable[[Iterable[int]], int] | None = None
    # Takes the sheet and the number of seats of a running match. Returns why nobody may join at the
    # end of the order, or None if somebody may. With the further seat, the lines so far must have
    # the same scores. It is None if nobody may ever join a match of this game.
    joins: Callable[[Scoresheet, int], RuleError | None] | None = None

"""A series: matches of one game that the same people play one after another at a table. Pure.

People are numbered by their seat in the first match. So somebody whose name is given or corrected
later is still the same person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

# The longest time between the starts of two matches of a series. A match that starts later belongs
# to another evening.
EVENING = timedelta(hours=18)


class Sitting(NamedTuple):
    """The person at a seat: a player's number, and the name in its normalised form for comparing.

    The name is empty if nobody has been named for the seat.
    """

    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match of a series: the people of each side, and the people who won."""

    sides: frozenset[frozenset[int]]
    winners: frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True)
class Tally:
    """The wins in a series.

    `wins` has every side if the sides were the same in all matches, or every person if partners
    changed. `drawn` counts the matches won by several sides, or by none.
    """

    wins: dict[frozenset[int], int]
    drawn: int

    @property
    def leaders(self) -> list[frozenset[int]]:
        """The sides, or people, with the most wins; several if they are level."""
        most = max(self.wins.values(), default=0)
        return [people for people, won in self.wins.items() if won == most]


def tally(played: Sequence[Played]) -> Tally | None:
    """Count the wins of the finished matches of a series; None if there are none."""
    if not played:
        return None
    same = len({match.sides for match in played}) == 1
    units = played[0].sides if same else [frozenset({person}) for person in _people(played)]
    wins = dict.fromkeys(sorted(units, key=min), 0)
    won = [match.winners for match in played if len(match.winners) == 1]
    for winners in won:
        [side] = winners
        for unit in wins:
            wins[unit] += unit <= side
    return Tally(wins, len(played) - len(won))


def _people(played: Sequence[Played]) -> set[int]:
    return {person for match in played for side in match.sides for person in side}


def who_is_who(before: Sequence[Sitting], now: Sequence[Sitting]) -> list[int] | None:
    """Return, for each seat of `now`, the seat of the same person in `before`.

    Return None if other people sit there now. A guest may have become a player of the same name, or
    the reverse. A seat without a name matches any person, but preferably the person of the same
    seat.
    """
    if len(before) != len(now):
        return None
    free, old_by_seat = dict(enumerate(before)), dict[int, int]()
    for same in (_same_number, _same_name, _unnamed):
        for seat, sitting in enumerate(now):
            if seat in old_by_seat:
                continue
            likely = [seat, *free] if seat in free else [*free]
            old = next((old for old in likely if same(free[old], sitting)), None)
            if old is not None:
                old_by_seat[seat] = old
                del free[old]
    return None if free else [old_by_seat[seat] for seat in range(len(now))]


def _same_number(sitting: Sitting, other: Sitting) -> bool:
    return sitting.number is not None and sitting.number == other.number


def _same_name(sitting: Sitting, other: Sitting) -> bool:
    return sitting.name == other.name and (sitting.number is None or other.number is None)


def _unnamed(sitting: Sitting, other: Sitting) -> bool:
    return not (sitting.name and other.name)

"""Predetermined movements: who meets whom in which round, by places from 0.

- Individuals, two against two: a whist schedule where one is known (each partner once, each
  opponent twice). Otherwise partners rotate, each once, and opponents are matched.
- Pairs, Howell: everybody meets everybody. All but one pair move along a circle of seats, and sit
  once in each.
- Pairs, Mitchell: half of them sit, the others move to the next table after each round.
- Two teams of two pairs: one pair of each team at each of two tables.
- Tables of three to five: for as many rounds as a construction over a finite field or ring has, no
  two meet twice. After that exchanges keep meetings even.

Pairs may play deals that go from table to table in numbered sets (`deals`); no pair plays a set
twice. In a Howell of up to 20 pairs each set is at one table at a time, except for 4 and for 6
pairs, where no such movement exists. There, and beyond 20 pairs, all tables play the same set at
once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from itertools import count as count_from
from math import comb
from threading import Lock
from typing import NamedTuple

from tournaments.draws import seating
from tournaments.draws.designs.finite_fields import field_of_order
from tournaments.draws.designs.partner_rotation import rotation_round
from tournaments.draws.designs.whist import (
    STARTERS,
    Four,
    whist_order,
    whist_resting_order,
    whist_resting_round,
    whist_resting_starter,
    whist_round,
)
from tournaments.draws.lots import by_lot
from tournaments.draws.melee_history import MeleeHistory, opponents
from tournaments.draws.partners import opposed

# How many schedules a process caches. Caching helps because each round follows from those before.
SCHEDULES = 8
# How many starting orders are tried for a round of tables that is searched.
TRIES = 6
# With more than `LARGE` people one starting order is enough, because most have not met.
LARGE = 64


class MovementTable(NamedTuple):
    """A table of a round: the places of each side, and the set of deals.

    A table with one side is a rest.
    """

    sides: tuple[tuple[int, ...], ...]
    deals: int = 0

    @property
    def places(self) -> tuple[int, ...]:
        """Every place at the table."""
        return tuple(place for side in self.sides for place in side)


Movement = tuple[MovementTable, ...]


class Schedule:
    """A schedule whose rounds follow from those before. Each round is computed once, on demand."""

    def __init__(self, rounds: Iterator[Movement]) -> None:
        self._rounds, self._made, self._lock = rounds, list[Movement](), Lock()

    def round(self, number: int) -> Movement:
        """Return a round, from 1."""
        with self._lock:
            while len(self._made) < number:
                self._made.append(next(self._rounds))
            return self._made[number - 1]


# The starters of Howell movements, by number of pairs: for each table its two seats and its deals.
# The pair that does not move meets seat 0. All differences of seats differ, so that every two pairs
# meet once. Deals and their differences to the seats differ too. Found by search, smallest first.
HOWELL: dict[int, tuple[tuple[int, int, int], ...]] = {
    8: ((1, 3, 4), (2, 6, 1), (4, 5, 2)),
    10: ((1, 2, 5), (3, 7, 4), (4, 6, 2), (5, 8, 7)),
    12: ((1, 2, 3), (3, 6, 9), (4, 8, 1), (5, 10, 4), (7, 9, 5)),
    14: ((1, 2, 3), (3, 6, 9), (4, 11, 2), (5, 9, 1), (7, 12, 6), (8, 10, 5)),
    16: ((1, 3, 4), (2, 7, 9), (4, 10, 14), (5, 8, 13), (6, 14, 5), (9, 13, 7), (11, 12, 8)),
    18: (
        *((1, 2, 3), (3, 5, 8), (4, 9, 13), (6, 12, 1), (7, 14, 4)),
        *((8, 16, 7), (10, 13, 6), (11, 15, 9)),
    ),
    20: (
        *((1, 2, 3), (3, 5, 8), (4, 9, 13), (6, 12, 18), (7, 14, 2)),
        *((8, 17, 6), (10, 18, 9), (11, 15, 7), (13, 16, 10)),
    ),
}


# --- Individuals -------------------------------------------------------------------------------


def has_whist(count: int) -> bool:
    """Return whether a whist schedule is known for `count` people."""
    if count % 4 == 0:
        return count // 4 in STARTERS
    return count % 4 == 1 and count > 1 and whist_resting_starter(count // 4) is not None


def individual(count: int, number: int) -> Movement:
    """Return a round (from 1, up to `rotation_length`) of individuals, two against two."""
    if not has_whist(count):
        return _rotated(count).round(number)
    many = count // 4
    if count % 4 == 0:
        return _two_by_two(whist_round(many, whist_order(many)[number - 1]), ())
    at = whist_resting_order(many)[number - 1]
    return _two_by_two(whist_resting_round(many, at), (at - 1,))


def _two_by_two(fours: Sequence[Four], resting: Sequence[int]) -> Movement:
    seated = [MovementTable((four[:2], four[2:])) for four in fours]
    return (*seated, *(MovementTable(((place,),)) for place in resting))


@lru_cache(maxsize=SCHEDULES)
def _rotated(count: int) -> Schedule:
    """Return the schedule of partners that rotate, with opponents matched."""

    def rounds() -> Iterator[Movement]:
        met: Counter[frozenset[int]] = Counter()
        for number in count_from(1):
            pairs, resting = rotation_round(count, number)
            against = opposed(pairs, MeleeHistory(Counter(), met, {}))
            met.update(opponents(against))
            yield _two_by_two([(*ours, *theirs) for ours, theirs in against], resting)

    return Schedule(rounds())


# --- Pairs -------------------------------------------------------------------------------------


def howell(count: int, number: int) -> Movement:
    """Return a round (from 1, up to `count` - 1) of a Howell. `count` is even.

    The pair at the last place stays at the last table. So nobody has to move if that place is
    empty.
    """
    around, on = count - 1, number - 1
    starter = HOWELL.get(count) or [(at, around - at, 0) for at in range(1, count // 2)]
    moving = [
        MovementTable(
            (((first + on) % around,), ((second + on) % around,)), (deals + on) % around + 1
        )
        for first, second, deals in starter
    ]
    return (*moving, MovementTable(((around,), (on % around,)), on % around + 1))


def mitchell_length(count: int, *, skip: bool) -> int:
    """Return how many rounds a Mitchell of `count` (even) pairs has."""
    many = count // 2
    return many - 1 if skip and many % 2 == 0 else many


def mitchell(count: int, number: int, *, skip: bool) -> Movement:
    """Return a round (from 1, up to `mitchell_length`) of a Mitchell. `count` is even.

    The first half of the places moves, the last half sits. Deals move the other way. With an even
    number of tables, those who move would meet the same deals again after half of the rounds. So
    with `skip` they skip a table. Otherwise the deals wait a round on a relay in the middle, while
    the first and the last table share theirs.
    """
    many, on = count // 2, number - 1
    even = many % 2 == 0
    jump = int(skip and even and on >= many // 2)
    tables = []
    for table in range(many):
        moving = (table - on - jump) % many
        waits = int(even and not skip and table >= many // 2)
        tables.append(MovementTable(((many + table,), (moving,)), (table + waits + on) % many + 1))
    return tuple(tables)


# Two teams of two pairs, at two tables: places 0 and 1 against 2 and 3.
TEAMS, TEAM_ROUNDS = 4, 4


def teams(number: int) -> Movement:
    """Return a round (from 1) of a match of two teams.

    Each team plays the same deals once on each side. Opponents change with each round.
    """
    at = 2 + (number - 1) % 2
    return (
        MovementTable(((0,), (at,)), number),
        MovementTable(((5 - at,), (1,)), number),
    )


# --- Tables of three to five -------------------------------------------------------------------


def golfers(count: int, size: int, number: int) -> Movement:
    """Return a round (from 1) of `count` places at tables of about `size`."""
    return _golfers(count, size).round(number)


@lru_cache(maxsize=SCHEDULES)
def _golfers(count: int, size: int) -> Schedule:
    """Return the schedule of `count` places at tables of about `size`."""
    room = seating.sizes(count, size)

    def rounds() -> Iterator[Movement]:
        met: Counter[frozenset[int]] = Counter()
        for number in count_from(1):
            built = _built(len(room), room[0], count, number)
            seated = built if built is not None else _searched(count, room, met, number)
            met.update(frozenset(two) for members in seated for two in combinations(members, 2))
            yield tuple(MovementTable(tuple((place,) for place in members)) for members in seated)

    return Schedule(rounds())


def _built(many: int, largest: int, count: int, number: int) -> list[list[int]] | None:
    """Return a round in which nobody meets again, by construction; None if there is none.

    Places are points, arranged in columns of as many points as there are tables. Each table is a
    line: it has one point of each column, and its slope is the number of the round. Two points of
    different columns are on one line of a single slope. Only the last column may have fewer points.
    In the round after the last slope each column is split into tables.
    """
    lines = _lines(many, largest)
    if not lines or number > many + 1:
        return None
    if number == many + 1:
        if count != many * largest or many % largest:
            return None
        return [list(range(at, at + largest)) for at in range(0, count, largest)]
    return [
        [
            point
            for point in (column * many + row for column, row in enumerate(line))
            if point < count
        ]
        for line in lines[number - 1]
    ]


@cache
def _lines(many: int, columns: int) -> list[list[list[int]]]:
    """Return the lines of each slope. A line is a list: the row of its point in each column."""
    field = field_of_order(many)
    if field is not None and columns <= many:
        return [
            [
                [field.plus(start, field.times(column, slope)) for column in range(columns)]
                for start in range(many)
            ]
            for slope in range(many)
        ]
    # Modulo a number that is no prime power, this works with at most as many columns as the
    # number's smallest divisor.
    if many > 1 and all(many % divisor for divisor in range(2, columns)):
        return [
            [
                [(start + column * slope) % many for column in range(columns)]
                for start in range(many)
            ]
            for slope in range(many)
        ]
    return []


def _searched(
    count: int, room: Sequence[int], met: Counter[frozenset[int]], number: int
) -> list[list[int]]:
    """Return the round that adds the fewest meetings, of several that exchanges have improved."""
    squares = seating.squared(met)
    tried = [
        seating.spread(by_lot("rotation", f"{number - 1}.{at}", range(count)), room, squares)
        for at in range(TRIES if count <= LARGE else 1)
    ]
    return min(
        tried, key=lambda seated: sum(seating.acquaintance(members, met) for members in seated)
    )


def forget() -> None:
    """Clear the cached schedules. They are computed again at their next use."""
    _rotated.cache_clear()
    _golfers.cache_clear()
    _lines.cache_clear()


# --- What is met -------------------------------------------------------------------------------


class Met(NamedTuple):
    """How many pairs of places are partners 0, 1, 2… times, and how many are opponents so often."""

    partners: dict[int, int]
    opponents: dict[int, int]


def met(count: int, rounds: Sequence[Movement]) -> Met:
    """Count the meetings of `count` places over rounds."""
    partners: Counter[frozenset[int]] = Counter()
    against: Counter[frozenset[int]] = Counter()
    for made in rounds:
        for meeting in made:
            together = [frozenset(pair) for side in meeting.sides for pair in combinations(side, 2)]
            partners.update(together)
            against.update(map(frozenset, combinations(meeting.places, 2)))
            against.subtract(together)
    return Met(_by_times(partners, count), _by_times(against, count))


def _by_times(met: Counter[frozenset[int]], count: int) -> dict[int, int]:
    """Return how many pairs of `count` places have met 0, 1, 2… times, by that number."""
    counts = Counter(times for times in met.values() if times)
    never = comb(count, 2) - counts.total()
    return dict(sorted((counts + Counter({0: never})).items()))

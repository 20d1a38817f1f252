"""Predetermined movements: who meets whom in which round. People are named by places, from 0.

- Individuals, two against two: a whist schedule where one is known (each partner once, each
  opponent twice). Otherwise partners rotate, each once, and opponents are matched.
- Pairs, Howell: everybody meets everybody. All pairs but one move along a circle of seats, and sit
  once in each seat.
- Pairs, Mitchell: half of the pairs stay seated, the others move on by a table after each round.
- Two teams of two pairs: one pair of each team at each of two tables.
- Tables of three to five: no two people meet twice in as many rounds as a construction over a
  finite field or ring has. In later rounds exchanges keep the numbers of meetings even.

Pairs may play deals that go from table to table in numbered sets (`deals`). No pair plays a set
twice. In a Howell of up to 20 pairs each set is at one table at a time, except for 4 and for 6
pairs, where no such movement exists. In these two cases, and beyond 20 pairs, all tables play
the same set in the same round.
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

# How many schedules a process caches. They are cached because a round can be computed only from
# the rounds before it.
SCHEDULES = 8
# How many starting orders are tried when a round of tables is searched.
TRIES = 6
# Above `LARGE` people only one starting order is tried, because most people have not met yet.
LARGE = 64


class MovementTable(NamedTuple):
    """A table of a round: the places of each side, and the number of its set of deals.

    `deals` is 0 if the movement has no sets. A table with one side is a rest.
    """

    sides: tuple[tuple[int, ...], ...]
    deals: int = 0

    @property
    def places(self) -> tuple[int, ...]:
        """Every place at the table."""
        return tuple(place for side in self.sides for place in side)


Movement = tuple[MovementTable, ...]


class Schedule:
    """A schedule in which each round is computed from the rounds before it.

    A round is computed when it is first asked for, and then cached.
    """

    def __init__(self, rounds: Iterator[Movement]) -> None:
        self._rounds, self._made, self._lock = rounds, list[Movement](), Lock()

    def round(self, number: int) -> Movement:
        """Return a round. Rounds are numbered from 1."""
        with self._lock:
            while len(self._made) < number:
                self._made.append(next(self._rounds))
            return self._made[number - 1]


# The starters of Howell movements, by number of pairs. Each table has two seats and a set of
# deals. The pair that does not move meets the pair on seat 0. All differences between two seats
# of a table are distinct, so that every two pairs meet once. The sets of deals, and their
# differences to the seats, are distinct too. The starters were found by search, smallest numbers
# first.
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
    """Return a round of individuals, two against two. `number` goes from 1 to `rotation_length`."""
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
    """Return the schedule in which partners rotate and opponents are matched."""

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
    """Return a round of a Howell. `count` is even, and `number` goes from 1 to `count` - 1.

    The pair at the last place stays at the last table. If that place is empty, no other pair has
    to take it.
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


def barometer(count: int, number: int) -> Movement:
    """Return a round in which the pairs meet as in a Howell, and all tables play one set."""
    return tuple(table._replace(deals=number) for table in howell(count, number))


def mitchell_length(count: int, *, skip: bool) -> int:
    """Return how many rounds a Mitchell has. `count` is the even number of pairs."""
    many = count // 2
    return many - 1 if skip and many % 2 == 0 else many


def mitchell(count: int, number: int, *, skip: bool) -> Movement:
    """Return a round of a Mitchell. `count` is even, and `number` goes from 1 to `mitchell_length`.

    The pairs of the first half of the places move, the others stay seated. Deals move in the
    opposite direction. With an even number of tables, the moving pairs would meet the same deals
    again after half of the rounds. With `skip`, they therefore skip a table then. Without it,
    the deals wait for a round on a relay in the middle, and the first and the last table share a
    set.
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


# The numbers of places and of rounds of a match of two teams, each of two pairs. Places 0 and 1
# play against places 2 and 3.
TEAMS, TEAM_ROUNDS = 4, 4


def teams(number: int) -> Movement:
    """Return a round of a match of two teams. Rounds are numbered from 1.

    Each team plays the same deals at both tables, once on each side. Opponents change with each
    round.
    """
    at = 2 + (number - 1) % 2
    return (
        MovementTable(((0,), (at,)), number),
        MovementTable(((5 - at,), (1,)), number),
    )


# --- Tables of three to five -------------------------------------------------------------------


def golfers(count: int, size: int, number: int) -> Movement:
    """Return a round of `count` places at tables of about `size` people. Rounds are numbered from
    1.
    """
    return _golfers(count, size).round(number)


@lru_cache(maxsize=SCHEDULES)
def _golfers(count: int, size: int) -> Schedule:
    """Return the schedule for `count` places at tables of about `size` people."""
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
    """Return a constructed round in which nobody meets anybody again; None if there is none.

    Places are points, arranged in columns of as many points as there are tables. A table is a
    line: it has one point of each column, and the number of the round is its slope. Any two
    points of different columns share a line in exactly one round. Only the last column may have
    fewer points. In the round after the last slope, each column is split into tables.
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
    """Return the lines, by slope. A line is a list with the row of its point in each column.

    Return an empty list if no construction is known for these numbers.
    """
    field = field_of_order(many)
    if field is not None and columns <= many:
        return [
            [
                [field.plus(start, field.times(column, slope)) for column in range(columns)]
                for start in range(many)
            ]
            for slope in range(many)
        ]
    # For a number of tables that is not a prime power, the lines are computed modulo that
    # number. This works with at most as many columns as its smallest divisor.
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
    """Return a round found by search: the tables at which the fewest people have met before.

    Several starting orders are tried. In each one, exchanges of people make the meetings more
    even.
    """
    squares = seating.squared(met)
    tried = [
        seating.spread(by_lot("rotation", f"{number - 1}.{at}", range(count)), room, squares)
        for at in range(TRIES if count <= LARGE else 1)
    ]
    return min(
        tried, key=lambda seated: sum(seating.acquaintance(members, met) for members in seated)
    )


def forget() -> None:
    """Clear the cached schedules. They are computed again when they are next used."""
    _rotated.cache_clear()
    _golfers.cache_clear()
    _lines.cache_clear()


# --- Meetings
# -----------------------------------------------------------------------------------


class Met(NamedTuple):
    """How often two places meet in a movement.

    `partners` counts the pairs of places that are partners 0, 1, 2… times. `opponents` does the
    same for opponents.
    """

    partners: dict[int, int]
    opponents: dict[int, int]


def met(count: int, rounds: Sequence[Movement]) -> Met:
    """Return how often the places meet over these rounds, as partners and as opponents."""
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
    """Return how many pairs of places have met 0, 1, 2… times, by the number of times."""
    counts = Counter(times for times in met.values() if times)
    never = comb(count, 2) - counts.total()
    return dict(sorted((counts + Counter({0: never})).items()))

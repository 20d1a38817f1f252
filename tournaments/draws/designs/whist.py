"""Whist schedules: everyone has each partner once and each opponent twice.

With 4n people all of them play 4n - 1 rounds. With 4n + 1 people there are 4n + 1 rounds; in each
of them one person rests, everyone once.

Each schedule of 4n is Z-cyclic: it has one starter round. Adding 1 modulo 4n - 1 to every place
gives the next round; the last place (∞) stays. This works because the partners' differences in the
starter are all different and the opponents' differences come twice each. The tests count them.

The starters were found by search: annealing over random rounds. For n = 10, the search took only
rounds that do not change when multiplied by 16 modulo 39.

With 4n + 1 people the starter leaves out 0, who rests. The other rounds come from adding each
element of the field of order 4n + 1 to it. Its tables are x and -x against wx and -wx. Here w is
the n-th power of an element whose powers give all elements but 0, and x runs through its powers
below the n-th. 21 and 33 are not powers of a prime, so their starters, modulo 4n + 1, were found by
the same search.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tournaments.draws.designs.finite_fields import field_of_order

Four = tuple[int, int, int, int]

# By number of tables. The first two of a table play the last two. Places go from 0; 4n - 1 is ∞.
STARTERS: dict[int, tuple[Four, ...]] = {
    1: ((3, 2, 1, 0),),
    2: ((4, 2, 3, 6), (1, 0, 7, 5)),
    3: ((1, 3, 5, 6), (9, 4, 8, 11), (7, 0, 2, 10)),
    4: ((6, 11, 5, 9), (10, 7, 3, 12), (14, 13, 4, 2), (8, 1, 15, 0)),
    5: ((16, 8, 15, 17), (7, 3, 12, 9), (11, 4, 0, 6), (14, 5, 1, 2), (10, 19, 18, 13)),
    6: (
        (13, 21, 14, 0),
        (18, 12, 8, 1),
        (15, 23, 10, 7),
        (11, 9, 2, 6),
        (16, 3, 4, 22),
        (5, 17, 20, 19),
    ),
    7: (
        (24, 18, 26, 17),
        (12, 8, 3, 25),
        (20, 0, 23, 6),
        (10, 11, 22, 19),
        (9, 21, 16, 5),
        (2, 4, 14, 1),
        (13, 27, 7, 15),
    ),
    8: (
        (0, 23, 4, 14),
        (8, 5, 29, 20),
        (12, 31, 7, 3),
        (28, 22, 17, 30),
        (9, 24, 6, 25),
        (16, 27, 2, 26),
        (15, 1, 19, 21),
        (10, 11, 18, 13),
    ),
    9: (
        (14, 1, 21, 22),
        (0, 25, 16, 5),
        (15, 29, 6, 18),
        (33, 27, 32, 23),
        (3, 7, 13, 30),
        (35, 26, 28, 9),
        (31, 34, 12, 20),
        (17, 2, 24, 19),
        (4, 11, 10, 8),
    ),
    10: (
        (39, 0, 13, 26),
        (24, 38, 27, 29),
        (33, 23, 3, 35),
        (21, 17, 9, 14),
        (37, 6, 16, 4),
        (7, 18, 22, 25),
        (34, 15, 1, 10),
        (2, 8, 30, 31),
        (32, 11, 12, 28),
        (5, 20, 36, 19),
    ),
}

# By number of tables, for 4 × tables + 1 people. 0 rests.
RESTING_STARTERS: dict[int, tuple[Four, ...]] = {
    5: (
        (4, 19, 3, 13),
        (10, 9, 12, 17),
        (18, 5, 14, 16),
        (11, 7, 8, 1),
        (15, 6, 2, 20),
    ),
    8: (
        (13, 7, 8, 22),
        (31, 15, 5, 2),
        (1, 12, 21, 28),
        (20, 18, 26, 30),
        (25, 4, 23, 32),
        (16, 29, 17, 27),
        (14, 19, 3, 11),
        (24, 6, 9, 10),
    ),
}


def whist_round(tables: int, number: int) -> list[Four]:
    """Return a round (from 1) of the schedule for 4 × `tables` places.

    Round 4n is the first one again. Raises `KeyError` if no starter is known.
    """
    rest = 4 * tables - 1

    def moved(place: int) -> int:
        return place if place == rest else (place + number - 1) % rest

    return [
        (moved(first), moved(second), moved(third), moved(fourth))
        for first, second, third, fourth in STARTERS[tables]
    ]


@cache
def whist_resting_starter(tables: int) -> tuple[Four, ...] | None:
    """Return the starter for 4 × `tables` + 1 places, without 0; None if none is known."""
    if tables in RESTING_STARTERS:
        return RESTING_STARTERS[tables]
    field = field_of_order(4 * tables + 1)
    if field is None:
        return None
    powers, half = field.powers, 2 * tables
    return tuple(
        (powers[at], powers[at + half], powers[at + tables], powers[at + tables + half])
        for at in range(tables)
    )


def whist_resting_round(tables: int, number: int) -> list[Four]:
    """Return a round (from 1) of the schedule for 4 × `tables` + 1 places; `number` - 1 rests.

    Raises `KeyError` if no starter is known.
    """
    starter, field = whist_resting_starter(tables), field_of_order(4 * tables + 1)
    if starter is None:
        raise KeyError(tables)

    def moved(place: int) -> int:
        return field.plus(place, number - 1) if field else (place + number - 1) % (4 * tables + 1)

    return [
        (moved(first), moved(second), moved(third), moved(fourth))
        for first, second, third, fourth in starter
    ]


@cache
def whist_order(tables: int) -> tuple[int, ...]:
    """Return the rounds in an order that brings the same opponents back as late as possible.

    This matters because a mêlée of four rounds is much shorter than its schedule.
    """
    return _fresh_first([whist_round(tables, number) for number in range(1, 4 * tables)])


@cache
def whist_resting_order(tables: int) -> tuple[int, ...]:
    """Return the rounds for 4 × `tables` + 1 places, in the order that `whist_order` describes."""
    rounds = [whist_resting_round(tables, number) for number in range(1, 4 * tables + 2)]
    return _fresh_first(rounds)


def _fresh_first(rounds: Sequence[Sequence[Four]]) -> tuple[int, ...]:
    """Order rounds. The next one is always the first that repeats the fewest opponents."""
    left = {number: _opponents(made) for number, made in enumerate(rounds, start=1)}
    met: Counter[frozenset[int]] = Counter()
    order: list[int] = []
    while left:
        number = min(
            left, key=lambda candidate: (sum(met[pair] for pair in left[candidate]), candidate)
        )
        met.update(left.pop(number))
        order.append(number)
    return tuple(order)


def _opponents(made: Sequence[Four]) -> list[frozenset[int]]:
    return [frozenset((mine, theirs)) for four in made for mine in four[:2] for theirs in four[2:]]

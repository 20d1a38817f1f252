"""Tests that the cheapest partners in large fields are the cheapest by the terms of `costs`."""

from collections import Counter
from itertools import combinations

from tournaments.draws.field import EDITION
from tournaments.draws.swiss.candidates import _rows, cheapest_pairs, near_pairs
from tournaments.draws.swiss.costs import ToPair


def pair(entrant, other):
    return frozenset((entrant, other))


def of(groups, *, met=(), forbidden=(), floated=(), club=None, edition=EDITION):
    """Return entrants to pair, numbered from 1 (the best) and in score groups of these sizes."""
    order = list(range(1, sum(groups) + 1))
    ends = [sum(groups[: at + 1]) for at in range(len(groups))]
    group = {
        entrant: next(at for at, end in enumerate(ends) if entrant <= end) for entrant in order
    }
    return ToPair(
        order=order,
        scores={entrant: 2 * (len(groups) - group[entrant]) for entrant in order},
        place={entrant: entrant - 1 for entrant in order},
        fold={
            entrant: (entrant - 1 - ends[group[entrant]], groups[group[entrant]])
            for entrant in order
        },
        met=Counter(dict(met)),
        forbidden=frozenset(map(frozenset, forbidden)),
        floated=frozenset(floated),
        club=club or {},
        edition=edition,
    )


MANY = of(
    (6, 5, 3),
    met={
        pair(1, 2): 1,
        pair(1, 3): 2,
        pair(4, 9): 1,
        pair(1, 5): 15,
        pair(1, 6): 17,
        pair(7, 8): 3,
    },
    forbidden=[(1, 4), (7, 8), (2, 99)],
    floated=(3, 7, 12),
    club={1: "Lyon", 2: "", 3: "Lyon", 5: "Brest", 8: "Lyon", 12: "Brest", 13: "Brest", 14: ""},
)


def test_a_row_orders_the_others_as_their_terms_do():
    present = [number for number in MANY.order if number != 11]
    for entrant, row in zip(present, _rows(MANY, present), strict=True):
        costs = [(MANY.terms(entrant, other), int(row[at])) for at, other in enumerate(present)]
        costs = [both for both, other in zip(costs, present, strict=True) if other != entrant]
        for (terms, cost), (other_terms, other_cost) in combinations(costs, 2):
            assert (cost < other_cost, cost == other_cost) == (
                terms < other_terms,
                terms == other_terms,
            )


def test_a_forbidden_pair_weighs_more_than_any_that_has_met():
    """The cost of a rematch stops at 15 times. A forbidden pair costs 16, in the highest digits."""
    to_pair = of((3,), met={pair(1, 2): 20}, forbidden=[(1, 3), (2, 3)])
    rows = list(_rows(to_pair, to_pair.order))
    assert [int(row) >> 56 for row in rows[0][1:]] == [15, 16]
    assert int(rows[1][2]) >> 56 == 16


def test_by_earlier_editions_each_has_the_cheapest_and_the_cheapest_of_other_groups():
    """Each entrant has met every partner a different number of times, so no two of its pairs cost
    the same.
    """
    to_pair = of(
        (5, 3), edition=2, met={pair(a, b): a * b % 11 for a, b in combinations(range(1, 9), 2)}
    )
    expected = set()
    for entrant in to_pair.order:
        others = sorted(
            (other for other in to_pair.order if other != entrant), key=lambda b: entrant * b % 11
        )
        outside = [other for other in others if to_pair.scores[other] != to_pair.scores[entrant]]
        expected |= {(min(entrant, b) - 1, max(entrant, b) - 1) for b in (*others[:4], outside[0])}
    assert list(cheapest_pairs(to_pair, to_pair.order, 4)) == sorted(expected)
    assert len(expected) < 28


def test_each_has_the_cheapest_of_both_neighbouring_groups_and_their_ends():
    """With the 4 nearest, entrants also get partners from both neighbouring groups.

    From each of these groups of 9, they get the cheapest partner, the first and the last entrant.
    """
    to_pair = of((9, 9, 9), met={pair(10, 14): 0, pair(14, 5): 0, pair(14, 4): 1})
    beside = {(at, 13) for at in (0, 8)} | {(13, at) for at in (18, 26)}
    pairs = set(cheapest_pairs(to_pair, to_pair.order, 4))
    assert beside <= pairs
    # No pair is two groups apart, because none of them is among the four cheapest.
    assert not any(place < 9 and other >= 18 for place, other in pairs)


def test_of_few_entrants_every_pair_is_a_candidate():
    to_pair = of((2, 2))
    assert list(cheapest_pairs(to_pair, to_pair.order, 16)) == list(combinations(range(4), 2))
    # The places are those in the list of present entrants.
    assert list(cheapest_pairs(to_pair, [4, 2], 16)) == [(0, 1)]


def test_partners_by_place_are_those_near_the_fold_and_the_next_of_other_groups():
    """Partners by place in groups of 4, 13, 2 and 5.

    With 24 partners, an entrant gets six places around the fold and two entrants of other groups.
    """
    to_pair = of((4, 13, 2, 5))
    expected = [
        # The first group is small, so every pair of it is offered. Each of its entrants may also
        # meet the two below the group.
        *combinations(range(4), 2),
        *((place, other) for place in range(4) for other in (4, 5)),
        # In the group of thirteen, the pairs are 3 to 9 places apart. Its upper half may also meet
        # the two above the group, and its lower half the two below.
        *(
            (place, other)
            for place, other in combinations(range(4, 17), 2)
            if 3 <= other - place <= 9
        ),
        *((place, other) for place in (2, 3) for other in range(4, 10)),
        *((place, other) for place in range(10, 17) for other in (17, 18)),
        # In the group of two, the first entrant is the upper half and the second the lower half.
        (17, 18),
        *((place, 17) for place in (15, 16)),
        *((18, other) for other in (19, 20)),
        # All entrants of the last group may also meet the two above it.
        *combinations(range(19, 24), 2),
        *((place, other) for place in (17, 18) for other in range(19, 24)),
    ]
    assert list(near_pairs(to_pair, to_pair.order, 24)) == sorted(set(expected))

from itertools import combinations

from tests.tournaments.draws.swiss.test_pairing import perfect
from tournaments.draws.swiss import lookahead
from tournaments.draws.swiss.lookahead import LOOKED_AT, lasts, plenty, possible, ranked, spent
from tournaments.draws.swiss.pairing import _matched


def left(count, *pairs):
    """Return the entrants whom each of 1 to `count` may still meet, given the pairs that are
    left.
    """
    free = {entrant: set() for entrant in range(1, count + 1)}
    for entrant, other in pairs:
        free[entrant].add(other)
        free[other].add(entrant)
    return {entrant: frozenset(others) for entrant, others in free.items()}


EVERYONE = left(6, *combinations(range(1, 7), 2))
TRIANGLES = left(6, (1, 2), (2, 3), (1, 3), (4, 5), (5, 6), (4, 6))
CIRCLE = left(6, (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1))


def test_with_half_of_the_others_left_there_is_plenty():
    # Each of six entrants has five opponents left. In round r there are 5 - (r - 1) left, which is
    # at least half of six up to the third round.
    assert [plenty(EVERYONE, rounds) for rounds in range(5)] == [True, True, True, True, False]


def test_two_odd_circles_are_a_dead_end_and_an_even_one_is_not():
    assert not lasts(TRIANGLES, 1)
    assert lasts(CIRCLE, 2)
    assert not lasts(CIRCLE, 3)
    assert lasts(EVERYONE, 5)


def test_a_dead_end_is_seen_at_first_sight():
    assert [possible(CIRCLE, rounds) for rounds in range(4)] == [True, True, True, False]
    assert not possible(TRIANGLES, 1)


def test_what_is_spent_is_not_left():
    assert spent(CIRCLE, [(1, 2), (3, 4), (5, 6)]) == left(6, (2, 3), (4, 5), (6, 1))


def test_rounds_come_from_the_cheapest_up_each_once():
    # Six places can be paired in 15 ways. Each pair has a distinct price, so no two rounds cost the
    # same.
    pairs = list(combinations(range(6), 2))
    edges = [(place, other, 2**at) for at, (place, other) in enumerate(pairs)]
    price = {(place, other): cost for place, other, cost in edges}
    made = [frozenset(paired) for paired in ranked(range(6), edges, _matched)]
    wanted = sorted(perfect(list(range(6))), key=lambda paired: sum(price[pair] for pair in paired))
    assert made == [frozenset(paired) for paired in wanted]
    assert len(made) == 15 < LOOKED_AT


def test_what_looks_possible_need_not_last():
    """Two triangles joined by a bridge look possible for two rounds, but last only one.

    The first round must use the bridge, and cannot be followed by another.
    """
    bridged = left(6, (1, 2), (2, 3), (1, 3), (3, 4), (4, 5), (5, 6), (4, 6))
    assert possible(bridged, 2)
    assert lasts(bridged, 1)
    assert not lasts(bridged, 2)


def first_of_all(rest, offered):
    """Return the cheapest round; among equals, the one that starts with the lowest places."""

    def rounds(places):
        if not places:
            yield 0, []
            return
        first, *others = places
        for other in others:
            if (first, other) in prices:
                left = [place for place in others if place != other]
                for price, pairs in rounds(left):
                    yield price + prices[first, other], [(first, other), *pairs]

    prices = {(at, to): price for at, to, price in offered}
    best = min(rounds(list(range(len(rest)))), default=(0, []))[1]
    return [(rest[at], rest[to]) for at, to in best]


def test_of_rounds_that_cost_the_same_those_found_first_come_first():
    edges = [(place, other, 1) for place, other in combinations(range(6), 2)]
    made = ranked(range(6), edges, first_of_all)
    # The first round, then one without 0–1, then one with 0–1 but without 2–3.
    assert [sorted(next(made)) for _ in range(3)] == [
        [(0, 1), (2, 3), (4, 5)],
        [(0, 2), (1, 3), (4, 5)],
        [(0, 1), (2, 4), (3, 5)],
    ]


def test_thirty_rounds_are_looked_at_of_the_hundred_and_five_of_eight():
    edges = [(place, other, place * other) for place, other in combinations(range(8), 2)]
    assert len(list(ranked(range(8), edges, first_of_all))) == 30


def test_twenty_four_ways_are_tried(monkeypatch):
    tried = []
    monkeypatch.setattr(lookahead, "_tried", lambda free, rounds, attempt: tried.append(attempt))
    assert not lasts(CIRCLE, 1)
    assert tried == list(range(24))

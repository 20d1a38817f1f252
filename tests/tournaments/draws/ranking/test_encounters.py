"""Tests of the direct encounter of many entrants.

It must agree with the computation pair by pair, at a cost that grows only with the number of
tables.
"""

import sys
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.draws.naive_encounters import values_and_order
from tests.tournaments.draws.playing import of, rounds_of
from tournaments.draws.field import Points
from tournaments.draws.ranking.standings import standings

POINTS = (Points(), Points(3, 1, 0), Points(1, 1, 1), Points(0, 0.5, 1))
SCORES = ((1, 0), (0, 1), (1, 1))


def random_field(seed):
    """Return a field in which nearly all have met each other, or that has played a few random
    rounds.
    """
    random = Random(seed)
    count = random.randint(2, 12)
    field = of(count, tie_breaks=("direct_encounter",), points=random.choice(POINTS))
    if seed % 3 == 0:
        missed, upset = random.choice((0, 0.05, 0.3)), random.choice((0, 0.1))
        tables = [
            {(entrant, other): (0, 1) if random.random() < upset else (1, 0)}
            for entrant in range(1, count + 1)
            for other in range(entrant + 1, count + 1)
            if random.random() >= missed
        ]
        return replace(field, rounds=rounds_of(*tables))
    size = 2 if seed % 3 == 1 else 3
    rounds = []
    for _round in range(random.randint(0, 6)):
        order = random.sample(range(1, count + 1), count)
        tables = [tuple(order[at : at + size]) for at in range(0, count, size)]
        rounds.append(
            {table: scores_of(random, table) for table in tables if len(table) != 2 or size == 2}
        )
    return replace(field, rounds=rounds_of(*rounds))


def scores_of(random, entrants):
    if len(entrants) == 1 or random.random() < 0.1:
        return None
    return random.choice(SCORES) if len(entrants) == 2 else tuple(random.choices((0, 1, 2), k=3))


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_it_splits_as_looking_at_every_pair_does(start):
    for seed in range(start, start + 100):
        field = random_field(seed)
        parts, seen = values_and_order(field)
        rows = standings(field)
        assert [row.entrant for row in rows] == [
            entrant for part in parts for entrant in sorted(part)
        ]
        criteria = {row.entrant: row.criteria["direct_encounter"] for row in rows}
        assert criteria == seen, seed
        ranks = [
            1 + sum(map(len, parts[:at])) for at, part in enumerate(parts) for _entrant in part
        ]
        assert [row.rank for row in rows] == ranks
        # A row that the direct encounter puts behind has the two values that were compared. With
        # the usual points, its own value is the lower one.
        by_it = [row for row in rows if row.decided_by == "direct_encounter"]
        assert all(row.compared is not None for row in by_it)
        if field.options.points == Points():
            assert all(row.compared[0] < row.compared[1] for row in by_it), seed


def chain(count):
    """Return a field in which each entrant has met only the one two numbers after it.

    Every result is worth one point, and only one leader at a time is out of reach.
    """
    rounds = [
        {(entrant, entrant + 2): (0, 1) for entrant in range(first, count - 1, 4)}
        for first in range(1, 5)
    ]
    field = of(count, tie_breaks=("direct_encounter",), points=Points(1, 1, 1))
    return replace(field, rounds=rounds_of(*rounds))


def calls(field):
    """Return the number of function calls that ranking a field takes."""
    made = 0

    def count(frame, event, argument):
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        standings(field)
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize("made", [lambda count: of(count), chain], ids=["nobody played", "chain"])
def test_twice_as_many_cost_about_twice_as_much(made):
    assert calls(made(160)) < 3 * calls(made(80))

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.extents import some
from tests.tournaments.draws.playing import joined, of, played, rounds_of, without
from tournaments.draws import seating as tables
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Result
from tournaments.formats.installed import format_of
from tournaments.state.options import options_of

TABLES = format_of("tables")


def seats(draw):
    return [list(table.entrants) for table in draw.tables]


def at_random(random):
    return lambda table: Result(tuple(random.randrange(5000) for _ in table.sides))


@pytest.mark.parametrize(
    ("count", "wanted", "sizes"),
    [
        (3, 4, [3]),
        (5, 3, [5]),
        (6, 5, [3, 3]),
        (7, 4, [4, 3]),
        # One place more than wanted at one table, rather than three tables of three.
        (9, 4, [5, 4]),
        (11, 5, [4, 4, 3]),
        (13, 4, [5, 4, 4]),
        # Tables of 5, 5 and 4 and tables of 4, 4, 3 and 3 are equally far from tables of four. The
        # smaller ones are chosen.
        (14, 4, [4, 4, 3, 3]),
        (16, 4, [4, 4, 4, 4]),
    ],
)
def test_sizes(count, wanted, sizes):
    assert tables.sizes(count, wanted) == sizes


def test_every_number_sits_three_to_five_at_tables_one_apart_at_most():
    for count in range(3, 200):
        for wanted in (3, 4, 5):
            made = tables.sizes(count, wanted)
            assert sum(made) == count
            assert min(made) >= 3
            assert max(made) <= 5
            assert max(made) - min(made) <= 1


def test_the_first_round_by_serpentine():
    # The entrants are dealt to three tables, forwards and backwards in alternation.
    assert seats(TABLES.draw(of(12, first_round="serpentine"))) == [
        [1, 6, 7, 12],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]
    assert {table.why["made"] for table in TABLES.draw(of(9, first_round="serpentine")).tables} == {
        "serpentine"
    }
    # In tables of 4, 3 and 3, the tenth can only sit at the first table.
    assert seats(TABLES.draw(of(10, first_round="serpentine"))) == [
        [1, 6, 7, 10],
        [2, 5, 8],
        [3, 4, 9],
    ]


def test_the_first_round_by_lot():
    draw, other = (TABLES.draw(of(12, seed=seed)) for seed in ("a", "b"))
    assert seats(draw) != seats(other)
    assert seats(draw) == seats(TABLES.draw(of(12, seed="a")))
    assert draw.tables[0].why["made"] == "draw"


def test_later_rounds_by_standing_let_neighbours_exchange():
    # Everyone finished in the order of their number, so the standings would seat 123, 456 and 789
    # again. The first and second table exchange their nearest, 3 and 4: 124 and 356. The second and
    # third exchange 6 and 7: 357 and 689. 1-2 and 8-9 stay together, because those who could part
    # them sit two tables away.
    field = of(9, table_size=3, place_points="match", tie_breaks=("points",))
    history = rounds_of({(1, 2, 3): (90, 80, 70), (4, 5, 6): (60, 50, 40), (7, 8, 9): (30, 20, 10)})
    draw = TABLES.draw(replace(field, rounds=history))
    assert seats(draw) == [[1, 2, 4], [3, 5, 7], [6, 8, 9]]
    assert [table.why for table in draw.tables] == [
        {
            "made": "standing",
            "places": [1, 2, 4],
            "met": [{"entrants": [1, 2], "times": 1}],
        },
        {"made": "standing", "places": [3, 5, 7], "met": []},
        {
            "made": "standing",
            "places": [6, 8, 9],
            "met": [{"entrants": [8, 9], "times": 1}],
        },
    ]


def test_those_who_sit_together_are_told_from_the_best_placed_down():
    # As above, but the last have won, so the standings would seat 789, 456 and 123.
    field = of(9, table_size=3, place_points="match", tie_breaks=("points",))
    history = rounds_of({(7, 8, 9): (90, 80, 70), (4, 5, 6): (60, 50, 40), (1, 2, 3): (30, 20, 10)})
    draw = TABLES.draw(replace(field, rounds=history))
    assert seats(draw) == [[7, 8, 4], [9, 5, 1], [6, 2, 3]]
    assert [table.why["places"] for table in draw.tables] == [[1, 2, 4], [3, 5, 7], [6, 8, 9]]


def gain(seats, here, mine, there, theirs):
    """Return what one exchange of two seats adds to each term of the cost."""
    return next(cost for cost, at, to in seats.gains(here, there) if (at, to) == (mine, theirs))


def test_what_an_exchange_gains_is_counted_in_squares():
    # 1 has met 2 three times, and 3 and 4 twice each; 2 and 5 have never met. When 1 and 5 change
    # places, 2 × 4 is added and 9 is removed.
    met = Counter({frozenset((1, 2)): 3, frozenset((1, 3)): 2, frozenset((1, 4)): 2})
    spread = tables.Seats([[1, 2, 6], [3, 4, 5]], tables.squared(met))
    assert gain(spread, 0, 0, 1, 2) == (2 * 4 - 9, 0)
    assert (spread.heard(0), spread.heard(1)) == (9, 0)


def test_nobody_is_somebody_they_know_themselves():
    # 1 and 3 change tables. Their own meetings do not count, because they sit apart before and
    # after it.
    met = tables.squared(Counter({frozenset((1, 2)): 1, frozenset((1, 3)): 5}))
    assert gain(tables.Seats([[1, 2], [3, 4]], met), 0, 0, 1, 0) == (-1, 0)


def test_how_far_an_exchange_takes_two_from_their_places():
    # The standings seat 1 2 3 and 4 5 6, and then 2 and 6 change places. 2 is then two places away
    # from its table, and 6 is three.
    place = {entrant: entrant - 1 for entrant in range(1, 7)}
    ranked = tables.Seats([[1, 2, 3], [4, 5, 6]], {}, place, [(0, 2), (3, 5)])
    assert gain(ranked, 0, 1, 1, 2) == (0, 5)
    assert ranked.allowed(0, 1, 1, 2)


def test_nobody_sits_further_than_the_next_table_from_their_own():
    random = Random(1)
    field = of(20, rounds=8, later_rounds="standing")
    for _ in range(8):
        draw = TABLES.draw(field)
        if field.rounds:
            for at, table in enumerate(draw.tables):
                assert all(abs((place - 1) // 4 - at) <= 1 for place in table.why["places"])
        field = played(field, draw.tables, at_random(random))


def test_spread_lets_nine_meet_everyone_once_in_four_rounds():
    # Nine players at tables of three have exactly one such plan of four rounds: the affine plane of
    # order three.
    field = of(9, table_size=3, later_rounds="spread")
    random = Random(2)
    for _ in range(4):
        field = played(field, TABLES.draw(field).tables, at_random(random))
    met = tables.meetings(field)
    assert met == dict.fromkeys(map(frozenset, combinations(range(1, 10), 2)), 1)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("count", [*range(3, 13), *some([*range(13, 41), 64, 65, 128], 6)])
@pytest.mark.parametrize("later", ["spread", "standing"])
def test_four_rounds_of_any_size(size, count, later):
    random = Random(count)
    field = of(count, table_size=size, later_rounds=later)
    for _ in range(4):
        draw = TABLES.draw(field)
        assert sorted(entrant for table in draw.tables for entrant in table.entrants) == list(
            range(1, count + 1)
        )
        assert all(3 <= len(table.sides) <= 5 for table in draw.tables)
        field = played(field, draw.tables, at_random(random))
    met = tables.meetings(field)
    most = max(met[frozenset(pair)] for pair in combinations(range(1, count + 1), 2))
    # The bounds are as measured: 4 for one or two tables. For more, it is 2 by `spread` (1 in large
    # fields), and else 3.
    if count <= 5 or len(tables.sizes(count, size)) == 2:
        bound = 4
    elif later == "spread":
        bound = 1 if count >= 36 else 2
    else:
        bound = 3
    assert most <= bound


def test_who_comes_late_and_who_leaves():
    random = Random(3)
    for later in ("standing", "spread"):
        field = of(9, rounds=6, later_rounds=later)
        for number in range(6):
            draw = TABLES.draw(field)
            assert sorted(entrant for t in draw.tables for entrant in t.entrants) == field.playing
            field = played(field, draw.tables, at_random(random))
            field = joined(field) if number % 2 else without(field, field.playing[number])


def test_place_points_make_the_standings():
    # A place is worth the share of the table that is beaten, times 4. So a table of 5 gives 4 3 2 1
    # 0, one of 4 gives 4 8/3 4/3 0, and one of 3 gives 4 2 0. 7 and 8 tie and share 8/3 + 4/3.
    field = replace(
        of(12, tie_breaks=("points",)),
        rounds=rounds_of(
            {
                (1, 2, 3, 4, 5): (5, 4, 3, 2, 1),
                (6, 7, 8, 9): (40, 30, 30, 10),
                (10, 11, 12): (9, 8, 7),
            }
        ),
    )
    rows = {row.entrant: (row.rank, row.criteria["points"]) for row in TABLES.standings(field)}
    assert rows == {
        **dict.fromkeys((1, 6, 10), (1, 4)),
        2: (4, 3),
        **dict.fromkeys((3, 7, 8, 11), (5, 2)),
        4: (9, 1),
        **dict.fromkeys((5, 9, 12), (10, 0)),
    }
    # In the first edition, a place was worth n - rank at a table of n.
    once = replace(field, options=options_of("tables", {}, 1))
    points = {row.entrant: row.criteria["points"] for row in TABLES.standings(once)}
    assert [points[entrant] for entrant in (1, 6, 7, 8, 10, 11)] == [4, 3, 1.5, 1.5, 2, 1]


def test_a_rest_at_tables_is_a_first_place():
    rounds = rounds_of({(1, 2, 3, 4): (4, 3, 2, 1), (5, 6, 7): (9, 8, 7), (8,): None})
    field = replace(of(8, tie_breaks=("points",)), rounds=rounds)

    def rest(**options):
        with_options = replace(field, options=options_of("tables", options))
        return {row.entrant: row.criteria["points"] for row in TABLES.standings(with_options)}[8]

    assert (rest(), rest(place_points=[10, 5]), rest(points={"bye": 2})) == (3, 10, 2)
    assert rest(place_points="match", bye_score=[7, 5]) == 7


def test_refusals():
    with pytest.raises(PairingError) as refused:
        TABLES.draw(of(2))
    assert (refused.value.code, refused.value.params) == ("too_few_entrants", {"least": 3})
    field = of(6)
    for _ in range(4):
        field = played(field, TABLES.draw(field).tables)
    with pytest.raises(PairingError, match="stage_finished"):
        TABLES.draw(field)

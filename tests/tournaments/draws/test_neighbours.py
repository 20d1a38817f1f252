"""Tests of the reasons and warnings of a round of neighbours: who moved, who met before, who
rests.
"""

from dataclasses import replace

from tests.tournaments.draws.playing import of, rounds_of
from tournaments.draws import neighbours

# A first round in which 1 met 2, 3 met 4, and 5 rested.
FIRST = rounds_of({(1, 2): (1, 0), (3, 4): (1, 0), (5,): None})


def drawn(field, order):
    made = neighbours.drawn(field, order, "standing")
    return [(table.number, table.entrants, table.why) for table in made.tables], [
        (warned.code, warned.params) for warned in made.warnings
    ]


def test_who_moved_and_who_rests():
    # 4 is the last who has not rested, so it rests now. Without 4, the neighbours are 1 and 3, and
    # 5 and 2.
    assert drawn(replace(of(5), rounds=FIRST), [1, 3, 5, 2, 4]) == (
        [
            (1, (1, 3), _why(1, 2)),
            (2, (5, 2), _why(3, 4)),
            (3, (4,), {"bye": True, "made": "standing"}),
        ],
        [],
    )
    # 1 has met 2, so it meets the next one below.
    tables, _warnings = drawn(replace(of(5), rounds=FIRST), [1, 2, 3, 5, 4])
    assert tables[0] == (1, (1, 3), _why(1, 3, moved=True))


def _why(upper, lower, *, moved=False, met=0):
    return {"made": "standing", "neighbours": [upper, lower], "moved": moved, "met": met}


def test_a_rematch_or_a_pair_kept_apart_is_said_with_how_often_they_met():
    two = replace(of(2), rounds=rounds_of({(1, 2): (1, 0)}))
    assert drawn(two, [2, 1]) == (
        [(1, (2, 1), _why(1, 2, met=1))],
        [("rematch", {"entrants": [2, 1], "times": 1})],
    )
    apart = replace(two.options, forbidden_pairs=frozenset({frozenset((1, 2))}))
    _tables, warnings = drawn(replace(two, options=apart), [2, 1])
    assert warnings == [("forbidden_pair", {"entrants": [2, 1], "times": 1})]
    # A forbidden pair that has never met is reported too.
    _tables, warnings = drawn(replace(two, options=apart, rounds=((),)), [2, 1])
    assert warnings == [("forbidden_pair", {"entrants": [2, 1], "times": 0})]


def test_of_several_rematches_the_fewest_meetings_then_the_nearest():
    met = {frozenset((1, 2)): 1, frozenset((3, 4)): 1, frozenset((1, 3)): 2, frozenset((2, 4)): 1}
    met |= {frozenset((1, 4)): 1, frozenset((2, 3)): 1}
    # Two meetings again in either case, but 1–2 and 3–4 are nearer to each other than 1–4 and 2–3.
    paired = neighbours.paired(
        [1, 2, 3, 4], lambda entrant, other: met[frozenset((entrant, other))]
    )
    assert sorted(paired) == [(1, 2), (3, 4)]

from dataclasses import replace

import pytest

from tests.tournaments.draws.playing import favourite, joined, of, played, run
from tournaments.draws.brackets.ranking import rows
from tournaments.draws.field import Options, Result
from tournaments.draws.ranking.standings import StandingsRow
from tournaments.formats.installed import format_of

SINGLE = format_of("single_elimination")


def ranks(field, format_=SINGLE):
    return [(row.rank, row.entrant) for row in format_.standings(field)]


def test_before_the_first_draw_everybody_is_level():
    assert ranks(of(3)) == [(1, 1), (1, 2), (1, 3)]


def test_while_it_runs_everybody_is_as_far_as_drawn():
    field = of(4)
    field = played(field, SINGLE.draw(field).tables)
    # 1 and 2 already rank as finalists, although the final is not drawn yet.
    assert ranks(field) == [(1, 1), (1, 2), (3, 3), (3, 4)]


def test_the_later_the_way_out_the_better_the_rank():
    field = of(8, third_place=True)
    for _ in range(3):
        field = played(field, SINGLE.draw(field).tables)
    rows = SINGLE.standings(field)
    assert [(row.rank, row.entrant, row.decided_by) for row in rows] == [
        (1, 1, None),
        (2, 2, "stage"),
        (3, 3, "stage"),
        (4, 4, "stage"),
        (5, 5, "stage"),
        (5, 6, None),
        (5, 7, None),
        (5, 8, None),
    ]


def test_a_final_that_both_forfeit_has_no_winner():
    field = of(2)
    field = played(field, SINGLE.draw(field).tables, lambda t: Result((), frozenset((1, 2))))
    assert ranks(field) == [(2, 1), (2, 2)]
    # A declared winner is first. In the first two editions both finalists were first.
    assert ranks(replace(field, winner=2)) == [(1, 2), (2, 1)]
    assert ranks(replace(field, options=Options(edition=2))) == [(1, 1), (1, 2)]


def forfeited(*pairs):
    """Return a result function: these pairs both forfeit, and elsewhere the favourite wins."""

    def result(table):
        both = set(table.entrants) in [set(pair) for pair in pairs]
        return Result((), frozenset(table.entrants)) if both else favourite(table)

    return result


@pytest.mark.parametrize(
    ("count", "options", "both", "wanted"),
    [
        # The winner of the meeting for third place does not rank above the finalists, who both
        # forfeit.
        (4, {"third_place": True}, [(1, 2)], [(2, 1), (2, 2), (3, 3), (4, 4)]),
        # Nobody comes to the final, so all four are second. With three entrants, 1 is left without
        # having won a table, and is not first either.
        (4, {}, [(1, 4), (2, 3)], [(2, 1), (2, 2), (2, 3), (2, 4)]),
        (3, {}, [(2, 3)], [(2, 1), (3, 2), (3, 3)]),
        # 1 has won a table and has no opponent left, so 1 is first.
        (4, {}, [(2, 3)], [(1, 1), (2, 2), (2, 3), (2, 4)]),
        # If field B has no winner, its ranks begin with its second place (4), as in field A.
        (4, {"b_final": True}, [(3, 4)], [(1, 1), (2, 2), (4, 3), (4, 4)]),
    ],
)
def test_nobody_is_first_without_having_won(count, options, both, wanted):
    field = run(of(count, **options), "single_elimination", forfeited(*both))
    assert ranks(field) == wanted


def test_a_double_elimination_and_its_second_final():
    double = format_of("double_elimination")
    field = of(4)
    field = run(
        field,
        "double_elimination",
        lambda t: Result((), frozenset(t.entrants)) if t.why["part"] == "final" else favourite(t),
    )
    assert [rank for rank, _entrant in ranks(field, double)][:2] == [2, 2]


def test_where_all_ended_in_double_forfeits_nobody_is_first():
    robin = format_of("round_robin")
    field = run(of(2, tie_breaks=("points",)), "round_robin", forfeited((1, 2)))
    assert ranks(field, robin) == [(2, 1), (2, 2)]
    # Two entrants who drew share the first place.
    field = run(of(2, tie_breaks=("points",)), "round_robin", lambda table: Result((1, 1)))
    assert ranks(field, robin) == [(1, 1), (1, 2)]


def test_who_came_too_late_for_the_bracket_was_never_drawn_and_has_no_place():
    field = of(2)
    field = joined(played(field, SINGLE.draw(field).tables, favourite))
    assert ranks(field) == [(1, 1), (2, 2)]
    assert [(warned.code, warned.params) for warned in SINGLE.draw(joined(of(2))).warnings] == [
        ("too_late_for_bracket", {"entrant": 3})
    ]


def test_behind_the_knockout_stand_those_who_never_got_there():
    behind = [StandingsRow(1, 3, {"points": 5}, None), StandingsRow(2, 1, {}, "points")]
    behind += [StandingsRow(3, 4, {"points": 2}, "points")]
    assert rows({1: 2, 2: 2}, behind) == [
        StandingsRow(1, 1, {"stage": 2}, None),
        StandingsRow(1, 2, {"stage": 2}, None),
        StandingsRow(3, 3, {"points": 5}, "stage"),
        StandingsRow(4, 4, {"points": 2}, "points"),
    ]


def test_a_final_that_is_played_again_does_not_rank_yet():
    """2 comes back from the losers' bracket and wins the first final, so 1 and 2 share rank 1.

    The second final then decides.
    """
    double = format_of("double_elimination")
    field = of(2)

    def won_by(entrant):
        return lambda table: Result(tuple(int(entrant in side) for side in table.sides))

    for winner in (1, 2):
        field = played(field, double.draw(field).tables, won_by(winner))
    assert ranks(field, double) == [(1, 1), (1, 2)]
    field = played(field, double.draw(field).tables, won_by(2))
    assert ranks(field, double) == [(1, 2), (2, 1)]

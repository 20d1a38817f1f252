"""Tests of entrants who leave a round robin or a group: what happens to their games and the
standings.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.draws.playing import favourite, joined, of, played, run
from tournaments.draws.field import Points, Result
from tournaments.draws.leavers import annulled, left_after, struck
from tournaments.draws.ranking.records import records, totals
from tournaments.draws.ranking.standings import standings
from tournaments.formats.installed import format_of

ROBIN = format_of("round_robin")
USUAL = ("points", "direct_encounter", "buchholz", "difference", "lots")


def robin(count, leaver="auto", **options):
    """Return the field of a round robin, in which a rest is worth nothing."""
    return of(count, leaver=leaver, tie_breaks=USUAL, points=Points(bye=0), **options)


def gone(field, *numbers):
    """Return the field after these entrants have withdrawn."""
    return replace(
        field,
        entrants=tuple(
            replace(entrant, playing=False, left=True) if entrant.number in numbers else entrant
            for entrant in field.entrants
        ),
    )


def after(field, rounds, slug="round_robin", result=favourite):
    for _ in range(rounds):
        field = played(field, format_of(slug).draw(field).tables, result)
    return field


def points(field):
    return {number: float(value) for number, value in sorted(totals(records(field)).items())}


def table(field):
    return [(row.rank, row.entrant, row.decided_by) for row in standings(field, field.ranked)]


def test_less_than_half_played_counts_for_nobody():
    """1 leaves after two of its five games, which it has won."""
    field = run(gone(after(robin(6), 2), 1), "round_robin")
    assert annulled(field) == {1}
    # The five others have four games each. The games against 1 count neither for nor against them.
    assert points(field) == {1: 0, 2: 4, 3: 3, 4: 2, 5: 1, 6: 0}
    assert table(field)[-2:] == [(5, 6, "points"), (6, 1, "left")]
    outcomes = {record.outcome for record in records(field)[6]}
    assert outcomes == {"loss", "struck"}


def test_half_or_more_and_the_games_left_are_won_by_forfeit():
    field = run(gone(after(robin(6), 3), 1), "round_robin")
    assert annulled(field) == frozenset()
    met = {
        entrant
        for tables in field.rounds[:3]
        for t in tables
        if 1 in t.entrants
        for entrant in t.entrants
    }
    left = {2, 3, 4, 5, 6} - met
    assert len(left) == 2
    usual = {2: 4, 3: 3, 4: 2, 5: 1, 6: 0}
    assert points(field) == {
        1: 3,
        **{entrant: won + (entrant in left) for entrant, won in usual.items()},
    }
    assert [record.outcome for record in records(field)[1]][3:] == ["forfeit_loss", "forfeit_loss"]


@pytest.mark.parametrize(("leaver", "rounds"), [("annul", 4), ("forfeit", 1)])
def test_the_organiser_may_choose_either_for_whoever_leaves(leaver, rounds):
    field = run(gone(after(robin(6, leaver), rounds), 1), "round_robin")
    assert annulled(field) == ({1} if leaver == "annul" else frozenset())
    assert points(field)[1] == (0 if leaver == "annul" else 1)


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("leaver", ["auto", "annul", "forfeit"])
def test_forfeits_noted_one_by_one_end_on_the_same_standings(count, cycles, leaver):
    for rounds in range(1, count - 1):
        field = after(robin(count, leaver, cycles=cycles), rounds)
        tapped = run(gone(field, 2), "round_robin")

        def forfeited(drawn):
            return Result((), frozenset({2})) if 2 in drawn.entrants else favourite(drawn)

        noted = run(field, "round_robin", forfeited)
        if all(2 not in t.entrants or t.bye for d in noted.rounds[rounds:] for t in d):
            continue  # nothing was left
        assert points(noted) == points(tapped), (rounds, cycles)
        order = [(row.rank, row.entrant) for row in standings(noted, noted.ranked)]
        assert order == [(row.rank, row.entrant) for row in standings(tapped, tapped.ranked)]


def test_by_the_first_two_editions_nothing_of_it():
    field = run(gone(after(robin(6, "", edition=2), 2), 1), "round_robin")
    assert (annulled(field), left_after(field)) == (frozenset(), {})
    assert points(field)[1] == 2
    assert all("left" not in t.why for tables in field.rounds for t in tables)


def test_in_each_group_its_own_games_count():
    """In two groups of four, 1 leaves after one of its three games, and 2 after two."""
    field = after(
        of(8, groups=2, leaver="auto", tie_breaks=USUAL, points=Points(bye=0)), 1, "groups"
    )
    field = after(gone(field, 1), 1, "groups")
    field = after(gone(field, 1, 2), 1, "groups")
    assert annulled(field) == {1}
    mates = {entrant for t in field.rounds[0] if t.slot == "GA" for entrant in t.entrants} - {1}
    assert {number for number in mates if points(field)[number] > 2} == set()
    # 2 has won two games, and its third opponent wins by forfeit.
    assert points(field)[2] == 2
    wins = [record for number in range(3, 9) for record in records(field)[number]]
    assert [record.outcome for record in wins].count("forfeit_win") == 1


def test_who_came_late_wins_the_games_that_one_who_left_owes():
    field = joined(after(robin(4), 2))
    field = run(gone(field, 1), "round_robin")
    # 1 has played two of its four games, which is half. The other two are forfeited.
    assert annulled(field) == frozenset()
    outcomes = [record.outcome for number in range(2, 6) for record in records(field)[number]]
    assert outcomes.count("forfeit_win") == 2


def test_who_left_stands_after_those_who_finished_with_as_many_points():
    """Among equal points, the entrant who left stands last.

    In a Swiss, two have a point after round 1, and one of them leaves. Another gets a point in
    round 2.
    """
    swiss = format_of("swiss")
    field = of(4, rounds=2, tie_breaks=("points", "seed"))
    field = played(field, swiss.draw(field).tables)
    winners = sorted(number for number, won in points(field).items() if won)
    field = gone(field, winners[0])
    # Who leaves has not missed a game before the next round is played.
    assert left_after(field) == {}
    field = played(field, swiss.draw(field).tables, lambda t: Result((0, 1)))
    assert left_after(field) == {winners[0]: 1}
    rows = standings(field, field.ranked)
    at = [row.entrant for row in rows].index(winners[0])
    level = [row for row in rows if row.criteria["points"] == Fraction(1)]
    assert level[-1].entrant == winners[0]
    assert rows[at].decided_by == "left"


def test_before_a_missed_round_and_without_points_among_the_criteria():
    field = of(4, rounds=2, tie_breaks=("wins", "seed"))
    swiss = format_of("swiss")
    field = played(field, swiss.draw(field).tables)
    field = gone(field, 1)
    field = played(field, swiss.draw(field).tables)
    assert table(field)[0][1] != 1
    assert {row[2] for row in table(field)} >= {None}


def test_who_left_at_an_open_table_has_left_before_the_forfeit_is_noted():
    swiss = format_of("swiss")
    field = of(4, rounds=2, tie_breaks=("points", "seed"))
    field = played(field, swiss.draw(field).tables)
    waits = replace(field, rounds=(*field.rounds, swiss.draw(field).tables))
    assert left_after(waits) == {}
    assert left_after(gone(waits, 1)) == {1: 1}
    # Before the first result too.
    assert left_after(gone(replace(waits, rounds=waits.rounds[1:]), 1)) == {1: 0}


def test_the_games_of_who_is_annulled_are_struck_and_no_others():
    field = gone(after(robin(6), 2), 1)
    games = [table for tables in field.rounds for table in tables]
    assert [struck(field, table) for table in games] == [1 in table.entrants for table in games]
    counted = gone(after(robin(6), 3), 1)
    assert not any(struck(counted, table) for tables in counted.rounds for table in tables)

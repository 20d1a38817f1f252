from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.playing import joined, of, ranking, without
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Result
from tournaments.formats.installed import format_of
from tournaments.formats.ladder import draw as ladder

FIRST = date(2026, 1, 1)
CAME, STAYED = Result((3, 1)), Result((1, 3))
LEVEL = Result((2, 2))


def day(number):
    """Return the day that many days after FIRST."""
    return FIRST + timedelta(days=number)


def six(**options):
    """Return a ladder of six entrants, numbered 1 to 6 from the top."""
    return of(6, **{"places_up": 2, **options})


def declared(field, challenger, challenged, on=0, result=None):
    """Return the field after one more challenge on that day, which may have a result."""
    table = ladder.challenge(field, challenger, challenged, day(on))
    return replace(
        field,
        rounds=(*field.rounds, (replace(table, number=1, result=result),)),
        order=ladder.entered(field),
        day=table.why["on"],
    )


def with_result(field, number, result):
    """Return the field after a result for challenge `number`, counted from 0."""
    (table,) = field.rounds[number]
    rounds = list(field.rounds)
    rounds[number] = (replace(table, result=result),)
    return replace(field, rounds=tuple(rounds))


def refused(field, challenger, challenged, on=0):
    with pytest.raises(PairingError) as caught:
        ladder.challenge(field, challenger, challenged, day(on))
    return caught.value.code, caught.value.params


# --- A worked example of six ---------------------------------------------------------------------


def test_the_winner_takes_the_place_and_those_between_move_one_down():
    field = six()
    assert ladder.present(field) == [1, 2, 3, 4, 5, 6]
    # 5 challenges 3, two places above, and wins. So 5 is third, and 3 and 4 move down.
    field = declared(field, 5, 3, 0, CAME)
    assert ladder.present(field) == [1, 2, 5, 3, 4, 6]
    # 3, now fourth, challenges 5 and loses. Then 6 does not get past 4 either.
    field = declared(field, 3, 5, 3, STAYED)
    field = declared(field, 6, 4, 5, LEVEL)
    assert ladder.present(field) == [1, 2, 5, 3, 4, 6]
    # 5 challenges 1 and wins by forfeit. 3 challenges 2, and both forfeit.
    field = declared(field, 5, 1, 9, Result((), frozenset({1})))
    field = declared(field, 3, 2, 9, Result((), frozenset({2, 3})))
    assert ladder.present(field) == [5, 1, 2, 3, 4, 6]
    # A challenger who forfeits keeps their place.
    field = declared(field, 4, 2, 12, Result((), frozenset({4})))
    assert ladder.present(field) == [5, 1, 2, 3, 4, 6]
    assert [
        (move.kind, move.entrant, move.other, move.places) for move in ladder.ladder(field).moves
    ] == [
        ("taken", 5, 3, 2),
        ("kept", 3, 5, 0),
        ("kept", 6, 4, 0),
        ("taken", 5, 1, 2),
        ("nobody", 3, 2, 0),
        ("kept", 4, 2, 0),
    ]
    assert ranking(field, "ladder") == [5, 1, 2, 3, 4, 6]
    rows = format_of("ladder").standings(field)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row.decided_by for row in rows] == [None, *["ladder"] * 5]


def test_whom_each_may_challenge():
    field = six()
    assert ladder.challengeable(field, FIRST) == {
        1: [],
        2: [1],
        3: [1, 2],
        4: [2, 3],
        5: [3, 4],
        6: [4, 5],
    }
    # 4 and 3 have a challenge running. So they neither challenge nor can be challenged.
    field = declared(field, 4, 3)
    assert ladder.challengeable(field, FIRST) == {1: [], 2: [1], 3: [], 4: [], 5: [], 6: [5]}
    assert ladder.busy(field) == {4: 3, 3: 4}
    apart = six(forbidden_pairs=frozenset({frozenset({1, 2})}))
    assert ladder.challengeable(apart, FIRST)[2] == []
    assert ladder.challengeable(of(6), FIRST)[6] == [3, 4, 5]


def test_what_is_refused():
    field = declared(six(), 4, 3)
    assert refused(field, 2, 2) == ("challenge_self", {})
    assert refused(field, 5, 4) == ("challenge_open", {"entrant": 4, "other": 3})
    assert refused(field, 4, 2) == ("challenge_open", {"entrant": 4, "other": 3})
    assert refused(field, 1, 2) == ("challenge_not_above", {"entrant": 2})
    assert refused(field, 5, 2) == ("challenge_too_far", {"entrant": 2, "places": 2})
    assert refused(without(field, 5), 6, 5) == ("challenge_gone", {"entrant": 5})
    assert refused(field, 9, 1) == ("challenge_gone", {"entrant": 9})
    apart = six(forbidden_pairs=frozenset({frozenset({1, 2})}))
    assert refused(apart, 2, 1) == ("challenge_forbidden", {"entrant": 1})
    with pytest.raises(PairingError, match="challenges_only"):
        format_of("ladder").draw(field)
    assert format_of("ladder").rounds(field) is None


def test_the_order_of_the_results_does_not_matter():
    field = declared(declared(six(), 5, 4), 3, 2)
    in_order = with_result(with_result(field, 0, CAME), 1, CAME)
    reversed_order = with_result(with_result(field, 1, CAME), 0, CAME)
    assert ladder.present(in_order) == ladder.present(reversed_order) == [1, 3, 2, 5, 4, 6]


# --- People who come and go ----------------------------------------------------------------------


def test_who_comes_late_stands_at_the_foot():
    field = joined(declared(six(), 6, 5, 0, CAME))
    assert ladder.present(field) == [1, 2, 3, 4, 6, 5, 7]
    # The late entrant is not in the standings before the next challenge is declared.
    assert ranking(field, "ladder") == [1, 2, 3, 4, 6, 5]
    assert ladder.challengeable(field, FIRST)[7] == [6, 5]
    field = declared(field, 7, 5, 1, CAME)
    assert ladder.present(field) == ranking(field, "ladder") == [1, 2, 3, 4, 6, 7, 5]
    assert field.order == (1, 2, 3, 4, 5, 6, 7)


def test_who_leaves_is_passed_over_and_finds_the_place_again():
    field = declared(six(), 6, 5, 0, CAME)
    left = without(field, 3)
    assert ladder.present(left) == [1, 2, 4, 6, 5]
    # The place of the entrant who left does not count among the two places up.
    assert ladder.challengeable(left, FIRST)[6] == [2, 4]
    assert ranking(left, "ladder") == [1, 2, 4, 6, 5, 3]
    moved = declared(left, 6, 2, 0, CAME)
    assert ladder.present(moved) == [1, 6, 2, 4, 5]
    back = replace(moved, entrants=field.entrants)
    assert ladder.present(back) == [1, 6, 2, 3, 4, 5]


# --- Inactivity ----------------------------------------------------------------------------------


def test_who_does_not_play_drops():
    """After 30 idle days an entrant drops two places.

    1 and 6 never play. 2 and 3 play on day 0, and 4 and 5 on day 20.
    """
    field = six(idle_days=30, idle_places=2)
    field = declared(field, 3, 2, 0, STAYED)
    field = declared(field, 5, 4, 20, STAYED)
    assert ladder.present(field) == [1, 2, 3, 4, 5, 6]
    assert ladder.due(field, day(29)) == []
    # On day 30, four entrants have been idle for 30 days. 1, 2 and 3 drop behind 4 and 5 and keep
    # their order. 6 has nobody below to drop behind.
    later = ladder.on_day(field, day(30))
    assert ladder.present(later) == [4, 5, 1, 2, 3, 6]
    assert [(drop.kind, drop.entrant, drop.places) for drop in ladder.due(field, day(30))] == [
        ("dropped", 1, 2),
        ("dropped", 2, 2),
        ("dropped", 3, 2),
    ]
    # From day 50 on, 4 and 5 are idle too, so nobody gains places.
    assert ladder.present(ladder.on_day(field, day(200))) == [4, 5, 1, 2, 3, 6]
    # Asking for an earlier day does not change a list that was already counted for a later day.
    assert ladder.on_day(later, day(3)).day == later.day


def test_it_drops_again_after_as_many_days_and_no_further_than_the_foot():
    field = six(idle_days=10, idle_places=1)
    for on in (0, 9, 18, 27):
        field = declared(field, 3, 2, on, STAYED)
        field = declared(field, 5, 4, on, STAYED)
    # 1 has dropped on days 10 and 20. 6 has nobody below to drop behind.
    assert ladder.present(field) == [2, 3, 1, 4, 5, 6]
    # On day 30, 1 drops behind 4 although no challenge was declared.
    assert ladder.present(ladder.on_day(field, day(30))) == [2, 3, 4, 1, 5, 6]
    assert ladder.ladder(field).active[1] == FIRST
    assert ladder.ladder(field).active[5] == day(27)
    assert ladder.ladder(field).played == dict.fromkeys((2, 3, 4, 5), day(27))


def test_who_forfeits_has_not_played_and_who_came_has():
    field = six(idle_days=10, idle_places=5)
    field = declared(field, 3, 2, 8, Result((), frozenset({3})))
    assert ladder.ladder(field).active == dict.fromkeys(range(1, 7), day(8))
    field = declared(field, 3, 2, 12, Result((), frozenset({3})))
    assert ladder.present(ladder.on_day(field, day(18))) == [2, 1, 3, 4, 5, 6]


def test_without_days_or_places_nobody_drops():
    for options in ({"idle_days": 0, "idle_places": 2}, {"idle_days": 5, "idle_places": 0}):
        field = declared(six(**options), 6, 5, 0, STAYED)
        assert ladder.present(ladder.on_day(field, day(365))) == [1, 2, 3, 4, 5, 6]


def test_who_enters_counts_as_there_from_the_next_challenge_on():
    field = joined(declared(six(idle_days=10, idle_places=9), 2, 1, 0, STAYED))
    field = declared(field, 2, 1, 9, STAYED)
    field = declared(joined(field), 8, 7, 9, STAYED)
    # 7 counts as active from day 9 on, and 8 played on that day. So neither drops on day 18, but
    # the idle entrants drop behind them.
    assert ladder.ladder(field).start == {number: number for number in range(1, 9)}
    assert ladder.present(ladder.on_day(field, day(18))) == [1, 2, 7, 8, 3, 4, 5, 6]


# --- Whatever happens ----------------------------------------------------------------------------

RESULTS = st.sampled_from([CAME, STAYED, LEVEL, "one", "other", "both", None])


def result_of(what, challenger, challenged):
    forfeits = {"one": {challenger}, "other": {challenged}, "both": {challenger, challenged}}
    return Result((), frozenset(forfeits[what])) if isinstance(what, str) else what


@given(
    count=st.integers(2, 12),
    up=st.integers(1, 5),
    idle=st.sampled_from([(0, 1), (7, 1), (7, 3), (30, 2)]),
    data=st.data(),
)
def test_the_list_stays_a_list(count, up, idle, data):
    """A challenge stays within `places_up` places.

    Its winner takes the other's place, and all the others keep their order.
    """
    field = of(count, places_up=up, idle_days=idle[0], idle_places=idle[1])
    on = 0
    for _ in range(data.draw(st.integers(1, 12))):
        on += data.draw(st.integers(0, 20))
        what = data.draw(st.integers(0, 9))
        if what == 0:
            field = joined(field)
        elif what == 1:
            field = without(field, data.draw(st.integers(1, count)))
        elif what == 2 and (
            left := [at for at, (table,) in enumerate(field.rounds) if not table.result]
        ):
            at = data.draw(st.sampled_from(left))
            (challenger,), (challenged,) = field.rounds[at][0].sides
            field = with_result(field, at, result_of(data.draw(RESULTS), challenger, challenged))
        else:
            before = ladder.on_day(field, day(on))
            whom = ladder.challengeable(before, day(on))
            allowed = [(entrant, other) for entrant, others in whom.items() for other in others]
            if not allowed:
                continue
            entrant, other = data.draw(st.sampled_from(allowed))
            order = ladder.present(before)
            assert 1 <= order.index(entrant) - order.index(other) <= up
            result = result_of(data.draw(RESULTS), entrant, other)
            field = declared(field, entrant, other, on, result)
            if result and (result is CAME or result.forfeit == {other}):
                order.remove(entrant)
                order.insert(order.index(other), entrant)
            assert ladder.present(field) == order
        whole = ladder.ladder(field).order
        assert sorted(whole) == sorted(field.order)
        assert sorted(ladder.present(field)) == sorted(field.playing)
        rows = format_of("ladder").standings(field)
        assert sorted(row.entrant for row in rows) == sorted(field.ranked)
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))


@given(count=st.integers(4, 10), data=st.data())
def test_results_in_any_order_give_the_list_of_the_order_in_which_they_came(count, data):
    """The list equals one that is kept by hand.

    There, a result moves an entrant at the moment when it comes in, whenever the challenge was
    declared.
    """
    field, order = of(count, places_up=4), list(range(1, count + 1))
    for _ in range(data.draw(st.integers(2, 14))):
        left = [at for at, (table,) in enumerate(field.rounds) if not table.result]
        whom = ladder.challengeable(field, FIRST)
        allowed = [(entrant, other) for entrant, others in whom.items() for other in others]
        if left and (not allowed or data.draw(st.booleans())):
            at = data.draw(st.sampled_from(left))
            (entrant,), (other,) = field.rounds[at][0].sides
            result = data.draw(st.sampled_from([CAME, STAYED]))
            field = with_result(field, at, result)
            if result is CAME:
                order.remove(entrant)
                order.insert(order.index(other), entrant)
        else:
            field = declared(field, *data.draw(st.sampled_from(allowed)))
        assert ladder.present(field) == order

"""Tests of a round from its draft to its close."""

import pytest

from tests.tournaments.state.logs import after, at, drawn, opened, played, refused, sides, states
from tournaments.draws.field import Table
from tournaments.formats.installed import FORMATS
from tournaments.state.reported_result import ReportedResult
from tournaments.state.rounds import is_over, missed
from tournaments.state.tournament import Round, Seated


class TestDraw:
    def test_the_first_one_starts_the_tournament(self):
        night = after(opened(3), ("drawn", {}))
        assert (night.state, night.order) == ("running", (1, 2, 3))
        main = {"part": "main"}
        assert night.rounds == (
            Round(
                1,
                "graine",
                (
                    Seated(Table(1, ((2,), (3,)), None, "W1.2", {**main, "seeds": [2, 3]})),
                    Seated(Table(2, ((1,),), None, "W1.1", {**main, "seeds": [1]}), "confirmed"),
                ),
            ),
        )
        assert night.rounds[0].state == "draft"
        assert night.rounds[0].tables[0].state == "waiting"

    def test_a_seed_of_its_own_is_kept_with_the_round(self):
        night = after(played(opened(4)), ("drawn", {"seed": "autre"}))
        assert [round_.seed for round_ in night.rounds] == ["graine", "autre"]
        assert [round_.number for round_ in night.rounds] == [1, 2]
        assert sides(night, 2) == [((1,), (2,))]

    def test_who_comes_late_for_a_bracket_is_told(self):
        late = after(played(opened(4)), ("entered", {"entrants": [{"name": "Z"}]}), ("drawn", {}))
        assert late.rounds[1].warnings == ({"code": "too_late_for_bracket", "entrant": 5},)
        assert late.order == (1, 2, 3, 4)

    def test_refusals(self):
        open_ = drawn(played(opened(4)))
        assert refused(open_, "drawn", {}) == ("round_not_closed", None, {"round": 2})
        assert refused(opened(1), "drawn", {}) == ("too_few_entrants", None, {"least": 2})
        over = after(opened(2), ("state", {"state": "finished"}))
        assert refused(over, "drawn", {}) == ("stage_finished", None, {})
        reopened = after(played(opened(2)), ("state", {"state": "running"}))
        assert refused(reopened, "drawn", {}) == ("stage_finished", None, {})


class TestSeat:
    def test_a_round_drawn_elsewhere_is_published(self):
        data = {"tables": [[[3], [1]], [[2]]], "rests": {"2": 0.5}}
        night = after(opened(3, "swiss"), ("seated", data))
        assert (night.state, night.order) == ("running", (1, 2, 3))
        half = ReportedResult((0.5,))
        bye = Seated(Table(2, ((2,),), why={"bye": True}), "confirmed", half)
        tables = (Seated(Table(1, ((3,), (1,)), why={})), bye)
        assert night.rounds == (Round(1, "graine", tables, "published"),)

    def test_the_next_one_keeps_the_seeding(self):
        before = played(opened(3, "swiss"))
        late = after(before, ("entered", {"entrants": [{"name": "Z", "seed": 1}]}))
        night = after(late, ("seated", {"tables": [[[4], [1]], [[2], [3]]]}))
        assert night.order == (1, 2, 3)
        assert (night.rounds[0], night.rounds[1].number) == (before.rounds[0], 2)
        assert sides(night, 2) == [((4,), (1,)), ((2,), (3,))]

    def test_a_whole_bye_and_one_that_nothing_is_told_of(self):
        data = {"tables": [[[3]], [[2]], [[1]]], "rests": {"2": 1}}
        night = after(opened(3, "swiss"), ("seated", data))
        reported = [seated.reported for seated in night.rounds[0].tables]
        assert reported == [None, ReportedResult((1,)), None]
        assert states(night, 1) == ["confirmed"] * 3

    @pytest.mark.parametrize(
        ("tables", "rests", "expected"),
        [
            ([[[1], [2]], [[3], [2]]], {}, ("not_in_table", None, {"entrant": 2})),
            ([[[1], [4]]], {}, ("entrant_unknown", "entrant", {})),
            ([[[1]]], {"1": 0.25}, ("score_count", "rests", {"expected": 1})),
        ],
    )
    def test_refusals(self, tables, rests, expected):
        data = {"tables": tables, "rests": rests}
        assert refused(opened(3, "swiss"), "seated", data) == expected


def swap(number, entrant, other):
    return "swapped", {"round": number, "swap": [entrant, other]}


class TestSwap:
    def test_two_change_places_in_the_first_round_and_in_the_seeding(self):
        before = after(opened(6, "round_robin"), ("drawn", {}))
        assert sides(before, 1) == [((1,), (6,)), ((2,), (5,)), ((3,), (4,))]
        night = after(before, swap(1, 6, 2))
        assert sides(night, 1) == [((1,), (2,)), ((6,), (5,)), ((3,), (4,))]
        assert night.order == (1, 6, 3, 4, 5, 2)
        first, second, third = night.rounds[0].tables
        assert first.table.why == second.table.why == {"swapped": [2, 6]}
        assert third == before.rounds[0].tables[2]

    def test_later_only_where_results_decide_no_places(self):
        before = after(played(opened(4, "swiss")), ("drawn", {}))
        assert sides(before, 2) == [((1,), (2,)), ((3,), (4,))]
        night = after(before, swap(2, 2, 3))
        assert sides(night, 2) == [((1,), (3,)), ((2,), (4,))]
        assert night.order == before.order == (1, 2, 3, 4)
        fixed = after(played(opened(4, "round_robin")), ("drawn", {}))
        assert refused(fixed, *swap(2, 1, 3)) == ("swap_not_possible", "swap", {})

    def test_refusals(self):
        before = after(opened(4), ("drawn", {}), ("locked", {"round": 1, "lock": [2]}))
        assert refused(before, *swap(1, 1, 2)) == ("table_locked", "swap", {"table": 2})
        assert refused(before, *swap(1, 1, 5)) == ("not_in_table", "swap", {"entrant": 5})
        published = after(before, ("published", {"round": 1}))
        assert refused(published, *swap(1, 1, 4)) == ("already_published", None, {"round": 1})
        assert refused(published, *swap(2, 1, 4)) == ("round_unknown", "round", {})


def lock(*tables):
    return "locked", {"round": 1, "lock": list(tables)}


def redraw(seed, number=1):
    return "redrawn", {"round": number, "seed": seed}


class TestRedraw:
    def test_exactly_the_named_tables_are_locked(self):
        night = after(opened(6, "swiss"), ("drawn", {}), lock(1, 2), lock(2, 3))
        assert [seated.locked for seated in night.rounds[0].tables] == [False, True, True]
        assert refused(night, *lock(1, 9)) == ("table_unknown", "table", {})

    def test_locked_tables_stay_and_byes_come_last(self):
        before = after(opened(7, "swiss"), ("drawn", {}))
        assert sides(before, 1) == [((1,), (4,)), ((2,), (5,)), ((3,), (6,)), ((7,),)]
        night = after(before, lock(2, 4), redraw("autre"))
        round_ = night.rounds[0]
        assert (round_.number, round_.seed, night.order) == (1, "autre", (1, 2, 3, 4, 5, 6, 7))
        assert sides(night, 1) == [((2,), (5,)), ((1,), (4,)), ((3,), (6,)), ((7,),)]
        assert [seated.number for seated in round_.tables] == [1, 2, 3, 4]
        assert [seated.locked for seated in round_.tables] == [True, False, False, True]

    def test_all_tables_locked_are_all_tables(self):
        before = after(opened(4, "swiss"), ("drawn", {}), lock(1, 2))
        night = after(before, redraw("autre"))
        assert night.rounds[0].tables == before.rounds[0].tables
        assert night.rounds[0].seed == "autre"

    def test_the_first_round_takes_the_seeding_of_today(self):
        before = after(opened(4), ("drawn", {}))
        fifth = ("entered", {"entrants": [{"name": "Z", "seed": 5}]})
        gone = ("entrant_state", {"entrant": 1, "state": "withdrawn"})
        night = after(before, fifth, gone, redraw("autre"))
        assert night.order == (2, 3, 4, 5)
        assert sides(night, 1) == [((2,), (5,)), ((3,), (4,))]

    def test_a_later_round_keeps_the_seeding(self):
        before = after(played(opened(4, "swiss")), ("drawn", {}))
        fifth = ("entered", {"entrants": [{"name": "Z"}]})
        night = after(before, fifth, redraw("autre", 2))
        assert (night.order, night.rounds[0]) == ((1, 2, 3, 4), before.rounds[0])
        assert {entrant for table in sides(night, 2) for side in table for entrant in side} == set(
            range(1, 6)
        )

    def test_no_table_of_a_bracket_is_held(self):
        before = after(opened(4), ("drawn", {}), lock(1))
        assert refused(before, *redraw("autre")) == ("lock_not_possible", "lock", {})


class TestMissed:
    def test_who_came_and_who_left_since_the_draft(self):
        before = after(opened(4, "swiss"), ("drawn", {}))
        assert missed(before, 1) == ([], [])
        came = ("entered", {"entrants": [{"name": "Y"}, {"name": "Z"}]})
        gone = [("entrant_state", {"entrant": entrant, "state": "withdrawn"}) for entrant in (3, 2)]
        assert missed(after(before, came), 1) == ([5, 6], [])
        assert missed(after(before, *gone), 1) == ([], [2, 3])
        assert missed(after(before, came, *gone), 1) == ([5, 6], [2, 3])

    def test_not_who_is_too_late_for_a_bracket_or_out_of_it(self):
        before = after(played(opened(4)), ("drawn", {}))
        came = ("entered", {"entrants": [{"name": "Z"}]})
        gone = ("entrant_state", {"entrant": 2, "state": "withdrawn"})
        assert missed(after(before, came, gone), 2) == ([], [2])

    def test_nobody_came_where_it_cannot_be_drawn_again(self):
        before = after(opened(4), ("drawn", {}), lock(1))
        came = ("entered", {"entrants": [{"name": "Z"}]})
        gone = ("entrant_state", {"entrant": 2, "state": "withdrawn"})
        assert missed(after(before, came, gone), 1) == ([], [2])

    def test_nobody_of_a_closed_round(self):
        came = ("entered", {"entrants": [{"name": "Z"}]})
        assert missed(after(played(opened(4, "swiss")), came), 1) == ([], [])

    def test_a_draft_drawn_again_has_the_lots_of_its_new_seed(self):
        people = opened(12, "melee")
        other = after(people, ("drawn", {"seed": "autre"}))
        again = after(people, ("drawn", {}), ("redrawn", {"round": 1, "seed": "autre"}))
        assert again.round(1).seed == "autre"
        assert sides(again, 1) == sides(other, 1) != sides(after(people, ("drawn", {})), 1)


class TestWithdraw:
    def test_a_round_of_which_nothing_is_told_is_a_draft_again(self):
        published = drawn(opened(4, "swiss"))
        actual = after(published, ("withdrawn", {"round": 1}))
        assert (actual.round(1).state, actual.drawn) == ("draft", frozenset())
        assert after(actual, ("published", {"round": 1})) == published
        assert refused(actual, "withdrawn", {"round": 1}) == ("not_published", None, {"round": 1})

    def test_not_once_a_side_has_told_a_result(self):
        actual = after(drawn(opened(4, "swiss")), at("reported", 1, 1, scores=[3, 1], side=0))
        assert refused(actual, "withdrawn", {"round": 1}) == ("round_begun", None, {"round": 1})

    @pytest.mark.parametrize("format_", FORMATS)
    def test_in_every_format_while_it_has_no_result_even_if_a_match_is_played(self, format_):
        """A ladder has no drafts: its challenges are withdrawn instead."""
        night = opened(8, format_)
        if night.way.declared:
            declared = {"challenger": 2, "challenged": 1, "on": "2026-01-01"}
            published = after(night, ("challenged", declared))
        else:
            published = drawn(night)
        actual = after(published, at("playing", 1, 1, match="X"), ("withdrawn", {"round": 1}))
        if night.way.declared:
            assert actual.round(1).tables == ()
        else:
            assert after(actual, ("published", {"round": 1})) == published

    def test_a_published_round_tells_whom_it_lacks(self):
        came = ("entered", {"entrants": [{"name": "Z"}]})
        gone = ("entrant_state", {"entrant": 2, "state": "withdrawn"})
        actual = after(drawn(opened(4, "swiss")), came, gone)
        assert missed(actual, 1) == ([5], [2])
        begun = after(actual, at("reported", 1, 1, scores=[3, 1], side=0))
        assert missed(begun, 1) == ([5], [])


class TestClose:
    def test_what_was_reported_is_confirmed(self):
        report = at("reported", 1, 1, scores=[3, 1], side=0)
        night = after(drawn(opened(4)), report, at("reported", 1, 2, scores=[1, 3]))
        assert states(night, 1) == ["reported", "confirmed"]
        closed = after(night, ("closed", {"round": 1}))
        assert states(closed, 1) == ["confirmed", "confirmed"]
        assert (closed.rounds[0].state, closed.state) == ("closed", "running")

    def test_not_while_a_table_has_no_result(self):
        differ = [at("reported", 1, 1, scores=[3, side], side=side) for side in (0, 1)]
        night = after(drawn(opened(6, "swiss")), *differ, at("reported", 1, 2, scores=[3, 1]))
        assert states(night, 1) == ["disputed", "confirmed", "waiting"]
        expected = ("result_missing", None, {"tables": [1, 3]})
        assert refused(night, "closed", {"round": 1}) == expected
        draft = after(opened(4), ("drawn", {}))
        assert refused(draft, "closed", {"round": 1}) == ("not_published", None, {"round": 1})

    def test_the_last_one_finishes_the_tournament(self):
        semifinal = played(opened(4))
        assert (semifinal.state, is_over(semifinal)) == ("running", False)
        final = played(semifinal)
        assert (final.state, is_over(final)) == ("finished", True)
        assert not is_over(opened(1))
        assert not is_over(drawn(semifinal))

"""Tests of results: reported, confirmed or corrected, and the effect on rounds drawn from them."""

from dataclasses import replace

import pytest

from tests.tournaments.state.logs import after, at, drawn, opened, played, refused, sides, states
from tournaments.state.reported_result import ReportedResult
from tournaments.state.results import drawn_since, takes

WON, LOST = ReportedResult((3, 1)), ReportedResult((1, 3))


def table(tournament, number=1, place=1):
    return tournament.round(number).table(place)


def reported(side, *scores, number=1, place=1):
    return at("reported", number, place, side=side, scores=list(scores))


class TestReport:
    def test_an_organisers_is_confirmed(self):
        before = drawn(opened(4))
        night = after(before, at("reported", 1, 2, scores=[3, 1]))
        second = replace(table(before, 1, 2), reported=WON, state="confirmed")
        assert night.rounds[0].tables == (table(before), second)

    def test_a_sides_waits_for_the_other(self):
        night = after(drawn(opened(4)), reported(1, 3, 1))
        assert (table(night).state, table(night).reported) == ("reported", WON)
        assert table(night).reports == {1: WON}

    def test_two_that_say_the_same_confirm_each_other(self):
        night = after(drawn(opened(4)), reported(1, 3, 1), reported(0, 3, 1))
        assert (table(night).state, table(night).reported) == ("confirmed", WON)
        assert table(night).reports == {0: WON, 1: WON}

    def test_two_that_differ_are_disputed_until_one_gives_way(self):
        night = after(drawn(opened(4)), reported(1, 3, 1), reported(0, 1, 3))
        assert (table(night).state, table(night).reported) == ("disputed", WON)
        assert table(night).reports == {0: LOST, 1: WON}
        assert table(night).counted().result is None
        assert table(after(night, reported(1, 1, 3))).reported == LOST

    def test_a_side_may_report_again(self):
        night = after(drawn(opened(4)), reported(0, 3, 1), reported(0, 1, 3))
        assert (table(night).state, table(night).reported) == ("reported", LOST)

    @pytest.mark.parametrize(
        ("result", "expected"),
        [
            ({"scores": [1, 1]}, ("draw_not_allowed", "scores", {})),
            ({"scores": [1]}, ("score_count", "scores", {"expected": 2})),
            ({}, ("score_count", "scores", {"expected": 2})),
            ({"forfeit": [2]}, ("not_in_table", "forfeit", {"entrant": 2})),
            ({"scores": [1], "forfeit": [1]}, ("score_count", "scores", {"expected": 2})),
        ],
    )
    def test_a_result_that_the_table_cannot_have(self, result, expected):
        night = drawn(opened(4))
        assert refused(night, *at("reported", 1, 1, **result)) == expected
        assert not takes(night, table(night), ReportedResult.from_json(result))

    def test_a_forfeit_needs_neither_scores_nor_a_winner(self):
        night = drawn(opened(4))
        expected = ReportedResult(forfeit=(1,))
        assert table(after(night, at("reported", 1, 1, forfeit=[1]))).reported == expected
        assert takes(night, table(night), ReportedResult((1, 1), forfeit=(1, 4)))

    def test_a_draw_where_no_winner_is_needed(self):
        night = after(drawn(opened(4, "swiss")), at("reported", 1, 1, scores=[1, 1]))
        assert table(night).reported == ReportedResult((1, 1))

    def test_not_twice_not_in_a_draft_not_at_a_bye(self):
        night = after(drawn(opened(3)), at("reported", 1, 1, scores=[3, 1]))
        again = at("reported", 1, 1, scores=[3, 1])
        assert refused(night, *again) == ("already_reported", None, {"table": 1})
        bye = at("reported", 1, 2, scores=[3])
        assert refused(night, *bye) == ("not_in_table", None, {"table": 2})
        assert refused(after(opened(3), ("drawn", {})), *again) == (
            "not_published",
            None,
            {"round": 1},
        )


class TestConfirm:
    def test_the_other_side_or_an_organiser(self):
        night = after(drawn(opened(4)), reported(0, 3, 1))
        expected = replace(table(night), state="confirmed")
        assert table(after(night, at("confirmed", 1, 1, side=1))) == expected
        assert table(after(night, at("confirmed", 1, 1))) == expected

    def test_refusals(self):
        before = drawn(opened(4))
        expected = ("nothing_to_confirm", None, {"table": 1})
        assert refused(before, *at("confirmed", 1, 1)) == expected
        night = after(before, reported(0, 3, 1))
        assert refused(night, *at("confirmed", 1, 1, side=0)) == expected


class TestPlaying:
    def test_a_table_plays_a_match(self):
        before = drawn(opened(4))
        night = after(before, at("playing", 1, 1, match="M1"))
        assert table(night) == replace(table(before), state="playing", match="M1")

    def test_a_table_with_a_result_keeps_its_state(self):
        before = after(drawn(opened(4)), reported(0, 3, 1))
        night = after(before, at("playing", 1, 1, match="M1"))
        assert table(night) == replace(table(before), match="M1")

    def test_the_result_of_a_match_typed_by_hand_is_still_the_matches(self):
        report = at("reported", 1, 1, scores=[3, 1], match="M1")
        night = after(drawn(opened(4)), report)
        assert table(night).reported == ReportedResult((3, 1), match="M1")
        same = after(night, at("corrected", 1, 1, scores=[3, 1]))
        assert table(same).reported == ReportedResult((3, 1), match="M1")
        assert table(after(night, at("corrected", 1, 1, scores=[4, 1]))).reported.match is None
        other = after(night, at("corrected", 1, 1, scores=[3, 1], match="M2"))
        assert table(other).reported.match == "M2"


def correct(*scores, later=None, number=1):
    return at("corrected", number, 1, scores=list(scores), later=later)


class TestCorrect:
    def test_a_result_is_replaced(self):
        before = after(drawn(opened(4)), reported(0, 3, 1), at("asked", 1, 1, scores=[9, 0]))
        night = after(before, correct(1, 3))
        assert table(night) == replace(
            table(before), reported=LOST, reports={}, state="confirmed", correction=None
        )

    def test_a_winner_who_changes_asks_what_becomes_of_later_rounds(self):
        before = drawn(played(opened(4)))
        assert refused(before, *correct(1, 3)) == ("later_required", "later", {})
        assert table(after(before, correct(3, 2))).reported == ReportedResult((3, 2))
        left_alone = after(before, correct(1, 3, later="keep"))
        assert table(left_alone).reported == LOST
        assert left_alone.rounds[1] == before.rounds[1]
        # `later` is not required before the next draw, nor in a format that needs no winner.
        assert table(after(played(opened(4)), correct(1, 3))).reported == LOST
        assert table(after(drawn(played(opened(4, "swiss"))), correct(1, 3))).reported == LOST

    def test_a_frozen_one_stands_next_to_the_one_that_counts(self):
        before = drawn(played(opened(4)))
        night = after(before, correct(1, 3, later="freeze"))
        assert table(night).reported == replace(LOST, counted=WON)
        assert night.rounds[1] == before.rounds[1]
        # If the result is frozen again, the first one still counts. If it is corrected back to that
        # one, nothing is frozen.
        again = after(night, correct(2, 3, later="freeze"))
        assert table(again).reported == ReportedResult((2, 3), counted=WON)
        assert table(after(again, correct(3, 1, later="freeze"))).reported == WON

    def test_nothing_to_freeze(self):
        expected = ("nothing_to_freeze", "later", {"table": 1})
        assert refused(drawn(opened(4)), *correct(1, 3, later="freeze")) == expected
        disputed = after(drawn(opened(4)), reported(1, 3, 1), reported(0, 1, 3))
        assert refused(disputed, *correct(1, 3, later="freeze")) == expected


class TestAsk:
    def test_a_correction_is_kept_and_dropped(self):
        before = drawn(played(opened(4)))
        night = after(before, at("asked", 1, 1, scores=[1, 1]))
        assert table(night) == replace(table(before), correction=ReportedResult((1, 1)))
        assert after(night, at("refused", 1, 1)) == before
        assert refused(before, *at("refused", 1, 1)) == ("nothing_asked", None, {"table": 1})


class TestTakeBack:
    def test_the_round_is_open_again(self):
        steps = (at("playing", 1, 1, match="M1"), reported(0, 3, 1), at("asked", 1, 1, scores=[9]))
        before = drawn(opened(2))
        over = after(before, *steps, ("closed", {"round": 1}))
        assert (over.state, over.rounds[0].state) == ("finished", "closed")
        assert after(over, at("taken_back", 1, 1)) == before

    def test_later_rounds_are_asked_about_where_a_winner_is_needed(self):
        before = drawn(played(opened(4)))
        assert refused(before, *at("taken_back", 1, 1)) == ("later_required", "later", {})
        left_alone = after(before, at("taken_back", 1, 1, later="keep"))
        assert (states(left_alone, 1), left_alone.rounds[0].state) == (
            ["waiting", "confirmed"],
            "published",
        )
        assert left_alone.rounds[1] == before.rounds[1]
        replayed = after(before, at("taken_back", 1, 1, later="replay"))
        assert replayed.rounds == left_alone.rounds[:1]
        swiss = drawn(played(opened(4, "swiss")))
        assert len(after(swiss, at("taken_back", 1, 1)).rounds) == 2
        assert len(after(swiss, at("taken_back", 1, 1, later="replay")).rounds) == 1

    def test_refusals(self):
        before = drawn(opened(4))
        expected = ("nothing_to_take_back", None, {"table": 1})
        assert refused(before, *at("taken_back", 1, 1)) == expected
        night = after(before, reported(0, 3, 1))
        assert refused(night, *at("taken_back", 1, 1, later="freeze")) == (
            "result_missing",
            "later",
            {"tables": [1]},
        )


class TestReplay:
    def test_a_bracket_keeps_the_tables_that_come_out_the_same(self):
        before = played(played(opened(8)))
        assert sides(before, 1) == [((1,), (8,)), ((4,), (5,)), ((2,), (7,)), ((3,), (6,))]
        assert sides(before, 2) == [((1,), (4,)), ((2,), (3,))]
        night = after(before, correct(1, 3, later="replay"))
        assert sides(night, 2) == [((8,), (4,)), ((2,), (3,))]
        assert (states(night, 2), night.rounds[1].state) == (["waiting", "confirmed"], "published")
        assert night.rounds[1].tables[1] == before.rounds[1].tables[1]
        assert night.state == "running"

    def test_rounds_after_one_that_is_open_again_are_taken_back(self):
        over = played(played(played(opened(8))))
        assert (over.state, len(over.rounds)) == ("finished", 3)
        night = after(over, correct(1, 3, later="replay"))
        assert (night.state, len(night.rounds)) == ("running", 2)

    def test_a_bracket_without_a_change_stays_as_it_is(self):
        over = played(played(played(opened(8))))
        assert after(over, correct(3, 1, later="replay")) == over

    def test_a_draft_is_a_draft_again_by_its_own_seed(self):
        before = after(played(opened(4)), ("drawn", {"seed": "autre"}))
        night = after(before, correct(1, 3, later="replay"))
        assert sides(night, 2) == [((4,), (2,))]
        assert (night.rounds[1].state, night.rounds[1].seed) == ("draft", "autre")

    def test_a_schedule_keeps_what_was_reported(self):
        before = after(drawn(played(opened(4, "round_robin"))), reported(0, 3, 1, number=2))
        assert states(before, 2) == ["reported", "waiting"]
        night = after(before, correct(1, 3, later="replay"))
        assert night.rounds[1] == before.rounds[1]
        assert table(night).reported == LOST

    def test_other_formats_draw_the_next_round_again(self):
        before = played(played(opened(6, "swiss", rounds=4)))
        assert len(drawn_since(before, 1)) == 1
        night = after(before, correct(1, 3, later="replay"))
        assert [round_.state for round_ in night.rounds] == ["closed", "draft"]
        assert states(night, 2) == ["waiting"] * 3
        assert night.rounds[0].tables[1:] == before.rounds[0].tables[1:]

    def test_the_next_round_waits_until_this_one_is_closed(self):
        before = drawn(played(opened(6, "swiss", rounds=2)))
        open_ = after(before, at("taken_back", 1, 1, later="keep"))
        again = after(open_, correct(1, 3, later="replay"))
        assert [round_.state for round_ in again.rounds] == ["published"]
        assert again.state == "running"


def test_in_a_group_another_winner_asks_for_nothing_and_in_the_knockout_it_does():
    group = drawn(played(opened(4, "groups", groups=1)))
    assert table(after(group, correct(1, 3))).reported == LOST
    # Eight entrants are in two groups of four. Three rounds are followed by semi-finals and the
    # final.
    night = opened(8, "groups", groups=2)
    for _ in range(4):
        night = played(night)
    final = drawn(night)
    assert refused(final, *correct(1, 3, number=4)) == ("later_required", "later", {})

"""Tests of a reported result: its conversion to and from the JSON of the log and of the tables."""

import pytest

from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult

FROZEN = ReportedResult((3, 5), match="7K3QZ9WX", counted=ReportedResult((5, 3)))


@pytest.mark.parametrize(
    ("result", "data"),
    [
        (ReportedResult((5, 2.5)), {"scores": [5, 2.5], "forfeit": [], "match": None}),
        (ReportedResult(forfeit=(1, 4)), {"scores": [], "forfeit": [1, 4], "match": None}),
        (
            ReportedResult(boards=3),
            {"scores": [], "forfeit": [], "match": None, "boards": 3},
        ),
        (
            FROZEN,
            {
                "scores": [3, 5],
                "forfeit": [],
                "match": "7K3QZ9WX",
                "counted": {"scores": [5, 3], "forfeit": [], "match": None},
            },
        ),
    ],
)
def test_json_is_what_was_stored_before_and_comes_back_the_same(result, data):
    assert result.to_json() == data
    assert ReportedResult.from_json(data) == result


def test_an_old_log_that_leaves_out_what_is_empty_is_read():
    data = {"round": 1, "table": 2, "forfeit": [4, 1], "side": 0}
    assert ReportedResult.from_json(data) == ReportedResult(forfeit=(1, 4))
    assert Event("reported", data).to_json() == data


def test_a_new_event_is_logged_flat_as_ever():
    event = Event("corrected", {"round": 1, "table": 2, "later": "keep"}, ReportedResult((5, 3)))
    assert event.to_json() == {
        **{"round": 1, "table": 2, "later": "keep"},
        **{"scores": [5, 3], "forfeit": [], "match": None},
    }


def test_a_frozen_result_counts_by_the_old_one():
    assert (FROZEN.own().scores, FROZEN.result().scores) == ((3, 5), (5, 3))


def test_it_says_something_by_scores_a_forfeit_or_a_match():
    assert ReportedResult().empty
    results = (
        ReportedResult((0, 0)),
        ReportedResult(forfeit=(1,)),
        ReportedResult(match="7K3QZ9WX"),
    )
    assert [result.empty for result in results] == [False] * 3
    assert ReportedResult(forfeit=(1,), match="7K3QZ9WX").empty is False
    assert not ReportedResult(boards=1).empty


def test_two_sides_agree_on_scores_and_forfeits_whatever_the_match():
    result = ReportedResult((5, 3), match="7K3QZ9WX")
    assert result.agrees(ReportedResult((5, 3)))
    assert not result.agrees(ReportedResult((3, 5)))
    assert not result.agrees(ReportedResult((5, 3), forfeit=(1,)))


def test_only_a_correction_next_to_what_counts_is_frozen():
    assert (FROZEN.frozen, ReportedResult((5, 3)).frozen) == (True, False)

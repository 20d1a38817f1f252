"""What a correction would change, told before it is written."""

import pytest

from tests.tournaments.evening import evening, result_of

pytestmark = pytest.mark.django_db


def played(format_="swiss"):
    night = evening(format=format_)
    night.enter("A", "B", "C", "D")
    first = night.draw()
    night.play(first)
    return night, first["tables"][0], result_of(first, first["tables"][0], "result/preview")


def test_old_new_winner_and_ranks_for_each_choice_and_nothing_is_written():
    night, table, address = played()
    night.draw()
    version = night.do("get")["version"]
    first, second = table["entrants"]
    preview = night.do("post", address, {"scores": [300, 500]})
    assert (preview["before"]["scores"], preview["after"]["scores"]) == ([500, 300], [300, 500])
    assert (preview["winner_before"], preview["winner_after"]) == ([first], [second])
    assert preview["winner"].startswith("Le vainqueur change")
    by_choice = {choice["later"]: choice for choice in preview["choices"]}
    assert list(by_choice) == ["keep", "replay", "freeze"]
    ranks = {change["entrant"]: change for change in by_choice["keep"]["ranks"]}
    assert ranks[first]["before"] < ranks[first]["after"]
    frozen = by_choice["freeze"]["ranks"]
    assert {change["entrant"] for change in frozen} == {first, second}
    assert all(change["before"] == change["after"] for change in frozen)
    assert by_choice["replay"]["effects"]
    assert night.do("get")["version"] == version


def test_the_ranks_told_are_those_that_follow():
    night, _table, address = played()
    preview = night.do("post", address, {"scores": [300, 500]})
    keep = preview["choices"][0]
    night.do("put", address.replace("preview/", ""), {"scores": [300, 500], "later": "keep"})
    rows = {row["entrant"]: row["rank"] for row in night.do("get", "standings/")["rows"]}
    assert all(rows[change["entrant"]] == change["after"] for change in keep["ranks"])
    assert [change["entrant"] for change in keep["first"]] == [
        row["entrant"] for row in night.do("get", "standings/")["rows"][:3]
    ]


def test_a_result_taken_back_leaves_no_winner():
    night, _table, address = played()
    preview = night.do("post", address, {"take_back": True})
    assert (preview["after"], preview["winner_after"]) == (None, None)
    assert [choice["later"] for choice in preview["choices"]] == ["keep"]


def test_what_cannot_be_is_refused_as_the_correction_is():
    night, _table, address = played("single_elimination")
    assert night.refusal("post", address, {}) == (400, "result_empty", "scores")
    both = {"scores": [1, 2], "take_back": True}
    assert night.refusal("post", address, both) == (400, "result_empty", "scores")
    assert night.refusal("post", address, {"scores": [1]})[1] == "score_count"
    assert night.refusal("post", address, {"scores": [1, 1]})[1] == "draw_not_allowed"

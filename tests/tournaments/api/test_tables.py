"""Tests of results reported from the tables' phones, and of matches played at tables.

One side reports by its token, and the other side confirms.
"""

import pytest

from games.models import Match
from tests import factories
from tests.factories import ALL_TAKEN, IN_100
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import evening, result_of
from tournaments.models import TableMatch

pytestmark = pytest.mark.django_db

PHONE = factories.api


def at_table(*names, **changes):
    night = evening(*(names or ("Anne & Bruno", "Chloé & David")), rules=IN_100, **changes)
    drawn = night.draw()
    return night, drawn, drawn["tables"][0]


def test_what_one_side_reports_the_other_confirms():
    night, drawn, table = at_table()
    ours, theirs = table["tokens"]
    at, confirm = result_of(drawn, table), result_of(drawn, table, "confirm")
    answer = night.do("post", at, {"scores": [500, 380]}, client=PHONE(), token=ours)
    assert (answer["state"], answer["result"]["scores"]) == ("reported", [500, 380])
    assert night.refusal("post", confirm, {}, client=PHONE(), token=ours)[1] == "nothing_to_confirm"
    agreed = night.do("post", confirm, {}, client=PHONE(), token=theirs)
    assert agreed["state"] == "confirmed"


def test_two_different_reports_are_disputed_until_an_organiser_decides():
    night, drawn, table = at_table()
    at = result_of(drawn, table)
    night.do("post", at, {"scores": [500, 380]}, client=PHONE(), token=table["tokens"][0])
    answer = night.do("post", at, {"scores": [380, 500]}, client=PHONE(), token=table["tokens"][1])
    assert answer["state"] == "disputed"
    assert night.refusal("post", "rounds/1/close/", {})[1] == "result_missing"
    assert night.do("put", at, {"scores": [500, 380]})["state"] == "confirmed"


def test_a_strangers_result_is_403_and_a_token_of_another_round_is_none():
    night, drawn, table = at_table(options={"rounds": 2})
    at = result_of(drawn, table)
    for token in (None, "0" * 40, "é"):
        refused = night.refusal("post", at, {"scores": [1, 0]}, client=PHONE(), token=token)
        assert refused[:2] == (403, "table_token_needed")
    night.play(drawn)
    second = night.draw()
    old = table["tokens"][0]
    later = result_of(second, second["tables"][0])
    refused = night.refusal("post", later, {"scores": [1, 0]}, client=PHONE(), token=old)
    assert refused[1] == "table_token_needed"


def test_tokens_are_told_to_organisers_alone():
    night, _drawn, _table = at_table()
    table = night.do("get", "rounds/1/", client=PHONE())["tables"][0]
    assert "tokens" not in table
    assert "token" not in night.do("get", "entrants/", client=PHONE())[0]


def test_a_tables_token_sees_a_private_tournament():
    night, drawn, table = at_table(club_public=False)
    assert night.call("get", client=PHONE()).status_code == 404
    token = table["tokens"][0]
    assert night.call("get", client=PHONE(), token=token).status_code == 200
    at = result_of(drawn, table)
    answer = night.do("post", at, {"scores": [1, 0]}, client=PHONE(), token=token)
    assert answer["state"] == "reported"


def test_an_entrants_own_link_moves_them_alone_and_only_before_the_draw():
    night = evening("A", "B", options={"check_in": True})
    token = night.do("get", "entrants/")[0]["token"]
    done = night.do("patch", "entrants/1/", {"state": "checked_in"}, client=PHONE(), token=token)
    assert done["state"] == "checked_in"
    for rest, body in (
        ("entrants/2/", {"state": "checked_in"}),
        ("entrants/1/", {"seed": 1}),
        ("entrants/1/", {"paid": 5}),
        ("entrants/1/", {"state": "disqualified"}),
        ("entrants/1/", {"state": "checked_in", "seed": 1}),
    ):
        assert night.call("patch", rest, body, client=PHONE(), token=token).status_code == 403
    night.do("patch", "entrants/2/", {"state": "checked_in"})
    night.draw()
    gone = {"state": "withdrawn"}
    assert night.call("patch", "entrants/1/", gone, client=PHONE(), token=token).status_code == 403


def played(night, drawn, table, token=None, hand=ALL_TAKEN):
    """Start the table's match from a side's phone, and record `hand` unless it is None.

    Return (match id, client, address of the match, headers with its edit token).
    """
    client = PHONE()
    started = night.do("post", result_of(drawn, table, "match"), {}, client=client, token=token)
    address = f"/api/v1/matches/{started['match']}/"
    headers = {"X-Match-Token": started["edit_token"]}
    if hand:
        answer = client.post(f"{address}entries/", hand, headers=headers)
        assert answer.status_code == 201, answer.content
    return started["match"], client, address, headers


def test_a_match_at_the_table_seats_the_sides_as_drawn_and_reports_itself(
    django_capture_on_commit_callbacks,
):
    night, drawn, table = at_table()
    with django_capture_on_commit_callbacks(execute=True):
        match_id, client, address, _headers = played(night, drawn, table, table["tokens"][0])
    body = client.get(address).json()
    names = {"Anne & Bruno": ["Anne", "Bruno"], "Chloé & David": ["Chloé", "David"]}
    sides = [side["name"] for side in body["sides"]]
    for side, name in enumerate(sides):
        seated = [seat["name"] for seat in body["seats"] if seat["side"] == side]
        assert seated == names[name]
    answer = night.do("get", "rounds/1/")["tables"][0]
    assert (answer["state"], answer["result"]["scores"], answer["result"]["match"]) == (
        "reported",
        [100, 0],
        match_id,
    )
    confirm = result_of(drawn, table, "confirm")
    night.do("post", confirm, {}, client=PHONE(), token=table["tokens"][1])
    assert Match.objects.get().event_id == night.id
    rows, log = rows_and_log(night.id)
    assert rows == log


def test_the_same_tables_match_is_started_once():
    night, drawn, table = at_table()
    first = played(night, drawn, table, table["tokens"][0], hand=None)
    second = played(night, drawn, table, table["tokens"][1], hand=None)
    assert first[0] == second[0]
    assert TableMatch.objects.count() == 1


def test_a_corrected_match_corrects_its_table(django_capture_on_commit_callbacks):
    night, drawn, table = at_table()
    with django_capture_on_commit_callbacks(execute=True):
        _match, client, address, headers = played(night, drawn, table, table["tokens"][0])
    night.do("post", result_of(drawn, table, "confirm"), {})
    failed = {"bidder": 1, "bid": 100, "taken": 100}
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.put(f"{address}entries/1/", failed, headers=headers)
    assert answer.status_code == 200, answer.content
    seated = night.do("get", "rounds/1/")["tables"][0]
    assert (seated["state"], seated["result"]["scores"]) == ("confirmed", [0, 100])


def test_a_match_corrected_after_a_later_draw_asks_the_organiser(
    django_capture_on_commit_callbacks,
):
    night, drawn, table = at_table(options={"rounds": 2})
    with django_capture_on_commit_callbacks(execute=True):
        match_id, client, address, headers = played(night, drawn, table, table["tokens"][0])
    night.do("post", "rounds/1/close/", {})
    night.draw()
    failed = {"bidder": 1, "bid": 100, "taken": 100}
    with django_capture_on_commit_callbacks(execute=True):
        client.put(f"{address}entries/1/", failed, headers=headers)
    answer = night.do("get", "rounds/1/")["tables"][0]
    assert answer["result"]["scores"] == [100, 0]
    assert answer["question"]["scores"] == [0, 100]
    taken = night.do("put", result_of(drawn, table), {"match": match_id})
    assert (taken["result"]["scores"], taken["question"]) == ([0, 100], None)
    rows, log = rows_and_log(night.id)
    assert rows == log


@pytest.mark.parametrize(
    ("mode", "expected"), [("best_of", [2, 0]), ("sum", None)], ids=["best of 3", "sum of 3"]
)
def test_several_matches_at_a_table_count_together(
    mode, expected, django_capture_on_commit_callbacks
):
    night, drawn, table = at_table(options={"matches_per_table": 3, "match_mode": mode})
    for count in range(3):
        answer = night.do("get", "rounds/1/")["tables"][0]
        if count < 2:
            assert answer["result"] is None
        elif mode == "best_of":
            assert answer["result"]["scores"] == expected
            return
        with django_capture_on_commit_callbacks(execute=True):
            played(night, drawn, table, table["tokens"][0])
    assert night.do("get", "rounds/1/")["tables"][0]["result"]["scores"] == [300, 0]


def test_a_match_played_elsewhere_may_tell_the_result():
    night, drawn, table = at_table()
    match = factories.started(
        club=night.club,
        rules=IN_100,
        by=factories.Caller(user=factories.member(night.club, "officer")),
    )
    factories.recorded(match, ALL_TAKEN)
    answer = night.do("post", result_of(drawn, table), {"match": match.pk})
    assert (answer["state"], answer["result"]["scores"]) == ("confirmed", [100, 0])


def test_a_round_whose_matches_run_without_a_result_is_withdrawn_and_they_go_on_outside():
    night, drawn, table = at_table()
    match = night.do("post", result_of(drawn, table, "match"), {})["match"]
    answer = night.do("post", "rounds/1/withdraw/", {})
    assert (answer["state"], answer["tables"][0]["state"], answer["tables"][0]["match"]) == (
        "draft",
        "waiting",
        None,
    )
    night.do("post", "rounds/1/publish/", {})
    other = night.do("post", result_of(drawn, table, "match"), {})["match"]
    assert other != match
    assert TableMatch.objects.get(match_id=match).dropped

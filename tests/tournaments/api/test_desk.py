"""The desk over HTTP: several results in one call, each with its own outcome."""

import uuid

import pytest

from tests import factories
from tests.tournaments.evening import evening
from tournaments.log_queries import log_gives
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

PAIRS = [f"Paire {number}" for number in range(1, 9)]


@pytest.fixture
def night():
    made = evening(*PAIRS)
    made.draw()
    return made


def desk(night, *lines, **more):
    return night.do("post", "desk/", {"lines": list(lines), **more})


def outcomes(answer):
    return [line["outcome"] for line in answer["lines"]]


def typed(table, *scores, **more):
    return {"table": table, "scores": list(scores), **more}


def standing(night):
    return [
        table["result"] and table["result"]["scores"]
        for table in night.do("get", "rounds/1/")["tables"]
    ]


def test_each_line_has_its_own_outcome(night):
    night.do("post", "rounds/1/tables/2/result/", {"scores": [500, 420]})
    answer = desk(
        night,
        typed(1, 500, 300),
        typed(2, 420, 500),
        typed(3, 420, 415),
        typed(4, 510),
        typed(9, 500, 300),
        {"table": 1},
    )
    assert answer["round"] == 1
    assert outcomes(answer) == [
        *("recorded", "conflict", "doubtful", "refused", "refused", "refused"),
    ]
    assert [line["code"] for line in answer["lines"]] == [
        *(None, None, None, "score_count", "table_unknown", "result_empty"),
    ]
    conflict, doubtful = answer["lines"][1], answer["lines"][2]
    assert conflict["result"]["scores"] == [500, 420]
    assert conflict["at"] is not None
    assert doubtful["doubts"] == [
        {
            "code": "score_target",
            "detail": "Personne n'atteint 500, où ces règles s'arrêtent.",
        }
    ]
    assert standing(night) == [[500, 300], [500, 420], None, None]
    # Line 2 replaces the stored result that the first answer showed. Line 3 confirms a doubtful
    # result.
    again = desk(
        night,
        typed(1, 500, 300),
        typed(2, 420, 500, over={"scores": [500, 420]}),
        typed(3, 420, 415, sure=True),
    )
    assert outcomes(again) == ["unchanged", "replaced", "recorded"]
    assert standing(night) == [[500, 300], [420, 500], [420, 415], None]
    assert log_gives(Tournament.objects.get(pk=night.id))


def test_sent_twice_it_is_done_once(night):
    body = {"lines": [typed(1, 500, 300), typed(2, 1, 2)], "client_id": str(uuid.uuid4())}
    first = night.do("post", "desk/", body)
    desk(night, typed(1, 300, 500, over={"scores": [500, 300]}))
    written = LogEntry.objects.filter(tournament=night.id).count()
    assert night.do("post", "desk/", body) == first
    assert LogEntry.objects.filter(tournament=night.id).count() == written
    other = {**body, "lines": [typed(1, 500, 310)]}
    assert night.call("post", "desk/", other).status_code == 409


def test_two_officers_lose_nothing(night):
    other = factories.api(factories.member(night.club, "officer"))
    desk(night, *(typed(table, 500, 300) for table in range(1, 5)))
    answer = night.do(
        "post",
        "desk/",
        {"lines": [typed(1, 500, 300), typed(2, 300, 500), typed(3, 500, 300)]},
        client=other,
    )
    assert outcomes(answer) == ["unchanged", "conflict", "unchanged"]
    assert standing(night) == [[500, 300]] * 4
    # The first officer saw 500–300 at table 4, but the second has changed it since.
    changed = [typed(4, 500, 305, over={"scores": [500, 300]})]
    night.do("post", "desk/", {"lines": changed}, client=other)
    late = desk(night, typed(4, 500, 310, over={"scores": [500, 300]}))
    assert outcomes(late) == ["conflict"]
    assert late["lines"][0]["result"]["scores"] == [500, 305]


def test_a_reported_result_is_confirmed_and_a_dispute_settled(night):
    tokens = [table["tokens"] for table in night.do("get", "rounds/1/")["tables"]]
    side = factories.api()
    for table, scores in ((1, [500, 300]), (2, [500, 300])):
        place = f"rounds/1/tables/{table}/result/"
        night.do("post", place, {"scores": scores}, client=side, token=tokens[table - 1][0])
    place = "rounds/1/tables/2/result/"
    night.do("post", place, {"scores": [300, 500]}, client=side, token=tokens[1][1])
    answer = desk(night, typed(1, 500, 300), typed(2, 500, 480))
    assert outcomes(answer) == ["recorded", "recorded"]
    states = [table["state"] for table in night.do("get", "rounds/1/")["tables"]]
    assert states[:2] == ["confirmed", "confirmed"]
    assert standing(night)[:2] == [[500, 300], [500, 480]]


def test_a_knockout_drawn_since_asks_what_becomes_of_it():
    night = evening(*PAIRS[:4], format="single_elimination")
    night.play(night.draw())
    night.draw()
    answer = desk(night, typed(1, 300, 500, over={"scores": [500, 300]}), round=1)
    assert [line["code"] for line in answer["lines"]] == ["later_required"]
    drawn = night.call("post", "desk/", {"lines": [typed(1, 500, 300)], "round": 3})
    assert drawn.status_code == 404


def test_matches_of_a_table_are_counted():
    night = evening(*PAIRS[:2], options={"matches_per_table": 3, "rounds": 1})
    night.draw()
    assert outcomes(desk(night, typed(1, 500, 300))) == ["doubtful"]
    assert outcomes(desk(night, typed(1, 2, 1))) == ["recorded"]


def test_unknown_fields_and_shapes(night):
    for line in ({"table": 1, "score": [1, 2]}, {"scores": [500, 1]}, {"table": "1"}, 3):
        assert night.call("post", "desk/", {"lines": [line]}).status_code == 400
    assert night.call("post", "desk/", {"lines": []}).status_code == 400
    assert evening(*PAIRS).call("post", "desk/", {"lines": [typed(1, 5, 3)]}).status_code == 404

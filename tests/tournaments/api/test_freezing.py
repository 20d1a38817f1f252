"""Tests of frozen corrections: the old result keeps counting, and the correction stands beside
it.
"""

import csv
import io

import pytest

from games import services
from games.services import Writing
from tests import factories
from tests.factories import ALL_TAKEN, IN_100
from tests.tournaments.api.test_files import taken_back
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import evening, result_of
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db

FORMATS = (
    *("swiss", "single_elimination", "double_elimination", "round_robin", "groups"),
    *("formule_x", "cumulative"),
)
WON, LOST = [500, 300], [300, 500]


def two_groups(slug):
    return {"groups": 2} if slug == "groups" else {}


def ranks(night):
    return [(row["rank"], row["entrant"]) for row in night.do("get", "standings/")["rows"]]


def frozen(table):
    return table["result"]["scores"], table["result"]["frozen"]


@pytest.mark.nightly
@pytest.mark.parametrize("later_round", [True, False], ids=["a round since", "none since"])
@pytest.mark.parametrize("slug", FORMATS)
def test_the_old_result_counts_on_in_every_format(slug, later_round):
    night = evening("A", "B", "C", "D", format=slug, options=two_groups(slug))
    first = night.draw()
    night.play(first)
    if later_round:
        night.draw()
    before = ranks(night), night.do("get", "rounds/")[1:]
    at = result_of(first, first["tables"][0])
    assert frozen(night.do("put", at, {"scores": LOST, "later": "freeze"})) == (LOST, True)
    assert (ranks(night), night.do("get", "rounds/")[1:]) == before
    rows, log = rows_and_log(night.id)
    assert rows == log
    again, _exported = taken_back(night)
    assert frozen(again.do("get", "rounds/1/")["tables"][0]) == (LOST, True)
    assert ranks(again) == before[0]


def test_the_next_round_is_drawn_on_the_old_result():
    night = evening("A", "B", "C", "D", format="single_elimination")
    first = night.draw()
    night.play(first)
    at = result_of(first, first["tables"][0])
    night.do("put", at, {"scores": LOST, "later": "freeze"})
    assert first["tables"][0]["entrants"][0] in night.draw()["tables"][0]["entrants"]


def test_files_tell_the_result_that_counts_and_mark_the_other():
    night = evening("A", "B", format="round_robin", game="yams")
    first = night.draw()
    night.play(first)
    trf = night.call("get", "export/?format=trf").content
    night.do("put", result_of(first, first["tables"][0]), {"scores": LOST, "later": "freeze"})
    assert night.call("get", "export/?format=trf").content == trf
    text = night.call("get", "export/?format=csv").content.decode()
    rows = [row[4:] for row in csv.reader(io.StringIO(text))][1:3]
    assert rows == [["300", "confirmée (figé)"], ["500", "confirmée (figé)"]]


def test_to_correct_it_to_what_counts_melts_it_and_there_must_be_something_to_freeze():
    night = evening("A", "B", "C", "D")
    first = night.draw()
    at, other = (result_of(first, table) for table in first["tables"])
    night.do("post", at, {"scores": WON})
    body = {"scores": LOST, "later": "freeze"}
    night.do("put", at, body)
    assert frozen(night.do("put", at, body)) == (LOST, True)
    assert frozen(night.do("put", at, {"scores": WON, "later": "freeze"})) == (WON, False)
    assert night.refusal("put", other, body) == (400, "nothing_to_freeze", "later")
    assert night.refusal("delete", f"{at}?later=freeze") == (400, "result_missing", "later")


def test_the_page_offers_it_where_nothing_was_drawn_since_and_says_what_counts():
    night = evening("A", "B", format="round_robin")
    first = night.draw()
    night.play(first, WON)
    officer = factories.browser(factories.member(night.club, "officer"))
    page = f"/tournois/{night.id}/rondes/1/tables/1/"
    typed = {"score_0": "300", "score_1": "500"}
    offered = " ".join(officer.post(f"{page}corriger/", typed).content.decode().split())
    assert 'value="keep" checked' in offered
    assert 'value="freeze"' in offered
    officer.post(f"{page}corriger/", {**typed, "later": "freeze"})
    assert frozen(night.do("get", "rounds/1/")["tables"][0]) == (LOST, True)
    text = officer.get(page).content.decode()
    assert "Résultat figé" in text


def match_elsewhere(night):
    officer = factories.Caller(user=factories.member(night.club, "officer"))
    match = factories.started(club=night.club, rules=IN_100, by=officer)
    factories.recorded(match, ALL_TAKEN)
    return match, officer


def corrected(match, officer, capture):
    """Correct the first line, so that the bidders fail: 100 – 0 becomes 0 – 100."""
    failed = {"bidder": 1, "bid": 100, "taken": 100}
    with capture(execute=True):
        services.correct(match_id=match.pk, number=1, data=failed, by=Writing(officer))


def test_a_match_played_elsewhere_is_followed_too(django_capture_on_commit_callbacks):
    night = evening("A & B", "C & D", rules=IN_100)
    drawn = night.draw()
    at = result_of(drawn, drawn["tables"][0])
    match, officer = match_elsewhere(night)
    assert night.do("post", at, {"match": match.pk})["match"] == match.pk
    corrected(match, officer, django_capture_on_commit_callbacks)
    assert night.do("get", "rounds/1/")["tables"][0]["result"]["scores"] == [0, 100]
    rows, log = rows_and_log(night.id)
    assert rows == log


def test_a_frozen_result_is_asked_about_when_its_match_is_corrected(
    django_capture_on_commit_callbacks,
):
    night = evening("A & B", "C & D", rules=IN_100)
    drawn = night.draw()
    at = result_of(drawn, drawn["tables"][0])
    match, officer = match_elsewhere(night)
    night.do("post", at, {"scores": [90, 10]})
    answer = night.do("put", at, {"match": match.pk, "later": "freeze"})
    assert frozen(answer) == ([100, 0], True)
    corrected(match, officer, django_capture_on_commit_callbacks)
    answer = night.do("get", "rounds/1/")["tables"][0]
    assert (answer["result"]["scores"], answer["question"]["scores"]) == ([100, 0], [0, 100])


def test_what_an_organiser_types_as_the_match_says_goes_on_following_it(
    django_capture_on_commit_callbacks,
):
    night = evening("A & B", "C & D", rules=IN_100)
    drawn = night.draw()
    at = result_of(drawn, drawn["tables"][0])
    match, officer = match_elsewhere(night)
    night.do("post", at, {"match": match.pk})
    night.do("put", at, {"scores": [100, 0]})
    corrected(match, officer, django_capture_on_commit_callbacks)
    assert night.do("get", "rounds/1/")["tables"][0]["result"]["scores"] == [0, 100]


@pytest.mark.parametrize(
    ("mode", "before", "after"), [("best_of", [2, 0], [1, 1]), ("sum", [200, 0], [100, 100])]
)
def test_each_match_of_several_reaches_the_table(
    mode, before, after, django_capture_on_commit_callbacks
):
    options = {"matches_per_table": 2, "match_mode": mode, "rounds": 2}
    night = evening("A & B", "C & D", rules=IN_100, options=options)
    drawn = night.draw()
    at = result_of(drawn, drawn["tables"][0])
    (first, officer), (second, _officer) = match_elsewhere(night), match_elsewhere(night)
    answer = night.do("post", at, {"match": first.pk})
    assert (answer["state"], answer["result"]) == ("playing", None)
    assert night.refusal("put", at, {"match": first.pk})[1] == "matches_missing"
    assert night.do("post", at, {"match": second.pk})["result"]["scores"] == before
    night.do("post", "rounds/1/close/", {})
    night.draw()
    corrected(first, officer, django_capture_on_commit_callbacks)
    answer = night.do("get", "rounds/1/")["tables"][0]
    assert (answer["result"]["scores"], answer["question"]["scores"]) == (before, after)
    count = LogEntry.objects.count()
    corrected(first, officer, django_capture_on_commit_callbacks)
    assert LogEntry.objects.count() == count


def test_a_draw_that_a_knockout_cannot_take_is_asked_about(django_capture_on_commit_callbacks):
    options = {"matches_per_table": 2, "match_mode": "sum"}
    night = evening("A & B", "C & D", rules=IN_100, options=options, format="single_elimination")
    drawn = night.draw()
    at = result_of(drawn, drawn["tables"][0])
    (first, officer), (second, _officer) = match_elsewhere(night), match_elsewhere(night)
    for match in (first, second):
        night.do("post", at, {"match": match.pk})
    corrected(first, officer, django_capture_on_commit_callbacks)
    answer = night.do("get", "rounds/1/")["tables"][0]
    assert (answer["result"]["scores"], answer["question"]["scores"]) == ([200, 0], [100, 100])


def test_what_the_other_side_types_alike_stays_the_matchs_result(
    django_capture_on_commit_callbacks,
):
    night = evening("A & B", "C & D", rules=IN_100)
    drawn = night.draw()
    table = drawn["tables"][0]
    at = result_of(drawn, table)
    match, officer = match_elsewhere(night)
    night.do("post", at, {"match": match.pk}, token=table["tokens"][0])
    answer = night.do("post", at, {"scores": [100, 0]}, token=table["tokens"][1])
    assert (answer["state"], answer["result"]["match"]) == ("confirmed", match.pk)
    corrected(match, officer, django_capture_on_commit_callbacks)
    assert night.do("get", "rounds/1/")["tables"][0]["result"]["scores"] == [0, 100]

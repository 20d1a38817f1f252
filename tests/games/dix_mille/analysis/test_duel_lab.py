"""The lab's question about 10 000 for two, and the chances that a match of two shows once the
question has been answered.
"""

import pytest
from django.test import Client

from games.dix_mille.analysis import kept_duels
from games.dix_mille.models import MilleRules
from games.models import Match
from games.queries import plain_table
from games.review.chances import known
from labo.advice import about
from tests import factories
from tests.compiler import no_compiler
from tests.games.dix_mille.kept import pretend_kept
from tests.plain import plain

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]
PAGE = "/labo/dix-mille/a-deux/"
served = pytest.mark.usefixtures("_served")
TURNS = ({"points": 1000}, {"bust": True}, {"points": 1000})


@pytest.fixture
def _served():
    """Stored results must be readable without the compiler, also on the pad and the page of a
    match.
    """
    with no_compiler():
        yield


def played(*turns, names=("Anne", "Bob")):
    seats = [factories.SeatAsked(name=name) for name in names]
    started = factories.started("dix-mille", rules={"target": 2000}, seats=seats)
    return plain_table(factories.recorded(started, *turns))


@served
def test_the_first_time_it_is_a_job(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert Client().get(PAGE).context["long"]


@served
def test_once_kept_it_is_answered_at_once(monkeypatch, tmp_path):
    pretend_kept(monkeypatch, tmp_path)
    page = plain(Client().get(PAGE, {"ours": 6000, "theirs": 8000}).content.decode())
    assert "À 6 000 contre 8 000 : 45 % de gagner." in page.replace("\u202f", " ")
    body = factories.api().get(f"/api/v1{PAGE}", {"ours": 6000, "theirs": 8000}).json()
    figures = {figure["code"]: figure["number"]["value"] for figure in body["figures"]}
    assert figures["chance"] == pytest.approx(0.45)
    assert figures["first_simulated"] == 0.5095
    # When the other side is to play, it has 55 %, and we have 45 %.
    query = {"ours": 6000, "theirs": 8000, "turn": "them"}
    body = factories.api().get(f"/api/v1{PAGE}", query).json()
    assert body["figures"][0]["number"]["value"] == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("conditions", "field", "code"),
    [
        ({"ours": 10_000}, "ours", "max_value"),
        ({"ours": 150}, "ours", "score_not_multiple"),
        ({"theirs": 3000, "rule-target": 3000}, "theirs", "score_at_target"),
        ({"preset": "impair"}, "rule-scoring", "duel_needs_classic"),
        ({"preset": "joker"}, "preset", "duel_rule_not_known"),
    ],
)
def test_what_it_does_not_know_is_said(conditions, field, code):
    refused = factories.api().get(f"/api/v1{PAGE}", conditions)
    assert refused.status_code == 400
    assert (field, code) in [(error["attr"], error["code"]) for error in refused.json()["errors"]]


def test_the_job_computes_measures_and_keeps(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kept_duels, "GAMES", 2000)
    rules, progress = MilleRules(target=1000), []
    duel = kept_duels.computed_duel(rules, lambda done, total: progress.append(done / total))
    measured = kept_duels.measured(rules)
    assert abs(measured["same_game"] - measured["chance"]) < 4 * measured["error"]
    assert progress == sorted(progress)
    assert kept_duels.is_kept(rules)
    again = kept_duels.computed_duel(rules, lambda done, total: pytest.fail("computed twice"))
    assert (again.values == duel.values).all()


def test_a_table_of_two_leads_there_with_its_position():
    table = played({"points": 1000}, {"points": 800}, {"bust": True})
    urls = [link.url for link in about(table) if link.question.slug == "a-deux"]
    (url,) = urls
    for part in ("ours=800", "our_coches=0", "theirs=1000", "their_coches=1", "turn=us"):
        assert part in url
    three = played({"points": 1000}, names=("Anne", "Bob", "Chloé"))
    assert "a-deux" not in [link.question.slug for link in about(three)]


# --- On the pad ------------------------------------------------------------------------------


def advised(monkeypatch, tmp_path, second=None, **taps):
    """Return what the pad of a match of two says about winning, and the lab's answers to the same
    questions.
    """
    pretend_kept(monkeypatch, tmp_path, target=2000)
    seats = [{"name": "Anne"}, {"name": "Bob"}]
    started = factories.table(None, game="dix-mille", seats=seats, rules={"target": 2000})
    for turn in ({"points": 1000}, second or {"points": 800}):
        assert started.record(turn).status_code == 201
    assert started.patch(advice=True).status_code == 200
    browser = factories.browser()
    browser.get(f"/parties/{started.id}/marquer/{started.token}/")
    query = {"after": Match.objects.get(pk=started.id).version, "mode": "dice", **taps}
    answer = browser.get(f"/labo/parties/{started.id}/conseil/", query)
    links = [link for link in answer.context["advice"] if link.question.slug == "a-deux"]
    bodies = [factories.api().get(f"/api/v1{link.url}").json() for link in links]
    return [plain(" ".join(link.in_short)) for link in links], bodies


@served
def test_the_pad_of_two_says_what_wins_more_often_as_the_lab_does(monkeypatch, tmp_path):
    (sentence,), (body,) = advised(monkeypatch, tmp_path, throws="11346:11")
    figures = {figure["code"]: figure["number"]["value"] for figure in body["figures"]}
    stop, roll = figures["stop"], figures["roll"]
    # After stopping it is 1200 to 800, with Bob to play: 0.5 + 4 / 80.
    assert stop == pytest.approx(0.55)
    percents = f"{round(100 * stop)} % contre {round(100 * roll)} %"
    assert sentence == f"Pour gagner, s'arrêter : {percents} joué au mieux"
    assert stop > roll


@served
def test_before_the_first_throw_it_says_the_chance(monkeypatch, tmp_path):
    (sentence,), (body,) = advised(monkeypatch, tmp_path, second={"bust": True})
    # It is 1000 to 0, with Anne to play: 0.5 + 10 / 80.
    assert sentence == "Chance de gagner : 62 % joué au mieux"
    assert body["figures"][0]["number"]["value"] == pytest.approx(0.625)


def test_while_points_are_left_to_be_taken_over_it_says_nothing(monkeypatch, tmp_path):
    assert advised(monkeypatch, tmp_path) == ([], [])


@pytest.mark.parametrize("throws", ["11346:11 246", "23466"])
def test_after_a_lost_throw_it_says_nothing(monkeypatch, tmp_path, throws):
    assert advised(monkeypatch, tmp_path, throws=throws) == ([], [])


@served
def test_a_finished_match_of_two_has_its_curve_once_the_chances_are_kept(monkeypatch, tmp_path):
    table = played(*TURNS)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert known(table, None) is None
    pretend_kept(monkeypatch, tmp_path, target=2000)
    chances = known(table, None)
    # The four moments: before the first turn, 1000 to 0 with Bob to play, 1000 to 0 with Anne to
    # play, and the end.
    assert [pytest.approx(chance) for chance in chances.runs[0]] == [0.5, 0.625, 0.625, 1.0]
    assert chances.code == "mille_for_two"
    page = plain(factories.browser().get(f"/parties/{table.match.pk}/").content.decode())
    assert "Chances de gagner" in page
    # A match that is still running has no curve.
    assert known(played({"points": 1000}, {"bust": True}), None) is None

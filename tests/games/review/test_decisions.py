"""The decisions of a finished match that cost most: computed once on request, then shown to
everybody on its page.
"""

import pytest

from games.match.event_places import place_of
from games.models import Match, Status
from games.queries import plain_table
from games.review import decision_jobs, decisions
from jobs.models import Job, State
from jobs.registry import Failed
from tests import factories
from tests.games.dix_mille.kept import pretend_kept
from tests.plain import plain
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
HUNDRED = {"throws": [{"dice": [1, 2, 3, 4, 6], "keep": [1]}]}
# Anne enters, stops on a hundred with four dice, and wins; Bob only loses his turns.
TURNS = ({"points": 1000}, {"bust": True}, HUNDRED, {"bust": True}, {"points": 900})
HEADING = "Les décisions qui ont le plus coûté"
NOTHING = {"turns": 0, "unit": None, "model": None, "decisions": None}


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path, db):
    pretend_kept(monkeypatch, tmp_path, target=2000)


def played(*turns, rules=None, **changes):
    seats = [factories.SeatAsked(name=name) for name in ("Anne", "Bob")]
    rules = {"target": 2000, **(rules or {})}
    started = factories.started("dix-mille", rules=rules, seats=seats, **changes)
    return factories.recorded(started, *turns)


def page(match, browser=None):
    return plain((browser or factories.browser()).get(f"/parties/{match.pk}/").content.decode())


def body(match):
    return factories.api().get(f"/api/v1/matches/{match.pk}/decisions/").json()


def judge(match, browser, callbacks):
    with callbacks(execute=True):
        answer = browser.post(f"/parties/{match.pk}/decisions/")
    return answer


def test_somebody_asks_and_everybody_reads(django_capture_on_commit_callbacks):
    match = played(*TURNS)
    browser = factories.browser()
    assert HEADING in page(match)
    assert "Les chercher" in page(match)
    assert body(match) == {**NOTHING, "turns": 1}
    launched = judge(match, browser, django_capture_on_commit_callbacks)
    job = Job.objects.get()
    assert job.state == State.DONE
    onward = browser.get(launched["Location"])
    assert onward["Location"] == f"/parties/{match.pk}/#decisions"
    (decision,) = body(match)["decisions"]
    assert (decision["number"], decision["seat"], decision["code"]) == (3, 0, "stopped")
    assert decision["cost"] == pytest.approx(decision["params"]["roll"] - 100, abs=0.5)
    # Two play, so that the cost is in chances of winning, under the name of their model.
    assert body(match)["unit"] == "chance"
    assert body(match)["model"].startswith("Comme si tous deux jouaient au mieux")
    assert decision["chance"] >= 0.005
    answer = page(match)
    assert "Le coût est en chances de gagner le match." in answer
    assert "Comme si tous deux jouaient au mieux" in answer
    assert "Les chercher" not in answer
    assert "s'arrête à 100, 4 dés à relancer" in plain(decision["text"])
    assert "Tour 3." in answer
    # A second request finds the result already stored.
    judge(match, browser, django_capture_on_commit_callbacks)
    assert body(match)["decisions"] == [decision]


def test_where_nobody_knows_the_chances_the_cost_is_said_to_be_in_points():
    match = played(*TURNS, rules={"chain_collision": True})
    decisions.judge(plain_table(match), lambda done, total: None)
    assert len(body(match)["decisions"]) == 1
    assert (body(match)["unit"], body(match)["model"]) == ("points", None)
    answer = page(match)
    assert "Le coût est en points, en moyenne : ni le score des autres ni la fin" in answer
    assert "en chances de gagner le match" not in answer


def test_programs_start_the_same_job(django_capture_on_commit_callbacks):
    match = played(*TURNS)
    api = factories.api()
    with django_capture_on_commit_callbacks(execute=True):
        started = api.post(f"/api/v1/matches/{match.pk}/decisions/")
    assert started.status_code == 202
    assert started.json()["job_token"]
    assert len(body(match)["decisions"]) == 1


def test_the_same_write_sent_twice_starts_one_job(django_capture_on_commit_callbacks):
    match, api = played(*TURNS), factories.api()
    sent = {"client_id": "8d0e1b7e-3f4b-4a8c-9a55-0d6b3c1a2f10"}
    address = f"/api/v1/matches/{match.pk}/decisions/"
    first, again = (api.post(address, sent, format="json") for _time in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
    assert Job.objects.count() == 1


def test_a_match_that_was_corrected_is_judged_anew():
    match = played(*TURNS)
    decisions.judge(plain_table(match), lambda done, total: None)
    assert body(match)["decisions"]
    corrected = {"throws": [{"dice": [1, 1, 3, 4, 6], "keep": [1, 1]}]}
    last = {"points": 800}
    for number, data in ((5, last), (3, corrected)):
        factories.services.correct(
            match_id=match.pk, number=number, data=data, by=factories.by_link(match)
        )
    assert body(match)["decisions"] is None


@pytest.mark.parametrize("game", ["dix", "maitre", "bataille"])
def test_other_games_judge_nothing(game):
    match = factories.finished() if game == "dix" else factories.started(game)
    assert decisions.judgeable(plain_table(match), None) == 0
    assert body(match) == NOTHING
    assert factories.browser().post(f"/parties/{match.pk}/decisions/").status_code == 404


def test_a_match_by_points_alone_has_nothing_to_judge():
    match = played({"points": 1000}, {"bust": True}, {"points": 1000})
    assert match.status == Status.FINISHED
    assert HEADING not in page(match)
    assert body(match) == NOTHING


# --- While it runs ---------------------------------------------------------------------------


def keep_decisions(match):
    """Store what a job would have stored for this match."""
    decisions.KEPT.keep_result(
        decisions._key(plain_table(match)),
        [{"number": 3, "seat": 0, "cost": 99.0, "code": "kept", "params": {}}],
    )


def is_silent(match):
    for caller in (None, factories.site_owner()):
        assert HEADING not in page(match, factories.browser(caller))
        assert factories.browser(caller).post(f"/parties/{match.pk}/decisions/").status_code == 404
        api = factories.api(caller)
        assert api.get(f"/api/v1/matches/{match.pk}/decisions/").json() == NOTHING
        assert api.post(f"/api/v1/matches/{match.pk}/decisions/").status_code == 404
    return not Job.objects.exists()


def test_nothing_is_told_while_the_match_runs():
    match = played(*TURNS[:-1])
    keep_decisions(match)
    assert is_silent(match)


def test_nothing_is_told_of_an_abandoned_match():
    match = played(*TURNS[:-1])
    keep_decisions(match)
    Match.objects.filter(pk=match.pk).update(status=Status.ABANDONED)
    assert is_silent(match)


@pytest.mark.parametrize("state", ["running", "gone", "finished"])
def test_nothing_is_told_before_its_tournament_is_over(state):
    club = factories.club()
    match = played(*TURNS)
    key = "GONEGONE"
    if state != "gone":
        key = Tournament.objects.create(club=club, name="Soirée", state=state).pk
    Match.objects.filter(pk=match.pk).update(event_id=key, club=club)
    match = Match.objects.get(pk=match.pk)
    if state == "finished":
        assert decisions.for_page(plain_table(match), place_of(match)).turns == 1
    else:
        assert is_silent(match)


def test_a_job_whose_match_runs_again_says_so(django_capture_on_commit_callbacks):
    match = played(*TURNS)
    browser = factories.browser()
    browser.post(f"/parties/{match.pk}/decisions/")
    factories.services.take_back(match_id=match.pk, number=None, by=factories.by_link(match))
    with pytest.raises(Failed) as refused:
        decision_jobs.run(None, {"match": match.pk})
    assert refused.value.code == "match_runs"

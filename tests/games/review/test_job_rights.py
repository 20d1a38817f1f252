"""A job about a finished match serves all its readers: who may stop it, and the way back to the
match.
"""

import pytest

from games.models import Match
from games.review import chance_jobs
from jobs.models import Job, State
from tests import factories
from tests.plain import plain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _queued(settings):
    """Let jobs wait for a worker, and let pages solve nothing, as on a real site."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    settings.SOLVED_IN_PAGES = False


@pytest.fixture
def club():
    return factories.club(open_recording=True)


@pytest.fixture
def match(club):
    return factories.finished(club=club)


def phone(match):
    """A browser that holds the table's own link."""
    browser = factories.browser()
    (token,) = factories.link(match).match_tokens.values()
    browser.cookies["tables"] = f"{match.pk}:{token}"
    return browser


def asks(browser, match):
    """Ask for the chances; return the part of the match's page that shows the job."""
    part = browser.post(f"/parties/{match.pk}/chances/", headers={"hx-request": "true"})
    return part.content.decode()


def test_who_only_watches_sees_the_progress_and_cannot_stop_what_they_started(match):
    watching = factories.browser()
    part = asks(watching, match)
    job = Job.objects.get()
    place = f"/travaux/{job.pk}/"
    assert (job.kind, job.state) == (chance_jobs.KIND, State.WAITING)
    assert "<progress" in part
    assert "Arrêter" not in part
    page = watching.get(place).content.decode()
    assert "<progress" in page
    assert "Arrêter" not in page
    assert f'<a class="back" href="/parties/{match.pk}/">' in page
    assert watching.post(f"{place}arreter/").status_code == 403
    job.refresh_from_db()
    assert (job.state, job.cancel_asked) == (State.WAITING, False)


def test_a_program_that_only_watches_is_refused_with_its_own_token_too(match):
    api = factories.api()
    body = api.post(f"/api/v1/matches/{match.pk}/chances/", {}).json()
    place, own = f"/api/v1/jobs/{body['id']}/", {"X-Job-Token": body["job_token"]}
    assert api.get(place, headers=own).json()["state"] == "waiting"
    refused = api.delete(place, headers=own)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"]) == (403, "job_stop_not_allowed")
    assert plain(error["detail"]) == (
        "Ce calcul sert à d'autres aussi : seuls les téléphones de la table et les responsables du "
        "club peuvent l'arrêter."
    )
    assert Job.objects.get().state == State.WAITING


def test_the_table_finds_the_job_of_who_watches_stops_it_and_goes_back(match):
    asks(factories.browser(), match)
    table = phone(match)
    part = asks(table, match)
    job = Job.objects.get()
    assert f'action="/travaux/{job.pk}/arreter/"' in part
    page = table.post(f"/travaux/{job.pk}/arreter/", follow=True).content.decode()
    assert "Le travail est arrêté" in page
    assert f'<a class="back" href="/parties/{match.pk}/">' in page
    assert Job.objects.get().state == State.CANCELLED
    # A job that was stopped is not used again: the next request starts a new one.
    asks(table, match)
    assert [job.state for job in Job.objects.order_by("created_at")] == ["cancelled", "waiting"]


@pytest.mark.parametrize(
    ("role", "status"), [("member", 403), ("scorer", 403), ("officer", 302), ("owner", 302)]
)
def test_of_the_club_s_people_its_officers_may_stop_it(match, club, role, status):
    asks(factories.browser(), match)
    browser = factories.browser(factories.member(club, role))
    Match.objects.filter(pk=match.pk).update(starter=None)
    answer = browser.post(f"/travaux/{Job.objects.get().pk}/arreter/")
    assert answer.status_code == status


def test_readers_ask_for_one_job_together(match):
    parts = [asks(factories.browser(), match) for _reader in range(3)]
    job = Job.objects.get()
    assert all(f'id="job-{job.pk}"' in part for part in parts)


def test_of_a_match_that_is_gone_its_job_is_nobody_else_s(match):
    asks(factories.browser(), match)
    place = f"/travaux/{Job.objects.get().pk}/"
    Job.objects.update(arguments={"match": "AAAAAAAA", "club": None})
    assert phone(match).get(place).status_code == 404

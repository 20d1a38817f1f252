"""The page of a job and its calls: the progress, stopping, and going on to the result."""

import pytest
from django.utils import timezone

from jobs import registry, services
from jobs.job_owner import JobOwner, _signer
from jobs.models import Job, State
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def account():
    return factories.user()


def running(account, **values):
    return Job.objects.create(
        **{"kind": "essai", "owner": account, "state": State.RUNNING, "done": 3, "total": 10}
        | values
    )


def test_a_running_job_shows_a_bar_and_asks_again(account):
    job = running(account)
    html = factories.browser(account).get(f"/travaux/{job.pk}/").content.decode()
    assert 'max="10" value="3"' in html
    assert "3 sur 10" in html
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in html
    part = factories.browser(account).get(f"/travaux/{job.pk}/", headers={"hx-request": "true"})
    assert part.content.decode().strip() in html


def test_an_end_that_nobody_knows_has_a_bar_without_figures(account):
    job = running(account, done=0, total=0)
    html = factories.browser(account).get(f"/travaux/{job.pk}/").content.decode()
    assert "max=" not in html.partition("<progress")[2].partition(">")[0]


def test_a_finished_job_leads_on_to_its_result(account, kind):
    name = kind(lambda progress, arguments: {"x": 1}, result_page=lambda job: f"/aide/?{job.pk}")
    job = services.start(kind=name, arguments={}, by=JobOwner(account=account))
    answer = factories.browser(account).get(f"/travaux/{job.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/aide/?{job.pk}")
    part = factories.browser(account).get(f"/travaux/{job.pk}/", headers={"hx-request": "true"})
    assert (part.content, part["HX-Redirect"]) == (b"", f"/aide/?{job.pk}")


def test_a_job_is_stopped_from_its_page(account):
    job = running(account, state=State.WAITING)
    browser = factories.browser(account)
    answer = browser.post(f"/travaux/{job.pk}/arreter/", follow=True)
    assert "Le travail est arrêté" in answer.content.decode()
    assert Job.objects.get().state == State.CANCELLED
    part = browser.get(f"/travaux/{job.pk}/", headers={"hx-request": "true"})
    assert part["HX-Redirect"] == f"/travaux/{job.pk}/"


def test_a_failure_says_what_to_do(account, kind):
    ended = {"state": State.FAILED, "finished_at": timezone.now()}
    page = factories.browser(account)
    job = running(account, **ended, error="job_interrupted")
    assert "le demander à nouveau" in page.get(f"/travaux/{job.pk}/").content.decode()
    name = kind(lambda progress, arguments: {}, errors={"too_wide": "Trop large."})
    job = running(account, **ended, kind=name, error="too_wide")
    assert "Trop large." in page.get(f"/travaux/{job.pk}/").content.decode()


def test_a_program_reads_and_stops_its_job(account):
    job = running(account)
    api, place = factories.api(account), f"/api/v1/jobs/{job.pk}/"
    assert api.get(place).json() == {
        "id": job.pk,
        "kind": "essai",
        "state": "running",
        "done": 3,
        "total": 10,
        "result": None,
        "error": None,
    }
    assert api.delete(place).status_code == 204
    assert Job.objects.get().cancel_asked
    assert factories.api().get(place).status_code == 404


def test_a_file_that_a_work_has_made_is_handed_to_whose_it_is(account, kind):
    def write(progress, arguments):
        return progress.file("liste.csv", "text/csv; charset=utf-8", "é".encode())

    job = services.start(kind=kind(write), arguments={}, by=JobOwner(account=account))
    page = factories.browser(account).get(f"/travaux/{job.pk}/").content.decode()
    assert f'href="/travaux/{job.pk}/fichier/"' in page
    program = factories.api(account).get(f"/api/v1/jobs/{job.pk}/file/")
    for answer in (factories.browser(account).get(f"/travaux/{job.pk}/fichier/"), program):
        assert answer.content.decode() == "é"
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer["Content-Disposition"] == 'attachment; filename="liste.csv"'
    assert factories.browser().get(f"/travaux/{job.pk}/fichier/").status_code == 404


def test_a_visitors_cookie_does_not_count_for_a_program(account):
    owner = JobOwner(token=_signer().sign("A" * 32), origin="x")
    job = running(None, owner=None, visitor=owner.visitor)
    place = f"/api/v1/jobs/{job.pk}/"
    assert factories.api().get(place, headers={"x-job-token": owner.token}).status_code == 200
    browser = factories.browser()
    browser.cookies["jobs"] = owner.token
    assert browser.get(place).status_code == 404
    assert browser.get(f"/travaux/{job.pk}/").status_code == 200


# --- The way back --------------------------------------------------------------------------------


def test_every_kind_of_work_says_what_it_is_about_and_what_serves_all_who_may_stop_it():
    works = registry.works()
    assert [kind for kind, work in works.items() if work.about is None] == []
    assert {kind for kind, work in works.items() if work.rights} == {
        "games.chances",
        "games.decisions",
        "dix.review",
        "transmission.layout",
    }


LAB = {"game": "dix", "question": "repartitions", "conditions": {"deck": ["36"]}}
KINDS = [
    ("labo.answer", LAB, "/labo/dix/repartitions/?deck=36"),
    ("games.chances", {"match": "AAAAAAAA", "club": None}, "/parties/AAAAAAAA/"),
    ("games.decisions", {"match": "AAAAAAAA"}, "/parties/AAAAAAAA/"),
    (
        "dix.review",
        {"match": "AAAAAAAA", "number": 2, "by_club": False, "prepare": True},
        "/parties/AAAAAAAA/lignes/2/analyse/",
    ),
    ("tournaments.replay", {"tournament": "AAAAAAAA"}, "/tournois/AAAAAAAA/journal/"),
    ("transmission.check", {"game": "dix"}, "/transmission/dix/importer/"),
    ("transmission.import", {"game": "dix"}, "/transmission/dix/importer/"),
    ("transmission.layout", {"game": "dix", "view": "", "stamp": ""}, "/transmission/dix/"),
    ("transmission.export", {"game": "dix", "format": "svg", "view": ""}, "/transmission/dix/"),
    ("club_files.save", {"club": 0, "name": "Parti"}, "/clubs/"),
    ("club_files.check", {}, "/restaurer/"),
    ("club_files.restore", {}, "/restaurer/"),
    ("club_files.delete", {"club": 0, "name": "Parti"}, "/clubs/"),
    ("of an older version", {}, "/"),
]
ENDS = {
    State.RUNNING: {},
    State.CANCELLED: {"finished_at": timezone.now()},
    State.FAILED: {"finished_at": timezone.now(), "error": "job_failed"},
}


def test_the_way_back_is_known_of_every_kind():
    assert {kind for kind, _arguments, _back in KINDS[:-1]} == set(registry.works())


@pytest.mark.parametrize("state", ENDS)
@pytest.mark.parametrize(("kind_of", "arguments", "back"), KINDS)
def test_whoever_lands_on_a_job_s_page_finds_back(account, kind_of, arguments, back, state):
    job = running(account, kind=kind_of, arguments=arguments, state=state, **ENDS[state])
    page = factories.browser(account).get(f"/travaux/{job.pk}/").content.decode()
    assert f'<a class="back" href="{back}">' in page

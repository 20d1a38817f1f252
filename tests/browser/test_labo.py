"""A long calculation of the lab on a phone: launched, watched, and stopped by its button."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from playwright.sync_api import expect

from games.bataille.analysis.odds import Conventions, simulate
from jobs.models import Job, State
from jobs.progress import Progress
from jobs.services import perform

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

LONG = "/labo/bataille/simulation/?games=1000000&seed=4&order=winner_first&running_out=lose"
# In seconds: the pause of the slow worker after each of a hundred portions, and the longest time
# that a stop may take.
BREATH, SOON = 0.3, 10


@pytest.fixture
def queued(settings):
    """Queue jobs for a worker, as on the served site, instead of doing them in the request."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


@pytest.fixture
def worker(monkeypatch):
    """A function that does a job in another thread, as a worker does.

    A job that is not stopped takes half a minute.
    """
    update = Progress.update

    def slowly(progress, *counts):
        time.sleep(BREATH)
        update(progress, *counts)

    monkeypatch.setattr(Progress, "update", slowly)

    def work(job_id):
        try:
            perform(job_id=job_id, worker="test", apart=True)
        finally:
            connections.close_all()

    # Compile the simulation before, so that the job reports progress immediately.
    simulate(Conventions(), games=1, seed=1, progress=lambda done, total: None)
    with ThreadPoolExecutor(max_workers=1) as threads:
        yield lambda job: threads.submit(work, job.pk)


def launched(phone):
    """Launch the long calculation. Return the job that its page shows."""
    phone.open(LONG)
    phone.tap(phone.page.get_by_role("button", name="Lancer le calcul"))
    expect(phone.page.get_by_role("button", name="Arrêter")).to_be_visible()
    return Job.objects.get()


@pytest.mark.nightly
def test_a_long_calculation_is_stopped_by_its_button_while_it_runs(phone, queued, worker):
    job = launched(phone)
    work = worker(job)
    expect(phone.page.locator(".job__told")).to_contain_text(re.compile(r"\d+.000 sur 1.000.000"))
    phone.tap(phone.page.get_by_role("button", name="Arrêter"))
    stopped = phone.page.get_by_role("status").filter(has_text="Le travail est arrêté")
    expect(stopped).to_be_visible()
    work.result(timeout=SOON)
    job.refresh_from_db()
    assert (job.state, job.result) == (State.CANCELLED, None)
    expect(phone.page.get_by_role("button", name="Arrêter")).to_have_count(0)
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_a_stopped_question_shows_what_it_has_with_its_error(phone, queued, worker):
    phone.open("/labo/dix/valeur-d-une-main/?cards=AS+KS+QS+JS+9H+8H+7D+6D+5C+QC&precision=0.25")
    phone.tap(phone.page.get_by_role("button", name="Lancer le calcul"))
    expect(phone.page.get_by_role("button", name="Arrêter")).to_be_visible()
    work = worker(Job.objects.get())
    expect(phone.page.locator(".job__told")).to_contain_text(re.compile(r"\d+ sur"), timeout=60_000)
    phone.tap(phone.page.get_by_role("button", name="Arrêter"))
    remark = phone.page.locator(".lab-remark").filter(
        has_text=re.compile(r"Arrêté après \d+ donnes")
    )
    expect(remark).to_be_visible(timeout=60_000)
    expect(phone.page.locator(".lab-figures")).to_contain_text("±")
    work.result(timeout=SOON)
    assert phone.overflow() == 0


def test_one_that_still_waits_is_stopped_at_once(phone, queued):
    job = launched(phone)
    expect(phone.page.get_by_text("En attente")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Arrêter"))
    expect(phone.page.get_by_text("Le travail est arrêté ; rien n'en est gardé.")).to_be_visible()
    job.refresh_from_db()
    assert job.state == State.CANCELLED


def test_the_answer_comes_where_one_looks(phone):
    phone.open("/labo/dix/repartitions/")
    phone.tap(phone.page.locator("#compute"))
    expect(phone.page).to_have_url(re.compile(r"\?"))
    sentence = phone.page.locator(".lab-sentence")
    expect(sentence).to_be_in_viewport(ratio=1)
    assert sentence.bounding_box()["y"] < 100


def test_what_is_impossible_is_said_on_the_cards(phone):
    phone.open("/labo/dix/donne/?hands=AS+KS+/+AS+/+QS+/+JS")
    expect(phone.page.get_by_text("A♠ est là deux fois").first).to_be_visible()
    assert phone.overflow() == 0


def test_the_engines_are_told_on_one_page(phone):
    phone.open("/labo/")
    phone.tap(phone.page.get_by_role("link", name="Ce que savent les moteurs"))
    expect(phone.page.get_by_role("heading", name="Les chances de gagner le match")).to_be_visible()
    assert phone.overflow() == 0


def test_what_one_knows_is_asked_beside_the_hand(phone):
    phone.open("/labo/dix/valeur-d-une-main/?cards=AS+KS+QS+JS+9H+8H+7D+6D+5C+QC&calls=60")
    expect(phone.page.get_by_text("Pour lire les annonces, dire qui brasse.").first).to_be_visible()
    assert phone.overflow() == 0

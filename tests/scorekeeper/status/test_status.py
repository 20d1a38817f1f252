"""The owner's page, and the sentences that it shares with `/sante/` and the doctor."""

import os
from collections import namedtuple
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from jobs import processes, upkeep
from jobs.models import Job, State, Upkeep
from scorekeeper.status import facts, warnings
from tests import factories
from tests.tournaments.evening import evening
from tournaments.models import Delivery, Webhook
from tournaments.notices import webhooks

pytestmark = pytest.mark.django_db

FILES = namedtuple("FILES", "total used free")


@pytest.fixture
def owner(client):
    account = factories.site_owner()
    client.force_login(account)
    return account


@pytest.fixture
def daily(settings):
    """The worker's copies are on, as on a usual site, and the site is a month old."""
    settings.BACKUPS = replace(settings.BACKUPS, daily=True)
    account = factories.user()
    account.date_joined = timezone.now() - timedelta(days=30)
    account.save()


def sentences():
    return [warned.text(str) for warned in warnings.all_warnings(facts.stored(), facts.machine())]


def plain(text):
    """Return a text without the spaces of French typography."""
    return text.replace("\xa0", " ")


def backed_up(days, **report):
    upkeep.note_done("backup", {"file": "x.zip", **report})
    Upkeep.objects.update(done_at=timezone.now() - timedelta(days=days, minutes=1))


def waiting_job(minutes):
    return Job.objects.create(
        kind="essai", owner=factories.user(), created_at=timezone.now() - timedelta(minutes=minutes)
    )


@pytest.fixture
def full_disk(monkeypatch):
    monkeypatch.setattr(facts.shutil, "disk_usage", lambda _path: FILES(10**12, 0, 300 * 2**20))


def test_the_page_says_what_is_known(owner, client, tmp_path, settings, django_assert_num_queries):
    settings.DATA = tmp_path
    backed_up(0)
    processes.write("worker")
    with django_assert_num_queries(10):
        page = client.get("/etat/").content.decode()
    for text in ("Version", "SQLite" if "SQLite" in page else "PostgreSQL", "Rien à signaler.",
                 "Mémoire de chaque processus", "Aucun serveur de courrier"):  # fmt: skip
        assert text in page
    assert "Aucun processus" not in page
    assert client.get("/compte/").content.decode().count('href="/etat/"') == 1


@pytest.mark.parametrize(
    ("days", "expected"), [(1, []), (2, []), (3, ["La dernière sauvegarde a 3 jours."])]
)
def test_a_backup_is_old_after_three_days(days, expected, daily):
    backed_up(days)
    assert sentences() == expected


def test_a_site_without_any_backup_is_warned_once_it_is_three_days_old(daily, settings):
    assert sentences() == ["Aucune sauvegarde n'a encore été faite."]
    settings.BACKUPS = replace(settings.BACKUPS, daily=False)
    assert sentences() == []


def test_a_new_site_is_not_warned(settings):
    settings.BACKUPS = replace(settings.BACKUPS, daily=True)
    factories.user()
    assert sentences() == []


@pytest.mark.parametrize("problem", list(warnings.PROBLEMS))
def test_a_backup_that_failed_is_told(problem, daily):
    backed_up(1)
    upkeep.note_failed("backup", {"problem": problem})
    assert sentences() == [warnings.PROBLEMS[problem]]
    upkeep.note_done("backup", {})
    assert sentences() == []


def test_jobs_that_nobody_does_are_told():
    waiting_job(minutes=9)
    assert sentences() == []
    waiting_job(minutes=11)
    assert sentences() == [
        "Des travaux attendent depuis plus de dix minutes (2) : aucun processus ne les fait."
    ]
    # A worker is busy with another one: they wait their turn.
    waiting_job(minutes=1)
    Job.objects.filter(pk=Job.objects.first().pk).update(state=State.RUNNING)
    assert sentences() == []


def test_a_disk_that_fills_is_told(full_disk):
    assert sentences() == ["Le disque se remplit : il reste 300 Mio."]


@pytest.fixture
def hook():
    tournament = evening().id
    return Webhook.objects.create(tournament_id=tournament, url="https://a.example/", secret="s")


def test_a_webhook_that_gave_up_is_told_until_it_accepts_a_message(hook):
    def sent(status, tries):
        delivery = Delivery.objects.create(
            webhook=hook, tournament=hook.tournament, event="finished", body="{}", tries=tries
        )
        webhooks.end(delivery, status)

    sent(500, 0)
    assert (facts.stored().refused, facts.stored().retried) == (0, 1)
    sent(500, len(webhooks.RETRIES))
    assert sentences() == ["Des webhooks sont refusés par qui devait les recevoir (1)."]
    sent(204, 0)
    assert sentences() == []


@pytest.mark.django_db(transaction=True)
def test_the_health_page_and_the_doctor_use_the_same_words(owner, client, daily, full_disk, capsys):
    backed_up(5, problem="not_elsewhere")
    expected = sentences()
    assert len(expected) == 3
    answer = client.get("/sante/")
    typeset = [plain(sentence) for sentence in answer.json()["warnings"]]
    assert (answer.status_code, typeset) == (200, expected)
    assert answer.json()["backup_age"] == pytest.approx(5 * 86400 + 60, abs=30)
    call_command("doctor")
    assert plain(capsys.readouterr().out).splitlines() == [*expected, "Rien à signaler."]
    page = plain(client.get("/etat/").content.decode())
    assert all(sentence.replace("'", "&#x27;") in page for sentence in expected)


def test_the_page_repeats_what_the_last_doctor_said(owner, client):
    assert "Aucun encore" in client.get("/etat/").content.decode()
    upkeep.note_done("doctor", {"count": 2, "faults": ["Match X : il manque une ligne."]})
    page = client.get("/etat/").content.decode()
    assert "2 choses ne vont pas" in " ".join(page.split())
    assert "Match X" in page


def test_a_test_letter_goes_to_the_owner(owner, client, settings, monkeypatch):
    owner.email = "owner@example.org"
    owner.save()
    assert client.post("/etat/courrier/", follow=True).redirect_chain == [("/etat/", 302)]
    assert mail.outbox == []
    settings.MAIL = True
    assert "owner@example.org" in client.post("/etat/courrier/", follow=True).content.decode()
    assert [letter.to for letter in mail.outbox] == [["owner@example.org"]]

    def refuse(*_given, **_how):
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("scorekeeper.status.views.send_mail", refuse)
    page = client.post("/etat/courrier/", follow=True).content.decode()
    assert "Le courrier n&#x27;est pas parti" in page


def test_the_files_of_processes_that_are_silent_are_removed(tmp_path, settings):
    settings.DATA = tmp_path
    processes.write("site", streams=3, waiting=2)
    (state,) = processes.running()
    assert (state.kind, state.streams, state.waiting) == ("site", 3, 2)
    assert state.memory is None or state.memory > 2**20
    (path,) = (tmp_path / "processes").glob("*.json")
    os.utime(path, (0, 0))
    assert processes.running() == []
    assert list((tmp_path / "processes").glob("*.json")) == []

"""The pages of a club's file: its owner makes it, the site's owner restores it, and deletion."""

from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubs.models import Club
from jobs.services import perform
from scorekeeper.backups.backup import write
from scorekeeper.club_files.restoring import check
from scorekeeper.club_files.saving import save
from tests import factories
from tests.plain import plain
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
FILE, RESTORE = "/clubs/plein/fichier/", "/restaurer/"


def words(page):
    """Return the text of a page on one line, with plain apostrophes and spaces."""
    return " ".join(plain(unescape(page.content.decode())).split())


@pytest.fixture(autouse=True)
def queued(settings):
    """Jobs wait for a worker: what they do is not inside the transaction of who starts them."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def after_the_job(client, answer):
    """Do the job to which an answer redirects; return the page to which that leads."""
    perform(job_id=answer.headers["Location"].strip("/").rpartition("/")[2])
    return client.get(answer.headers["Location"], follow=True)


def sent(client, content):
    """Send a file to the page that restores; return the page that says what is in it."""
    file = SimpleUploadedFile("club.zip", content, "application/zip")
    return after_the_job(client, client.post(RESTORE, {"file": file}))


def restored(client, page):
    """Confirm what a page says of a file; return the page after the restoration."""
    address = page.redirect_chain[-1][0]
    return after_the_job(client, client.post(address, {"restore": "1"}))


@pytest.fixture
def site_owner():
    """The browser of the site's owner."""
    return factories.browser(factories.owner_who_came())


def test_an_owner_saves_the_club_deletes_it_and_the_site_s_owner_restores_it(
    full_club, club_owner, site_owner
):
    factories.club("autre")
    owner = factories.browser(club_owner)
    assert "Aucun fichier n'a encore été fait." in words(owner.get(FILE))
    page = after_the_job(owner, owner.post(FILE))
    job = page.context["job"]
    assert job.result["file"]["name"] == f"plein-{timezone.localdate():%Y-%m-%d}.zip"
    content = owner.get(f"/travaux/{job.pk}/fichier/").content
    assert f"<code>{job.result['hash']}</code>" in words(page)
    assert Club.objects.get(slug="plein").saved_at is not None

    settings, delete = "/clubs/plein/reglages/", "/clubs/plein/supprimer/"
    refused = owner.post(delete, {"name": "le club plein"}, follow=True)
    assert refused.redirect_chain == [(settings, 302)]
    assert "Rien n'est supprimé : écrire « Le club plein », à la lettre." in words(refused)
    deleted = after_the_job(owner, owner.post(delete, {"name": "Le club plein"}))
    assert "Le travail est fait." in words(deleted)
    assert not Club.objects.filter(slug="plein").exists()

    page = sent(site_owner, content)
    assert "5 personnes, 3 matchs, 1 tournoi." in words(page)
    page = restored(site_owner, page)
    assert "Elles sont les mêmes : tout y est." in words(page)
    assert page.context["job"].result["hash"] == job.result["hash"]
    assert Club.objects.filter(slug="plein").exists()
    page = restored(site_owner, sent(site_owner, content))
    assert "Ce club est déjà sur ce site" in words(page)
    assert "Rien n'est changé." in words(page)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "C'est la sauvegarde d'un site entier, pas le fichier d'un club"),
        ("en", "This is the backup of a whole site, not the file of a club"),
    ],
)
def test_another_file_is_refused_in_the_reader_s_language(site_owner, tmp_path, language, sentence):
    factories.club("autre")
    write(tmp_path / "site.zip")
    site_owner.cookies["django_language"] = language
    page = sent(site_owner, (tmp_path / "site.zip").read_bytes())
    assert sentence in words(page)


def test_no_file_is_a_sentence_on_the_field(site_owner):
    page = site_owner.post(RESTORE, {})
    assert page.status_code == 400
    assert page.context["form"].errors["file"]


def test_a_file_older_than_a_month_is_said(full_club, club_owner):
    before = timezone.now() - timedelta(days=31)
    Club.objects.filter(pk=full_club.pk).update(saved_at=before)
    assert "Il date de plus d'un mois." in words(factories.browser(club_owner).get(FILE))


def test_a_tournament_with_deals_to_be_played_is_left_out_and_named(
    full_club, club_owner, tmp_path
):
    Tournament.objects.update(deals_secret="secret")
    page = words(factories.browser(club_owner).get(FILE))
    assert (
        "« Tournoi » a des donnes encore à jouer : il n'est dans le fichier qu'une fois fini."
        in page
    )
    save(full_club, tmp_path / "club.zip")
    assert check(tmp_path / "club.zip").tournaments == 0

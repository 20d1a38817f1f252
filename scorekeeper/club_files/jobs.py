"""The jobs of a club's file: made, checked, restored; and a club deleted with all that it has."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.callers import Caller
from clubs.models import Club
from core.errors import Denied, Refused
from jobs import services as jobs
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import Failed, JobSubject, work
from scorekeeper.backups.archive import BackupError
from scorekeeper.club_files.deleting import delete_all
from scorekeeper.club_files.restoring import check, restore_club
from scorekeeper.club_files.saving import hash_of, save
from scorekeeper.console import read_in

SAVE, CHECK, RESTORE, DELETE = (
    f"club_files.{name}" for name in ("save", "check", "restore", "delete")
)
REFUSED = "club_file_refused"
NOT_RESTORED = {REFUSED: _("Ce fichier ne se restaure pas ici.")}


def start(*, kind: str, club: Club, by: JobOwner) -> Job:
    """Start a job that makes the club's file, or that deletes the club. Raises `Refused` if the
    owner has too many jobs.
    """
    return jobs.start(kind=kind, arguments={"club": club.pk, "name": club.name}, by=by)


def start_check(*, content: bytes, by: JobOwner) -> Job:
    """Start a job that checks a file, and stores it for a day. Raises `Refused` as `start` does."""
    return jobs.start(kind=CHECK, arguments={}, payload=content, by=by)


def start_restore(*, checked: Job, by: JobOwner) -> Job:
    """Start a job that restores the file that another job has checked.

    Raises `Refused` `job_failed` if that file is no longer stored, and as `start` does.
    """
    payload = Job.objects.filter(pk=checked.pk).values_list("payload", flat=True).get()
    if checked.kind != CHECK or payload is None:
        raise Refused("job_failed")
    return jobs.start(kind=RESTORE, arguments={}, payload=bytes(payload), by=by)


def _restore_page(job: Job) -> str:
    return f"{reverse('clubs:restore')}?travail={job.pk}"


def _file_page(job: Job) -> str:
    club = Club.objects.filter(pk=job.arguments["club"]).first()
    return f"{reverse('clubs:file', args=[club.slug])}?travail={job.pk}" if club else "/"


def _about_file(job: Job) -> JobSubject:
    club = Club.objects.filter(pk=job.arguments["club"]).first()
    if club is None:
        return JobSubject(reverse("clubs:list"), _("Les clubs"))
    return JobSubject(reverse("clubs:file", args=[club.slug]), _("Sauvegarder"))


def _about_restoring(job: Job) -> JobSubject:
    return JobSubject(reverse("clubs:restore"), _("Restaurer un club"))


@work(
    SAVE,
    title=_("Fichier du club"),
    result_page=_file_page,
    about=_about_file,
    repeatable=True,
)
def save_club(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Make the club's file. Return the file, and its hash."""
    club = Club.objects.get(pk=arguments["club"])
    with _folder() as folder:
        path = folder / "club.zip"
        with read_in(progress.job.language):
            club_hash = save(club, path)
        content = path.read_bytes()
    now = timezone.now()
    Club.objects.filter(pk=club.pk).update(saved_at=now)
    name = f"{club.slug}-{timezone.localdate(now):%Y-%m-%d}.zip"
    return {**progress.file(name, "application/zip", content), "hash": club_hash}


@work(
    CHECK,
    title=_("Lecture du fichier"),
    result_page=_restore_page,
    about=_about_restoring,
    errors=NOT_RESTORED,
    keeps_payload=True,
    repeatable=True,
)
def check_file(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what a file says of its club."""
    with _sent_file(progress) as path:
        return asdict(check(path))


@work(
    RESTORE,
    title=_("Restauration d'un club"),
    result_page=_restore_page,
    about=_about_restoring,
    errors=NOT_RESTORED,
)
def restore_file(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Restore a club from its file, for the site's owner. Return its address, and the hashes of
    the file and of the club as it is now.
    """
    owner = progress.job.owner
    if owner is None or not owner.is_superuser:
        raise Failed(REFUSED)
    with _sent_file(progress) as path:
        read = check(path)
        club = restore_club(path, progress.update)
    now = hash_of(club, progress.update)
    return {"club": club.slug, "name": club.name, "hash": read.hash, "hash_now": now}


@work(DELETE, title=_("Suppression d'un club"), about=_about_file)
def delete_club(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Delete a club with all that it has, if the job's owner still may."""
    club, owner = Club.objects.filter(pk=arguments["club"]).first(), progress.job.owner
    if club is None or owner is None or not Caller(user=owner).may("manage_club", club):
        raise Failed("job_failed")
    try:
        delete_all(club=club, step=progress.update)
    except (Denied, Refused) as refusal:
        raise Failed(refusal.code) from None
    return {"deleted": club.name}


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@contextmanager
def _sent_file(progress: Progress) -> Iterator[Path]:
    """Give the file that came with the job. A BackupError becomes the job's failure."""
    with _folder() as folder, read_in(progress.job.language):
        path = folder / "fichier"
        path.write_bytes(progress.payload or b"")
        try:
            yield path
        except BackupError as error:
            sentence = str(error).replace(f"{path} ", "").removeprefix(": ")
            raise Failed(REFUSED, {"sentence": sentence}) from None

"""Dated copies: made by the command and by the worker, taken elsewhere, restored, deleted."""

import shutil
import subprocess
import sys
from collections import namedtuple
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import timezone

from jobs import upkeep
from jobs.models import Upkeep
from scorekeeper.backups import copies, daily, keeping
from scorekeeper.backups.archive import verify
from scorekeeper.backups.restore import restore
from tests import factories

pytestmark = [pytest.mark.django_db(transaction=True)]

FILES = namedtuple("FILES", "total used free")


@pytest.fixture
def backups(settings, tmp_path):
    """The settings of copies in a folder of their own, with a club to be copied."""
    factories.club("un")
    settings.BACKUPS = replace(
        settings.BACKUPS, folder=tmp_path / "backups", daily=True, hook=(), secret_key=False
    )
    return settings.BACKUPS


def only_copy():
    (copy,) = copies.copies()
    return copy


@pytest.mark.parametrize("options", [(), ("--of-worker",)], ids=["timer", "worker"])
def test_a_dated_copy_is_restored(options, backups, new_sqlite, capsys):
    call_command("backup", *options)
    copy = only_copy()
    assert copy.of_worker == bool(options)
    assert str(copy.path) in capsys.readouterr().out
    manifest, key = restore(copy.path, new_sqlite)
    assert (manifest.hash, key) == (verify(copy.path).hash, None)
    noted = upkeep.last("backup")
    assert noted.done_at is not None
    assert noted.report["hash"] == manifest.hash


def test_a_named_file_counts_as_a_backup_too(backups, tmp_path):
    call_command("backup", str(tmp_path / "own.zip"), "--with-secret-key")
    assert copies.copies() == []
    assert upkeep.last("backup").report["file"] == "own.zip"


def test_the_hook_gets_the_file_and_what_it_takes_away_is_restored(
    backups, settings, tmp_path, new_sqlite
):
    elsewhere = tmp_path / "elsewhere.zip"
    take = f"import shutil, sys; shutil.copy(sys.argv[1], {str(elsewhere)!r})"
    settings.BACKUPS = replace(backups, hook=(sys.executable, "-c", take))
    call_command("backup")
    manifest, key = restore(elsewhere, new_sqlite)
    assert manifest.hash == verify(only_copy().path).hash
    assert key is None
    assert upkeep.last("backup").report["elsewhere"] is True


def test_the_secret_key_goes_along_if_a_setting_says_so(backups, settings):
    settings.BACKUPS = replace(backups, secret_key=True)
    call_command("backup")
    assert verify(only_copy().path).secret_key is True


@pytest.mark.parametrize("hook", [(sys.executable, "-c", "exit(3)"), ("no-such-program",)])
def test_a_hook_that_fails_is_said_and_the_copy_stays(hook, backups, settings):
    settings.BACKUPS = replace(backups, hook=hook)
    with pytest.raises(CommandError, match="la commande qui l'emporte a échoué"):
        call_command("backup")
    assert verify(only_copy().path).rows > 0
    noted = upkeep.last("backup")
    assert (noted.done_at is not None, noted.report["problem"]) == (True, "not_elsewhere")


def test_each_kind_of_copy_deletes_its_own_only(backups):
    backups.folder.mkdir()
    for day in range(10, 26):
        for kind in ("", "jour-"):
            (backups.folder / f"carnet-{kind}202610{day}T031000Z.zip").touch()
    (backups.folder / "own.zip").touch()
    call_command("backup", "--of-worker")
    left = copies.copies()
    assert sum(copy.of_worker for copy in left) == 7
    assert sum(not copy.of_worker for copy in left) == 16
    call_command("backup", "--keep", "2", "0", "0")
    left = copies.copies()
    assert sum(not copy.of_worker for copy in left) == 2
    assert (backups.folder / "own.zip").exists()


def test_the_worker_makes_no_copy_on_a_disk_with_less_than_twice_the_room(backups, monkeypatch):
    free = 2 * keeping.database_size() - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: FILES(10**12, 0, free))
    with pytest.raises(CommandError, match="pas assez de place"):
        call_command("backup", "--of-worker")
    assert copies.copies() == []
    noted = upkeep.last("backup")
    assert (noted.done_at, noted.report["problem"]) == (None, "no_room")
    call_command("backup")  # whoever asks for a copy gets it
    assert only_copy()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_a_full_target_leaves_one_sentence(backups, tmp_path, monkeypatch):
    full, fdopen = Path("/dev/full"), keeping.backup.__globals__["writing"].__globals__["os"].fdopen

    def of_full_disk(handle, mode):
        fdopen(handle, mode).close()
        return full.open(mode)

    monkeypatch.setattr("scorekeeper.backups.archive.os.fdopen", of_full_disk)
    with pytest.raises(CommandError, match="impossible d'écrire ce fichier") as caught:
        call_command("backup", str(tmp_path / "own.zip"))
    assert "\n" not in str(caught.value)
    assert list(tmp_path.glob("*.zip")) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has files to copy")
@pytest.mark.one_database
def test_a_database_that_another_process_holds_is_read_from_a_copy(new_sqlite, tmp_path):
    """The holder has written rows that only its journal has, and lets nobody in."""
    place = tmp_path / "new.sqlite3"
    connections[new_sqlite].close()
    hold = (
        "import sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA locking_mode=EXCLUSIVE')\n"
        "c.execute(\"INSERT INTO django_session VALUES ('k', 'd', '2026-01-01 00:00:00')\")\n"
        "c.execute('BEGIN EXCLUSIVE')\n"
        "print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    connection.close()
    usual = connection.settings_dict["NAME"], connection.settings_dict["OPTIONS"]
    try:
        assert holder.stdout.readline() == b"held\n"
        options = {**usual[1], "timeout": 0.1}
        connection.settings_dict.update({"NAME": str(place), "OPTIONS": options})
        call_command("backup", str(tmp_path / "own.zip"))
        assert connection.settings_dict["NAME"] == str(place)
    finally:
        connection.close()
        connection.settings_dict.update({"NAME": usual[0], "OPTIONS": usual[1]})
        holder.communicate()
    assert verify(tmp_path / "own.zip").tables["sessions.session"].rows == 1


def test_of_several_workers_one_makes_the_copy_of_a_day(backups, monkeypatch):
    calls = []
    monkeypatch.setattr(daily, "_run", lambda _stopping: calls.append(1) or 0)
    monkeypatch.setattr(daily.looks, "now", lambda: True)
    for _worker in range(3):
        daily.make_daily(lambda: False)
    assert len(calls) == 1
    # It failed: the next try comes an hour later.
    Upkeep.objects.update(tried_at=timezone.now() - timedelta(minutes=61))
    daily.make_daily(lambda: False)
    assert len(calls) == 2
    # It was made, by whomever: the next one comes a day later.
    upkeep.note_done("backup", {})
    Upkeep.objects.update(tried_at=None)
    daily.make_daily(lambda: False)
    assert len(calls) == 2
    Upkeep.objects.update(done_at=timezone.now() - timedelta(hours=25))
    daily.make_daily(lambda: False)
    assert len(calls) == 3


def test_the_worker_makes_none_if_a_setting_says_so(backups, settings, monkeypatch):
    settings.BACKUPS = replace(backups, daily=False)
    monkeypatch.setattr(daily.looks, "now", lambda: True)
    daily.make_daily(lambda: False)
    assert not Upkeep.objects.exists()


def test_the_first_look_comes_ten_minutes_after_the_start(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(daily.time, "monotonic", lambda: clock[0])
    looks = daily.Looks()
    assert looks.now() is False
    clock[0] += daily.FIRST_LOOK
    assert [looks.now(), looks.now()] == [True, False]

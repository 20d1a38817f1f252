"""Restoring from one database into another and back; what a restore refuses, and that a refused one
leaves nothing.
"""

import uuid
from contextlib import closing
from datetime import UTC, date, datetime
from decimal import Decimal
from sqlite3 import connect

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections

from clubs.models import Action, Club, Player, User
from games.models import Match
from scorekeeper.backups import archive, rows, schema
from scorekeeper.backups.archive import BackupError, verify
from scorekeeper.backups.backup import backup, snapshot, write
from scorekeeper.backups.restore import restore
from tests import factories
from tests.scorekeeper.backups.test_archive import in_manifest, rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.nightly]


@pytest.fixture
def site():
    """Create a club, an account and a match with one hand; return the match."""
    owner = factories.member(factories.club("un"), "owner")
    match = factories.started(club=Club.objects.get(slug="un"), by=factories.Caller(user=owner))
    return factories.recorded(match, factories.HAND)


@pytest.fixture
def file(site, tmp_path):
    path = tmp_path / "carnet.zip"
    write(path, with_secret_key=True)
    return path


def test_every_table_is_in_it_or_has_a_reason(file):
    labels = {model._meta.label_lower for model in apps.get_models(include_auto_created=True)}
    assert labels >= set(rows.LEFT_OUT)
    assert set(verify(file).tables) == labels - set(rows.LEFT_OUT)
    counted = {"games.match": 1, "games.side": 2, "games.seat": 4, "games.change": 2}
    assert {name: verify(file).tables[name].rows for name in counted} == counted


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (datetime(2026, 11, 23, 14, 5, tzinfo=UTC), '"2026-11-23T14:05:00+00:00"'),
        (date(2026, 11, 23), '"2026-11-23"'),
        (Decimal("12.50"), '"12.50"'),
        (uuid.UUID(int=10), '"00000000-0000-0000-0000-00000000000a"'),
        (memoryview(b"\0\xff"), '"AP8="'),
        ({"b": 1.5, "a": ["é", None]}, '{"a":["é",null],"b":1.5}'),
        (True, "true"),
    ],
)
def test_a_value_has_one_writing(value, written):
    assert rows._canonical([value]) == f"[{written}]"


def test_through_sqlite_into_postgresql_which_goes_on_numbering(
    file, new_sqlite, new_postgres, tmp_path
):
    made, key = restore(file, new_sqlite)
    assert key == settings.SECRET_KEY
    backup(tmp_path / "there.zip", using=new_sqlite)
    restore(tmp_path / "there.zip", new_postgres)
    assert backup(tmp_path / "again.zip", using=new_postgres).hash == made.hash
    last = max(Club.objects.using(new_postgres).values_list("pk", flat=True))
    assert Club.objects.using(new_postgres).create(name="Neuf", slug="neuf").pk == last + 1


def test_values_that_databases_write_in_their_own_way(new_sqlite, tmp_path):
    """In jsonb a whole float above 1e16 becomes an integer, and -0.0 loses its sign."""
    Club.objects.create(name="Atout  « é » 🂡\n", slug="é", noticed_at=None)
    club = Club.objects.get(slug="é")
    odd = {"z": 1e17, "a": [-0.0, 1e-9, 0.1 + 0.2, None, "e+ -0.0"], "é": {}}
    club.changes.create(kind=Action.values[0], before=odd, after={})
    made = write(tmp_path / "one.zip")
    restore(tmp_path / "one.zip", new_sqlite)
    assert backup(tmp_path / "two.zip", using=new_sqlite).hash == made.hash
    assert Club.objects.using(new_sqlite).get(slug="é").changes.get().before == odd


def test_a_database_that_has_something_is_left_alone(file, new_sqlite):
    Player.objects.using(new_sqlite).create(name="Anne")
    with pytest.raises(BackupError) as caught:
        restore(file, new_sqlite)
    assert str(caught.value).endswith(
        "new.sqlite3 contient déjà quelque chose (clubs_player) : donner une base neuve, "
        "par DATABASE_URL ou par un autre dossier SCOREKEEPER_DATA."
    )
    assert Match.objects.using(new_sqlite).count() == 0


def test_a_file_of_a_newer_program_is_refused(file, new_sqlite):
    migrations = {**verify(file).migrations}
    migrations["clubs"] = [*migrations["clubs"], "9999_later"]
    in_manifest(file, migrations=migrations, version="9.0.0")
    with pytest.raises(BackupError, match=r"plus récente du carnet \(9.0.0\)"):
        restore(file, new_sqlite)


def test_a_file_of_an_older_schema_is_loaded_as_it_was_and_brought_forward(
    file, new_sqlite, tmp_path
):
    """The column `saved_at`, when a club's file was made, came with the clubs' 18th migration."""
    made, _key = restore(file, new_sqlite)
    call_command("migrate", "clubs", "0017", database=new_sqlite, verbosity=0)
    older = backup(tmp_path / "older.zip", using=new_sqlite)
    assert {*made.tables["clubs.club"].columns} - {*older.tables["clubs.club"].columns} == {
        "saved_at"
    }
    call_command("flush", database=new_sqlite, interactive=False, verbosity=0)
    restore(tmp_path / "older.zip", new_sqlite)
    assert backup(tmp_path / "again.zip", using=new_sqlite).hash == made.hash


def test_a_database_prepared_for_a_newer_program_than_the_files_is_refused(file, new_sqlite):
    migrations = {**verify(file).migrations}
    migrations["tournaments"] = migrations["tournaments"][:-1]
    in_manifest(file, migrations=migrations)
    with pytest.raises(BackupError, match="donner une base toute neuve"):
        restore(file, new_sqlite)


def altered(file, table, change):
    """Change the rows of one table in a backup, and everything else in the file that depends on
    them.
    """
    tables = dict(verify(file).tables)
    with archive.reading(file) as reader:
        lines = change(list(reader.lines(table)))
    digest = archive.Digest()
    list(digest.passing(lines))
    tables[table] = digest.table(tables[table].columns)
    rewrite(
        file,
        lambda members: members.update({f"tables/{table}.jsonl": b"\n".join([*lines, b""])}),
    )
    manifest = {name: vars(summary) for name, summary in tables.items()}
    in_manifest(file, tables=manifest, hash=archive.state_hash(tables))


@pytest.mark.parametrize(
    ("table", "change", "sentence"),
    [
        ("clubs.club", lambda lines: [], "La base refuse ce fichier, et rien n'y a été gardé"),
        ("clubs.club", lambda lines: lines * 2, "La base refuse ce fichier"),
        (
            "games.match",
            lambda lines: [line.replace(b'+00:00"', b'+00:00Z"') for line in lines],
            "La base refuse ce fichier",
        ),
        (
            "games.match",
            lambda lines: [line.replace(b"false", b"0") for line in lines],
            "La table « games.match » n'est pas la même dans la base que dans le fichier",
        ),
    ],
    ids=["a club that is missing", "a row twice", "no time", "other words for the same"],
)
def test_rows_that_no_database_had_leave_nothing(file, new_sqlite, table, change, sentence):
    altered(file, table, change)
    with pytest.raises(BackupError) as caught:
        restore(file, new_sqlite)
    assert str(caught.value).startswith(sentence)
    assert User.objects.using(new_sqlite).count() == 0


def test_columns_that_the_migrations_do_not_have(file, new_sqlite):
    tables = {name: vars(table) for name, table in verify(file).tables.items()}
    tables["clubs.club"]["columns"][0] = "other"
    summaries = {name: archive.Table(**table) for name, table in tables.items()}
    in_manifest(file, tables=tables, hash=archive.state_hash(summaries))
    with pytest.raises(BackupError, match=r"« clubs.club » du fichier n'est pas celle"):
        restore(file, new_sqlite)


def test_an_empty_database_has_nothing_to_back_up(tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "applied", lambda using: {})
    with pytest.raises(BackupError, match="Cette base est vide"):
        write(tmp_path / "none.zip")


def test_a_database_of_a_newer_program_is_not_read(tmp_path):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('games', '9999_later', '2030-01-01 00:00:00')"
        )
    with pytest.raises(BackupError, match=r"plus récente du carnet \(games.9999_later\)"):
        write(tmp_path / "none.zip")


def test_the_site_goes_on_writing_meanwhile(new_sqlite):
    """A backup sees the state of one moment, and makes nobody wait."""
    place = connections[new_sqlite].settings_dict["NAME"]
    with closing(connect(place, timeout=0)) as site, snapshot(new_sqlite):
        assert Player.objects.using(new_sqlite).count() == 0
        with site:
            site.execute(
                "INSERT INTO clubs_player (name, shown, created_at) VALUES ('A', 'full', 'x')"
            )
        assert Player.objects.using(new_sqlite).count() == 0
    assert Player.objects.using(new_sqlite).count() == 1
    assert connections[new_sqlite].transaction_mode == "IMMEDIATE"


def test_on_postgresql_too(new_postgres, database_url):
    with psycopg.connect(database_url, autocommit=True) as site, snapshot(new_postgres):
        assert Player.objects.using(new_postgres).count() == 0
        site.execute(
            "INSERT INTO clubs_player (name, shown, created_at) VALUES ('A', 'full', now())"
        )
        assert Player.objects.using(new_postgres).count() == 0
    assert Player.objects.using(new_postgres).count() == 1


def test_the_commands_say_what_is_wrong(tmp_path):
    path = tmp_path / "carnet.zip"
    path.write_bytes(b"PK\x03\x04")
    for command in ("verify", "restore"):
        with pytest.raises(CommandError, match="est coupé : la fin manque"):
            call_command(command, path)

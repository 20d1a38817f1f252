"""A club is saved, deleted and restored: it is the same as before, on a site with other clubs."""

import io
import json
import zipfile

import pytest

from clubs.models import Club, ClubPlayer, Membership, Player
from core.errors import Refused
from games.models import Match
from leaderboards.models import Standing
from scorekeeper.backups.archive import BackupError, Digest, Manifest, Table
from scorekeeper.backups.backup import write
from scorekeeper.club_files.deleting import delete_all
from scorekeeper.club_files.restoring import check, restore_club
from scorekeeper.club_files.saving import hash_of
from tests import factories
from tests.extents import some
from tests.scorekeeper.club_files.conftest import silent
from tournaments.models import Tournament
from transmission.models import Link

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def neighbour():
    """Another club of the site, which must not change."""
    club = factories.club("voisin")
    factories.finished(
        club=club,
        seats=[factories.SeatAsked(player=factories.player(name, club).pk) for name in "ABCD"],
    )
    return club


@pytest.mark.both_databases
def test_a_club_that_was_deleted_comes_back_the_same(full_club, club_file, neighbour):
    known, before = check(club_file), hash_of(neighbour, silent)
    matches = set(Match.objects.filter(club=full_club).values_list("pk", flat=True))
    assert (known.name, known.people, known.matches, known.tournaments) == (
        "Le club plein",
        5,
        3,
        1,
    )
    delete_all(club=full_club, step=silent)
    assert not Club.objects.filter(slug="plein").exists()
    assert not Match.objects.filter(pk__in=matches).exists()
    assert list(Tournament.objects.all()) == list(Link.objects.all()) == []
    assert set(Player.objects.filter(user=None).values_list("name", flat=True)) >= set("ABCD")
    assert not Player.objects.filter(name="Bruno").exists()
    club = restore_club(club_file, silent)
    assert hash_of(club, silent) == known.hash
    assert hash_of(neighbour, silent) == before
    assert (club.slug, club.name, club.confirmed_at is not None) == ("plein", "Le club plein", True)
    assert set(Match.objects.filter(club=club).values_list("pk", flat=True)) == matches
    assert list(Membership.objects.filter(club=club)) == []
    assert Standing.objects.filter(ladder__club=club, ladder__game="dix").exists()
    with pytest.raises(BackupError, match="déjà sur ce site"):
        restore_club(club_file, silent)


def test_who_has_an_account_or_another_club_stays_when_a_club_is_deleted(full_club, neighbour):
    bruno, chloe = (Player.objects.get(name=name) for name in ("Bruno", "Chloé"))
    bruno.user = factories.user()
    bruno.save()
    ClubPlayer.objects.create(club=neighbour, player=chloe, name="Chloé", name_key="chloé")
    delete_all(club=full_club, step=silent)
    names = set(Player.objects.values_list("name", flat=True))
    assert {"Bruno", "Chloé"} <= names
    assert "David" not in names


def test_the_only_club_of_a_site_stays(full_club):
    Club.objects.exclude(pk=full_club.pk).delete()
    with pytest.raises(Refused) as refused:
        delete_all(club=full_club, step=silent)
    assert refused.value.code == "last_club"


# --- What is refused ---------------------------------------------------------------------------


def changed(path, table, change):
    """Return the content of a file in which a table's rows were changed, with the right digests."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = Manifest.of(members["manifest.json"].decode())
    name = f"tables/{table}.jsonl"
    rows = [
        dict(zip(manifest.tables[table].columns, json.loads(line), strict=True))
        for line in members[name].splitlines()
    ]
    change(rows)
    lines = [
        json.dumps(
            list(row.values()), ensure_ascii=False, separators=(",", ":"), sort_keys=True
        ).encode()
        for row in rows
    ]
    digest = Digest()
    members[name] = b"".join(line + b"\n" for line in digest.passing(lines))
    manifest.tables[table] = digest.table(manifest.tables[table].columns)
    members["manifest.json"] = manifest.as_json().encode()
    return zipped(members)


def zipped(members):
    """Return a zip of these members."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def refused(path, content, sentence):
    """Assert that a file with this content is refused with a sentence, and changes nothing."""
    path.write_bytes(content)
    clubs, people = Club.objects.count(), Player.objects.count()
    with pytest.raises(BackupError, match=sentence) as error:
        restore_club(path, silent)
    assert "\n" not in str(error.value)
    assert (Club.objects.count(), Player.objects.count()) == (clubs, people)


@pytest.fixture
def gone(full_club, club_file, neighbour):
    """The file of a club that this site no longer has."""
    delete_all(club=full_club, step=silent)
    return club_file


@pytest.mark.one_database
def test_a_damaged_a_cut_and_a_foreign_file_are_refused(gone, tmp_path):
    content = gone.read_bytes()
    with zipfile.ZipFile(gone) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    tampered = members | {"tables/clubs.player.jsonl": b"[1]\n"}
    refused(gone, zipped(tampered), "abîmé")
    refused(gone, content[: len(content) // 2], "coupé")
    refused(gone, b"Anne;Bruno", "n'est pas une sauvegarde")
    newer = json.loads(members["manifest.json"]) | {"format": 9}
    refused(gone, zipped(members | {"manifest.json": json.dumps(newer)}), "plus récente")
    huge = members | {"manifest.json": b" " * 40_000_000}
    refused(gone, zipped(huge), "démesuré")
    whole = tmp_path / "site.zip"
    write(whole)
    refused(gone, whole.read_bytes(), "site entier")


@pytest.mark.one_database
def test_a_table_that_no_file_of_a_club_has_is_refused(gone):
    with zipfile.ZipFile(gone) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = Manifest.of(members["manifest.json"].decode())
    manifest.tables["clubs.user"] = Table(["id"], 0, f"{0:064x}")
    more = {"manifest.json": manifest.as_json(), "tables/clubs.user.jsonl": ""}
    refused(gone, zipped(members | more), "des tables")


def edit(name, value):
    """Return a function that changes a value in the first row."""
    return lambda rows: rows[0].update({name: value})


REFUSED_ROWS = [
    ("clubs.player", edit("name", "An\u202ene"), "refuse"),
    ("clubs.club", edit("name", " "), "refuse"),
    ("dix.dixhand", edit("taken", 35), "ses règles"),
    ("games.side", lambda rows: rows[0].update(score=rows[1]["score"]), "ses règles"),
    ("games.match", edit("status", "in_progress"), "ses règles|base refuse"),
    ("games.seat", edit("player_id", 99), "n'est pas compatible|refuse ce fichier"),
    (
        "transmission.link",
        lambda rows: rows.append(
            {
                **rows[0],
                "id": 2,
                "teacher_id": rows[0]["learner_id"],
                "learner_id": rows[0]["teacher_id"],
            }
        ),
        "en rond",
    ),
    (
        "clubs.club",
        lambda rows: rows.append({**rows[0], "id": 2, "slug": "x"}),
        "n'est pas compatible",
    ),
]


@pytest.mark.one_database
@pytest.mark.parametrize(("table", "change", "sentence"), some(REFUSED_ROWS, 3, unpack=True))
def test_rows_that_this_site_would_not_have_written_are_refused(gone, table, change, sentence):
    refused(gone, changed(gone, table, change), sentence)

"""The file of a backup, intact and damaged in every way. No database is needed."""

import hashlib
import json
import zipfile
from dataclasses import asdict, replace

import pytest

from scorekeeper.backups.archive import (
    MANIFEST,
    SECRET_KEY,
    BackupError,
    Manifest,
    Table,
    reading,
    state_hash,
    verify,
    writing,
)

KEY = "k" * 50
ROWS = {"clubs.club": [b'[1,"Mon club"]', b'[2,"Atout \xc3\xa9"]'], "games.match": []}
COLUMNS = {"clubs.club": ["id", "name"], "games.match": ["id"]}
WRITTEN = "n'est pas ce qui a été écrit"


def write(path, rows=ROWS, key=KEY):
    with writing(path) as writer:
        tables = {name: writer.write_table(name, COLUMNS[name], rows[name]) for name in rows}
        manifest = Manifest(
            "0.1.0", "2026-11-23T12:00:00+00:00", {"clubs": ["0001"]}, tables, bool(key)
        )
        if key:
            writer.write_text(SECRET_KEY, key)
        writer.write_text(MANIFEST, manifest.as_json())
    return manifest


def rewrite(path, change):
    """Rewrite the zip with changed members, so that zip itself would notice nothing."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def in_manifest(path, **given):
    def change(members):
        members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), **given}).encode()

    rewrite(path, change)


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "carnet.zip"
    write(made)
    return made


def refusal(path):
    with pytest.raises(BackupError) as caught:
        verify(path)
    return str(caught.value).removeprefix(str(path))


def everything(path):
    with reading(path) as reader:
        lines = {name: list(reader.lines(name)) for name in reader.manifest.tables}
        return reader.manifest, lines, reader.text(SECRET_KEY)


def test_what_was_written_is_read(path):
    manifest, lines, key = everything(path)
    assert lines == ROWS
    assert key == KEY
    assert manifest == verify(path)
    assert manifest.rows == 2
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["carnet.zip"]


def test_the_hash_is_that_of_the_digests_added_up(path):
    sums = sum(int(hashlib.sha256(line).hexdigest(), 16) for line in ROWS["clubs.club"])
    club = Table(["id", "name"], 2, f"{sums % 2**256:064x}")
    match = Table(["id"], 0, "0" * 64)
    assert verify(path).tables == {"clubs.club": club, "games.match": match}
    manifest = {
        "clubs.club": {"columns": ["id", "name"], "digest": club.digest, "rows": 2},
        "games.match": {"columns": ["id"], "digest": "0" * 64, "rows": 0},
    }
    assert verify(path).hash == hashlib.sha256(json.dumps(manifest).encode()).hexdigest()


def test_the_hash_knows_no_order_and_every_row(path):
    first = verify(path).hash
    turned = {"games.match": [], "clubs.club": ROWS["clubs.club"][::-1]}
    assert write(path, turned).hash == first
    twice = {**ROWS, "clubs.club": ROWS["clubs.club"] + ROWS["clubs.club"][:1]}
    assert write(path, twice).hash != first
    assert write(path, {**ROWS, "clubs.club": [b'[1,"Mon club"]', b"[2]"]}).hash != first


def test_what_fails_half_way_leaves_the_file_that_was_there(path):
    before = path.read_bytes()
    with pytest.raises(ZeroDivisionError), writing(path) as writer:
        writer.write_table("clubs.club", ["id"], (b"[1]" for _ in range(1 // 0)))
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["carnet.zip"]


def test_a_folder_that_takes_no_file(tmp_path):
    with pytest.raises(BackupError, match=r"impossible d'écrire ce fichier \(No such file"):
        write(tmp_path / "none" / "carnet.zip")


def test_a_file_cut_anywhere_is_refused(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        sentence = refusal(path)
        expected = " est coupé : la fin manque. Prendre une autre sauvegarde."
        assert sentence == (expected if length >= 4 else " n'est pas une sauvegarde du carnet.")


def test_a_changed_byte_is_refused_or_changes_nothing(path):
    """Some bytes of a zip carry no meaning, such as the time of a member."""
    whole, before = path.read_bytes(), everything(path)
    refused = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 0x41
        path.write_bytes(changed)
        try:
            assert everything(path) == before, place
        except BackupError:
            refused += 1
    assert refused > len(whole) / 2


@pytest.mark.parametrize("content", [b"", b"PK", b"Bonjour", b"\0" * 4000])
def test_something_else_is_no_backup(path, content):
    path.write_bytes(content)
    assert refusal(path) == " n'est pas une sauvegarde du carnet."


def test_another_zip_is_no_backup(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("photo.jpg", b"1234")
    assert refusal(path) == " n'est pas une sauvegarde du carnet."


def test_no_file_at_all(tmp_path):
    sentence = refusal(tmp_path / "none.zip")
    assert sentence == " : impossible de lire ce fichier (No such file or directory)."
    assert "Is a directory" in refusal(tmp_path)


@pytest.mark.parametrize(
    "member", ["tables/clubs.club.jsonl", "tables/games.match.jsonl", SECRET_KEY]
)
def test_a_missing_member(path, member):
    rewrite(path, lambda members: members.pop(member))
    assert f"« {member} » {WRITTEN}" in refusal(path)


def test_a_member_too_many(path):
    rewrite(path, lambda members: members.update(more=b""))
    assert f"« more » {WRITTEN}" in refusal(path)


@pytest.mark.parametrize(
    "lines",
    [b'[1,"Mon club"]\n', b'[1,"Mon club"]\n[2,"Atout e"]\n', b"", b"\n".join([b"[1]"] * 3)],
    ids=["a row less", "a letter changed", "no row", "other rows"],
)
def test_rows_changed_with_the_zip_in_order(path, lines):
    rewrite(path, lambda members: members.update({"tables/clubs.club.jsonl": lines}))
    assert f"« tables/clubs.club.jsonl » {WRITTEN}" in refusal(path)


def test_a_manifest_that_says_something_else(path):
    tables = verify(path).tables
    other = {**tables, "clubs.club": replace(tables["clubs.club"], rows=3)}
    in_manifest(path, tables={name: asdict(table) for name, table in other.items()})
    assert f"« {MANIFEST} » {WRITTEN}" in refusal(path)
    in_manifest(
        path,
        tables={name: asdict(table) for name, table in other.items()},
        hash=state_hash(other),
    )
    assert f"« tables/clubs.club.jsonl » {WRITTEN}" in refusal(path)


def test_a_newer_format_is_told_by_its_version(path):
    in_manifest(path, format=2, version="3.0.0", more="unknown")
    assert refusal(path) == (
        "Ce fichier vient d'une version plus récente du carnet (3.0.0) : "
        "mettre le programme à jour, puis recommencer."
    )

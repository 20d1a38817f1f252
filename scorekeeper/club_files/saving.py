"""A club's file is written, and its hash computed, from the rows in a database."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS

import scorekeeper
from clubs.models import Club
from leaderboards.models import Standing
from scorekeeper.backups import rows, schema
from scorekeeper.backups.archive import MANIFEST, Digest, Manifest, Writer, state_hash, writing
from scorekeeper.backups.backup import snapshot
from scorekeeper.club_files.contents import ClubRows, tables

Step = Callable[[int, int], None]


def save(club: Club, path: Path, using: str = DEFAULT_DB_ALIAS) -> str:
    """Write the file of a club as its database is at one moment; return the club's hash.

    Nothing can be stored meanwhile in that transaction, so it tells no progress. Raises
    BackupError.
    """
    with snapshot(using), writing(path) as writer:
        manifest = _manifest(club, using, writer, lambda done, total: None)
        writer.write_text(MANIFEST, manifest.as_json())
    return club_hash(manifest)


def hash_of(club: Club, step: Step, using: str = DEFAULT_DB_ALIAS) -> str:
    """Return the hash of a club's rows and boards, which is the same on every site."""
    return club_hash(_manifest(club, using, None, step))


def club_hash(manifest: Manifest) -> str:
    """Return the hash of the rows and boards of a club's file."""
    boards = (manifest.club or {}).get("boards", "")
    return hashlib.sha256(f"{state_hash(manifest.tables)} {boards}".encode()).hexdigest()


def _manifest(club: Club, using: str, writer: Writer | None, step: Step) -> Manifest:
    """Return the description of a club's file; write its tables if there is a writer."""
    migrations = schema.applied(using)
    stored = rows.tables(schema.historical(migrations, using))
    selected, described = ClubRows(club, using, stored), {}
    for done, model in enumerate(tables()):
        step(done, len(tables()))
        label, names = model._meta.label_lower, rows.columns(model)
        lines = rows.lines_of(model, selected.of(model))
        if writer is not None:
            described[label] = writer.write_table(label, names, lines)
        else:
            digest = Digest()
            for _line in digest.passing(lines):
                pass
            described[label] = digest.table(names)
    return Manifest(
        version=scorekeeper.VERSION,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        migrations=migrations,
        tables=described,
        secret_key=False,
        club={"name": club.name, "slug": club.slug, "boards": _boards(selected)},
    )


def _boards(selected: ClubRows) -> str:
    """Return the digest of the club's boards, whose players have the numbers of the file."""
    players = {None: 0, **selected.numbers["clubs.player"]}
    standings = Standing.objects.using(selected.using).filter(ladder__club=selected.club)
    names = ("ladder__game", "ladder__family", "ladder__pairs", "player", "partner")
    figures = ("mu", "sigma", "floor")
    lines = sorted(
        repr((game, family, pairs, players[player], players[partner], *values))
        for game, family, pairs, player, partner, *values in standings.values_list(*names, *figures)
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()

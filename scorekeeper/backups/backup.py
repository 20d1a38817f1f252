"""Writes a backup of a database, as it is at one moment, while the site is in use."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction

import scorekeeper
from scorekeeper.backups import rows, schema
from scorekeeper.backups.archive import MANIFEST, SECRET_KEY, BackupError, Manifest, writing
from scorekeeper.console import gettext as _


def backup(path: Path, *, with_secret_key: bool = False, using: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Write a backup of the database at one moment; return its manifest. Raises BackupError.

    A database that the program has not migrated yet is written as it is, with the list of the
    migrations applied to it.
    """
    with snapshot(using):
        return write(path, with_secret_key=with_secret_key, using=using)


def write(path: Path, *, with_secret_key: bool = False, using: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Write a backup of what the caller's transaction sees; return its manifest.

    Raises BackupError.
    """
    migrations = schema.applied(using)
    if not migrations:
        raise BackupError(_("Cette base est vide : il n'y a rien à sauvegarder."))
    if newer := schema.unknown(migrations):
        raise BackupError(schema.newer_database(newer[0]))
    models = rows.tables(schema.historical(migrations, using))
    with writing(path) as writer:
        tables = {
            name: writer.write_table(name, rows.columns(model), rows.lines(model, using))
            for name, model in models.items()
        }
        manifest = Manifest(
            version=scorekeeper.VERSION,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            migrations=migrations,
            tables=tables,
            secret_key=with_secret_key,
        )
        if with_secret_key:
            writer.write_text(SECRET_KEY, settings.SECRET_KEY)
        writer.write_text(MANIFEST, manifest.as_json())
    return manifest


@contextmanager
def snapshot(using: str) -> Iterator[None]:
    """Open a transaction that sees the database at one moment and blocks no writer."""
    connection = connections[using]
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        with transaction.atomic(using=using, durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    # The site's own transactions are IMMEDIATE: they take the only write lock at their start. A
    # deferred one that only reads takes no write lock.
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
    try:
        with transaction.atomic(using=using, durable=True):
            yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]

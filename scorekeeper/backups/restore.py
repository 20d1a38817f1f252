"""Reads a backup into a new database, completely or not at all."""

from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.state import StateApps

from scorekeeper.backups import rows, schema
from scorekeeper.backups.archive import (
    SECRET_KEY,
    BackupError,
    Manifest,
    Reader,
    newer_program,
    reading,
    verify,
)
from scorekeeper.console import gettext as _

# Tables that hold no data of the site. A database in which only these have rows counts as new.
OF_THE_SCHEMA = {"django_migrations", "django_content_type", "auth_permission", "limits_hits"}

# The exceptions of the database, Django and JSON for values that no row can have.
NOT_ROWS = (DatabaseError, ValidationError, ValueError, TypeError)


def restore(path: Path, using: str = DEFAULT_DB_ALIAS) -> tuple[Manifest, str | None]:
    """Fill a new database from a backup.

    The database is first migrated as far as the backup was. The rows are inserted in one
    transaction, which is committed only if the tables then have the digests of the manifest. Last
    come the migrations that are newer than the backup.

    Return the manifest, and the secret key if the file contains it, else None. Raises BackupError.
    """
    manifest = verify(path)
    if schema.unknown(manifest.migrations):
        raise newer_program(manifest.version)
    _check_new(manifest, using)
    with reading(path) as reader:
        try:
            schema.migrate_to(manifest.migrations, using)
            apps = schema.historical(manifest.migrations, using)
            with transaction.atomic(using=using, durable=True):
                _fill(reader, apps, using)
        except NOT_ROWS as error:
            raise BackupError(
                _("La base refuse ce fichier, et rien n'y a été gardé : %(reason)s")
                % {"reason": " ".join(str(error).split())}
            ) from error
        call_command("migrate", database=using, interactive=False, verbosity=0)
        return manifest, reader.text(SECRET_KEY) if manifest.secret_key else None


def _check_new(manifest: Manifest, using: str) -> None:
    """Raise BackupError if the database has rows, or migrations that the backup lacks."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table in OF_THE_SCHEMA:
                continue
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                raise BackupError(
                    _(
                        "La base %(database)s contient déjà quelque chose (%(table)s) : donner "
                        "une base neuve, par DATABASE_URL ou par un autre dossier SCOREKEEPER_DATA."
                    )
                    % {"database": connection.settings_dict["NAME"], "table": table}
                )
    for app, names in schema.applied(using).items():
        if not set(names) <= set(manifest.migrations.get(app, ())):
            raise BackupError(
                _(
                    "La base est déjà préparée pour une version plus récente que celle du "
                    "fichier : donner une base toute neuve, qui sera mise à jour après."
                )
            )


def _fill(reader: Reader, apps: StateApps, using: str) -> None:
    """Insert all rows in the caller's transaction, then compare the digests with the manifest."""
    connection, models = connections[using], rows.tables(apps)
    tables = reader.manifest.tables
    for name, table in tables.items():
        if name not in models or rows.columns(models[name]) != table.columns:
            raise BackupError(
                _("La table « %(table)s » du fichier n'est pas celle de ses migrations.")
                % {"table": name}
            )
    with connection.cursor() as cursor:
        for name in tables:
            # Delete the rows that migrations may have written.
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(models[name]._meta.db_table)}")  # noqa: S608
    for name, table in tables.items():
        rows.load(models[name], table.columns, reader.lines(name), using)
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
    for name, table in tables.items():
        if rows.digest(models[name], using) != table:
            raise BackupError(
                _(
                    "La table « %(table)s » n'est pas la même dans la base que dans le fichier : "
                    "rien n'a été gardé."
                )
                % {"table": name}
            )

"""Prepares the site for serving: database, translations, static files, first club."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import psycopg
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from clubs.accounts.links import Purpose, make_link, owner_to_invite
from clubs.services import delete_expired, first_start
from games.live.hub import connection_parameters
from leaderboards.services import catch_up
from scorekeeper.api import made_texts
from scorekeeper.api.api_document import schema_text
from scorekeeper.backups import schema
from scorekeeper.console import gettext as _
from scorekeeper.environment import Environment, SettingError
from scorekeeper.pages.views import contract_html
from scorekeeper.server.serve import owner_lines
from tournaments import services as tournaments

# Assets of libraries whose own pages the site does not serve.
UNUSED_ASSETS = ["rest_framework", "drf_spectacular"]
MIGRATION_LOCK = 1_010_101_010  # any number, the same for every process of the site

Say = Callable[[str], None]


def prepare(environment: Environment, say: Say) -> None:
    """Bring the database and the static files up to date. Long steps are printed with `say`.

    A second run changes nothing. Raises SettingError if a newer program has migrated the database.
    """
    with _one_at_a_time():
        refuse_newer_database()
        if _migrations_waiting():
            say(_("Mise à jour de la base…"))
            call_command("migrate", interactive=False, verbosity=0)
        first_start(admin_token=environment.admin_token)
        delete_expired()
        # Tournaments before boards: an upgrade may add results to old tournaments, and boards count
        # them.
        tournaments.catch_up()
        catch_up(say=say)
    if collect_static():
        say(_("Fichiers statiques assemblés."))
    if made_texts.store({"schema": schema_text, "docs": contract_html}):
        say(_("Description de l'API écrite."))
    _let_go_of_the_database()


def invite_owner(environment: Environment) -> list[str]:
    """Return lines that say how to sign in as the site's owner; none if somebody already can."""
    owner = owner_to_invite()
    token = None
    if owner is not None and environment.public_url is None:
        token = make_link(user=owner, purpose=Purpose.OWNER)
    _let_go_of_the_database()
    return owner_lines(environment, token) if owner is not None else []


def try_database() -> None:
    """Raise SettingError when the database cannot be opened."""
    try:
        if connection.vendor == "postgresql":
            # Connect without the pool, which would retry for a while.
            psycopg.connect(**connection_parameters()).close()
        else:
            connection.ensure_connection()
    except (DatabaseError, psycopg.Error) as error:
        raise SettingError(
            _(
                "La base %(database)s ne répond pas comme il faut (DATABASE_URL ou "
                "SCOREKEEPER_DATA) : %(reason)s"
            )
            % {"database": connection.display_name, "reason": " ".join(str(error).split())}
        ) from error


def refuse_newer_database() -> None:
    """Raise SettingError when a newer program has migrated the database."""
    newer = schema.unknown(schema.applied(DEFAULT_DB_ALIAS))
    if newer:
        raise SettingError(schema.newer_database(newer[0]))


def collect_static() -> bool:
    """Collect the static files if any changed; return whether it was needed."""
    root = Path(settings.STATIC_ROOT)
    # the stamp is beside that folder and not in it, because all files in the folder are public
    stamp = root.with_name("static-fingerprint")
    fingerprint = _fingerprint()
    if root.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED_ASSETS)
    stamp.write_text(fingerprint, encoding="ascii")
    return True


def _fingerprint() -> str:
    """Return a digest of the files from which the static files are collected."""
    digest = hashlib.sha256()
    digest.update(f"{version('django')} {version('whitenoise')}".encode())
    digest.update(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list(UNUSED_ASSETS), key=lambda pair: pair[0]):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _migrations_waiting() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold a lock while this machine migrates; other machines of the deployment wait."""
    if connection.vendor != "postgresql":
        yield
        return
    # The lock belongs to a connection, which must not be that of a pooler.
    with psycopg.connect(**connection_parameters(), autocommit=True) as locking:
        locking.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        yield


def _let_go_of_the_database() -> None:
    """Close the connections: each thread or process of the server opens its own."""
    connections.close_all()
    close_pool = getattr(connections[DEFAULT_DB_ALIAS], "close_pool", None)
    if close_pool:
        close_pool()

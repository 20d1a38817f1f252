"""`python -m scorekeeper`: prepares the site and serves it."""

import argparse
import os
import sys

import django

from scorekeeper import environment
from scorekeeper.environment import SettingError


def main() -> int:
    """Start the site; return the exit code."""
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        _start(options)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scorekeeper", description=__doc__)
    parser.add_argument(
        "--prepare-only", action="store_true", help="prepare everything, but do not serve"
    )
    return parser.parse_args()


def _start(options: argparse.Namespace) -> None:
    settings = environment.read()
    from scorekeeper import serve  # noqa: PLC0415 -- nothing heavy before the settings are right

    listening = None if options.prepare_only else serve.take_port(settings)
    _prepare(settings)
    if listening is not None:
        serve.say(serve.welcome(settings))
        serve.serve(settings, listening)


def _prepare(settings: environment.Environment) -> None:
    django.setup()
    from django.db import DatabaseError, connection  # noqa: PLC0415

    from scorekeeper import prepare, serve  # noqa: PLC0415 -- models need Django set up

    try:
        connection.ensure_connection()
    except DatabaseError as error:
        raise SettingError(_database_refused(settings, error)) from error
    prepare.prepare(settings, serve.say)


def _database_refused(settings: environment.Environment, error: Exception) -> str:
    where = "SQLite" if settings.on_sqlite else "PostgreSQL (DATABASE_URL)"
    reason = " ".join(str(error).split())
    return f"La base {where} ne répond pas comme il faut : {reason}"


if __name__ == "__main__":
    sys.exit(main())

"""`python -m scorekeeper`: prepares the site and serves it.

With the name of a command (`python -m scorekeeper backup FILE`), it runs that command, as
`manage.py` does: a wheel has no `manage.py`.
"""

import argparse
import errno
import os
import sys

import django
from django.core.management import execute_from_command_line

from scorekeeper import VERSION, environment
from scorekeeper.console import gettext as _
from scorekeeper.environment import SettingError
from scorekeeper.translation.catalogs import compile_catalogs


def main() -> int:
    """Start the site; return the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        if sys.argv[1:] and not sys.argv[1].startswith("-"):
            compile_catalogs()
            execute_from_command_line(sys.argv)
        else:
            _start(_options())
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
    parser.add_argument("--version", action="version", version=f"scorekeeper {VERSION}")
    return parser.parse_args()


def _start(options: argparse.Namespace) -> None:
    # Compile the catalogs before any output, and before Django loads the translations, which it
    # does only once.
    compiled = compile_catalogs()
    settings = environment.read()
    if settings.read_only:
        raise environment.unwritable(settings.data, os.strerror(errno.EROFS))
    from scorekeeper.server import serve  # noqa: PLC0415 -- nothing heavy before the settings are right

    listening = None if options.prepare_only else serve.take_port(settings)
    if compiled:
        serve.say(_("Traductions compilées."))
    _prepare(settings)
    if listening is not None:
        serve.say(serve.welcome(settings))
        for line in _owner(settings):
            serve.say(line)
        serve.serve(settings, listening)


def _prepare(settings: environment.Environment) -> None:
    from scorekeeper.server import serve  # noqa: PLC0415 -- nothing heavy before the settings are right

    django.setup()
    from scorekeeper import prepare  # noqa: PLC0415 -- models need Django set up

    prepare.try_database()
    prepare.prepare(settings, serve.say)


def _owner(settings: environment.Environment) -> list[str]:
    from scorekeeper import prepare  # noqa: PLC0415 -- models need Django set up

    return prepare.invite_owner(settings)


if __name__ == "__main__":
    sys.exit(main())

"""`make restore-drill`: a club from SQLite to PostgreSQL and back by its backups, pages opened.

`python -m tests.restore_drill [FOLDER]`, with the address of a PostgreSQL server in
TEST_DATABASE_URL. FOLDER is the data folder of a site on SQLite; without one the demonstration
club is made. Nothing of it is changed.
"""

import argparse
import logging
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.places import REPOSITORY
from tests import migrated

# Pages of so many addresses are opened, one for each view that links lead to.
PAGES = 40
FEWEST = 15


def run(data: Path, url: str, *command: str) -> str:
    """Run a Python module on a site's folder and database; return what it prints."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    place = {"SCOREKEEPER_DATA": str(data), "DATABASE_URL": url}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=REPOSITORY,
        env={**kept, **place, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how many seconds a step takes, and how many of them its processes computed.

    The second figure leaves out PostgreSQL, which is no child of ours.
    """
    start, computed = time.monotonic(), processor_time()
    yield
    passed, computed = time.monotonic() - start, processor_time() - computed
    sys.stdout.write(f"{what:<40}{passed:6.1f} s{computed:6.1f} s of processor\n")
    sys.stdout.flush()


def processor_time() -> float:
    """Return the seconds of processor of this process and of those that it has waited for."""
    return sum(
        resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )


def sqlite(data: Path) -> str:
    """Return the address of a folder's database."""
    return f"sqlite:///{data / 'scorekeeper.sqlite3'}"


def put_migrated(data: Path) -> bool:
    """Put the empty database there that tests keep, if they do: migrations take most of the time.

    A restore takes one without migrations as well; on PostgreSQL it gets such a one.
    """
    with migrated.one_at_a_time():
        return migrated.put_at(data / "scorekeeper.sqlite3")


def make_demo(data: Path) -> None:
    """Fill a folder with the demonstration club."""
    if not put_migrated(data):
        run(data, sqlite(data), "manage.py", "migrate", "-v0")
    run(data, sqlite(data), "manage.py", "demo")


FILL = """
import sys, django; django.setup()
from bench.filling import fill
from games.registry import game_of
fill(game_of("dix"), int(sys.argv[1]), 4000)
"""


def add_matches(data: Path, count: int) -> None:
    """Add so many finished matches of which only the result is known."""
    run(data, sqlite(data), "-c", FILL, str(count))


def hash_of(printed: str) -> str:
    """Return the hash that a command has printed."""
    return re.findall(r"[0-9a-f]{64}", printed)[-1]


def drill(source: Path, folder: Path, postgres: str) -> list[str]:
    """Take the site of `source` to PostgreSQL and back; return the hashes of its three backups."""
    back = folder / "back"
    back.mkdir()
    put_migrated(back)
    here, there, again = (str(folder / f"{name}.zip") for name in ("here", "there", "again"))
    hashes = []

    def step(what: str, data: Path, url: str, *command: str) -> None:
        with timed(what):
            printed = run(data, url, *command)
        if command[1] == "backup":
            hashes.append(hash_of(printed))

    step("backup of SQLite", source, sqlite(source), "manage.py", "backup", here)
    step("verify", source, sqlite(source), "manage.py", "verify", here)
    step("restore on PostgreSQL", folder, postgres, "manage.py", "restore", here)
    step("backup of PostgreSQL", folder, postgres, "manage.py", "backup", there)
    step("restore on SQLite", back, sqlite(back), "manage.py", "restore", there)
    step("backup of SQLite", back, sqlite(back), "manage.py", "backup", again)
    for name, data, url in (("PostgreSQL", folder, postgres), ("SQLite", back, sqlite(back))):
        with timed(f"pages on {name}"):
            opened = run(data, url, "-m", "tests.restore_drill", "--pages")
        sys.stdout.write(opened)
    return hashes


def open_pages() -> None:
    """Open a page of each view that links lead to from the home page; none may fail."""
    import django
    from django.conf import settings

    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    django.setup()
    logging.disable(logging.INFO)
    from django.test import Client
    from django.urls import Resolver404, resolve

    client, waiting, opened = Client(SERVER_NAME="localhost"), ["/"], set[str]()
    while waiting and len(opened) < PAGES:
        path = waiting.pop(0)
        try:
            view = resolve(path.partition("?")[0]).view_name
        except Resolver404:
            continue
        if view in opened:
            continue
        opened.add(view)
        response: Any = client.get(path, follow=True)
        if response.status_code >= 400:
            sys.exit(f"{path}: {response.status_code}")
        if not response.streaming:
            waiting += re.findall(r'href="(/[^"#]*)', response.content.decode(errors="replace"))
    if len(opened) < FEWEST:
        sys.exit(f"only {len(opened)} views: {sorted(opened)}")
    sys.stdout.write(f"  {len(opened)} views\n")


def main() -> int:
    """Do the drill and compare the hashes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a site's data folder, on SQLite")
    parser.add_argument("--matches", type=int, default=0, help="so many more matches")
    parser.add_argument("--pages", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.pages:
        open_pages()
        return 0
    from tests.scorekeeper.conftest import database

    with tempfile.TemporaryDirectory(prefix="scorekeeper-drill-") as name:
        folder = Path(name)
        source = options.folder
        if source is None:
            source = folder / "demo"
            source.mkdir()
            with timed("the demonstration club (not counted)"):
                make_demo(source)
                if options.matches:
                    add_matches(source, options.matches)
        with (
            timed("the drill"),
            database(os.environ["TEST_DATABASE_URL"], "scorekeeper_drill") as url,
        ):
            hashes = drill(source, folder, url)
    if len(set(hashes)) != 1:
        sys.stdout.write("\n".join(["not the same:", *hashes, ""]))
        return 1
    sys.stdout.write(f"the same state three times: {hashes[0]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

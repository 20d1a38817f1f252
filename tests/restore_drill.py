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
from pathlib import Path
from typing import Any

from scorekeeper.places import REPOSITORY

# At most `PAGES` pages are opened, one for each view that links lead to, and at least `FEWEST`.
PAGES = 40
FEWEST = 15


def run(data: Path, url: str, *command: str) -> tuple[str, resource.struct_rusage]:
    """Run a Python module on a site's folder and database; return what it prints, and the resources
    that it used.
    """
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    place = {"SCOREKEEPER_DATA": str(data), "DATABASE_URL": url}
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=REPOSITORY,
        env={**inherited, **place, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        printed = process.stdout.read() if process.stdout else ""
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return printed, usage


def step(what: str, data: Path, url: str, *command: str) -> str:
    """Run a command and print what it took; return what it printed.

    PostgreSQL is not a child process of ours, so it counts only in the first figure.
    """
    start = time.monotonic()
    printed, usage = run(data, url, *command)
    report(what, time.monotonic() - start, usage)
    return printed


def report(what: str, seconds: float, usage: resource.struct_rusage) -> None:
    """Print a line: seconds by the clock, seconds of processor, and the most memory that a process
    took.
    """
    computed, most = usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024
    sys.stdout.write(f"{what:<40}{seconds:6.1f} s{computed:6.1f} s of processor{most:5} MB\n")
    sys.stdout.flush()


def sqlite(data: Path) -> str:
    """Return the address of a folder's database."""
    return f"sqlite:///{data / 'scorekeeper.sqlite3'}"


def make_demo(data: Path) -> None:
    """Fill a folder with the demonstration club."""
    run(data, sqlite(data), "manage.py", "migrate", "-v0")
    step("the demonstration club (not counted)", data, sqlite(data), "manage.py", "demo")


FILL = """
import sys, django; django.setup()
from bench.filling import fill
from games.registry.installed import game_of
fill(game_of("dix"), int(sys.argv[1]), 4000)
"""


def add_matches(data: Path, count: int) -> None:
    """Add `count` finished matches of which only the result is known."""
    step(f"{count} matches more (not counted)", data, sqlite(data), "-c", FILL, str(count))


def hash_of(printed: str) -> str:
    """Return the hash that a command has printed."""
    return re.findall(r"[0-9a-f]{64}", printed)[-1]


def drill(source: Path, folder: Path, postgres: str) -> list[str]:
    """Take the site of `source` to PostgreSQL and back; return the hashes of its three backups."""
    back = folder / "back"
    back.mkdir()
    here, there, again = (str(folder / f"{name}.zip") for name in ("here", "there", "again"))
    site, other, returned = (source, sqlite(source)), (folder, postgres), (back, sqlite(back))
    hashes = [hash_of(step("backup of SQLite", *site, "manage.py", "backup", here))]
    step("verify", *site, "manage.py", "verify", here)
    step("restore on PostgreSQL", *other, "manage.py", "restore", here)
    hashes.append(hash_of(step("backup of PostgreSQL", *other, "manage.py", "backup", there)))
    step("restore on SQLite", *returned, "manage.py", "restore", there)
    hashes.append(hash_of(step("backup of SQLite", *returned, "manage.py", "backup", again)))
    for name, place in (("PostgreSQL", other), ("SQLite", returned)):
        opened = step(f"pages on {name}", *place, "-m", "tests.restore_drill", "--pages")
        sys.stdout.write(opened)
    return hashes


def open_pages() -> None:
    """Open a page of each view that can be reached by links from the home page; none may fail."""
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
    """Do the drill and compare the hashes; return the exit status."""
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
            make_demo(source)
            if options.matches:
                add_matches(source, options.matches)
        start = time.monotonic()
        with database(os.environ["TEST_DATABASE_URL"], "scorekeeper_drill") as url:
            hashes = drill(source, folder, url)
        sys.stdout.write(f"{'the drill':<40}{time.monotonic() - start:6.1f} s\n")
    if len(set(hashes)) != 1:
        sys.stdout.write("\n".join(["not the same:", *hashes, ""]))
        return 1
    sys.stdout.write(f"the same state three times: {hashes[0]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

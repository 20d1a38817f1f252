"""`make upgrades`: databases made by past versions of the program are upgraded to the present one.

`python -m tests.upgrades [COMMIT…]`. For each landed milestone its own commit is put into a
temporary folder, its own `demo` fills a club, and its own API exports the matches. Then the present
program prepares the database, as its start does. Nothing may be lost:

- Every earlier row is still there, with the same values in every column that both versions have.
- Every export has what it had.
- The doctor finds nothing wrong. It compares scores with lines, boards with a rebuild, and
  tournaments with their logs.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.places import REPOSITORY

# The milestones by commit, the oldest first.
MILESTONES = {
    "c1fad37a": "the five games",
    "0f41afb6": "tournaments, boards, transmission",
    "2744a3ba": "the lab, rebuilds all at once",
    "07b7a633": "head-to-head",
    "cf90c36f": "accounts, links, merges",
    "850f7749": "series and rematches",
    "2ec0ffd7": "webhooks, pools, mêlées",
    "4f0ddd98": "the evening: desk and screen",
    "8ffd387e": "challenges and seasons",
    "99880a3e": "the phone without network",
    "84ea9495": "the jeu du 10 solved, bulletins",
    "c35dcca5": "ladders, rotations, fitted chances",
    "62532e6e": "duplicate evenings, advice",
}
# Tables and columns of the database that have been renamed since.
TABLES = {
    "transmission_deed": "transmission_action",
    "transmission_plan": "transmission_storedlayout",
}
COLUMNS = {("tournaments_table", "outcome"): "reported"}
# Boards are computed from the matches, and again when their formulas change. So they are not
# compared here; the doctor compares them with a rebuild. What officers have written there must
# remain.
COUNTED, WRITTEN = "leaderboards_", ("leaderboards_feat", "leaderboards_witness")
# Pictures and files that are made again on demand.
MADE_AGAIN = {"transmission_plan", "transmission_storedlayout", "transmission_graphfile"}
FEWEST = 20  # matches that a visitor's export must have shown
# Keys that are not compared. A note's sentence is made on demand; its data are the code, the
# parameters and the points.
SENTENCES = {"text"}

# By name in an export: the present value of a rule that was once a boolean and is now a choice.
READINGS: dict[str, dict[Any, Any]] = {"last_round": {False: "off", True: "turn_each"}}

# The demonstration of the past program, with only 12 finished matches, because these take most of
# the time.
DEMO = """
import django; django.setup()
from django.core.management import call_command
from scorekeeper.management.commands import demo
demo.FINISHED = 12
call_command("demo")
"""
EXPORTS = """
import json, sqlite3, sys, django; django.setup()
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["*"]
client, found = Client(SERVER_NAME="localhost"), {}
matches = sqlite3.connect(sys.argv[1]).execute("SELECT id FROM games_match ORDER BY id").fetchall()
for (key,) in matches:
    answer = client.get(f"/api/v1/matches/{key}/export/")
    if answer.status_code == 200:
        body = b"".join(answer) if answer.streaming else answer.content
        found[key] = json.loads(body)
json.dump(found, open(sys.argv[2], "w"))
"""
# What the site does at its start, except for the static files.
PREPARE = """
import django; django.setup()
from scorekeeper import environment, prepare
prepare.collect_static = lambda: False
prepare.prepare(environment.read(), print)
"""


def run(code: Path, data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the code of a program version, on the data of a milestone."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    place = {
        "SCOREKEEPER_DATA": str(data),
        "DATABASE_URL": f"sqlite:///{data / 'scorekeeper.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_RATE_LIMITS": "off",
        "PYTHONPATH": str(code),
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=code,
        env={**inherited, **place},
        text=True,
        capture_output=True,
    )


def must(done: subprocess.CompletedProcess[str]) -> str:
    """Return the output of a command. Raise RuntimeError with the end of its output if it
    failed.
    """
    if done.returncode != 0:
        raise RuntimeError((done.stdout + done.stderr).strip()[-1500:])
    return done.stdout


@contextmanager
def checked_out(commit: str, folder: Path):
    """Put the files of a commit into a new folder while the context lasts."""
    folder.mkdir()
    archive = subprocess.run(
        ["git", "archive", commit], cwd=REPOSITORY, check=True, stdout=subprocess.PIPE
    )
    subprocess.run(["tar", "x"], cwd=folder, input=archive.stdout, check=True)
    yield folder
    shutil.rmtree(folder)


def rows(path: Path) -> dict[str, tuple[list[str], list[tuple[Any, ...]]]]:
    """Return (columns, rows) of each table in an SQLite file, by name."""
    with closing(sqlite3.connect(path)) as base:
        names = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        by_table = {}
        for (name,) in names:
            cursor = base.execute(f'SELECT * FROM "{name}"')
            by_table[name] = [column[0] for column in cursor.description], cursor.fetchall()
        return by_table


def lost_rows(before: Path, after: Path) -> list[str]:
    """Return a line for each table whose rows are gone or have other values."""
    old, new = rows(before), rows(after)
    lost = []
    for table, (columns, had) in sorted(old.items()):
        if table.startswith(("sqlite_", "django_", "auth_")) or not had or table in MADE_AGAIN:
            continue
        if table.startswith(COUNTED) and not table.startswith(WRITTEN):
            continue
        columns = [COLUMNS.get((table, column), column) for column in columns]
        table = TABLES.get(table, table)
        if table not in new:
            lost.append(f"{table}: the table is gone, with {len(had)} rows")
            continue
        now_columns, has = new[table]
        both = [column for column in columns if column in now_columns]
        gone = [column for column in columns if column not in now_columns]
        was, now = ([columns_of.index(c) for c in both] for columns_of in (columns, now_columns))
        missing = Counter(tuple(row[i] for i in was) for row in had)
        missing -= Counter(tuple(row[i] for i in now) for row in has)
        if missing:
            changed = [
                c
                for n, c in enumerate(both)
                if Counter(row[was[n]] for row in had) - Counter(row[now[n]] for row in has)
            ]
            lost.append(f"{table}: {missing.total()} of {len(had)} rows are others ({changed})")
        if gone:
            lost.append(f"{table}: columns gone: {gone}")
    return lost


def within(old: Any, new: Any, where: str = "") -> list[str]:
    """Return a line for each place where the new JSON lacks or changes something of the old one.

    The new JSON may have more.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            line
            for key, value in old.items()
            if key not in SENTENCES
            for line in (
                within(value, new[key], f"{where}.{key}") if key in new else [f"{where}.{key} gone"]
            )
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [line for n, (a, b) in pairs for line in within(a, b, f"{where}[]")]
    readings = READINGS.get(where.rpartition(".")[2], {})
    if old == new or (isinstance(old, bool) and new == readings.get(old, old)):
        return []
    return [f"{where}: {str(old)[:40]!r} is now {str(new)[:40]!r}"]


def upgrade(commit: str, folder: Path) -> list[str]:
    """Make the database of a milestone and upgrade it; return a line for each thing that is
    wrong.
    """
    data = folder / "data"
    data.mkdir()
    base, before = data / "scorekeeper.sqlite3", folder / "before.sqlite3"
    old_exports, tells = folder / "told.json", folder / "tells.json"
    with checked_out(commit, folder / "code") as code:
        must(run(code, data, "manage.py", "migrate", "-v0"))
        must(run(code, data, "-c", DEMO))
        must(run(code, data, "-c", EXPORTS, str(base), str(old_exports)))
    with closing(sqlite3.connect(base)) as connection:
        connection.execute("VACUUM INTO ?", [str(before)])
    must(run(REPOSITORY, data, "-c", PREPARE))
    must(run(REPOSITORY, data, "-c", EXPORTS, str(base), str(tells)))
    old, new = (json.loads(path.read_text()) for path in (old_exports, tells))
    wrong = lost_rows(before, base)
    wrong += [f"only {len(old)} exports"] if len(old) < FEWEST else []
    unlike = Counter(line for key in old for line in within(old[key], new.get(key), "export"))
    wrong += [f"{line} ({count} times)" for line, count in unlike.most_common(8)]
    doctor = run(REPOSITORY, data, "manage.py", "doctor")
    if doctor.returncode:
        wrong += (doctor.stdout + doctor.stderr).strip().splitlines()[:8]
    return wrong


def main() -> int:
    """Upgrade each milestone; return 1 if anything is wrong with one of them, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commits", nargs="*", default=list(MILESTONES))
    failed = 0
    for commit in parser.parse_args().commits:
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="scorekeeper-upgrade-") as name:
            try:
                wrong = upgrade(commit, Path(name))
            except RuntimeError as error:
                wrong = [f"does not run: {error}"]
        title = f"{commit} {MILESTONES.get(commit, '')}"
        sys.stdout.write(f"{title:<50}{time.monotonic() - start:6.1f} s\n")
        sys.stdout.writelines(f"    {line}\n" for line in wrong)
        sys.stdout.flush()
        failed |= bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())

"""A SQLite file that ran all migrations, kept for the tests: to run them takes nine seconds.

Whoever comes first makes it, the other workers wait and copy it. Its name is made of what the
migrations say: after a change of one, another file is made.
"""

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import connect

from scorekeeper.settings import BASE_DIR

FOLDER = BASE_DIR / ".pytest_cache" / "migrated"
# The migrations of others come with their versions.
SOURCES = ("*/migrations/*.py", "*/*/migrations/*.py", "requirements.txt")


def kept() -> Path:
    """Where the file is, or is to be."""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in SOURCES for file in BASE_DIR.glob(pattern)):
        digest.update(f"{file.relative_to(BASE_DIR)}\n".encode() + file.read_bytes())
    return FOLDER / f"{digest.hexdigest()[:16]}.sqlite3"


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """No other worker is in here meanwhile."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def put_at(place: Path) -> bool:
    """Copy the file there, if there is one."""
    if kept().exists():
        shutil.copyfile(kept(), place)
    return place.exists()


def keep(place: Path) -> None:
    """Keep that database, which has just run all migrations, and none older."""
    for older in FOLDER.glob("*.sqlite3"):
        older.unlink()
    half = kept().with_suffix(".half")
    half.unlink(missing_ok=True)
    with closing(connect(place)) as whole:
        whole.execute("VACUUM INTO ?", [str(half)])
    half.rename(kept())

"""A SQLite file that ran all migrations, kept for the tests: running them takes nine seconds.

The first worker makes it, the others wait and copy it. Its name is a digest of the migrations: a
changed migration gives another file.
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
# Migrations of other packages come with their versions.
SOURCES = ("*/migrations/*.py", "*/*/migrations/*.py", "requirements.txt")


def kept() -> Path:
    """The path of the file, which may not exist yet."""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in SOURCES for file in BASE_DIR.glob(pattern)):
        digest.update(f"{file.relative_to(BASE_DIR)}\n".encode() + file.read_bytes())
    return FOLDER / f"{digest.hexdigest()[:16]}.sqlite3"


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep other workers out meanwhile."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def put_at(place: Path) -> bool:
    """Copy the file there, if it exists."""
    if kept().exists():
        shutil.copyfile(kept(), place)
    return place.exists()


def keep(place: Path) -> None:
    """Keep that database, which has just run all migrations, and delete older ones."""
    for older in FOLDER.glob("*.sqlite3"):
        older.unlink()
    half = kept().with_suffix(".half")
    half.unlink(missing_ok=True)
    with closing(connect(place)) as whole:
        whole.execute("VACUUM INTO ?", [str(half)])
    half.rename(kept())

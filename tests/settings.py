"""The site's settings for the tests: no environment variable of the caller's, and a fresh folder.

`TEST_DATABASE_URL` chooses the database; without it a SQLite file is used (a file, because threads
and the live server need connections of their own).
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_folder = Path(tempfile.mkdtemp(prefix="scorekeeper-tests-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

for _name in list(os.environ):
    if _name.startswith("SCOREKEEPER_") or _name in {"HOST", "PORT", "DATABASE_URL"}:
        del os.environ[_name]
os.environ["SCOREKEEPER_DATA"] = str(_folder)
os.environ["SCOREKEEPER_RATE_LIMITS"] = "off"
os.environ["SCOREKEEPER_DAILY_BACKUP"] = "off"  # no test lasts until it is due
os.environ["LC_ALL"] = "C"  # the start's messages in the terminal are French
# Compiled code is kept, so that all test workers and the next run share it.
os.environ["NUMBA_CACHE_DIR"] = str(Path(__file__).parent.parent / ".pytest_cache" / "numba")
if os.environ.get("TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import (  # noqa: E402
    BASE_DIR,
    DATABASES,
    ENVIRONMENT,
    INSTALLED_APPS,
    SERVED_NAMES,
)
from tournaments.formats import PACKAGES  # noqa: E402

SERVED_NAMES = [*SERVED_NAMES, "testserver"]  # the name of Django's own test client

if ENVIRONMENT.on_sqlite:
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
    # The settings of the served site, except that a commit does not wait for the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"
        "PRAGMA temp_store=MEMORY;"
    )
else:
    # A hundred threads may have to queue for the eight connections on a busy machine. That is not a
    # bug of the site, so they wait for up to 60 seconds.
    DATABASES["default"]["OPTIONS"]["pool"] = {
        **DATABASES["default"]["OPTIONS"]["pool"],
        "timeout": 60,
    }

# A sixth game, which shows that adding one needs only a folder and this line.
if (BASE_DIR / "tests" / "toy" / "apps.py").exists():
    INSTALLED_APPS = [*INSTALLED_APPS, "tests.toy"]

# Another format of tournaments, which likewise needs only a folder, its templates and this line.
if (BASE_DIR / "tests" / "toy_format").exists():
    PACKAGES.append("tests.toy_format")

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Jobs are done in the process that starts them.
TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}
# A page computes a missing solution itself. So what it shows does not depend on earlier tests.
SOLVED_IN_PAGES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

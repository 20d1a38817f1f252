"""`/sante/`: the health check for monitors."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.database.database_away import door
from scorekeeper.status.facts import StoredFacts, machine, stored
from scorekeeper.status.warnings import all_warnings

# Seconds that the database may take to answer.
PATIENCE = 0.8
# The disk check fails if fewer bytes are free on the disk of the data folder. A full disk stops
# the writes of SQLite; with PostgreSQL, it stops logs and compiled files.
LEAST_FREE = 200 * 1024 * 1024

# The threads that query PostgreSQL, which may never answer: whether it does, and what it knows. The
# health page waits for both together for `PATIENCE` at most.
asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="facts")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Answer whether the database works and the disk has room; 503 if either fails.

    The age of the last backup, in seconds, and the warnings do not change the status: no machine is
    to be taken away because of them.
    """
    until = time.monotonic() + PATIENCE
    checks = {"database": _word(database_answers()), "disk": _word(disk_has_room())}
    fine = all(word == "ok" for word in checks.values())
    body: dict[str, Any] = {"status": _word(fine), **checks}
    known = _known(until) if checks["database"] == "ok" else None
    if known:
        age = known.backup_age
        body["backup_age"] = None if age is None else int(age.total_seconds())
        body["warnings"] = [warned.text(_) for warned in all_warnings(known, machine())]
    return JsonResponse(body, status=200 if fine else 503)


def _word(fine: bool) -> str:
    return "ok" if fine else "error"


def database_answers() -> bool:
    """Return whether the database answers a query; PostgreSQL must do so within `PATIENCE`."""
    try:
        if connection.vendor == "postgresql":
            asking.submit(_ask_apart).result(PATIENCE)
            door.open()
        else:
            _ask()
    except (Error, Late):
        return False
    return True


def _ask() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_apart() -> None:
    try:
        _ask()
    finally:
        connection.close()


def _known(until: float) -> StoredFacts | None:
    """Return what the database knows; None if it is late, or has another program's tables."""
    try:
        if connection.vendor == "postgresql":
            return reading.submit(_read_apart).result(max(0.0, until - time.monotonic()))
        return stored()
    except (Error, Late):
        return None


def _read_apart() -> StoredFacts:
    try:
        return stored()
    finally:
        connection.close()


def disk_has_room() -> bool:
    """Return whether the data folder's disk has `LEAST_FREE` bytes free."""
    try:
        return shutil.disk_usage(settings.DATA).free >= LEAST_FREE
    except OSError:
        return False

"""What visitors are shown of a club or a person: made once, until anything at all is written.

These pages bring together thirty small reads of every floor. Whether one of them would give
something else is known from the database itself: SQLite counts what a connection has seen
committed, and PostgreSQL says which transactions a reader sees. While that stays the same, so does
every read. Some of a page also depends on the time, so it is kept within the same minute only.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from threading import Lock
from typing import Any

from django.db import connection, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import get_language

from clubs.callers import Caller

Shown = dict[str, Any] | HttpResponseBase

# Pages that a process keeps, of some 50 kB each.
MOST = 200
# A form holds a secret of its browser: such a page is not one for all visitors.
SECRET = "csrfmiddlewaretoken"  # noqa: S105

_kept: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
_lock = Lock()
_numbers = count()


def for_visitors(request: HttpRequest, caller: Caller, read: Callable[[], Shown]) -> Any:
    """Return a page's context, by `read` unless a visitor was shown the same state.

    Its `content` is the page as text; a response, like a redirect, is never kept.
    """
    state = state_of_database() if caller.is_nobody else None
    if state is None:
        return read()
    place = (request.scheme, request.get_host(), request.get_full_path(), get_language())
    key = (place, f"{timezone.localtime():%Y-%m-%d %H:%M %z}", state)
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
            return known
    shown = read()
    if isinstance(shown, HttpResponseBase) or SECRET in shown["content"]:
        return shown
    with _lock:
        _kept[key] = shown
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return shown


def state_of_database() -> Hashable | None:
    """Return what stays equal only as long as nothing is committed; None if that is not known.

    Within a transaction its own writes would not count, and with standbys it is not known which of
    them answers the next read.
    """
    if connection.in_atomic_block or len(list(connections)) > 1:
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA data_version")  # counts what other connections committed
            own: Any = connection.connection
            return _number_of(own), own.total_changes, *cursor.fetchone()
        cursor.execute("SELECT pg_current_snapshot()::text")
        return str(cursor.fetchone())


def _number_of(own: Any) -> int:
    """Number SQLite's connections: what another one has counted says nothing."""
    known, number = getattr(connection, "visitors_number", (None, 0))
    if known is not own:
        number = next(_numbers)
        connection.visitors_number = (own, number)  # type: ignore[attr-defined]
    return number


def forget() -> None:
    """Forget everything."""
    with _lock:
        _kept.clear()

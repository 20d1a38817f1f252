"""Log lines: one event a line, as `key=value`, with nothing that identifies a person.

No name, address, path, query or token is written. A bug is logged by its type and its stack. The
text of an exception often quotes a visitor's input, so it is written in debug mode only.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import DatabaseError

from core.database_codes import database_code
from scorekeeper.places import REPOSITORY

# A key of the request's META: why it was refused, as pairs of its event.
CAUSE = "scorekeeper.cause"
PLAIN = re.compile(r"[\w.:/+\-]+", re.ASCII)


class LineFormatter(logging.Formatter):
    """Writes a record as one line. Its pairs come from `extra={"fields": {…}}`."""

    def __init__(self, *, debug: bool = False) -> None:
        super().__init__()
        self.debug = debug

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        pairs: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _event(record),
            **_view(record),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            pairs["error"] = type(record.exc_info[1]).__name__
            if code := database_code(record.exc_info[1]):
                pairs["code"] = code
            pairs["trace"] = _trace(record.exc_info[1], with_text=self.debug)
        return " ".join(f"{key}={_value(value)}" for key, value in pairs.items())


class OneEventFilter(logging.Filter):
    """Leaves one event to each request: the one that `RequestLog` writes, with its cause.

    What Django logs about the same request becomes the cause of its event. Only a bug keeps a line
    of its own, for its stack.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record becomes a line."""
        request = getattr(record, "request", None)
        error = record.exc_info[1] if record.exc_info else None
        if record.name.startswith("django.security"):
            # A wrong host, or too many fields, is a fault of whoever asks.
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            return not note_cause(request, {"cause": record.name.rpartition(".")[2]})
        if record.name != "django.request" or request is None:
            return True
        if isinstance(error, DatabaseError):
            return not note_cause(request, cause_of(error))
        return error is not None


def cause_of(error: BaseException) -> dict[str, str]:
    """Return the cause of an event by an error: its type, and the code of a database."""
    code = database_code(error)
    return {"cause": type(error).__name__, **({"code": code} if code else {})}


def note_cause(request: Any, cause: dict[str, str]) -> bool:
    """Store why a request was refused, for its event. Return False without a request."""
    if request is None:
        return False
    request.META.setdefault(CAUSE, cause)
    return True


def _event(record: logging.LogRecord) -> str:
    if record.name.startswith("django.security"):
        return record.name.rpartition(".")[2]  # the text of this error quotes the visitor's input
    if record.name.startswith("django."):
        # The arguments of this message are reasons and paths, which must not be logged.
        return "error" if record.exc_info else f"{record.module}.{record.funcName}"
    return record.getMessage().strip()


def _view(record: logging.LogRecord) -> dict[str, object]:
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    return {"view": match.view_name} if match else {}


def _value(value: object) -> str:
    text = str(value)
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _trace(error: BaseException, *, with_text: bool) -> str:
    """Return an exception and its causes, the first cause first, on one line."""
    causes: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        places = " > ".join(
            f"{_place(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(current.__traceback__)
        )
        text = f"({current})" if with_text else ""
        causes.append(f"{type(current).__qualname__}{text} at {places}")
        hidden = current.__suppress_context__
        current = current.__cause__ or (None if hidden else current.__context__)
    return " ; then ".join(reversed(causes))


def _place(filename: str) -> str:
    path = Path(filename)
    if "site-packages" in path.parts:
        return "/".join(path.parts[path.parts.index("site-packages") + 1 :])
    return str(path.relative_to(REPOSITORY)) if path.is_relative_to(REPOSITORY) else path.name

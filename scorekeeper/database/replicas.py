"""Django's router: a request reads where `reading_from` says, and writes to the primary."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model

_reading_from: ContextVar[str | None] = ContextVar("reading_from", default=None)


class Router:
    """Django's choice of a database: writes go to the primary, reads where `reading_from` says."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        """Return the standby that this request reads, or None for the primary.

        Inside a transaction this is the primary.
        """
        return None if connection.in_atomic_block else _reading_from.get()

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Return the primary, also for an object that was read from a standby."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool:
        """Allow all relations, because the databases are copies of one."""
        return True

    def allow_migrate(self, database: str, app_label: str, **hints: Any) -> bool:
        """Allow migrations of the primary only."""
        return database == DEFAULT_DB_ALIAS


@contextmanager
def reading_from(name: str | None) -> Iterator[None]:
    """Read from a standby (None: the primary) within the block."""
    token = _reading_from.set(name)
    try:
        yield
    finally:
        _reading_from.reset(token)

"""The progress of a job, reported by the work itself; and how the work learns that it must stop."""

import time
from typing import Any

from django.db import connection, transaction

from jobs.models import Job, State

STORED_EVERY = 0.3  # seconds


class Cancelled(Exception):
    """Raised in the work when its owner has cancelled the job or the worker is being stopped."""


class Stopping(Cancelled):
    """Raised in the work when the worker is being stopped, and the job with it."""


class Progress:
    """The first argument of every work: its `job` (with owner, club, language) and `payload`.

    A worker stores progress on a second connection, so that pages show it while the work's
    transaction is open. SQLite has a single writer, so there progress is not stored during a
    transaction of the work.
    """

    def __init__(self, job: Job, *, apart: bool = False, stopping: Any = None) -> None:
        self.job = job
        self._apart = connection.copy() if apart else None
        self._stopping = stopping
        self._last = 0.0
        self.made: bytes | None = None

    def file(self, name: str, media_type: str, content: bytes) -> dict[str, Any]:
        """Store a file for download. Return the entry to put into the work's result."""
        self.made = content
        return {"file": {"name": name, "type": media_type, "size": len(content)}}

    @property
    def payload(self) -> bytes | None:
        """The file that came with the job; None if there was none."""
        payload = self.job.payload
        return None if payload is None else bytes(payload)

    def update(self, done: int, total: int = 0) -> None:
        """Report that `done` steps of `total` are done; `total` is 0 while it is unknown.

        Frequent calls cost little, because progress is stored three times a second at most. Raises
        `Cancelled` when the job must stop; the work must not catch it.
        """
        if self._stopping is not None and self._stopping():
            raise Stopping
        now = time.monotonic()
        if now - self._last < STORED_EVERY:
            return
        self._last = now
        done, total = max(0, done), max(0, total)
        done = min(done, total) if total else done
        if self._apart is None:
            running = self._store(done, total)
        else:
            running = self._store_apart(done, total)
        if not running:
            raise Cancelled

    def _store(self, done: int, total: int) -> bool:
        rows = Job.objects.filter(pk=self.job.pk, state=State.RUNNING, cancel_asked=False)
        return bool(rows.update(done=done, total=total))

    def _store_apart(self, done: int, total: int) -> bool:
        assert self._apart is not None  # noqa: S101 -- for the reader and mypy
        table = Job._meta.db_table
        where = "WHERE id = %s AND state = %s AND NOT cancel_asked"
        known: list[Any] = [self.job.pk, State.RUNNING]
        ours_alone = connection.vendor == "sqlite" and transaction.get_connection().in_atomic_block
        with self._apart.cursor() as cursor:
            if ours_alone:
                cursor.execute(f"SELECT 1 FROM {table} {where}", known)  # noqa: S608
                return cursor.fetchone() is not None
            cursor.execute(
                f"UPDATE {table} SET done = %s, total = %s {where}",  # noqa: S608
                [done, total, *known],
            )
            return bool(cursor.rowcount)

    def close(self) -> None:
        """Close the connection."""
        if self._apart is not None:
            self._apart.close()

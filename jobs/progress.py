"""How far a job has come, told by the work itself; and how the work hears that it is to stop."""

import time
from typing import Any

from django.db import connection, transaction

from jobs.models import Job, State

STORED_EVERY = 0.3  # seconds


class Cancelled(Exception):
    """Whoever asked for the job wants it no more; or the worker is told to stop."""


class Stopping(Cancelled):
    """The worker is told to stop."""


class Progress:
    """What a work is given beside its arguments: `job` (its owner, club, language) and `payload`.

    A worker stores progress on a connection of its own, so that it is seen while the work is in the
    midst of a transaction. Where the whole database has one writer (SQLite) it is then not stored.
    """

    def __init__(self, job: Job, *, apart: bool = False, stopping: Any = None) -> None:
        self.job = job
        self._apart = connection.copy() if apart else None
        self._stopping = stopping
        self._last = 0.0
        self.made: bytes | None = None

    def file(self, name: str, media_type: str, content: bytes) -> dict[str, Any]:
        """Keep a file that the work made, to be downloaded; return what belongs in the result."""
        self.made = content
        return {"file": {"name": name, "type": media_type, "size": len(content)}}

    @property
    def payload(self) -> bytes | None:
        """The file that came with the job."""
        payload = self.job.payload
        return None if payload is None else bytes(payload)

    def told(self, done: int, total: int = 0) -> None:
        """Say how much is done of how much (0: nobody knows).

        As often as one likes: it is stored three times a second. Raises `Cancelled` when the job
        is to stop; let it through.
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
        """Let go of the connection."""
        if self._apart is not None:
            self._apart.close()

"""The clock of a simulated evening. The site reads it, and the scheduler moves it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from unittest.mock import patch

from django.utils import timezone


class Clock:
    """A clock with two times: the wall time, which may jump, and the seconds since the evening
    began.
    """

    def __init__(self, begins: datetime):
        self.elapsed = 0.0
        self._zero = begins.timestamp()

    @property
    def wall(self) -> float:
        """The wall time of the site's machine, in seconds since 1970."""
        return self._zero + self.elapsed

    def jump(self, seconds: float) -> None:
        """Move the wall time by that many seconds; backwards if they are negative."""
        self._zero += seconds

    @contextmanager
    def ruling(self) -> Iterator[None]:
        """While the context lasts, make everything that asks for the time ask this clock."""
        clock = self

        class Now(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return datetime.fromtimestamp(clock.wall, tz)

        with (
            # `timezone.now` itself is not replaced, because model fields hold it as their default.
            patch.object(timezone, "datetime", Now),
            patch.object(time, "time", lambda: self.wall),
            patch.object(time, "monotonic", lambda: self.elapsed),
        ):
            yield

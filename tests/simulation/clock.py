"""The clock of a simulated evening: the site reads it, the scheduler moves it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from unittest.mock import patch

from django.utils import timezone


class Clock:
    """The time on the wall, which may jump, and the seconds since the evening began."""

    def __init__(self, begins: datetime):
        self.elapsed = 0.0
        self._zero = begins.timestamp()

    @property
    def wall(self) -> float:
        """Seconds since 1970, as the site's machine has them."""
        return self._zero + self.elapsed

    def jump(self, seconds: float) -> None:
        """Set the clock on the wall forward, or back."""
        self._zero += seconds

    @contextmanager
    def ruling(self) -> Iterator[None]:
        """Let all that asks for the time ask this clock."""
        clock = self

        class Now(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return datetime.fromtimestamp(clock.wall, tz)

        with (
            # `timezone.now` itself stays: fields hold it as their default.
            patch.object(timezone, "datetime", Now),
            patch.object(time, "time", lambda: self.wall),
            patch.object(time, "monotonic", lambda: self.elapsed),
        ):
            yield

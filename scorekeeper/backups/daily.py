"""The copy that the worker makes each day by itself, in a process of its own.

Reading a whole database takes memory, which a worker would keep.
"""

import logging
import subprocess
import time
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings

from jobs import upkeep
from jobs.registry import due_work
from scorekeeper.backups.keeping import NAME
from scorekeeper.places import PROGRAM

EVERY, AGAIN = timedelta(days=1), timedelta(hours=1)
# Seconds until the first look after the start of a worker, and between two looks.
FIRST_LOOK, LOOK_EVERY = 600.0, 300.0
STEP = 0.5  # seconds between two looks at the process

log = logging.getLogger("scorekeeper.backups")


class Looks:
    """When the worker looks next whether a copy is due."""

    def __init__(self) -> None:
        self._next = time.monotonic() + FIRST_LOOK

    def now(self) -> bool:
        """Return whether it is time for a look; the next one then comes later."""
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + LOOK_EVERY
        return True


looks = Looks()


@due_work("scorekeeper.backup")
def make_daily(stopping: Callable[[], bool]) -> None:
    """Make a copy if the last backup of any kind is a day old. One of several workers does so."""
    if not settings.BACKUPS.daily or not looks.now():
        return
    if upkeep.claim(NAME, every=EVERY, again=AGAIN):
        log.info("daily backup", extra={"fields": {"exit": _run(stopping)}})


def _run(stopping: Callable[[], bool]) -> int | None:
    """Run the command, and return its exit code; None if the worker was stopped meanwhile."""
    process = subprocess.Popen(  # noqa: S603 -- our own command
        [*PROGRAM, "backup", "--of-worker"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    while process.poll() is None:
        if stopping():
            process.terminate()
            process.wait()
            return None
        time.sleep(STEP)
    return process.returncode

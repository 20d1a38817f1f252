"""The processes of the site on this machine: each writes a small file about itself.

The status page and the figures for monitoring read these files, because any process may be the one
that is asked.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from jobs import memory

BEAT = 10.0  # seconds between two writes of a process
SILENT = 45.0  # seconds without a write, after which a process counts as ended


@dataclass(frozen=True, slots=True)
class ProcessState:
    """A process: its kind (`site` or `worker`), its memory in bytes, and what waits in it.

    `streams` are the pages that follow a match, `waiting` the requests that are not answered yet.
    """

    pid: int
    kind: str
    memory: int | None
    streams: int = 0
    waiting: int = 0


def folder() -> Path:
    """Return the folder of the files, one for each process."""
    return Path(settings.DATA) / "processes"


def write(kind: str, *, streams: int = 0, waiting: int = 0) -> None:
    """Write the file of this process. A full or missing disk is no reason to stop."""
    state = ProcessState(os.getpid(), kind, memory.held(), streams, waiting)
    with contextlib.suppress(OSError):
        folder().mkdir(mode=0o700, exist_ok=True)
        place = folder() / f"{state.pid}.json"
        draft = place.with_suffix(".new")
        draft.write_text(json.dumps(asdict(state)), encoding="ascii")
        draft.replace(place)


def end() -> None:
    """Remove the file of this process, which ends."""
    with contextlib.suppress(OSError):
        (folder() / f"{os.getpid()}.json").unlink()


def running() -> list[ProcessState]:
    """Return the processes that have written lately; the files of the others are removed."""
    return sorted(_read(), key=lambda state: (state.kind, state.pid))


def _read() -> Iterator[ProcessState]:
    for place in folder().glob("*.json"):
        with contextlib.suppress(OSError, ValueError, TypeError):
            if time.time() - place.stat().st_mtime > SILENT:
                place.unlink()
                continue
            yield ProcessState(**json.loads(place.read_text(encoding="ascii")))

"""How much memory a process holds now."""

import os
import sys
from pathlib import Path

KIB = 1024


def held(pid: int | None = None) -> int | None:
    """Return the bytes of memory that a process holds: this one, or that of a number.

    Return None where the system does not say it.
    """
    try:
        status = Path(f"/proc/{pid or os.getpid()}/status").read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return _most_held() if pid in (None, os.getpid()) else None
    for line in status.splitlines():
        name, _colon, value = line.partition(":")
        if name == "VmRSS":
            return int(value.split()[0]) * KIB
    return None


def _most_held() -> int | None:
    """Return the most memory that this process has held, where no system file has the present."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 -- does not exist everywhere

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * KIB

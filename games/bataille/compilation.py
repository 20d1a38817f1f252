"""Whether the compiled loop is ready: compiling takes seconds, and no page waits for that."""

import os
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

SOURCE = Path(__file__).parent / "engine" / "kernel.py"


def _mark() -> Path | None:
    """The file that shows that this loop has been compiled into the cache; None: no cache."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    if not folder:
        return None
    name = sha256(SOURCE.read_bytes() + version("numba").encode()).hexdigest()[:16]
    return Path(folder) / f"bataille-{name}"


def is_warm() -> bool:
    """Say whether a game can be played without compiling first."""
    mark = _mark()
    return mark is not None and mark.exists()


def warm() -> None:
    """Compile the loop, or load it, and note that it is ready."""
    from games.bataille.engine.kernel import play  # noqa: PLC0415 -- that is what takes long
    from games.bataille.engine.odds import Conventions  # noqa: PLC0415

    play(Conventions().numbers, 0, 0, 1)
    mark = _mark()
    if mark is not None and not mark.exists():
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()

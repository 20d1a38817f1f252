"""Whether compiled loops are ready: compiling takes seconds, and no page waits for that."""

import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path


class Compiled:
    """Loops that numba compiles into a cache on disk when `run` first calls them.

    `sources` are the files that hold them: if one changes, they are to be compiled again.
    """

    def __init__(self, name: str, sources: Sequence[Path], run: Callable[[], object]) -> None:
        self.name, self.sources, self.run = name, sources, run

    def _mark(self) -> Path | None:
        """The file that shows that they have been compiled into the cache; None: no cache."""
        folder = os.environ.get("NUMBA_CACHE_DIR")
        if not folder:
            return None
        digest = sha256(version("numba").encode())
        for source in self.sources:
            digest.update(source.read_bytes())
        return Path(folder) / f"{self.name}-{digest.hexdigest()[:16]}"

    def is_warm(self) -> bool:
        """Say whether they can be called without compiling first."""
        mark = self._mark()
        return mark is not None and mark.exists()

    def warm(self) -> None:
        """Compile them, or load them, and note that they are ready."""
        self.run()
        mark = self._mark()
        if mark is not None and not mark.exists():
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()

"""Tables that took long, kept on disk beside the compiled loops: whoever comes later reads them.

They are of this machine and can be made again at any time: no backup holds them.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np


class Kept:
    """What was computed from `sources`, by name; only the `most` used last are kept.

    If a source changes, all of it counts as not computed. Without a folder (`NUMBA_CACHE_DIR`)
    nothing is kept.
    """

    def __init__(self, name: str, sources: Sequence[Path], most: int) -> None:
        self.name, self.sources, self.most = name, sources, most

    def array(self, key: str) -> Any:
        """Return a table, mapped and not read as a whole; None: it is not kept."""
        path = self._path(key, "npy")
        if path is None:
            return None
        try:
            table = np.load(path, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError):
            return None
        _used(path)
        return table

    def keep_array(self, key: str, table: Any) -> None:
        """Keep a table of plain numbers."""
        self._keep(key, "npy", lambda file: np.save(file, table, allow_pickle=False))

    def result(self, key: str) -> Any:
        """Return a result as plain JSON has it; None: it is not kept."""
        path = self._path(key, "json")
        if path is None:
            return None
        try:
            found = json.loads(path.read_bytes())
        except (OSError, ValueError):
            return None
        _used(path)
        return found

    def keep_result(self, key: str, result: Any) -> None:
        """Keep a result that is plain JSON."""
        written = json.dumps(result).encode()
        self._keep(key, "json", lambda file: file.write(written))

    def has_result(self, key: str) -> bool:
        """Say whether a result is kept."""
        path = self._path(key, "json")
        return path is not None and path.exists()

    def _path(self, key: str, kind: str) -> Path | None:
        folder = os.environ.get("NUMBA_CACHE_DIR")
        if not folder:
            return None
        digest = sha256()
        for source in self.sources:
            digest.update(source.read_bytes())
        return Path(folder) / "kept" / f"{self.name}-{digest.hexdigest()[:16]}-{key}.{kind}"

    def _keep(self, key: str, kind: str, write: Callable[[Any], object]) -> None:
        """Write a file in one step: who reads meanwhile has all of it or none."""
        path = self._path(key, kind)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            write(file)
        Path(file.name).replace(path)
        self._forget(path.parent, kind)

    def _forget(self, folder: Path, kind: str) -> None:
        """Delete those used longest ago, of older sources too."""
        files = sorted(folder.glob(f"{self.name}-*.{kind}"), key=_when, reverse=True)
        for path in files[self.most :]:
            path.unlink(missing_ok=True)


def _used(path: Path) -> None:
    with contextlib.suppress(OSError):  # a folder that cannot be written to
        os.utime(path)


def _when(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0

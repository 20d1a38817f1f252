"""A cache of results that take long to compute, for all processes and machines of the site.

The results are stored in a database table. A missing result is computed again, so backups leave the
table out. Large arrays are also written to a file of this machine, so that a process can map them
into memory instead of reading them.
"""

import contextlib
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from django.utils import timezone

from games.models import KeptResult


class Kept:
    """Cached results of one kind, by key; only the `most` newest stay.

    `sources` are the files of the code that computes the results. If one of them changes, no stored
    result is used any more.
    """

    def __init__(self, kind: str, sources: Sequence[Path], most: int) -> None:
        self.kind, self.sources, self.most = kind, sources, most

    def data(self, key: str) -> bytes | None:
        """Return the bytes stored under a key, or None; one query."""
        row = KeptResult.objects.filter(name=self._name(key)).first()
        return None if row is None else zlib.decompress(bytes(row.written))

    def keep(self, key: str, data: bytes) -> None:
        """Store bytes under a key, replacing older ones; delete the oldest results of this kind."""
        KeptResult.objects.update_or_create(
            name=self._name(key),
            defaults={
                "kind": self.kind,
                "written": zlib.compress(data, 1),
                "made_at": timezone.now(),
            },
        )
        results = KeptResult.objects.filter(kind=self.kind)
        newest = results.order_by("-made_at").values_list("pk", flat=True)[: self.most]
        results.exclude(pk__in=list(newest)).delete()

    def has(self, keys: Iterable[str]) -> set[str]:
        """Return the keys under which a result is stored; one query."""
        names = {self._name(key): key for key in keys}
        stored_names = KeptResult.objects.filter(name__in=names).values_list("pk", flat=True)
        return {names[name] for name in stored_names}

    def array(self, key: str) -> Any:
        """Return a stored array, mapped from a file rather than read as a whole; or None."""
        path = self._file(key)
        if path is not None:
            with contextlib.suppress(OSError, ValueError):  # the file is missing or broken
                return _mapped(path)
        data = self.data(key)
        if data is None:
            return None
        if path is not None:
            with contextlib.suppress(OSError):  # the folder cannot be written to
                self._write(path, data)
                return _mapped(path)
        return np.load(io.BytesIO(data), allow_pickle=False)

    def keep_array(self, key: str, table: Any) -> None:
        """Store an array of plain numbers."""
        written = io.BytesIO()
        np.save(written, table, allow_pickle=False)
        self.keep(key, written.getvalue())
        path = self._file(key)
        if path is not None:
            with contextlib.suppress(OSError):
                self._write(path, written.getvalue())

    def result(self, key: str) -> Any:
        """Return a stored JSON result, or None if there is none."""
        data = self.data(key)
        return None if data is None else json.loads(data)

    def keep_result(self, key: str, result: Any) -> None:
        """Store a result that is plain JSON."""
        self.keep(key, json.dumps(result).encode())

    @cached_property
    def code(self) -> str:
        """A digest of the source files."""
        digest = sha256()
        for source in self.sources:
            digest.update(source.read_bytes())
        return digest.hexdigest()

    def _name(self, key: str) -> str:
        return sha256(f"{self.kind} {self.code} {key}".encode()).hexdigest()

    def _file(self, key: str) -> Path | None:
        """Return the path of an array's file in numba's cache folder; None without a folder."""
        folder = os.environ.get("NUMBA_CACHE_DIR")
        return Path(folder) / "kept" / f"{self.kind}-{self._name(key)}.npy" if folder else None

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file atomically. Delete the files of this kind that were used longest ago."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(data)
        Path(file.name).replace(path)
        files = sorted(path.parent.glob(f"{self.kind}-*.npy"), key=_when, reverse=True)
        for old in files[self.most :]:
            old.unlink(missing_ok=True)


def _mapped(path: Path) -> Any:
    table = np.load(path, mmap_mode="r", allow_pickle=False)
    with contextlib.suppress(OSError):
        os.utime(path)
    return table


def _when(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0

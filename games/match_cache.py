"""What was worked out of a match at its last write, kept in the process for the next request.

A version of a match never changes, so whoever has read the match's row may use what is kept for
that version in place of reading its lines, folding them and telling them anew: a line costs the
same at the end of a long match as at its start. Nothing here is a truth: a process that does not
have the version reads the database. Written after the commit alone, so that a write that was
undone leaves nothing.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from games.models import EntryBase
from games.sheet import Fold, Scoresheet

Telling = TypeVar("Telling")

# About 4 kB a line: some 40 MB at the very most.
MOST_LINES = 10_000
# Languages and names that one match is told in at a time; more begins anew.
MOST_TELLINGS = 6
# What a version does not cover (an account that another process deletes) is gone by then.
SECONDS = 600


class RenderedLines:
    """A match's lines as they were told: in one language, with one set of names, in one form."""

    def __init__(self) -> None:
        self._said: dict[Hashable, dict[int, Any]] = {}

    def lines(
        self, key: Hashable, places: Iterable[int], tell: Callable[[int], Telling]
    ) -> tuple[Telling, ...]:
        """Return the lines at these places (from 0) told, telling those not told before."""
        known = self._said.get(key)
        if known is None:
            if len(self._said) >= MOST_TELLINGS:
                self._said = {}
            known = self._said[key] = {}
        for place in places:
            if place not in known:
                known[place] = tell(place)
        return tuple(known[place] for place in places)


@dataclass(frozen=True, slots=True)
class Kept:
    """A version of a match. The fold belongs to whoever takes it; the rest is only read."""

    version: int
    entries: tuple[EntryBase, ...]
    sheet: Scoresheet
    fold: Fold
    told: RenderedLines
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)


class Memory:
    """The matches last written by this process, the longest untouched forgotten first."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Kept] = OrderedDict()
        self._lines = 0
        self._lock = Lock()

    def look(self, match_id: str, version: int) -> Kept | None:
        """Return what is kept of a match at this version."""
        with self._lock:
            kept = self._matches.get(match_id)
            if kept is None or kept.version != version or kept.until < time.monotonic():
                return None
            self._matches.move_to_end(match_id)
            return kept

    def take(self, match_id: str) -> Kept | None:
        """Remove and return what is kept of a match: its fold is about to be moved on."""
        with self._lock:
            return self._remove(match_id)

    def keep(self, match_id: str, kept: Kept) -> None:
        """Keep a version just committed, unless a later one is kept already."""
        with self._lock:
            known = self._matches.get(match_id)
            if known is not None and known.version > kept.version:
                return
            self._remove(match_id)
            self._matches[match_id] = kept
            self._lines += len(kept.entries)
            while self._lines > MOST_LINES and len(self._matches) > 1:
                self._remove(next(iter(self._matches)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._matches.clear()
            self._lines = 0

    def _remove(self, match_id: str) -> Kept | None:
        kept = self._matches.pop(match_id, None)
        if kept is not None:
            self._lines -= len(kept.entries)
        return kept


memory = Memory()

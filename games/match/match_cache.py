"""Keeps a match's rows, fold and rendered lines in the process for later requests.

Of matches that the process writes, and of those that are over or that a program reads.

A version of a match never changes. So a request that has read the match's row may use the data kept
for that version, instead of reading its lines, folding them and writing them again: a line costs
the same at the end of a long match as at its start. The cache is never the truth: a process without
the version reads the database. It is written only after the commit, so that a rolled-back write
leaves nothing.
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

# About a kilobyte for a line's figure of a seat: some 40 MB at most.
MOST_FIGURES = 40_000
# A line with few seats weighs as one of four.
LEAST_SEATS = 4
# Languages and sets of names kept for one match at a time; one more starts from empty.
MOST_TELLINGS = 6
# Limits the age of data that a version does not cover (an account deleted by another process).
SECONDS = 600


class RenderedLines:
    """A match's lines as texts: in one language, with one set of names, in one form."""

    def __init__(self) -> None:
        self._said: dict[Hashable, dict[int, Any]] = {}

    def lines(
        self, key: Hashable, places: Iterable[int], tell: Callable[[int], Telling]
    ) -> tuple[Telling, ...]:
        """Return the lines at these places (from 0), rendering those that are not kept."""
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
class CachedMatch:
    """A version of a match. `take` hands the fold over to one owner; the rest is only read."""

    version: int
    entries: tuple[EntryBase, ...]
    sheet: Scoresheet
    fold: Fold
    rendered: RenderedLines
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    @property
    def figures(self) -> int:
        """How much it weighs: its lines times the sides that each has a figure for."""
        return len(self.entries) * max(LEAST_SEATS, len(self.sheet.scores))


class MatchCache:
    """The matches last written or read here; the one unused for longest is removed first."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, CachedMatch] = OrderedDict()
        self._figures = 0
        self._lock = Lock()

    def look(self, match_id: str, version: int) -> CachedMatch | None:
        """Return the data kept for a match at this version."""
        with self._lock:
            cached = self._matches.get(match_id)
            if cached is None or cached.version != version or cached.until < time.monotonic():
                return None
            self._matches.move_to_end(match_id)
            return cached

    def take(self, match_id: str) -> CachedMatch | None:
        """Remove and return a match's data: its fold is about to move on."""
        with self._lock:
            return self._remove(match_id)

    def keep(self, match_id: str, cached: CachedMatch) -> None:
        """Keep a version just committed, unless a later one is kept already."""
        with self._lock:
            known = self._matches.get(match_id)
            if known is not None and known.version > cached.version:
                return
            self._remove(match_id)
            self._matches[match_id] = cached
            self._figures += cached.figures
            while self._figures > MOST_FIGURES and len(self._matches) > 1:
                self._remove(next(iter(self._matches)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._matches.clear()
            self._figures = 0

    def _remove(self, match_id: str) -> CachedMatch | None:
        cached = self._matches.pop(match_id, None)
        if cached is not None:
            self._figures -= cached.figures
        return cached


memory = MatchCache()

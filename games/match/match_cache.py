"""Caches a match's rows, fold and rendered lines in the process for later requests.

It caches the matches that the process writes, those that are over, and those that a program reads.

A version of a match never changes. So a request that has read the match's row may use the data
cached for that version, instead of reading, folding and rendering the lines again. Recording a line
then takes the same time at the end of a long match as at its start. A process that does not have
the version reads the database. The cache is written only after the commit, so that a rolled-back
write leaves nothing in it.
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

# The most figures in the cache. A figure is the score of one seat in one line. It takes about a
# kilobyte, so the cache takes some 40 MB at most.
MOST_FIGURES = 40_000
# A match with fewer seats counts as a match with four seats.
LEAST_SEATS = 4
# How many combinations of language, names and form are cached for one match. Before one more is
# cached, the others are deleted.
MOST_TELLINGS = 6
# Limits the age of data that can change without a new version, such as an account deleted by
# another process.
SECONDS = 600


class RenderedLines:
    """A cache of a match's rendered lines, by language, set of names and form."""

    def __init__(self) -> None:
        self._said: dict[Hashable, dict[int, Any]] = {}

    def lines(
        self, key: Hashable, places: Iterable[int], tell: Callable[[int], Telling]
    ) -> tuple[Telling, ...]:
        """Return the lines at these indexes; `tell` renders those that are not cached."""
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
    """A cached version of a match. `take` removes it, for a caller who will change the fold."""

    version: int
    entries: tuple[EntryBase, ...]
    sheet: Scoresheet
    fold: Fold
    rendered: RenderedLines
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    @property
    def figures(self) -> int:
        """The size that is compared with `MOST_FIGURES`: the lines times the sides (at least 4)."""
        return len(self.entries) * max(LEAST_SEATS, len(self.sheet.scores))


class MatchCache:
    """The matches last written or read here. The one unused for longest is removed first."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, CachedMatch] = OrderedDict()
        self._figures = 0
        self._lock = Lock()

    def look(self, match_id: str, version: int) -> CachedMatch | None:
        """Return the data cached for a match at this version, or None if that version is not
        cached.
        """
        with self._lock:
            cached = self._matches.get(match_id)
            if cached is None or cached.version != version or cached.until < time.monotonic():
                return None
            self._matches.move_to_end(match_id)
            return cached

    def take(self, match_id: str) -> CachedMatch | None:
        """Remove a match's data and return it, because its fold is about to change; None if not
        cached.
        """
        with self._lock:
            return self._remove(match_id)

    def keep(self, match_id: str, cached: CachedMatch) -> None:
        """Store a version that was just committed, unless a later version is already stored."""
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
        """Empty the cache."""
        with self._lock:
            self._matches.clear()
            self._figures = 0

    def _remove(self, match_id: str) -> CachedMatch | None:
        cached = self._matches.pop(match_id, None)
        if cached is not None:
            self._figures -= cached.figures
        return cached


memory = MatchCache()

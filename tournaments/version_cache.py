"""Keeps rounds, standings and texts of a tournament's versions in the process, for later requests.

A version of a tournament never changes its rounds or its standings. So a request that has read the
row may use the data kept for that version. Entrants are not kept: they have names, and a person's
name changes without a new version. The cache is never the truth: a process without the version
reads the database.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock

from tournaments.pairing.standings import Ranking
from tournaments.state.tournament import Round

# Counted in tables and rows of standings, about 2 kB each: 80 MB at most.
MOST = 40_000
# The length of text that counts as one of these.
BYTES = 2000


@dataclass(slots=True)
class CachedVersion:
    """A version of a tournament. The standings are computed when they are first needed."""

    rounds: tuple[Round, ...]
    ranking: Ranking | None = None
    told: dict[Hashable, tuple[int, "CachedText"]] = field(default_factory=dict)

    @property
    def weight(self) -> int:
        """How many things it holds."""
        ranked = len(self.ranking.rows) if self.ranking else 0
        told = sum(len(text.body) for _names, text in self.told.values()) // BYTES
        return ranked + told + sum(len(drawn.tables) for drawn in self.rounds)


@dataclass(frozen=True, slots=True)
class CachedText:
    """A text as it is sent, with its `ETag`."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> "CachedText":
        """Return the text with its tag."""
        body = text.encode()
        return cls(body, f'"{sha256(body).hexdigest()[:32]}"')


class VersionCache:
    """The tournaments last read by this process; the one unused for longest is removed first."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[int, CachedVersion]] = OrderedDict()
        self._lock = Lock()

    def rounds(
        self, tournament: str, version: int, read: Callable[[], tuple[Round, ...]]
    ) -> tuple[Round, ...]:
        """Return the rounds of a version; `read` them if they are not kept."""
        kept = self._look(tournament, version)
        if kept is None:
            kept = CachedVersion(read())
            self._keep(tournament, version, kept)
        return kept.rounds

    def ranking(self, tournament: str, version: int, rank: Callable[[], Ranking]) -> Ranking:
        """Return the standings of a version; compute them with `rank` if they are not kept."""
        kept = self._look(tournament, version)
        if kept is not None and kept.ranking is not None:
            return kept.ranking
        made = rank()
        if kept is not None:
            self._keep(tournament, version, CachedVersion(kept.rounds, made, kept.told))
        return made

    def told(
        self, tournament: str, version: int, key: Hashable, names: int, tell: Callable[[], str]
    ) -> CachedText:
        """Return a text about a version with these names; make it with `tell` if it is not kept."""
        kept = self._look(tournament, version)
        known = kept.told.get(key) if kept is not None else None
        if known is not None and known[0] == names:
            return known[1]
        made = CachedText.of(tell())
        kept = self._look(tournament, version)  # `tell` may have read it meanwhile
        if kept is not None:
            told = {**kept.told, key: (names, made)}
            self._keep(tournament, version, CachedVersion(kept.rounds, kept.ranking, told))
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._known.clear()

    def _look(self, tournament: str, version: int) -> CachedVersion | None:
        with self._lock:
            of, kept = self._known.get(tournament, (0, None))
            if kept is None or of != version:
                return None
            self._known.move_to_end(tournament)
            return kept

    def _keep(self, tournament: str, version: int, kept: CachedVersion) -> None:
        with self._lock:
            if self._known.get(tournament, (0, None))[0] > version:
                return
            self._known[tournament] = (version, kept)
            self._known.move_to_end(tournament)
            weight = sum(one.weight for _version, one in self._known.values())
            while weight > MOST and len(self._known) > 1:
                _tournament, (_version, gone) = self._known.popitem(last=False)
                weight -= gone.weight


cache = VersionCache()

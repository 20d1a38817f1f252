"""Keeps rounds, standings and texts of a tournament's versions in the process, for later requests.

A version of a tournament never changes its rounds or its standings. So a request that has read the
row may use the data kept for that version. Entrants are not kept: they have names, and a person's
name changes without a new version. The cache is never the truth: a process without the version
reads the database.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar

from tournaments.pairing.pools import Pool
from tournaments.pairing.standings import Ranking
from tournaments.pairing.tree import PlayedNode
from tournaments.state.tournament import Round

# Tables, meetings and rows of standings, some 2 kB each: 80 MB at the very most.
MOST = 40_000
# The length of text that counts as one of these.
BYTES = 2000

Work = TypeVar("Work")


@dataclass(slots=True)
class CachedVersion:
    """A version of a tournament. What is worked out comes when it is first asked for.

    A round stands under what it was last written as, so that the next version need not read it
    again if it has not changed.
    """

    rounds: Mapping[str, Round]
    worked: Mapping[str, tuple[int, Any]] = field(default_factory=dict)
    told: dict[Hashable, tuple[int, "CachedText"]] = field(default_factory=dict)

    @property
    def weight(self) -> int:
        """How many things it holds."""
        worked = sum(weight for weight, _work in self.worked.values())
        told = sum(len(text.body) for _names, text in self.told.values()) // BYTES
        return worked + told + sum(len(drawn.tables) for drawn in self.rounds.values())


@dataclass(frozen=True, slots=True)
class CachedText:
    """A text as it is sent, with its `ETag`."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> "CachedText":
        """Return the text with its tag."""
        body = text.encode()
        return cls(body, tag_of(body))


def tag_of(body: bytes) -> str:
    """Return the `ETag` of an answer."""
    return f'"{sha256(body).hexdigest()[:32]}"'


class VersionCache:
    """The tournaments last read by this process; the one unused for longest is removed first."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[int, CachedVersion]] = OrderedDict()
        self._lock = Lock()

    def rounds(
        self,
        tournament: str,
        version: int,
        read: Callable[[Mapping[str, Round]], Mapping[str, Round]],
    ) -> tuple[Round, ...]:
        """Return the rounds of a version, by `read` where they are not kept.

        `read` is told those of the version that is kept, if one is.
        """
        kept = self._look(tournament, version)
        if kept is None:
            with self._lock:
                _version, last = self._known.get(tournament, (0, None))
            kept = CachedVersion(read(last.rounds if last else {}))
            self._keep(tournament, version, kept)
        return tuple(kept.rounds.values())

    def ranking(self, tournament: str, version: int, rank: Callable[[], Ranking]) -> Ranking:
        """Return the standings of a version, by `rank` where they are not kept."""
        return self._worked(tournament, version, "ranking", rank, lambda made: len(made.rows))

    def bracket(
        self, tournament: str, version: int, play: Callable[[], Mapping[str, PlayedNode]]
    ) -> Mapping[str, PlayedNode]:
        """Return the bracket of a version, by `play` where it is not kept."""
        return self._worked(tournament, version, "bracket", play, len)

    def pools(
        self, tournament: str, version: int, group: Callable[[], Sequence[Pool]]
    ) -> Sequence[Pool]:
        """Return the groups of a version, by `group` where they are not kept."""
        return self._worked(
            tournament, version, "pools", group, lambda made: sum(len(one.rows) for one in made)
        )

    def _worked(
        self,
        tournament: str,
        version: int,
        what: str,
        work: Callable[[], Work],
        weigh: Callable[[Work], int],
    ) -> Work:
        kept = self._look(tournament, version)
        if kept is not None and what in kept.worked:
            known: Work = kept.worked[what][1]
            return known
        made = work()
        kept = self._look(tournament, version)  # working it out has read it
        if kept is not None:
            worked = {**kept.worked, what: (weigh(made), made)}
            self._keep(tournament, version, replace(kept, worked=worked))
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
            self._keep(tournament, version, replace(kept, told=told))
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

"""A cache of the most recently used things, with a limit in bytes. Pure."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import RLock
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """A thing that knows how many bytes it holds, as an array does."""

    @property
    def nbytes(self) -> int:
        """The number of bytes that the thing holds."""


Thing = TypeVar("Thing", bound=Sized)


class SizedCache(Generic[Thing]):
    """A cache of the most recently used things, which hold at most `most` bytes together.

    A thing that is larger than `most` is not cached. Only one thing is computed at a time.
    Reading a cached thing never waits.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._lock = RLock()

    def known(self, key: Hashable) -> Thing | None:
        """Return a cached thing, or None. A cached thing then counts as just used."""
        thing = self._things.get(key)
        if thing is not None:
            with suppress(KeyError):  # dropped by another thread meanwhile
                self._things.move_to_end(key)
        return thing

    def get(self, key: Hashable, compute: Callable[[], Thing]) -> Thing:
        """Return a thing from the cache. If it is not there, compute and cache it."""
        thing = self.known(key)
        if thing is not None:
            return thing
        with self._lock:
            thing = self.known(key)
            if thing is None:
                thing = compute()
                self._keep(key, thing)
            return thing

    @property
    def nbytes(self) -> int:
        """The number of bytes that all cached things hold."""
        return sum(thing.nbytes for thing in list(self._things.values()))

    def keys(self) -> list[Hashable]:
        """Return the keys of the cached things. The thing that was used longest ago comes first."""
        return list(self._things)

    def clear(self) -> None:
        """Delete all cached things."""
        with self._lock:
            self._things.clear()

    def _keep(self, key: Hashable, thing: Thing) -> None:
        if thing.nbytes > self.most:
            return
        self._things[key] = thing
        while self.nbytes > self.most:
            self._things.popitem(last=False)

"""A cache of this process that holds so many characters: what was unused for longest goes first."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """Values by their key, each with its size in characters."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._values: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return a value, or None if it is not kept."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Keep a value in place of the one that has its key."""
        with self._lock:
            replaced = self._values.pop(key, None)
            self._values[key] = (value, size)
            self._size += size - (replaced[1] if replaced else 0)
            while self._size > self._most:
                self._size -= self._values.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._size = 0

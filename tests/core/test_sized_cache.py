"""A cache that holds a limited number of bytes."""

import numpy as np
import pytest

from core.sized_cache import SizedCache


def bytes_of(count):
    return lambda: np.zeros(count, dtype=np.int8)


def test_what_was_used_longest_ago_makes_room():
    cache = SizedCache(100)
    for key, count in (("a", 40), ("b", 40)):
        cache.get(key, bytes_of(count))
    cache.get("a", pytest.fail)
    cache.get("c", bytes_of(60))
    assert cache.keys() == ["a", "c"]
    assert cache.nbytes == 100


def test_what_is_too_large_is_computed_and_not_kept():
    cache = SizedCache(100)
    cache.get("a", bytes_of(100))
    assert cache.get("b", bytes_of(101)).nbytes == 101
    assert cache.keys() == ["a"]


def test_what_was_not_computed_is_not_kept():
    cache = SizedCache(100)

    def fail():
        raise ValueError("no such")

    with pytest.raises(ValueError, match="no such"):
        cache.get("a", fail)
    assert cache.known("a") is None
    cache.get("a", bytes_of(1))
    cache.clear()
    assert (cache.keys(), cache.nbytes) == ([], 0)

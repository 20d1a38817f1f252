"""Kinds of work that exist for one test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from jobs import registry


@pytest.fixture
def kind() -> Iterator[Callable[..., str]]:
    """Return a function that registers a function as a kind of work for this test, and returns the
    kind's name.
    """
    known = []

    def register(function: Any, **how: Any) -> str:
        name = f"essai.{len(known)}"
        registry.work(name, **how)(function)
        known.append(name)
        return name

    yield register
    for name in known:
        registry.forget(name)

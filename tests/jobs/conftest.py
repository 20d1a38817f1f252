"""Kinds of work for one test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from jobs import registry


@pytest.fixture
def kind() -> Iterator[Callable[..., str]]:
    """Registers a function as a kind of work; returns its name."""
    known = []

    def register(function: Any, **how: Any) -> str:
        name = f"essai.{len(known)}"
        registry.work(name, **how)(function)
        known.append(name)
        return name

    yield register
    for name in known:
        registry.forget(name)

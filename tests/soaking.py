"""What is too long for every push: tried whole by `make soak`, and in turns by the suite.

A turn changes with the day, not with chance: a run of the same day tries the same, and whatever
is left out today is tried within as many days as there are turns. `DAY=…` gives the turns of that
day again; the head of each run names it.
"""

import os
from collections.abc import Sequence
from datetime import date
from typing import TypeVar
from zlib import crc32

SOAK = bool(os.environ.get("SOAK"))
# Kept for the workers that are still to start: all of them try the same, whatever the hour.
DAY = int(os.environ.setdefault("DAY", str(date.today().toordinal())))

T = TypeVar("T")


def turn(choices: Sequence[T], key: str = "") -> T:
    """The one of these whose turn it is; another for another key, so that a run tries them all."""
    return choices[(crc32(key.encode()) + DAY) % len(choices)]


def in_turn(choices: Sequence[T], days: int) -> list[T]:
    """All of them for the soak; else those of today, of so many days."""
    return list(choices) if SOAK else list(choices[DAY % days :: days])


def is_today(key: str, days: int) -> bool:
    """Whether it is the turn of what has this name, in one of so many days."""
    return (crc32(key.encode()) + DAY) % days == 0

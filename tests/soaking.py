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
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

T = TypeVar("T")


def turn(choices: Sequence[T], key: str = "", days: int = 1) -> T:
    """The one of these whose turn it is; another for another key, so that a run tries them all.

    Each stays for so many days: a choice within one of that many turns meets all of those.
    """
    return choices[(crc32(key.encode()) + DAY // days) % len(choices)]


def in_turn(choices: Sequence[T], days: int) -> list[T]:
    """All of them for the soak; else those of today, of so many days."""
    return list(choices) if SOAK else list(choices[DAY % days :: days])


def is_today(key: str, days: int) -> bool:
    """Whether it is the turn of what has this name, in one of so many days."""
    return (crc32(key.encode()) + DAY) % days == 0


def is_weekday(name: str) -> bool:
    """Whether today is that day: « monday » … « sunday »."""
    return WEEKDAYS.index(name) == date.fromordinal(DAY).weekday()

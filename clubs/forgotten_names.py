"""Finds the names of forgotten persons in free texts. Pure."""

import re
from collections.abc import Iterable, Sequence


def finder(names: Sequence[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds these names as whole words, in any case; None without names.

    Longer names come first.
    """
    known = sorted({name for name in names if name}, key=len, reverse=True)
    alternatives = "|".join(r"\s+".join(map(re.escape, name.split())) for name in known)
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE) if alternatives else None


class FullNames:
    """A person's names of two words or more.

    A single word may also be another person's first name.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.pattern = finder([name for name in names if " " in name])

    def out_of(self, text: str) -> str:
        """Return a title or a note in which these names are replaced by « … »."""
        return self.pattern.sub("…", text) if self.pattern else text

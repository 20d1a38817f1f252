"""What of a graph is told to whom: the one place that takes names, notes, dates and clubs out.

The names, notes and links of a members-only club, people taken off its list, and the names of
hidden or merged people are told to nobody outside. Where somebody's line goes through such a
person, they stand in it as « quelqu'un », without club or source; a link that may not be told is
an arrow alone.
"""

from collections.abc import Collection
from typing import Protocol

from django.utils.translation import gettext as _


class Redacted(Protocol):
    """A graph of which some people are without a name, and some clubs' words stay there."""

    @property
    def nameless(self) -> Collection[int]:
        """The players whom the reader may not see."""

    @property
    def closed(self) -> Collection[int]:
        """The clubs that the reader may not see."""


def someone() -> str:
    """What whoever may not be named is called, in the reader's language."""
    return _("quelqu'un")


def tells(seen: Redacted, club: int | None, *people: int) -> bool:
    """Say whether what a club wrote about these people is told: a note, a date, a source."""
    return club not in seen.closed and not any(person in seen.nameless for person in people)

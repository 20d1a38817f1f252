"""Removes from a graph the names, notes, dates and clubs that a reader may not see.

Only this module decides what is removed. People outside a members-only club see neither its
names nor its notes and links. The names of hidden or merged people, and of people taken off the
club's list, are not shown either. If such a person is on another person's line, they are shown
as « quelqu'un », without club or source. A link that may not be shown in full is shown only as
an arrow.
"""

from collections.abc import Collection
from typing import Protocol

from django.utils.translation import gettext as _


class Redacted(Protocol):
    """A graph with people whose names are removed and clubs whose texts are removed."""

    @property
    def nameless(self) -> Collection[int]:
        """The players whose names the reader may not see."""

    @property
    def closed(self) -> Collection[int]:
        """The clubs that the reader may not see."""


def someone() -> str:
    """Return the word that stands for a person whose name is hidden, in the reader's language."""
    return _("quelqu'un")


def tells(seen: Redacted, club: int | None, *people: int) -> bool:
    """Return whether a reader may see what a club has written about these people: notes, dates,
    sources.
    """
    return club not in seen.closed and not any(person in seen.nameless for person in people)

"""Removes from a graph the names, notes, dates and clubs that a reader may not see.

Only this module decides that. Outside a members-only club nobody sees its names, notes and links.
The names of people taken off its list, and those of hidden or merged people, are not shown either.
If another person's line goes through such a person, the person is shown as « quelqu'un », without
club or source. A link that may not be shown is only an arrow.
"""

from collections.abc import Collection
from typing import Protocol

from django.utils.translation import gettext as _


class Redacted(Protocol):
    """A graph in which some people have no name, and some clubs' texts are removed."""

    @property
    def nameless(self) -> Collection[int]:
        """The players whom the reader may not see."""

    @property
    def closed(self) -> Collection[int]:
        """The clubs that the reader may not see."""


def someone() -> str:
    """Return the word for a person without a name, in the reader's language."""
    return _("quelqu'un")


def tells(seen: Redacted, club: int | None, *people: int) -> bool:
    """Say whether a club's text about these people is shown: a note, a date, a source."""
    return club not in seen.closed and not any(person in seen.nameless for person in people)

"""A club's guests by name, and where their names stand. Pure.

A guest is whoever a club's officers, scorers and phones entered by a name only. Two guests of one
name are one person, however the name is spelt (`match_key`), until somebody says otherwise.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from clubs.lists.near import match_key
from clubs.models import Player
from core.names import name_key

# What holds a guest's name: an entry of a tournament, a place of a palmarès, a line of a table that
# was entered by hand, a frozen challenge, a match outside tournaments.
Kind = Literal["tournament", "palmares", "table", "challenge", "match"]
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest by name, and who or what the name becomes: `player`, or else the `spelling`.

    `exact`: somebody else of the club's list has the same name but for an accent, so that only this
    very name is meant.
    """

    name: str
    player: Player | None = None
    spelling: str = ""
    exact: bool = False
    number: int = 0

    def is_meant(self, name: str) -> bool:
        """Return whether a name is this guest's."""
        return not self.exact or name_key(name) == name_key(self.name)


@dataclass(frozen=True, slots=True)
class Trace:
    """A place where a guest's name stands, and how it is spelt there.

    `guest` is the guest's number in `GuestNames`; `id`, `title` and `date` are the thing's own.
    """

    guest: int
    kind: Kind
    id: str
    title: str
    date: dt.date
    name: str


class GuestNames:
    """GuestNames who are looked for together."""

    def __init__(self, guests: Iterable[Guest]) -> None:
        self.all: Sequence[Guest] = [
            replace(guest, number=number) for number, guest in enumerate(guests)
        ]
        self._by_key: dict[str, list[Guest]] = {}
        for guest in self.all:
            self._by_key.setdefault(match_key(guest.name), []).append(guest)

    def find(self, name: str) -> Guest | None:
        """Return the guest of a name; None for a name that nobody looks for."""
        among = self._by_key.get(match_key(name), ())
        return next((guest for guest in among if guest.is_meant(name)), None)

    def among(self, people: Iterable[tuple[Item, str]]) -> list[tuple[Item, str, Guest]]:
        """Return the guests among the people of one tournament, table or match.

        Two spellings of one name side by side are two people: then only the very name is meant.
        """
        by_guest: dict[int, list[tuple[Item, str, Guest]]] = {}
        for item, name in people:
            guest = self.find(name)
            if guest is not None:
                by_guest.setdefault(guest.number, []).append((item, name, guest))
        chosen = []
        for rows in by_guest.values():
            if len(rows) > 1:
                rows = [row for row in rows if name_key(row[1]) == name_key(row[2].name)]
            chosen += rows[:1]
        return chosen

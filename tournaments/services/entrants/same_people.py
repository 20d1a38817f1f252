"""Compares an entrant's people before and after a change, to tell whether they are the same
people.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.lists.near import Directory, Known, match_key
from core.names import name_key
from tournaments.state.tournament import Enrolled

# An addition that tells apart two people with the same name: « Jean Roy (Saint-Roch) ».
_MARK = re.compile(r"\s*\(([^()]*)\)\s*$")


@dataclass(frozen=True, slots=True)
class Called:
    """A person of an entrant, with all names under which they may have been entered.

    `player` is a known player's number, or None for a guest.
    """

    player: int | None
    names: tuple[str, ...]

    @property
    def keys(self) -> frozenset[int | str]:
        """The keys of all names, and the player's number. Entries that share a key are the same
        person.
        """
        known = () if self.player is None else (self.player,)
        return frozenset((*map(match_key, self.names), *known))

    def is_exactly(self, other: "Called") -> bool:
        """Return whether both are certainly the same person.

        Two known players are compared by number. A guest must have one of the other's names
        exactly.
        """
        if self.player is not None and other.player is not None:
            return self.player == other.player
        return bool(self.keys & other.keys)

    def may_be(self, other: "Called") -> bool:
        """Return whether both may be the same person with different spellings.

        Two known players with different numbers never are.
        """
        if self.player is not None and other.player is not None:
            return self.player == other.player
        return any(_spelt_alike(name, new) for name in self.names for new in other.names)


def _spelt_alike(name: str, other: str) -> bool:
    """Return whether two names may be those of the same person.

    They may differ by a letter, an initial, an accent or an addition in parentheses.
    """
    first, second = _MARK.search(name), _MARK.search(other)
    if first and second and match_key(first[1]) != match_key(second[1]):
        return False
    known, near = Directory.of([Known(0, _MARK.sub("", name))]).find(_MARK.sub("", other))
    return bool(known or near)


def people_of(enrolled: Enrolled, names_of: Callable[[int], Sequence[str]]) -> list[Called]:
    """Return the people of an entrant. If none are stored, the people are those whom its name
    lists.
    """
    if not enrolled.members:
        return [Called(None, (part,)) for part in enrolled.name.split(" & ")]
    return [
        Called(player, (guest,) if player is None else tuple(names_of(player)))
        for player, guest in enrolled.members
    ]


def somebody_left(
    before: Enrolled, after: Enrolled, names_of: Callable[[int], Sequence[str]]
) -> bool:
    """Return whether a person has left an entrant: replaced by somebody else, or left out.

    Nobody has left if only a spelling changes, a partner joins, or a guest becomes a player.
    """
    nameless = not (before.members and after.members)
    if nameless and name_key(before.name) == name_key(after.name):
        return False
    left, there = people_of(before, names_of), people_of(after, names_of)
    for same in (Called.is_exactly, Called.may_be):
        for person in list(left):
            match = next((other for other in there if same(person, other)), None)
            if match is not None:
                left.remove(person)
                there.remove(match)
    return bool(left)

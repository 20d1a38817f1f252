"""Compares the people of an entrant before and after a change: same people, or other people."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.lists.near import Directory, Known, match_key
from core.names import name_key
from tournaments.state.tournament import Enrolled

# An addition that distinguishes two people of the same name: « Jean Roy (Saint-Roch) ».
_MARK = re.compile(r"\s*\(([^()]*)\)\s*$")


@dataclass(frozen=True, slots=True)
class Called:
    """A person of an entrant, with all names under which they may have been entered.

    `player` is a known player's number.
    """

    player: int | None
    names: tuple[str, ...]

    @property
    def keys(self) -> frozenset[int | str]:
        """The keys of the names, and the player's number. Two entries of one person share a key."""
        known = () if self.player is None else (self.player,)
        return frozenset((*map(match_key, self.names), *known))

    def is_exactly(self, other: "Called") -> bool:
        """Whether both are one known player, or one of them a guest with the other's exact name."""
        if self.player is not None and other.player is not None:
            return self.player == other.player
        return bool(self.keys & other.keys)

    def may_be(self, other: "Called") -> bool:
        """Whether both may be one person, spelt differently. Two known players never are."""
        if self.player is not None and other.player is not None:
            return self.player == other.player
        return any(_spelt_alike(name, new) for name in self.names for new in other.names)


def _spelt_alike(name: str, other: str) -> bool:
    """Return whether two names may be one person's.

    They may if they differ by a letter, an initial, an accent or an added mark.
    """
    first, second = _MARK.search(name), _MARK.search(other)
    if first and second and match_key(first[1]) != match_key(second[1]):
        return False
    known, near = Directory.of([Known(0, _MARK.sub("", name))]).find(_MARK.sub("", other))
    return bool(known or near)


def people_of(enrolled: Enrolled, names_of: Callable[[int], Sequence[str]]) -> list[Called]:
    """Return the people of an entrant. An entrant without people has those whom its name lists."""
    if not enrolled.members:
        return [Called(None, (part,)) for part in enrolled.name.split(" & ")]
    return [
        Called(player, (guest,) if player is None else tuple(names_of(player)))
        for player, guest in enrolled.members
    ]


def somebody_left(
    before: Enrolled, after: Enrolled, names_of: Callable[[int], Sequence[str]]
) -> bool:
    """Return whether a person has left an entrant: replaced by another person, or left out.

    Nobody has left if a name is spelt differently, a partner joins or a guest becomes a player.
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

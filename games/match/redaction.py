"""The log of a match for any reader, without the names of people who are not shown in full."""

from collections.abc import Sequence
from typing import Any

from clubs.club_names import called_in
from clubs.models import Club, Player
from clubs.queries import survivors
from core.names import name_key
from games.models import Change

# The fields of the log that list names: in the order of the seats, and in the order of the sides.
BY_SEAT, BY_SIDE = ("guests",), ("sides", "names")


def discreet(
    changes: Sequence[Change],
    *,
    alone: bool,
    club: Club | None,
    seated: Sequence[Change] | None = None,
) -> list[Change]:
    """Return the changes, unsaved, with the names that the public may read.

    A name at a seat may belong to anybody who ever sat there. So it is replaced if any of these
    people is not shown in full. The names of people who are shown in full, also by the match's
    club, are not changed. `alone`: each seat is a side by itself, which is named after its person.
    `seated`: the changes that say who sat, if `changes` is only a part of the log.
    """
    seated = changes if seated is None else seated
    sitting = [_players(change.after) for change in seated] + [
        _players(change.before) for change in seated
    ]
    surviving = survivors({player for row in sitting for player in row if player is not None})
    called_in(club, surviving.values())
    shy = {pk: person for pk, person in surviving.items() if person.shown_here != Player.Shown.FULL}
    if not shy:
        return list(changes)
    veil = _NameMask(shy, sitting, alone)
    for change in changes:
        change.before, change.after = veil.over(change.before), veil.over(change.after)
    return list(changes)


def _players(values: Any) -> list[int | None]:
    return list(values.get("players") or []) if isinstance(values, dict) else []


class _NameMask:
    """Replaces the names of people who are not shown in full by their public names."""

    def __init__(
        self, shy: dict[int, Player], sitting: Sequence[Sequence[int | None]], alone: bool
    ) -> None:
        self.alone = alone
        self.hidden = {
            number for number, person in shy.items() if person.shown_here == Player.Shown.HIDDEN
        }
        # A name in the log may be the person's own name, or the name that the club uses for the
        # person.
        self.names = {
            name_key(name): person.public_name
            for person in shy.values()
            for name in (person.name, person.called)
        }
        self.places: dict[int, str] = {}
        for row in sitting:
            for place, player in enumerate(row):
                if player in shy:
                    self.places[place] = shy[player].public_name

    def over(self, values: Any) -> Any:
        """Return the data of a change, with public names."""
        if not isinstance(values, dict):
            return values
        veiled = dict(values)
        for part in (*BY_SEAT, *BY_SIDE):
            if part in values:
                placed = part in BY_SEAT or self.alone
                veiled[part] = [
                    self._name(name, place if placed else None)
                    for place, name in enumerate(values[part])
                ]
        if "seats" in values:
            veiled["seats"] = [
                [self._number(player), self._name(name, place)]
                for place, (player, name) in enumerate(values["seats"])
            ]
        if values.get("players"):
            veiled["players"] = [self._number(player) for player in values["players"]]
        return veiled

    def _number(self, player: int | None) -> int | None:
        """Return the player's number; None for a hidden player."""
        return None if player in self.hidden else player

    def _name(self, name: str, place: int | None) -> str:
        if not name:
            return name
        public = self.places.get(place) if place is not None else None
        return public or self.names.get(name_key(name), name)

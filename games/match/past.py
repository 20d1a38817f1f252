"""Rebuilds a match as it was at an earlier version, from its log of changes."""

from copy import copy
from typing import Any

from clubs.club_names import called_in
from clubs.models import Player
from clubs.queries import survivors
from games.match.log_queries import history
from games.models import Change, EntryBase, Match, Seat
from games.presentation.table import Table
from games.queries import Loaded, load


def table_at(match: Match, version: int) -> Table:
    """Return the match as it was at a version, folded from its log of changes.

    A repeated write is answered with this table. The body is exactly that of the first answer,
    except for people who were renamed, merged or forgotten since.
    """
    loaded = load(match)
    past = _Past(loaded)
    for change in history(match).filter(version__lte=version):
        past.apply(change)
    return past.loaded().table()


def logged(loaded: Loaded) -> Loaded:
    """Return the match built from its whole log. It can then be compared with the match's rows."""
    past = _Past(loaded)
    for change in history(loaded.match):
        past.apply(change)
    return past.loaded()


class _Past:
    """Builds the rows that a match had at an earlier version, by applying its changes in order."""

    def __init__(self, now: Loaded) -> None:
        self.now = now
        self.entries: list[EntryBase] = []
        self.side_names = [side.name for side in now.sides]
        self.players: list[int | None] = []
        self.guests: list[str] = []
        self.fields: dict[str, Any] = {"series_id": None, "series_number": None}

    def apply(self, change: Change) -> None:
        after = change.after or {}
        number = change.number or 0
        if change.kind == Change.Kind.START:
            self.guests = [name for _player, name in after["seats"]]
            self._patch(after)
        elif change.kind == Change.Kind.RECORD:
            self.entries.append(self._entry(change))
        elif change.kind == Change.Kind.CORRECT:
            self.entries[number - 1].fill(after)
        elif change.kind == Change.Kind.TAKE_BACK:
            self.entries.pop()
        elif change.kind != Change.Kind.ASIDE:
            self._patch(after)
        self.fields |= {
            "version": change.version,
            "status": change.status,
            "finished_at": change.finished_at,
        }

    def _entry(self, change: Change) -> EntryBase:
        entry = self.now.game.entry.model(
            match=self.now.match,
            number=change.number or 0,
            client_id=change.client_id,
            recorded_at=change.at,
            recorded_by=change.by,
        )
        entry.fill(change.after or {})
        return entry

    def _patch(self, after: dict[str, Any]) -> None:
        if "sides" in after:
            self.side_names = list(after["sides"])
        if "players" in after:
            self.players = list(after["players"])
        if "guests" in after:
            self.guests = list(after["guests"])
        if "in_club_room" in after:
            self.fields["in_club_room"] = after["in_club_room"]
        if "series" in after:
            self.fields["series_id"] = self.now.match.series_id
            self.fields["series_number"] = after["series"]
        if "club" in after:
            # In the log the club is only a yes or no, because a match joins at most one club and
            # never leaves it.
            self.fields["club"] = self.now.match.club if after["club"] else None

    def loaded(self) -> Loaded:
        match = _copy(self.now.match, **self.fields)
        # People who joined the table later had no seat and no side yet. Their seats and sides come
        # last.
        count = self.now.game.side_count(len(self.players))
        sides = [
            _copy(side, name=name)
            for side, name in zip(self.now.sides[:count], self.side_names[:count], strict=True)
        ]
        return Loaded(match, self.now.game, self.now.rules, self._seats(), sides, self.entries)

    def _seats(self) -> list[Seat]:
        """Return the seats with the people who sat there at that version.

        People who have left the table since are read from the database. A person who was merged is
        replaced by the survivor, because merging moves a seat but does not rewrite the log.
        """
        seats = self.now.seats[: len(self.players)]
        people: dict[int | None, Player | None] = {seat.player_id: seat.player for seat in seats}
        gone = {player for player in self.players if player is not None and player not in people}
        surviving = survivors(gone) if gone else {}
        called_in(self.now.match.club, surviving.values())
        for player, person in surviving.items():
            people[player] = person
        return [
            self._seat(seat, None if player is None else people.get(player), guest)
            for seat, player, guest in zip(seats, self.players, self.guests, strict=True)
        ]

    def _seat(self, seat: Seat, player: Player | None, guest: str) -> Seat:
        if (seat.player_id, seat.guest_name) == (player.pk if player else None, guest):
            return seat
        return _copy(seat, player=player, guest_name=guest)


def _copy(row: Any, **changes: Any) -> Any:
    """Return another object with the row's values and the changes."""
    other = copy(row)
    for name, value in changes.items():
        setattr(other, name, value)
    return other

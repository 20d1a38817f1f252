"""The part that all writes on a graph share: the lock, first answers, the log, rights, people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Club, Player
from clubs.queries import visible_clubs, visible_players
from core.exactly_once import fingerprint_of, first_write
from core.names import MAX_LENGTH
from games.errors import NotFound
from games.registry.game import Game
from transmission.errors import Denied, Refused
from transmission.graph.dates import DateFault, PartialDate, remembered
from transmission.models import NOTE_LENGTH, Action, Graph, new_stamp
from transmission.queries import people


@dataclass(frozen=True, slots=True)
class Writing:
    """How a write is made: the caller, and the write's `client_id`."""

    caller: Caller
    client_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """The answer to a write. `repeated` says that it is the answer to an earlier write."""

    body: Mapping[str, Any]
    repeated: bool = False


@dataclass(slots=True)
class LockedGraph:
    """A write in progress, with the locked graph.

    `repeated` is the answer that the same write got the first time; None if the write is new.
    """

    game: Game
    graph: Graph
    by: Writing
    fingerprint: str
    repeated: WriteOutcome | None = None
    _known: dict[int, Player] = field(default_factory=dict)

    def log(self, kind: str, club: Club | None, before: Any, after: Any) -> None:
        """Write a line of the log, and give the graph a new stamp. This invalidates all computed
        data.
        """
        self.graph.version += 1
        self.graph.stamp = new_stamp()
        self.graph.save(update_fields=["version", "stamp"])
        Action.objects.create(
            game=self.game.slug,
            club=club,
            version=self.graph.version,
            kind=kind,
            before=before,
            after=after,
            by=self.by.caller.account,
            client_id=self.by.client_id,
            fingerprint=self.fingerprint,
        )

    def player(self, number: int, attr: str) -> Player:
        """Return a player whom the caller may see. Raise `Refused` `player_unknown` if there is
        none.
        """
        caller = self.by.caller
        player = people([number], caller).get(number)
        seen = visible_players(caller).filter(pk=number).exists() or caller.is_site_owner
        if player is None or not seen or hasattr(player, "merged"):
            raise Refused("player_unknown", attr)
        return player


def begin(*, game: Game, by: Writing, kind: str, body: Any) -> LockedGraph:
    """Lock the game's graph until the transaction ends, and look for the first answer to the same
    write.

    Raise `ClientIdReused` if the `client_id` was used before with another body.
    """
    Graph.objects.get_or_create(game=game.slug)
    graph = Graph.objects.select_for_update().get(game=game.slug)
    repeated = answered(game=game, by=by, kind=kind, body=body)
    return LockedGraph(game, graph, by, fingerprint_of(kind, body), repeated)


def answered(*, game: Game, by: Writing, kind: str, body: Any) -> WriteOutcome | None:
    """Return the answer to the first write with this `client_id`; None if there was none."""
    rows = Action.objects.filter(game=game.slug)
    first = first_write(rows, by.client_id, fingerprint_of(kind, body))
    return WriteOutcome(first.after or {}, repeated=True) if first else None


def clubs_of(*players: Player) -> list[Club]:
    """Return all clubs on whose lists any of these players is, the oldest club first.

    For players read by `queries.people`, these are only clubs that the caller may see.
    """
    clubs_by_number = {
        line.club_id: line.club for player in players for line in player.club_players.all()
    }
    return [clubs_by_number[key] for key in sorted(clubs_by_number)]


def club_to_manage(caller: Caller, *players: Player) -> Club | None:
    """Return a club of one of these players in which the caller may manage the transmission.

    Return None for a site owner if there is no such club. Raise `Denied` for anybody else.
    """
    clubs = clubs_of(*players)
    mine = [club for club in clubs if caller.may("manage_transmission", club)]
    if not mine and not caller.is_site_owner:
        raise Denied("transmission_not_allowed")
    return mine[0] if mine else None


def check_tells(caller: Caller, club: Club | None, *people: int) -> None:
    """Raise `NotFound` unless the caller may see a row about these people. Officers of its club
    always may.
    """
    if caller.may("manage_transmission", club):
        return
    named = visible_players(caller).filter(pk__in=people).count() == len(people)
    closed = club is not None and not visible_clubs(caller).filter(pk=club.pk).exists()
    if closed or not named:
        raise NotFound


def check_manages(caller: Caller, club: Club | None) -> None:
    """Raise `Denied` unless the caller is an officer of the row's club, or the site owner."""
    if not caller.may("manage_transmission", club):
        raise Denied("transmission_not_allowed")


def clean_date(text: str | None, attr: str = "date") -> PartialDate:
    """Return the date in a text. Raise `Refused` if it is invalid or in the future."""
    try:
        return remembered(text, timezone.localdate())
    except DateFault as fault:
        raise Refused(fault.code, attr) from None


def clean_text(text: str | None, most: int = NOTE_LENGTH) -> str:
    """Return a note in its stored form, without control characters. Raise `Refused` if it is too
    long.
    """
    cleaned = " ".join("".join(sign if sign.isprintable() else " " for sign in text or "").split())
    if len(cleaned) > most:
        raise Refused("note_too_long" if most > MAX_LENGTH else "name_too_long", "note")
    return cleaned

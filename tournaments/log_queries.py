"""Queries of a tournament's log: its lines, and the tournament at an earlier version."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from core.names import name_key
from tournaments import storage
from tournaments.fields import as_text, parsed
from tournaments.models import (
    LogEntry,
    Tournament,
)
from tournaments.state.events import PRIVATE, Event, replay
from tournaments.state.tournament import TournamentState


class Logged(NamedTuple):
    """A line of the log.

    It is a tuple, because a log is long and creating model instances takes far more time.
    """

    pk: int
    version: int
    kind: str
    data: dict[str, Any]
    at: datetime
    by_id: int | None
    by_link: str


def log(tournament: Tournament, version: int | None = None) -> list[Logged]:
    """Return the lines of the log, oldest first. With `version`, only the lines up to that
    version.
    """
    entries = LogEntry.objects.filter(tournament=tournament).order_by("version")
    if version is not None:
        entries = entries.filter(version__lte=version)
    rows = entries.values_list("pk", "version", "kind", "at", "by_id", "by_link", as_text("data"))
    lines = list(rows)
    return [
        Logged(pk, number, kind, data, at, by, link)
        for (pk, number, kind, at, by, link, _text), data in zip(
            lines, parsed([text for *_rest, text in lines]), strict=True
        )
    ]


# The kinds of events that contain names and people of entrants.
TELLING = ("entered", "entrants_changed")


@dataclass(frozen=True, slots=True)
class Telling:
    """The name and people of an entrant in one line of the log.

    `stands` is False if the entrant was deleted later. Otherwise their present name may be
    shown.
    """

    number: int
    data: dict[str, Any]
    stands: bool

    def without_people(self) -> dict[str, Any]:
        """Return the entrant's data with a placeholder name and no people, for a deleted
        entrant.
        """
        return {**self.data, **nobody(self.number)}


def nobody(number: int) -> dict[str, Any]:
    """Return the data of a deleted entrant: no people, and a name that no other entrant has."""
    name = f"({number})"
    return {"name": name, "key": name_key(name), "named": True, "players": [], "members": []}


def tellings_of(entries: Sequence[Any]) -> Iterator[list[Telling]]:
    """Yield, for each line of a complete log, the entrants that it names. Most lines name none."""
    numbers = count(1)
    gone = {entry.data["entrant"] for entry in entries if entry.kind == "entrant_deleted"}
    for entry in entries:
        entrants = entry.data["entrants"] if entry.kind in TELLING else ()
        # Entrants are numbered in the order of registration.
        of = [
            (next(numbers) if entry.kind == "entered" else entrant["entrant"], entrant)
            for entrant in entrants
        ]
        yield [Telling(number, data, number not in gone) for number, data in of]


# The kinds of events that make or change a draft round.
ARRANGING = ("drawn", "swapped", "locked", "redrawn", "partners_answered")


def public_log(tournament: Tournament, folded: TournamentState) -> list[Logged]:
    """Return the log without events that only organisers may see: payments, and those of a
    draft.
    """
    entries = [entry for entry in log(tournament) if entry.kind not in PRIVATE]
    if not folded.rounds or folded.rounds[-1].state != "draft":
        return entries
    newest_first: list[Logged] = []
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        # A draft begins with the event that drew it, or with a correction that drew it again.
        replayed = entry.data.get("later") == "replay"
        if entry.kind == "drawn" or replayed:
            first = entries[: at + replayed]
            while first and first[-1].kind == "partners_answered":
                # The answer without which the draw would have been refused.
                first.pop()
            return [*first, *reversed(newest_first)]
        if entry.kind not in ARRANGING:
            newest_first.append(entry)
    return list(reversed(newest_first))


def state_at(tournament: Tournament, version: int) -> TournamentState:
    """Return the tournament's state at a version, replayed from its log."""
    return replay(Event(entry.kind, entry.data) for entry in log(tournament, version))


# The settings for the room and the hours. They may be changed while the tournament is running.
ROOM = ("room_tables", "start_at", "end_by")
SETTING = ("format", "options", "tie_breaks", "seed")
# What people are told before they come.
INVITING = ("about", "contact", "price", "price_per")
# What is known of a past tournament beside its places.
PAST = ("held_by", "people_count", "team_count", "picture")
AROUND = ("name", "date", "place", "public", "screen", *ROOM, *INVITING, *PAST)
GAME = ("game", "preset", "rules")
# The columns of a tournament that its log records, by name. The club is missing, because the log
# records its slug instead.
TOLD = {
    column.name: column
    for column in Tournament._meta.concrete_fields
    if column.name in (*AROUND, *GAME, *SETTING, "edition")
}
OF_ROW = ("opened", "described", "set_up")


def as_it_was(tournament: Tournament, version: int) -> tuple[Tournament, TournamentState]:
    """Return a tournament's row and its state as they were at a version, computed from its log.

    The row must not be saved. Its timer and its organiser are the present ones, because the log
    does not record them.
    """
    entries, row = log(tournament, version), copy(tournament)
    folded = replay(Event(entry.kind, entry.data) for entry in entries)
    for entry in entries:
        if entry.kind in OF_ROW:
            for name in entry.data.keys() & TOLD.keys():
                setattr(row, name, TOLD[name].to_python(entry.data[name]))
    row.version, row.state, row.order = version, folded.state, list(folded.order)
    row.last_number, row.limit = folded.last_number, folded.limit
    row.winner = folded.winner
    row.rests = {str(at): dict(worths) for at, worths in folded.rests.items()} or None
    # With the generations of that version, the answer to a repeated write contains the same
    # entrants' links as the first answer. Links that have ended since then still do not work.
    row.generations = storage.generations(folded)
    return row, folded


def log_gives(tournament: Tournament) -> bool:
    """Return whether replaying the log gives the tournament as it is stored.

    Replaying takes about a millisecond for each line of the log.
    """
    return state_at(tournament, tournament.version) == storage.load(tournament)

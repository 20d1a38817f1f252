"""Reads of a tournament's log: its lines, and the tournament as it stood."""

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
    """A line of the log as it is read: a model's object takes far longer, and a log is long."""

    pk: int
    version: int
    kind: str
    data: dict[str, Any]
    at: datetime
    by_id: int | None
    by_link: str


def log(tournament: Tournament, version: int | None = None) -> list[Logged]:
    """Read the log, oldest first, up to a version."""
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


# The events that say who an entrant is.
TELLING = ("entered", "entrants_changed")


@dataclass(frozen=True, slots=True)
class Telling:
    """What a line of the log says of an entrant: its name and people.

    `stands`: the entrant is still there, and may be told under their present name.
    """

    number: int
    data: dict[str, Any]
    stands: bool

    def without_people(self) -> dict[str, Any]:
        """Return it without names but one that nobody else has: of an entrant who was deleted."""
        return {**self.data, **nobody(self.number)}


def nobody(number: int) -> dict[str, Any]:
    """Return the name and people of an entrant who was deleted: a name that nobody else has."""
    name = f"({number})"
    return {"name": name, "key": name_key(name), "named": True, "players": [], "members": []}


def tellings_of(entries: Sequence[Any]) -> Iterator[list[Telling]]:
    """Yield what each line of a log, read from its start, says of entrants; most say nothing."""
    numbers = count(1)
    gone = {entry.data["entrant"] for entry in entries if entry.kind == "entrant_deleted"}
    for entry in entries:
        entrants = entry.data["entrants"] if entry.kind in TELLING else ()
        # An entrant's number is their place in the order of registration.
        of = [
            (next(numbers) if entry.kind == "entered" else entrant["entrant"], entrant)
            for entrant in entrants
        ]
        yield [Telling(number, data, number not in gone) for number, data in of]


# The events that arrange a draft round.
ARRANGING = ("drawn", "swapped", "locked", "redrawn")


def public_log(tournament: Tournament, folded: TournamentState) -> list[Logged]:
    """The log without payments and the events of a draft round: only organisers may see those."""
    entries = [entry for entry in log(tournament) if entry.kind not in PRIVATE]
    if not folded.rounds or folded.rounds[-1].state != "draft":
        return entries
    newest_first: list[Logged] = []
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        # A draft begins where it was drawn, or where a correction had it drawn again.
        replayed = entry.data.get("later") == "replay"
        if entry.kind == "drawn" or replayed:
            first = entries[: at + replayed]
            return [*first, *reversed(newest_first)]
        if entry.kind not in ARRANGING:
            newest_first.append(entry)
    return list(reversed(newest_first))


def state_at(tournament: Tournament, version: int) -> TournamentState:
    """Return the tournament as it stood at a version, replayed from its log."""
    return replay(Event(entry.kind, entry.data) for entry in log(tournament, version))


# What the room and the hour allow. They may change during the evening.
ROOM = ("room_tables", "start_at", "end_by")
SETTING = ("format", "options", "tie_breaks", "seed")
AROUND = ("name", "date", "place", "public", "screen", *ROOM)
GAME = ("game", "preset", "rules")
# The columns that the log tells, and the events that do. The club is told by its address.
TOLD = {
    column.name: column
    for column in Tournament._meta.concrete_fields
    if column.name in (*AROUND, *GAME, *SETTING, "edition")
}
OF_ROW = ("opened", "described", "set_up")


def as_it_was(tournament: Tournament, version: int) -> tuple[Tournament, TournamentState]:
    """Return a tournament's row and state as they stood at a version, from its log.

    The row is for reading. Its timer and its organiser, which the log does not tell, are today's.
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
    # A repeated write is answered with the links of then: one that has ended stays so.
    row.generations = storage.generations(folded)
    return row, folded


def log_gives(tournament: Tournament) -> bool:
    """Say whether the log, replayed, gives the tournament as it is stored. A millisecond a line."""
    return state_at(tournament, tournament.version) == storage.load(tournament)

"""What a phone shows from its place at the table, in sentences."""

from dataclasses import dataclass

from games.models import Status
from games.presentation.table import Table
from games.presentation.wording import sentence


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place from 1 with its name, and what its game says there: one sentence in large, more."""

    number: int
    name: str
    large: str
    more: tuple[str, ...]


def place_view(table: Table, seat: int | None) -> PlaceView | None:
    """Return what a seat shows of a running match; None for another match, or no such seat."""
    running = table.match.status == Status.IN_PROGRESS
    if seat is None or not running or not 0 <= seat < len(table.seats):
        return None
    place = table.game.place
    notes = place.notes(table.rules, table.sheet, seat) if place else []
    words = place.sentences if place else {}
    sentences = [sentence(words[note.code], note.params, table.names) for note in notes]
    return PlaceView(seat + 1, table.seats[seat].name, "".join(sentences[:1]), tuple(sentences[1:]))

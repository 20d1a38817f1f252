"""The sentences that a phone shows for the seat that it has chosen."""

from dataclasses import dataclass

from games.models import Status
from games.presentation.table import Table
from games.presentation.wording import sentence


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A seat, with the sentences that the phone shows for it.

    `number` counts from 1. `large` is displayed in large letters, `more` below it.
    """

    number: int
    name: str
    large: str
    more: tuple[str, ...]


def place_view(table: Table, seat: int | None) -> PlaceView | None:
    """Return what a phone shows for its seat; None if the match does not run or has no such
    seat.
    """
    running = table.match.status == Status.IN_PROGRESS
    if seat is None or not running or not 0 <= seat < len(table.seats):
        return None
    place = table.game.place
    notes = place.notes(table.rules, table.sheet, seat) if place else []
    words = place.sentences if place else {}
    sentences = [sentence(words[note.code], note.params, table.names) for note in notes]
    return PlaceView(seat + 1, table.seats[seat].name, "".join(sentences[:1]), tuple(sentences[1:]))

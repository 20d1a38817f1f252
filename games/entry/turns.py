"""Whose turn it is, as a place shows it, in games where one seat plays after the other. Pure."""

from games.sheet import Note


def turn_note(playing: int, seat: int, seats: int) -> Note:
    """Return the note for a seat: its turn, the turn of the seat before it, or turns to wait."""
    before = (seat - playing) % seats
    if before == 0:
        return Note("your_turn")
    code = "next_turn" if before == 1 else "later_turn"
    return Note(code, None, 0, {"seat": playing, "turns": before})

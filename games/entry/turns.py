"""The note that tells a seat whose turn it is, in games where the seats play in order. Pure."""

from games.sheet import Note


def turn_note(playing: int, seat: int, seats: int) -> Note:
    """Return the note for `seat`: it is its turn, it plays next, or it waits for some turns."""
    before = (seat - playing) % seats
    if before == 0:
        return Note("your_turn")
    code = "next_turn" if before == 1 else "later_turn"
    return Note(code, None, 0, {"seat": playing, "turns": before})

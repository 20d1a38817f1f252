"""What a player of Bataille needs to know between two manches. Pure."""

from games.bataille.engine.rulesets import BatailleRules
from games.sheet import Note, Scoresheet


def place_notes(rules: BatailleRules, sheet: Scoresheet, seat: int) -> list[Note]:
    """Return notes for a seat: how many manches it still has to win, and how many it has won."""
    if sheet.next is None:
        return []
    wins = sheet.state["wins"][seat]
    needs = Note("needs", seat, 0, {"count": rules.wins_needed - wins})
    return [needs, Note("has_won", seat, 0, {"count": wins})] if wins else [needs]

"""Until when a player may join a running match of 10 000. Pure."""

from games.sheet import RuleError, Scoresheet


def why_not_join(sheet: Scoresheet, seats: int) -> RuleError | None:
    """Return why nobody may join at the end of the order any more; None if somebody may.

    The turns go round the seats. So as long as nobody has two turns, the turn of a further last
    seat is still to come, and every recorded turn stays that of its player.
    """
    return RuleError("too_late_to_join") if len(sheet.lines) > seats else None

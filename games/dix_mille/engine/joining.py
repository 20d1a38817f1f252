"""Decides whether a player may still join a running match of 10 000. Pure."""

from games.sheet import RuleError, Scoresheet


def why_not_join(sheet: Scoresheet, seats: int) -> RuleError | None:
    """Return why no further player may join at the end of the order, or None if one may.

    A player may join as long as nobody has played two turns. The turn of the new last seat is then
    still ahead, and every recorded turn remains the turn of the same player.
    """
    return RuleError("too_late_to_join") if len(sheet.lines) > seats else None

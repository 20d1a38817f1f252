"""Makes a throw from the numbers typed on the pad."""

from games.entry.taps import number


def entry_of(rules, sheet, taps, *, correcting=False):
    """Return the throw that was typed; dice that are missing are left out."""
    dice = [number(taps, f"die_{seat}") for seat in range(len(sheet.scores))]
    return {"values": [die for die in dice if die is not None]}


def is_complete(rules, sheet, taps, *, correcting=False):
    """Return whether each player has a die."""
    return len(entry_of(rules, sheet, taps)["values"]) == len(sheet.scores)

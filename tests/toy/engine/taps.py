"""From the numbers of the pad to a throw."""

from games.entry.taps import number


def entry_of(rules, sheet, taps, *, correcting=False):
    """Return the throw that was typed, without the dice left out."""
    dice = [number(taps, f"die_{seat}") for seat in range(len(sheet.scores))]
    return {"values": [die for die in dice if die is not None]}


def is_complete(rules, sheet, taps, *, correcting=False):
    """Say whether each player has a die."""
    return len(entry_of(rules, sheet, taps)["values"]) == len(sheet.scores)

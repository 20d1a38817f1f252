"""The remarkable facts of a finished match of the toy."""

from games.sheet import Fact


def facts(rules, entries, sheet):
    """Return one fact if the winner has never lost a throw, else none."""
    if sheet.result is None or len(sheet.lines) > rules.target:
        return []
    return [Fact("clean_sweep", len(sheet.lines), {"side": sheet.result.winners[0]})]

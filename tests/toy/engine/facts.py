"""The remarkable facts of a finished match of the toy."""

from games.sheet import Fact


def facts(rules, entries, sheet):
    """A winner who never lost a throw."""
    if sheet.result is None or len(sheet.lines) > rules.target:
        return []
    return [Fact("clean_sweep", len(sheet.lines), {"side": sheet.result.winners[0]})]

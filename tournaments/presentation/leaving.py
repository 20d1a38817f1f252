"""Who has left: the mark beside a name, and the games that count for nobody."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from core.names import isolated
from tournaments.draws.field import Table
from tournaments.draws.leavers import annulled, left_after, struck
from tournaments.models import Entrant
from tournaments.view import View

LABELS = dict(Entrant.State.choices)


def marks(view: View) -> Mapping[int, str]:
    """Return what stands beside the name of each entrant who has left, by number."""
    out = annulled(view.field)
    since = {number: _since(view, number, at) for number, at in left_after(view.field).items()}
    return {number: _struck(text) if number in out else text for number, text in since.items()}


def why_struck(view: View, table: Table) -> str:
    """Return why a game counts for nobody: who left, and when. Empty if it counts."""
    # The field is not needed where nobody's games can be struck.
    if not view.folded.options.leaver or not struck(view.field, table):
        return ""
    out, since = annulled(view.field), marks(view)
    return " · ".join(
        _("%(name)s : %(left)s") % {"name": isolated(view.names[entrant]), "left": since[entrant]}
        for entrant in table.entrants
        if entrant in out and entrant in since
    )


def _since(view: View, number: int, last: int) -> str:
    state = view.folded.entrant(number).state
    out = state if state == Entrant.State.DISQUALIFIED else Entrant.State.WITHDRAWN
    words = {"state": LABELS[out], "round": last}
    if view.folded.options.open_rounds:
        return str(words["state"])
    if not last:
        return _("%(state)s avant la première ronde") % words
    return _("%(state)s après la ronde %(round)s") % words


def _struck(since: str) -> str:
    return _("%(since)s, ses parties ne comptent pas") % {"since": since}

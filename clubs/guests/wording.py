"""Sentences about a club's guests: where their names stand, and what came along."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.guests.names import Trace
from core.dates import write_date
from core.names import isolated

# How many things a sentence lists before it counts the others.
LISTED = 6


def lines_of(traces: Sequence[Trace]) -> list[str]:
    """Return where a guest's name stands: each tournament, table and challenge; matches by number.

    Of many only the first are listed, and the others counted.
    """
    things = [trace for trace in traces if trace.kind != "match"]
    lines = [
        _("%(title)s (%(date)s)") % {"title": isolated(thing.title), "date": write_date(thing.date)}
        for thing in things[:LISTED]
    ]
    left, matches = len(things) - len(lines), len(traces) - len(things)
    if left > 0:
        lines.append(ngettext("%(count)s autre", "%(count)s autres", left) % {"count": left})
    if matches:
        text = ngettext("%(count)s match", "%(count)s matchs", matches)
        lines.append(text % {"count": matches})
    return lines


def listed(traces: Sequence[Trace]) -> str:
    """Return where a guest's name stands, as one text."""
    return ", ".join(lines_of(traces))


def came_along(traces: Mapping[str, Sequence[Trace]]) -> list[str]:
    """Return a sentence for each guest who became a person of the list."""
    sentence = _("%(name)s : ses résultats d'invité sont à son nom (%(things)s).")
    return [
        sentence % {"name": isolated(name), "things": listed(things)}
        for name, things in traces.items()
        if things
    ]


def respelt(old: Collection[str], new: str, traces: Sequence[Trace]) -> str:
    """Return what a correction of a guest's spelling has changed."""
    sentence = _("« %(old)s » s'écrit « %(new)s » partout (%(things)s).")
    names = ", ".join(isolated(name) for name in old)
    return sentence % {"old": names, "new": isolated(new), "things": listed(traces)}

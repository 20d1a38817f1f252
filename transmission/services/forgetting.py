"""Removes the names of a forgotten person from the notes and the log of all graphs."""

import re
from collections.abc import Sequence
from typing import Any

from transmission.models import Action, Attestation, Graph, GraphFile, Link, Source
from transmission.services.stamps import end_names, lock_graphs

# The text that replaces a removed name.
GONE = "…"


def remove_names(*, names: Sequence[str], club_ids: Sequence[int]) -> None:
    """Remove a forgotten person's names from the notes and log entries of their clubs."""
    end_names({str(game) for game in Graph.objects.values_list("game", flat=True)})
    GraphFile.objects.all().delete()
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not either:
        return
    inside = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    texts: tuple[tuple[Any, str], ...] = (
        (Link, "note"),
        (Source, "note"),
        (Attestation, "witness"),
    )
    touched = set()
    for model, field in texts:
        for row in model.objects.filter(club__in=club_ids).exclude(**{field: ""}).iterator():
            text = inside.sub(GONE, getattr(row, field))
            if text != getattr(row, field):
                model.objects.filter(pk=row.pk).update(**{field: text})
                touched.add(row.game)
    # Cached answers contain the notes. A new stamp of the graph invalidates them.
    lock_graphs(touched)
    for action in Action.objects.filter(club__in=club_ids).iterator():
        before, after = _without(action.before, inside), _without(action.after, inside)
        if (before, after) != (action.before, action.after):
            Action.objects.filter(pk=action.pk).update(before=before, after=after)


def _without(value: Any, name: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return name.sub(GONE, value)
    if isinstance(value, list):
        return [_without(part, name) for part in value]
    if isinstance(value, dict):
        return {key: _without(part, name) for key, part in value.items()}
    return value

"""Deletes the jobs that contain the name of a person who is being forgotten."""

import json
from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from clubs import signals
from jobs.models import UNFINISHED, Job


def connect() -> None:
    """Connect `forget` to the signal of a person being forgotten."""
    signals.player_forgotten.connect(forget)


def forget(sender: Any, names: Sequence[str], club_ids: Sequence[int], **_: Any) -> None:
    """Delete finished jobs of these clubs, or of no club, that contain one of the names.

    Unfinished jobs stay, because every job is deleted a day after its end.
    """
    wanted = [name.casefold() for name in names if name]
    rows = Job.objects.filter(Q(club__in=club_ids) | Q(club=None)).exclude(state__in=UNFINISHED)
    for job in rows.iterator():
        text = json.dumps([job.arguments, job.result], ensure_ascii=False).casefold()
        file = bytes(job.payload or b"").decode(errors="replace").casefold()
        if any(name in text or name in file for name in wanted):
            job.delete()

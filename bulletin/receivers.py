"""Receivers of signals about people: a name that an officer typed goes with who is forgotten.

Known players are references in the texts, so that hiding, renaming and merging need no write.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any

from django.dispatch import receiver

from bulletin.models import Bulletin, BulletinText
from clubs.models import User
from clubs.signals import account_exported, player_forgotten
from games.models import REMOVED_GUEST


@receiver(player_forgotten)
def forgotten(
    sender: Any, player_id: int, names: Sequence[str], club_ids: Collection[int], **kwargs: Any
) -> None:
    """Take a person's whole names out of the texts of their clubs.

    A first name alone may be another person's, as in a tournament's title.
    """
    whole = sorted({name for name in names if " " in name}, key=len, reverse=True)
    if not whole:
        return
    told = "|".join(r"\s+".join(map(re.escape, name.split())) for name in whole)
    finder = re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE)
    for text in BulletinText.objects.filter(bulletin__club__in=club_ids):
        parts = {name: getattr(text, name) for name in ("title", "body", "question", "answer")}
        scrubbed = {name: finder.sub(REMOVED_GUEST, part) for name, part in parts.items()}
        if scrubbed != parts:
            for name, part in scrubbed.items():
                setattr(text, name, part)
            text.save(update_fields=list(scrubbed))


@receiver(account_exported)
def exported(sender: Any, user: User, **kwargs: Any) -> dict[str, Any]:
    """A person asks for their data: the bulletins that they were the last to write."""
    rows = Bulletin.objects.filter(by=user).order_by("day", "pk").values_list("club__slug", "day")
    return {"bulletins": [{"club": slug, "day": day.isoformat()} for slug, day in rows]}

"""Receivers of signals about people. They remove typed names of forgotten people from texts.

Known players are references in the texts, so hiding, renaming or merging them needs no write.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.dispatch import receiver
from django.utils.translation import override

from bulletin.models import Bulletin, BulletinText
from bulletin.prose.marks import without
from clubs.forgotten_names import FullNames
from clubs.models import User
from clubs.signals import account_exported, player_forgotten
from core.removed import REMOVED


@receiver(player_forgotten)
def forgotten(
    sender: Any, player_id: int, names: Sequence[str], club_ids: Collection[int], **kwargs: Any
) -> None:
    """Remove the full names of a forgotten person from the texts of their clubs."""
    whole = FullNames(names)
    for text in BulletinText.objects.filter(bulletin__club__in=club_ids):
        parts = {name: getattr(text, name) for name in ("title", "body", "question", "answer")}
        with override(text.language):
            removed = str(REMOVED)
        elide = text.language == "fr"
        cleaned = {
            name: without(part, whole.pattern, removed, elide=elide) if whole.pattern else part
            for name, part in parts.items()
        }
        if cleaned != parts:
            for name, part in cleaned.items():
                setattr(text, name, part)
            text.save(update_fields=list(cleaned))


@receiver(account_exported)
def exported(sender: Any, user: User, **kwargs: Any) -> dict[str, Any]:
    """Return the bulletins that an account was the last to write, for the export of its data."""
    rows = Bulletin.objects.filter(by=user).order_by("day", "pk").values_list("club__slug", "day")
    return {"bulletins": [{"club": slug, "day": day.isoformat()} for slug, day in rows]}

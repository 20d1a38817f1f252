"""Hears of the matches played at tournaments' tables."""

from typing import Any

from django.dispatch import receiver

from games.signals import match_changed, match_finished
from tournaments.services.playing import follow


@receiver(match_finished)
@receiver(match_changed)
def match_told(sender: Any, match_id: str, event_id: str | None = None, **kwargs: Any) -> None:
    """A match has ended or changed: its table, if it has one, follows."""
    if event_id != "":
        follow(match_id)

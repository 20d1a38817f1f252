"""What follows from a change of password, and from being forgotten."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver
from django.http import HttpRequest

from clubs.accounts.sessions import end_sessions
from clubs.exactly_once import forget_names
from clubs.models import Player, User
from clubs.signals import player_forgotten


@receiver((password_changed, password_set, password_reset))
def end_other_sessions(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Sign the account out everywhere but here."""
    here = request.session.session_key if request.user == user else None
    end_sessions(user, keep=here)


@receiver(player_forgotten, sender=Player)
def forget_in_answers(sender: Any, names: list[str], **kwargs: Any) -> None:
    """Take the names out of what writes were answered."""
    forget_names(names)

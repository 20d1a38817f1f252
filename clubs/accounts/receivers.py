"""What follows from a change of password: the other sessions end."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver
from django.http import HttpRequest

from clubs.accounts.sessions import end_sessions
from clubs.models import User


@receiver((password_changed, password_set, password_reset))
def end_other_sessions(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Sign the account out everywhere but here."""
    here = request.session.session_key if request.user == user else None
    end_sessions(user, keep=here)

"""Receivers that act when people sign in or out, set a new password, or are forgotten."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.account.signals import user_logged_in as allauth_logged_in
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from clubs.accounts import events, known_browser, lockout
from clubs.accounts.services import end_tokens
from clubs.accounts.sessions import end_sessions, note_device
from clubs.first_answers import forget_names
from clubs.models import Player, User
from clubs.signals import player_forgotten


@receiver((password_changed, password_set, password_reset))
def end_other_sessions(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Sign the account out of all other browsers, and end its API tokens."""
    here = request.session.session_key if request.user == user else None
    end_sessions(user, keep=here)
    end_tokens(user)
    events.tell("password changed", user)


@receiver(user_logged_in)
def begin_session(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Store the browser in the session, and log the sign-in."""
    note_device(request)
    events.tell("sign-in", user)


@receiver(allauth_logged_in)
def know_browser(
    sender: Any, request: HttpRequest, response: HttpResponse, user: User, **kwargs: Any
) -> None:
    """Set a cookie which says that the account has signed in with this browser."""
    if user.email:
        known_browser.keep(response, request, lockout.digest(user.email))


@receiver(user_logged_out)
def end_session(sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """Log the sign-out."""
    if user is not None:
        events.tell("sign-out", user)


@receiver(user_login_failed)
def tell_failure(
    sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
) -> None:
    """Log a wrong password, or a password that was not checked because of a lockout."""
    if request is not None:
        event = "locked out" if getattr(request, "axes_locked_out", False) else "wrong password"
        events.tell_attempt(event, request, lockout.account_digest(request, credentials))


@receiver(player_forgotten, sender=Player)
def forget_in_answers(sender: Any, names: list[str], **kwargs: Any) -> None:
    """Remove the names of a forgotten person from stored first answers."""
    forget_names(names)

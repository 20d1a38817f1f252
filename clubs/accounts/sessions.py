"""Sessions in the database, each with its account (the engine named in the settings)."""

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_date

from clubs.accounts import devices
from clubs.models import Session, User

# allauth's keys in a session: the account whose password was right, and the account whose address
# is to be confirmed by a code.
HALF_WAY = "account_authentication_methods_user"
TO_CONFIRM = "account_email_verification_code"


class SessionStore(DatabaseStore):
    """Django's store, with the account in each row."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model of the rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return a row with its account in a column, besides the data."""
        row = cast("Session", super().create_model_instance(data))
        row.user_id = _account_of(data)
        return row


def _account_of(data: dict[str, Any]) -> int | None:
    """Return the id of the session's account, also between the password and the second step."""
    known = data.get(SESSION_KEY) or data.get(HALF_WAY) or data.get(TO_CONFIRM, {}).get("user_id")
    return int(known) if known else None


# The keys of a session's data: its browser (two words), its first day and its last day of use.
DEVICE, SINCE, LAST_USED = "device", "since", "last_used"


def note_device(request: HttpRequest) -> None:
    """Store the browser and the day in a new session."""
    today = timezone.localdate().isoformat()
    request.session[DEVICE] = devices.named(request.headers.get("User-Agent", ""))
    request.session[SINCE] = request.session[LAST_USED] = today


def note_use(request: HttpRequest) -> None:
    """Store the day of a session's last use, once a day.

    This also makes the session last longer.
    """
    today = timezone.localdate().isoformat()
    if SESSION_KEY in request.session and request.session.get(LAST_USED) != today:
        request.session[LAST_USED] = today


@dataclass(frozen=True, slots=True)
class Device:
    """A session as its account sees it.

    `handle` stands for the session's key, which is a secret. `here`: it is the reader's own
    session.
    """

    handle: str
    name: str
    since: date | None
    last_used: date | None
    here: bool = False


def devices_of(user: User, *, here: str | None = None) -> list[Device]:
    """Return the sessions of an account: first the one of key `here`, then by last use."""
    user_devices = [
        _device(row, here) for row in user.sessions.filter(expire_date__gt=timezone.now())
    ]
    return sorted(
        user_devices, key=lambda device: (device.here, device.last_used or date.min), reverse=True
    )


def _device(row: Session, here: str | None) -> Device:
    data = row.get_decoded()
    return Device(
        handle=handle_of(row.session_key),
        name=str(data.get(DEVICE) or devices.UNKNOWN),
        since=parse_date(data.get(SINCE, "")),
        last_used=parse_date(data.get(LAST_USED, "")),
        here=row.session_key == here,
    )


def handle_of(session_key: str) -> str:
    """Return the public handle of a session for its account's page."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:24]


def end_session(user: User, *, handle: str) -> bool:
    """Sign an account out of one browser; False if it has no such session."""
    for row in user.sessions.all():
        if handle_of(row.session_key) == handle:
            row.delete()
            return True
    return False


def end_sessions(user: User, *, keep: str | None = None) -> int:
    """Sign an account out everywhere, except for the session of key `keep`; return how many."""
    ended, _rows = Session.objects.filter(user=user).exclude(session_key=keep).delete()
    return ended

"""The site's session engine, as the settings name it: sessions in the database.

Each session is stored with its account.
"""

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

# Keys that allauth uses in a session: for the account whose password was right, and for the
# account whose address is to be confirmed by a code.
HALF_WAY = "account_authentication_methods_user"
TO_CONFIRM = "account_email_verification_code"


class SessionStore(DatabaseStore):
    """Django's session store, with the account in each row."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model of the rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return a row with the account in its own column, in addition to the session's data."""
        row = cast("Session", super().create_model_instance(data))
        row.user_id = _account_of(data)
        return row


def _account_of(data: dict[str, Any]) -> int | None:
    """Return the id of the session's account, or None.

    An account whose second step is still missing counts too.
    """
    known = data.get(SESSION_KEY) or data.get(HALF_WAY) or data.get(TO_CONFIRM, {}).get("user_id")
    return int(known) if known else None


# The keys of a session's data: its browser (two words), its first day and its last day of use.
DEVICE, SINCE, LAST_USED = "device", "since", "last_used"


def note_device(request: HttpRequest) -> None:
    """Store the browser and the day in the data of a new session."""
    today = timezone.localdate().isoformat()
    request.session[DEVICE] = devices.named(request.headers.get("User-Agent", ""))
    request.session[SINCE] = request.session[LAST_USED] = today


def note_use(request: HttpRequest) -> None:
    """Store the day on which a session was last used, once a day.

    This also prolongs the session.
    """
    today = timezone.localdate().isoformat()
    if SESSION_KEY in request.session and request.session.get(LAST_USED) != today:
        request.session[LAST_USED] = today


@dataclass(frozen=True, slots=True)
class Device:
    """A session as its account's holder sees it.

    `handle` stands for the session's key, which is secret. `here` is True for the session of the
    present request.
    """

    handle: str
    name: str
    since: date | None
    last_used: date | None
    here: bool = False


def devices_of(user: User, *, here: str | None = None) -> list[Device]:
    """Return the sessions of an account, the one of key `here` first, then by last use."""
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
    """Return a session's public handle, which the account's page uses in place of its key."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:24]


def end_session(user: User, *, handle: str) -> bool:
    """Sign an account out of one browser; return False if it has no such session."""
    for row in user.sessions.all():
        if handle_of(row.session_key) == handle:
            row.delete()
            return True
    return False


def end_sessions(user: User, *, keep: str | None = None) -> int:
    """End all sessions of an account except the one of key `keep`; return how many ended."""
    ended, _rows = Session.objects.filter(user=user).exclude(session_key=keep).delete()
    return ended

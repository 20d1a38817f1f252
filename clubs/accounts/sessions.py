"""Sessions in the database, each with its account (the engine that the settings name)."""

from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from clubs.models import Session, User

# Where allauth notes whose password was right, and whose address waits for its code.
HALF_WAY = "account_authentication_methods_user"
TO_CONFIRM = "account_email_verification_code"


class SessionStore(DatabaseStore):
    """Django's store over rows that know whose session they are."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Note the account beside the data."""
        row = cast("Session", super().create_model_instance(data))
        row.user_id = _account_of(data)
        return row


def _account_of(data: dict[str, Any]) -> int | None:
    """Return whose session it is, also between the password and the second step."""
    known = data.get(SESSION_KEY) or data.get(HALF_WAY) or data.get(TO_CONFIRM, {}).get("user_id")
    return int(known) if known else None


def end_sessions(user: User, *, keep: str | None = None) -> int:
    """Sign an account out everywhere, but for the session of key `keep`; return how many."""
    ended, _rows = Session.objects.filter(user=user).exclude(session_key=keep).delete()
    return ended

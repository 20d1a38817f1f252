"""Changes that people make to their own account: its API tokens."""

import secrets

from django.db import transaction

from clubs.accounts import events
from clubs.models import ApiToken, User
from clubs.services import token_digest
from core.names import clean_name


@transaction.atomic
def make_token(*, user: User, name: str) -> tuple[ApiToken, str]:
    """Create an API token; return it with its secret, which is not stored.

    Raise `Refused` if the name can't be accepted.
    """
    secret = secrets.token_urlsafe(32)
    made = ApiToken.objects.create(user=user, name=clean_name(name), digest=token_digest(secret))
    events.tell("token made", user)
    return made, secret


@transaction.atomic
def revoke_token(*, user: User, token_id: int) -> bool:
    """Revoke one of the account's API tokens; return False if the account has no such token."""
    gone, _rows = ApiToken.objects.filter(user=user, pk=token_id).delete()
    if gone:
        events.tell("token ended", user)
    return bool(gone)


def end_tokens(user: User) -> int:
    """Revoke all API tokens of an account; return their number."""
    gone, _rows = ApiToken.objects.filter(user=user).delete()
    if gone:
        events.tell("token ended", user)
    return gone

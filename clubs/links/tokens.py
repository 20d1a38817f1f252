"""The secret of a link: made once, shown once, then stored as a digest only."""

import hashlib
import re
import secrets
from typing import TYPE_CHECKING

from django.core.signing import BadSignature, Signer

if TYPE_CHECKING:  # it imports the models, and they import this package
    from clubs.first_answers import WriteKey

_SHAPE = re.compile(r"[A-Za-z0-9_-]{24}\.[A-Za-z0-9_-]{43}")


def _signer() -> Signer:
    return Signer(salt="clubs.links", sep=".")


def new_token(key: "WriteKey | None" = None) -> str:
    """Return 144 random bits and the site's signature.

    For a write that may be sent again (`key`) the bits are derived, so that they can be made again.
    """
    return _signer().sign(key.secret("link", 18) if key else secrets.token_urlsafe(18))


def is_signed(token: str) -> bool:
    """Say whether this site made the token: an invented one needs no database query."""
    if not _SHAPE.fullmatch(token):
        return False
    try:
        _signer().unsign(token)
    except BadSignature:
        return False
    return True


def digest(token: str) -> str:
    """Return the digest to store. A token is random, so a slower digest would gain nothing."""
    return hashlib.sha256(token.encode()).hexdigest()

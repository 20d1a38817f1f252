"""The secret of a link, which is shown once. Only its digest is stored."""

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
    """Return a token: 144 random bits and the site's signature.

    For a write that may be sent again, the bits are derived from its `key`, so that it gets the
    same token again.
    """
    return _signer().sign(key.secret("link", 18) if key else secrets.token_urlsafe(18))


def is_signed(token: str) -> bool:
    """Return whether this site made the token. An invented token is refused without a query."""
    if not _SHAPE.fullmatch(token):
        return False
    try:
        _signer().unsign(token)
    except BadSignature:
        return False
    return True


def digest(token: str) -> str:
    """Return the digest to store. A fast digest is enough, because a token is random."""
    return hashlib.sha256(token.encode()).hexdigest()

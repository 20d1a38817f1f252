"""The secret of a link: made once, shown once, then known by its digest alone."""

import hashlib
import re
import secrets
from typing import TYPE_CHECKING

from django.core.signing import BadSignature, Signer

if TYPE_CHECKING:  # it reads the models, and so what they read
    from clubs.exactly_once import Key

_SHAPE = re.compile(r"[A-Za-z0-9_-]{24}\.[A-Za-z0-9_-]{43}")


def _signer() -> Signer:
    return Signer(salt="clubs.links", sep=".")


def new_token(key: "Key | None" = None) -> str:
    """Return 144 random bits and the site's signature.

    Of a write that may be sent again (`key`) they are derived, so that it can tell them again.
    """
    return _signer().sign(key.secret("link", 18) if key else secrets.token_urlsafe(18))


def is_signed(token: str) -> bool:
    """Say whether this site made the token: a made-up one costs no look into the database."""
    if not _SHAPE.fullmatch(token):
        return False
    try:
        _signer().unsign(token)
    except BadSignature:
        return False
    return True


def digest(token: str) -> str:
    """Return what is stored of a token. It is random: nothing is gained by a slower digest."""
    return hashlib.sha256(token.encode()).hexdigest()

"""The secret of a link: made once, shown once, then known by its digest alone."""

import hashlib
import re
import secrets

from django.core.signing import BadSignature, Signer

_SHAPE = re.compile(r"[A-Za-z0-9_-]{24}\.[A-Za-z0-9_-]{43}")


def _signer() -> Signer:
    return Signer(salt="clubs.links", sep=".")


def new_token() -> str:
    """Return 144 random bits and the site's signature."""
    return _signer().sign(secrets.token_urlsafe(18))


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

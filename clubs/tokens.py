"""Secrets that are handed out once and kept as digests."""

import hashlib
import secrets


def token_digest(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Return a secret that nobody guesses: 192 random bits, in an address's letters."""
    return secrets.token_urlsafe(24)

"""Secrets that are shown once and stored as digests."""

import hashlib
import secrets


def token_digest(token: str) -> str:
    """Return the digest to store for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Return a secret that nobody can guess: 192 random bits, as text for an address."""
    return secrets.token_urlsafe(24)

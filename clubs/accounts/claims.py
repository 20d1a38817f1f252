"""Limits how many accounts may claim one e-mail address, if no letters confirm whose it is.

A refusal must not show whether another person has an account with an address. Otherwise anybody
could create accounts until one is refused, and so learn whether somebody else has one. So the
limit is far above what people need. It also differs from address to address, and only the site
knows it.
"""

from allauth.account.models import EmailAddress
from django.utils.crypto import salted_hmac

from clubs.models import User

LEAST, SPREAD = 16, 16


def most_claims(email: str) -> int:
    """Return how many accounts may claim an address. It is always the same for one address."""
    digest = salted_hmac("claims", email.lower(), algorithm="sha256").digest()
    return LEAST + digest[0] % SPREAD


def may_claim(email: str, user: User | None = None) -> bool:
    """Return whether `user` may claim an address; without `user`, whether a new account may."""
    claims = EmailAddress.objects.filter(email=email.lower(), verified=False)
    if user is not None:
        claims = claims.exclude(user=user)
    return claims.count() < most_claims(email)

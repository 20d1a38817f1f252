"""How many accounts may claim one address where no letter can confirm whose it is.

A refusal must not tell whether somebody else has an account by an address. So the bound is far
above what people need, and another number for each address, which only the site knows: whoever
makes accounts until one is refused cannot subtract their own.
"""

from allauth.account.models import EmailAddress
from django.utils.crypto import salted_hmac

from clubs.models import User

LEAST, SPREAD = 16, 16


def most_claims(email: str) -> int:
    """Return how many accounts may claim an address: always the same number for the same one."""
    digest = salted_hmac("claims", email.lower(), algorithm="sha256").digest()
    return LEAST + digest[0] % SPREAD


def may_claim(email: str, user: User | None = None) -> bool:
    """Say whether one more account, or this one, may claim an address."""
    claims = EmailAddress.objects.filter(email=email.lower(), verified=False)
    if user is not None:
        claims = claims.exclude(user=user)
    return claims.count() < most_claims(email)

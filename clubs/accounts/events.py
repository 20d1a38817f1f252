"""Log lines about accounts: one line for each event, without names or addresses.

A person is logged as a digest under the site's key. The same person has the same digest in every
line. Without the key nobody can tell who the person is.
"""

import logging

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubs.models import User
from ratelimits import limits

log = logging.getLogger("clubs.accounts")


def digest_of(text: str) -> str:
    """Return the digest that the log shows instead of a person, an address or a login."""
    return salted_hmac("clubs.accounts.events", text, algorithm="sha256").hexdigest()[:16]


def caller_digest(request: HttpRequest) -> str:
    """Return the digest of the caller's account or, without an account, of their network."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return digest_of(f"account {user.pk}")
    return digest_of(f"address {limits.address(request)}")


def tell(event: str, user: User, **more: str) -> None:
    """Log an event of an account."""
    log.info(event, extra={"fields": {"who": digest_of(f"account {user.pk}"), **more}})


def tell_attempt(event: str, request: HttpRequest, account: str) -> None:
    """Log a failed sign-in with two digests: the caller's and the account's."""
    fields = {"who": caller_digest(request), "account": digest_of(f"login {account}")}
    log.warning(event, extra={"fields": fields})

"""What happens to accounts, told to the log: one line each, and nobody's name or address.

Who it was is a digest under the site's key. The same person has the same one in each line, and
nobody finds out who that is without the key.
"""

import logging

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

import ratelimits
from clubs.models import User

log = logging.getLogger("clubs.accounts")


def digest_of(text: str) -> str:
    """Return what stands in the log for somebody."""
    return salted_hmac("clubs.accounts.events", text, algorithm="sha256").hexdigest()[:16]


def who(request: HttpRequest) -> str:
    """Return what stands for whoever asks: an account, or else a network."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return digest_of(f"account {user.pk}")
    return digest_of(f"address {ratelimits.address(request)}")


def tell(event: str, user: User, **more: str) -> None:
    """Write a line about an account."""
    log.info(event, extra={"fields": {"who": digest_of(f"account {user.pk}"), **more}})


def tell_attempt(event: str, request: HttpRequest, account: str) -> None:
    """Write a line about a password that did not open an account: which one, and from where."""
    fields = {"who": who(request), "account": digest_of(f"login {account}")}
    log.warning(event, extra={"fields": fields})

"""Remembers in a browser that it has signed in to an account.

Wrong passwords from other browsers don't lock such a browser out. A signed HttpOnly cookie
contains the digest of the e-mail address, by which wrong passwords are counted too. The cookie
gives no access: somebody who has it still needs the password.
"""

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core import cookies

NAME = "known"
MOST = 5
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


def knows(request: HttpRequest, account: str) -> bool:
    """Return whether the account with this digest has signed in with this browser."""
    return account in _read(request)


def keep(response: HttpResponseBase, request: HttpRequest, account: str) -> None:
    """Store in the browser that the account with this digest has signed in with it."""
    known = [account, *(other for other in _read(request) if other != account)][:MOST]
    cookies.keep(response, NAME, _signer().sign("~".join(known)), age=AGE)


def _read(request: HttpRequest) -> list[str]:
    try:
        return _signer().unsign(cookies.read(request, NAME)).split("~")
    except BadSignature:
        return []


def _signer() -> Signer:
    return Signer(salt="clubs.accounts.known_browser", sep=".")

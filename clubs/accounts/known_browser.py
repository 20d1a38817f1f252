"""The browsers with which an account has signed in: guesses from elsewhere do not lock them out.

A signed HttpOnly cookie holds the digest of the e-mail address that also counts wrong passwords. It
opens nothing: a browser that has it still needs the password.
"""

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core import cookies

NAME = "known"
MOST = 5
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


def knows(request: HttpRequest, account: str) -> bool:
    """Say whether that account has signed in with this browser."""
    return account in _read(request)


def keep(response: HttpResponseBase, request: HttpRequest, account: str) -> None:
    """Make the browser remember that the account has signed in with it."""
    known = [account, *(other for other in _read(request) if other != account)][:MOST]
    cookies.keep(response, NAME, _signer().sign("~".join(known)), age=AGE)


def _read(request: HttpRequest) -> list[str]:
    try:
        return _signer().unsign(cookies.read(request, NAME)).split("~")
    except BadSignature:
        return []


def _signer() -> Signer:
    return Signer(salt="clubs.accounts.known_browser", sep=".")

"""Exactly once on pages: a form that is sent twice is processed once.

The form carries a `client_id` (from the tag `{% client_id %}`). A view that redirects is wrapped
by `one_tap`. A view that creates a secret and shows it calls `made_by`.
"""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase

from clubs.first_answers import WriteKey, remember
from clubs.models import User
from core.errors import ClientIdReused
from core.exactly_once import fingerprint_of

View = Callable[..., HttpResponseBase]
Made = TypeVar("Made")
# The fields that every form has in addition to its own.
BESIDE = {"client_id", "csrfmiddlewaretoken"}


@dataclass(frozen=True, slots=True)
class Tap:
    """A form that may be sent twice: the key of its write, and the fingerprint of its values."""

    key: WriteKey
    fingerprint: str


def tap_of(request: HttpRequest) -> Tap | None:
    """Return the key of the write that a form makes, or None if its `client_id` is not a UUID.

    Callers check the right to the write first, because a visitor's key depends only on the page.
    """
    try:
        client_id = uuid.UUID(request.POST.get("client_id", ""))
    except ValueError:
        return None
    account = request.user if isinstance(request.user, User) else None
    page = hashlib.sha256(request.path.encode()).hexdigest()[:32]
    scope = f"{f'account {account.pk}' if account else 'visitor'} page {page}"
    fields = sorted(pair for pair in request.POST.lists() if pair[0] not in BESIDE)
    return Tap(WriteKey(scope, client_id, account), fingerprint_of(fields, request.GET.urlencode()))


class _NotDone(Exception):
    """Raised inside `one_tap` if the form was refused, so that no answer is stored."""

    def __init__(self, response: HttpResponseBase) -> None:
        super().__init__()
        self.response = response


def one_tap(view: View) -> View:
    """Wrap a view so that a form sent twice is processed once.

    The second request gets the redirect of the first one.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **places: Any) -> HttpResponseBase:
        tap = tap_of(request) if request.method == "POST" else None
        if tap is None:
            return view(request, *args, **places)
        given: list[HttpResponseBase] = []

        def make() -> str:
            response = view(request, *args, **places)
            if response.status_code != 302:
                raise _NotDone(response)
            given.append(response)
            return response.headers["Location"]

        try:
            done = remember(tap.key, tap.fingerprint, make)
        except _NotDone as refused:
            return refused.response
        except ClientIdReused:
            # The same `client_id` was sent with other values, so this is a new write.
            return view(request, *args, **places)
        return HttpResponseRedirect(done.body) if done.repeated else given[0]

    return answered


def made_by(
    tap: Tap | None,
    make: Callable[[WriteKey | None], Made],
    number: Callable[[Made], int],
    again: Callable[[int, WriteKey], Made],
) -> Made:
    """Create a row and its secret.

    If the form is sent twice, return the row and secret of the first time. `make` creates the
    row and derives its secret from the key. `number` returns the row's number. `again` returns
    the row of a number, with its secret derived again.
    """
    if tap is None:
        return make(None)
    given: list[Made] = []

    def keep() -> int:
        given.append(make(tap.key))
        return number(given[0])

    try:
        done = remember(tap.key, tap.fingerprint, keep)
    except ClientIdReused:
        return make(None)
    return again(done.body, tap.key) if done.repeated else given[0]

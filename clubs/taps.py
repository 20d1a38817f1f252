"""Exactly once on pages: a form that a finger sent twice is done once.

The form carries a `client_id` (the tag `{% client_id %}`). A view that redirects is wrapped by
`one_tap`; one that shows what it has made, a secret told once, asks `made_by`.
"""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase

from clubs.errors import ClientIdReused
from clubs.exactly_once import Key, fingerprint, remember
from clubs.models import User

View = Callable[..., HttpResponseBase]
Made = TypeVar("Made")
# What a form carries beside what it says.
BESIDE = {"client_id", "csrfmiddlewaretoken"}


@dataclass(frozen=True, slots=True)
class Tap:
    """A form that may be sent again: the write's name, and its fingerprint."""

    key: Key
    mark: str


def tap_of(request: HttpRequest) -> Tap | None:
    """Return the name of the write that a form asks for; None where it has none that is a UUID.

    The right to the write is to be checked before: a visitor's name is of the page alone.
    """
    try:
        client_id = uuid.UUID(request.POST.get("client_id", ""))
    except ValueError:
        return None
    account = request.user if isinstance(request.user, User) else None
    page = hashlib.sha256(request.path.encode()).hexdigest()[:32]
    scope = f"{f'account {account.pk}' if account else 'visitor'} page {page}"
    said = sorted(pair for pair in request.POST.lists() if pair[0] not in BESIDE)
    return Tap(Key(scope, client_id, account), fingerprint(said, request.GET.urlencode()))


class _NotDone(Exception):
    """The form was refused: its answer is the first one's, and nothing is remembered."""

    def __init__(self, response: HttpResponseBase) -> None:
        super().__init__()
        self.response = response


def one_tap(view: View) -> View:
    """Let a form sent twice be done once: the second one is led where the first was."""

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
            done = remember(tap.key, tap.mark, make)
        except _NotDone as refused:
            return refused.response
        except ClientIdReused:
            # An old page, sent with other words: a new write.
            return view(request, *args, **places)
        return HttpResponseRedirect(done.body) if done.repeated else given[0]

    return answered


def made_by(
    tap: Tap | None,
    make: Callable[[Key | None], Made],
    number: Callable[[Made], int],
    again: Callable[[int, Key], Made],
) -> Made:
    """Make a row whose secret is shown once; of a form sent twice, show the first one's again.

    `make` derives the secret from the key, `number` is the row's, `again` tells both once more.
    """
    if tap is None:
        return make(None)
    given: list[Made] = []

    def keep() -> int:
        given.append(make(tap.key))
        return number(given[0])

    try:
        done = remember(tap.key, tap.mark, keep)
    except ClientIdReused:
        return make(None)
    return again(done.body, tap.key) if done.repeated else given[0]

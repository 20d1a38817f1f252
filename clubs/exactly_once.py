"""Exactly once: a write that is sent again is not done again; it gets its first answer.

A phone in a dim room sends twice. A write may carry a `client_id` (UUID). The same id with the same
body always gets the first answer; with another body it is `ClientIdReused`.

Three parts, which every floor uses:

- `fingerprint` tells one write's body from another's,
- `first_write` finds the first one in the log that holds it,
- `once` makes a thing unless it is there. If two come at the same moment, the log's unique
  constraint stops one, which then answers with what the other made.

Some writes have no such log (a link, a name, a merger). Their first answer is stored in a row of
its own: `remember`. Secrets are not in it. They are derived from the `WriteKey`, so they can be
made again.
"""

import hashlib
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.utils.crypto import salted_hmac

from clubs.errors import ClientIdReused
from clubs.models import FirstAnswer, User

# Replaces the name of a forgotten person in a stored answer.
REMOVED_NAME = "joueur retiré"

Row = TypeVar("Row", bound=Model)
Thing = TypeVar("Thing")


def fingerprint(*parts: Any) -> str:
    """Return the fingerprint of a write: its action, its subject, its body.

    `after` is not part of it: a phone that sends a line again after reloading the sheet is still
    sending the same line, and must not write it twice.
    """
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def first_write(
    rows: QuerySet[Row], client_id: UUID | None, mark: str, *, at: str = "client_id"
) -> Row | None:
    """Return the row of the first write of that `client_id`; None if this is the first.

    `at` is the column that holds the id. Raises `ClientIdReused` if the body was another.
    """
    if client_id is None:
        return None
    first = rows.filter(**{at: client_id}).first()
    if first is not None and first.fingerprint != mark:  # type: ignore[attr-defined]
        raise ClientIdReused
    return first


def once(look: Callable[[], Thing | None], make: Callable[[], Thing]) -> Thing:
    """Return what `look` finds, or what `make` makes in a transaction of its own."""
    found = look()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return make()
    except IntegrityError:
        # The same write, sent twice at once: the other one was first.
        found = look()
        if found is None:
            raise
        return found


@dataclass(frozen=True, slots=True)
class WriteKey:
    """The key of a write without a log: who sends it, about what, and its `client_id`.

    `scope` holds both who and about what, so that nobody gets another person's answer.
    """

    scope: str
    client_id: UUID
    account: User | None = None

    def secret(self, purpose: str, size: int) -> str:
        """Return secret bytes as letters for an address: always the same for the same write.

        They are derived from the site's key, so nothing readable needs to be stored to make them
        again.
        """
        text = f"{self.scope} {self.client_id}"
        made = salted_hmac(f"exactly once: {purpose}", text, algorithm="sha512").digest()
        return urlsafe_b64encode(made[:size]).rstrip(b"=").decode()


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The answer of a write, and whether it was given before."""

    body: Any
    repeated: bool = False


def remember(key: WriteKey, mark: str, make: Callable[[], Any]) -> KeptAnswer:
    """Run `make` and store what it returns (as JSON holds it), or return what was stored.

    The row is written first: of two at the same moment the second waits, and makes nothing. If
    `make` raises, there is no row. Raises `ClientIdReused`.
    """

    def look() -> KeptAnswer | None:
        rows = FirstAnswer.objects.filter(scope=key.scope)
        first = first_write(rows, key.client_id, mark)
        return KeptAnswer(json.loads(first.body), repeated=True) if first else None

    def made() -> KeptAnswer:
        row = FirstAnswer.objects.create(
            scope=key.scope, client_id=key.client_id, fingerprint=mark, account=key.account
        )
        body = make()
        row.body = json.dumps(body, ensure_ascii=False)
        # An update, not a save: a write that deletes the account has deleted the row too.
        FirstAnswer.objects.filter(pk=row.pk).update(body=row.body)
        return KeptAnswer(body)

    return once(look, made)


def forget_names(names: Iterable[str]) -> None:
    """Remove the names of a forgotten person from stored answers."""
    # The longest first: one may begin with another, of which nothing may stay.
    for name in sorted(names, key=len, reverse=True):
        as_json = json.dumps(name, ensure_ascii=False)[1:-1]
        whole = re.compile(rf"(?<![\w-]){re.escape(as_json)}(?![\w-])")
        for row in FirstAnswer.objects.filter(body__contains=as_json):
            row.body = whole.sub(REMOVED_NAME, row.body)
            row.save(update_fields=["body"])

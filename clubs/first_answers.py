"""The first answers of writes without a log of their own (a link, a name, a merger).

They are sent once too (`core.exactly_once`): their first answer is stored in a row. Secrets are not
in it. They are derived from the `WriteKey`, so they can be made again.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.crypto import salted_hmac

from clubs.models import FirstAnswer, User
from core.exactly_once import first_write, once

# Replaces the name of a forgotten person in a stored answer.
REMOVED_NAME = "joueur retiré"


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


def remember(key: WriteKey, fingerprint: str, make: Callable[[], Any]) -> KeptAnswer:
    """Run `make` and store what it returns (as JSON holds it), or return what was stored.

    The row is written first: of two at the same moment the second waits, and makes nothing. If
    `make` raises, there is no row. Raises `ClientIdReused`.
    """

    def look() -> KeptAnswer | None:
        rows = FirstAnswer.objects.filter(scope=key.scope)
        first = first_write(rows, key.client_id, fingerprint)
        return KeptAnswer(json.loads(first.body), repeated=True) if first else None

    def made() -> KeptAnswer:
        row = FirstAnswer.objects.create(
            scope=key.scope, client_id=key.client_id, fingerprint=fingerprint, account=key.account
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

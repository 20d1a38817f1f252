"""Stores the first answers of writes that no log stores (a link, a name, a merger).

Such a write is also done only once (`core.exactly_once`), because its first answer is stored in
a row. Secrets are not stored. They are derived from the `WriteKey`, so they can be computed
again.
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
from core.removed import REMOVED_STORED

# Replaces the name of a forgotten person in a stored answer.
REMOVED_NAME = REMOVED_STORED


@dataclass(frozen=True, slots=True)
class WriteKey:
    """The key of a write without a log: its sender and subject (`scope`), and its `client_id`.

    The sender is part of `scope`, so that nobody gets another person's answer.
    """

    scope: str
    client_id: UUID
    account: User | None = None

    def secret(self, purpose: str, size: int) -> str:
        """Return `size` secret bytes as text for an address. The same write gets the same text.

        The bytes are derived from the site's key. So they can be computed again and need not be
        stored.
        """
        text = f"{self.scope} {self.client_id}"
        made = salted_hmac(f"exactly once: {purpose}", text, algorithm="sha512").digest()
        return urlsafe_b64encode(made[:size]).rstrip(b"=").decode()


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The answer of a write. `repeated` says whether the write was sent before."""

    body: Any
    repeated: bool = False


def remember(key: WriteKey, fingerprint: str, make: Callable[[], Any]) -> KeptAnswer:
    """Run `make`, store its result as JSON and return it.

    For a repeated write, return the stored result. The row is written before `make` runs. So if
    the same write is sent twice at the same moment, the second one waits and does not run
    `make`. If `make` raises, no row is stored. Raise `ClientIdReused` if the `client_id` was
    sent before with another fingerprint.
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
        # This is an update and not a save, because a write that deletes the account has deleted
        # the row too.
        FirstAnswer.objects.filter(pk=row.pk).update(body=row.body)
        return KeptAnswer(body)

    return once(look, made)


def forget_names(names: Iterable[str]) -> None:
    """Remove the names of a forgotten person from the stored answers."""
    # Longer names are removed first. A shorter name may be the beginning of a longer one, and
    # the rest of it would stay.
    for name in sorted(names, key=len, reverse=True):
        as_json = json.dumps(name, ensure_ascii=False)[1:-1]
        whole = re.compile(rf"(?<![\w-]){re.escape(as_json)}(?![\w-])")
        for row in FirstAnswer.objects.filter(body__contains=as_json):
            row.body = whole.sub(REMOVED_NAME, row.body)
            row.save(update_fields=["body"])

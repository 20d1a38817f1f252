"""Exactly once: a write that is sent again is not done again; it gets its first answer.

A phone in a dim room sends twice. A write may carry a `client_id` (UUID). The same id with the same
body always gets the first answer; with another body it is `ClientIdReused`.

Three parts, which every layer uses:

- `fingerprint_of` tells one write's body from another's,
- `first_write` finds the first one in the log that holds it,
- `once` makes a thing unless it is there. If two come at the same moment, the log's unique
  constraint stops one, which then answers with what the other made.

Writes without such a log: `clubs.first_answers`.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet

from core.errors import ClientIdReused

Row = TypeVar("Row", bound=Model)
Thing = TypeVar("Thing")


def fingerprint_of(*parts: Any) -> str:
    """Return the fingerprint of a write: its action, its subject, its body.

    `after` is not part of it: a phone that sends a line again after reloading the sheet is still
    sending the same line, and must not write it twice.
    """
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def first_write(
    rows: QuerySet[Row], client_id: UUID | None, fingerprint: str, *, at: str = "client_id"
) -> Row | None:
    """Return the row of the first write of that `client_id`; None if this is the first.

    `at` is the column that holds the id. Raises `ClientIdReused` if the body was another.
    """
    if client_id is None:
        return None
    first = rows.filter(**{at: client_id}).first()
    if first is not None and first.fingerprint != fingerprint:  # type: ignore[attr-defined]
        raise ClientIdReused
    return first


def once(look: Callable[[], Thing | None], make: Callable[[], Thing]) -> Thing:
    """Return what `look` finds, or what `make` makes in a transaction of its own."""
    stored = look()
    if stored is not None:
        return stored
    try:
        with transaction.atomic():
            return make()
    except IntegrityError:
        # The same write, sent twice at once: the other one was first.
        stored = look()
        if stored is None:
            raise
        return stored

"""Exactly once: a write that is sent again is not done again, but gets the first answer again.

A phone may send the same write twice. So a write may have a `client_id` (UUID). The same id with
the same body always gets the first answer; the same id with another body raises `ClientIdReused`.

Four functions, which every layer uses:

- `fingerprint_of` returns a digest of a write, by which two bodies are compared.
- `first_write` reads the first write with that `client_id` from the log that stores it.
- `once` creates a thing unless it is stored already. If two equal writes arrive at the same moment,
  the log's unique constraint refuses one of them, and `once` returns what the other has stored.
- `derived_id` returns the id of a new thing with a `client_id`, always the same one. So two equal
  writes at the same moment meet at the primary key, also where no unique index of `client_id` spans
  all machines (docs/scale.md).

Writes that have no such log use `clubs.first_answers`.
"""

import hashlib
import json
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.crypto import salted_hmac

from core.errors import ClientIdReused

Row = TypeVar("Row", bound=Model)
Thing = TypeVar("Thing")


def fingerprint_of(*parts: Any) -> str:
    """Return the fingerprint of a write, from its action, its subject and its body.

    Callers leave out `after`. Otherwise a phone that sends a line again after it has reloaded the
    sheet would write the line twice.
    """
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def first_write(
    rows: QuerySet[Row], client_id: UUID | None, fingerprint: str, *, at: str = "client_id"
) -> Row | None:
    """Return the row of the first write with that `client_id`, or None if this is the first.

    `at` is the column of the id. Raise `ClientIdReused` if that write has another fingerprint.
    """
    if client_id is None:
        return None
    first = rows.filter(**{at: client_id}).first()
    if first is not None and first.fingerprint != fingerprint:  # type: ignore[attr-defined]
        raise ClientIdReused
    return first


def derived_id(rows: QuerySet[Any], client_id: UUID, alphabet: str, length: int) -> str:
    """Return the id that a new row of `rows` gets by its `client_id`: `length` letters.

    The alphabet has 32 letters. If a row of another `client_id` has the id, the next one that
    follows from this `client_id` is returned.
    """
    for attempt in count():
        text = f"{rows.model._meta.label} {client_id} {attempt}"
        digest = salted_hmac("core.exactly_once.derived_id", text, algorithm="sha256").digest()
        letters = "".join(alphabet[byte % len(alphabet)] for byte in digest[:length])
        if not rows.filter(~Q(client_id=client_id) | Q(client_id=None), pk=letters).exists():
            return letters
    raise AssertionError("unreachable")


def once(look: Callable[[], Thing | None], make: Callable[[], Thing]) -> Thing:
    """Return what `look` returns or, if that is None, what `make` returns.

    `make` runs in a transaction.
    """
    stored = look()
    if stored is not None:
        return stored
    try:
        with transaction.atomic():
            return make()
    except IntegrityError:
        # The same write was sent twice at the same moment, and the other one was stored first.
        stored = look()
        if stored is None:
            raise
        return stored

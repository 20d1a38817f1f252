"""Rows that several tests share, made once in the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def made_once(django_db_blocker: Any) -> Iterator[None]:
    """Keep what a fixture makes for all tests of its scope; undo it after the last one.

    Each test undoes its own changes. The fixture must request `django_db_setup` and
    `django_db_blocker`. Tests that do not request it see its rows too, so give it the scope of a
    class or a module.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)

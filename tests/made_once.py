"""What several tests share, made once in the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def made_once(django_db_blocker: Any) -> Iterator[None]:
    """Keep what a fixture makes for all tests of its scope; take it back after the last.

    Each test undoes its own changes. Such a fixture asks for `django_db_setup` and
    `django_db_blocker`. What is in no test's scope sees it too: give it a class or a module.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)

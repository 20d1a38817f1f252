"""The world of the permission tests, made once."""

import pytest
from django.db import transaction

from games.dix.compilation import SOLVER
from tests.permissions.rows import STAGES
from tests.permissions.world import World


@pytest.fixture(scope="module")
def two_clubs(django_db_setup, django_db_blocker):
    """The world, made once: each test undoes its changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = World()
        made.make_tournaments(STAGES)
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def world(two_clubs, db):
    """The world as it was made."""
    two_clubs.begin()
    return two_clubs


@pytest.fixture
def deployed(settings):
    """Cookies as a deployment sets them: its address is known, and is https."""
    settings.SESSION_COOKIE_SECURE = True
    settings.CSRF_COOKIE_SECURE = True
    settings.LANGUAGE_COOKIE_SECURE = True


@pytest.fixture(autouse=True)
def _solves_nothing(monkeypatch):
    """Who may see a review does not depend on what it says."""
    monkeypatch.setattr(SOLVER, "is_warm", lambda: False)

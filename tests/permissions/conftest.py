"""The world of the permission tests, made once."""

import pytest

from tests.compiler import no_compiler
from tests.made_once import made_once
from tests.permissions.rows import STAGES
from tests.permissions.world import World


@pytest.fixture(scope="module")
def two_clubs(django_db_setup, django_db_blocker):
    """The world, made once: each test undoes its changes."""
    with made_once(django_db_blocker):
        made = World()
        made.make_tournaments(STAGES)
        yield made


@pytest.fixture
def world(two_clubs, db):
    """The world in the state in which it was made."""
    two_clubs.begin()
    return two_clubs


@pytest.fixture
def deployed(settings):
    """Set secure cookies, as in a deployment with a known https address."""
    settings.SESSION_COOKIE_SECURE = True
    settings.CSRF_COOKIE_SECURE = True
    settings.LANGUAGE_COOKIE_SECURE = True


@pytest.fixture(autouse=True)
def _as_served(settings):
    """Let jobs wait for a worker. No request of any route may compile, or load a solver."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    settings.SOLVED_IN_PAGES = False
    with no_compiler():
        yield

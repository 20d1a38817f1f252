"""Fixtures of the page tests: phones on the live server, and a club to play in."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club
from tests import factories
from tests.browser.phones import Phone

# The test server is plain WSGI and ends the stream of a match at once. htmx's extension then writes
# an error to the console, and asks again. A request that a newer one replaces is aborted; htmx
# reports that twice (for a failed request it reports `htmx:sendError`).
HARMLESS = ("[object Event]", "htmx:sendAbort", "htmx:afterRequest")

expect.set_options(timeout=10_000)


@pytest.fixture
def console_errors() -> Iterator[list[str]]:
    """The page's console errors, except ended streams and replaced requests."""
    errors: list[str] = []
    yield errors
    left = [error for error in errors if not error.startswith(HARMLESS)]
    assert not left, "the browser's console:\n" + "\n".join(left)


@pytest.fixture
def phones(new_phone: Callable[..., Page], live_server) -> Callable[..., Phone]:
    """Makes phones on the live server; keywords are the browser's, as for `new_phone`.

    Without animations: a key is already in its place when the thumb comes down.
    """
    return lambda **options: Phone(
        new_phone(**{"reduced_motion": "reduce", **options}), live_server.url
    )


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    """The phone of the person who keeps the sheet."""
    return phones()


@pytest.fixture
def club(live_server) -> Club:
    """The first club, whose tables are open to all."""
    return factories.club(name="Le Valet noir", open_recording=True)

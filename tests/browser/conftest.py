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
    """The list of the page's console errors.

    After the test it may contain only ended streams and replaced requests.
    """
    errors: list[str] = []
    yield errors
    left = [error for error in errors if not error.startswith(HARMLESS)]
    assert not left, "the browser's console:\n" + "\n".join(left)


@pytest.fixture
def phones(new_phone: Callable[..., Page], live_server) -> Callable[..., Phone]:
    """A function that makes a phone on the live server; its keywords are those of `new_phone`.

    There are no animations, so that a key is already in its place when it is tapped.
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

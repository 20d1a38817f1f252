"""What all tests share: compiled translations, a browser with a phone's screen, async helpers."""

import asyncio
import gc
import os
import shutil
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import hypothesis
import pytest
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from scorekeeper.catalogs import compile_catalogs

# Playwright keeps an event loop in this thread, where Django would refuse to work.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LAUNCH_ARGUMENTS = [
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing but the live server is ever asked for anything.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
PHONE = {"width": 360, "height": 740}


# A machine that is busy with something else is no bug of ours.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


# Those by which a test reaches the database; pytest-django refuses it to all the others.
TO_THE_DATABASE = {"db", "transactional_db", "live_server", "database_url"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--database-only`: what cannot tell one database from another is tried on the first."""
    parser.addoption("--database-only", action="store_true", help="leave out what needs but one")


def pytest_configure() -> None:
    """Translations are compiled before any is loaded, which is once for all."""
    compile_catalogs()


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: the collector need not go through them each time."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, if asked, the tests that touch no database, or say that any will do."""
    if not config.getoption("--database-only"):
        return
    apart = [item for item in items if not _on_database(item)]
    config.hook.pytest_deselected(items=apart)
    items[:] = [item for item in items if _on_database(item)]


def _on_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("one_database"):
        return False
    fixtures = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db") or TO_THE_DATABASE.intersection(fixtures))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """The databases; when one is emptied after a test, nothing of Django's own is put there again.

    We use neither its permissions nor its content types, and making them takes longer than to empty
    all tables.
    """
    post_migrate.disconnect(
        create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions"
    )
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def _french_again() -> Iterator[None]:
    """A request in English leaves its language behind in the thread: the next test is French."""
    yield
    translation.deactivate()


@pytest.fixture
def in_new_loop() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs a coroutine in a thread of its own: this one may hold the browser's loop."""

    def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
        with ThreadPoolExecutor(max_workers=1) as executor:
            return executor.submit(asyncio.run, coroutine).result(timeout=60)

    return run


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium. Without one the test is skipped, or fails where one is required."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        reason = "Chromium is not installed (Debian: apt install chromium)"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"{reason}, and REQUIRE_BROWSER=1 asks for it")
        pytest.skip(reason)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=LAUNCH_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def console_errors() -> Iterator[list[str]]:
    """What the pages of a test complained of; the test fails if anything is left in the list.

    CSP violations are among them. A test that provokes an error clears the list afterwards.
    """
    errors: list[str] = []
    yield errors
    assert not errors, "the browser's console:\n" + "\n".join(errors)


@pytest.fixture
def new_phone(browser: Browser, console_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Makes phones that know nothing of each other (own cookies), one page each.

    Keywords go to the browser's context: `java_script_enabled`, `color_scheme`, `viewport`…
    """
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(
            **{"viewport": PHONE, "locale": "fr-FR", "has_touch": True, **options}
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: _keep_error(message, console_errors))
        page.on("pageerror", lambda error: console_errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_phone: Callable[..., Page]) -> Page:
    """One phone at the table."""
    return new_phone()


def _keep_error(message: ConsoleMessage, errors: list[str]) -> None:
    if message.type == "error":
        errors.append(f"{message.text} ({message.location.get('url', '')})")

"""Fixtures of all tests: compiled translations, a browser with a phone's screen, async helpers."""

import asyncio
import gc
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import time_machine
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.staticfiles.handlers import StaticFilesHandlerMixin
from django.db.models.signals import post_migrate
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_cache_control
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    sync_playwright,
)

from scorekeeper.translation.catalogs import compile_catalogs
from tests import extents, keyed_writes

# Playwright keeps an event loop in this thread, where Django would refuse to work.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

# The browser without windows comes first: it has the same engine and needs half the processor
# time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
LAUNCH_ARGUMENTS = [
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # All pages of a phone share one process, which stays warm for the next page and the next
    # test.
    "--process-per-site",
    "--renderer-process-limit=1",
    # Only the live server can be reached.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
PHONE = {"width": 360, "height": 740}


# There is no deadline, because a slow machine is not a bug of ours.
hypothesis.settings.register_profile(
    "same", deadline=None, derandomize=True, database=None, max_examples=50
)
hypothesis.settings.register_profile(
    "quick", deadline=None, derandomize=True, database=None, max_examples=20
)
hypothesis.settings.register_profile("new", deadline=None, print_blob=True)
hypothesis.settings.load_profile("same")

# The moment at which the tests' clock starts: a Wednesday evening in Paris. `make nightly` tries
# other moments.
CLOCK = os.environ.get("CLOCK", "2026-11-25T20:30:00+01:00")


# The fixtures with which a test commits what it writes, or starts a site that commits.
COMMITTING = {"transactional_db", "live_server", "database_url"}
TESTS = Path(__file__).parent
# The folders of tests about pages and the API.
OVER_HTTP = {"accounts", "api", "browser", "labo", "permissions", "scorekeeper", "views"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for running the tests on a second database."""
    parser.addoption("--database-only", action="store_true", help="leave out what needs but one")


def pytest_configure() -> None:
    """Set the clock, and compile the translations before any is loaded, which happens only once.

    Garbage collection is off while tests are collected: everything collected stays, so there is
    nothing to free.
    """
    gc.disable()
    time_machine.travel(datetime.fromisoformat(CLOCK), tick=True).start()
    compile_catalogs()
    keyed_writes.install()


def pytest_report_header() -> list[str]:
    """Return header lines with the tests' clock at the start and, at night, the seed of all new
    seeds.
    """
    return [f"CLOCK={CLOCK}", *([f"NIGHTLY_SEED={extents.SEED}"] if extents.SEED else [])]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules of which `_on_database` would leave out every test, so that they are not even
    loaded.
    """
    if not config.getoption("--database-only") or collection_path.suffix != ".py":
        return None
    if not _over_http(collection_path):
        return None
    words = "transaction=True", "both_databases", *COMMITTING
    text = collection_path.read_text(encoding="utf-8")
    return None if re.search("|".join(words), text) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--database-only`, deselect the tests whose outcome cannot depend on the database."""
    if not config.getoption("--database-only"):
        return
    left_in = [item for item in items if _on_database(item)]
    if config.getoption("markexpr") == "not nightly":
        left_in = _first_values(left_in)
    left = set(items) - set(left_in)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = left_in


def pytest_collection_finish() -> None:
    """Exclude the tests themselves from garbage collection: they are many, and they all stay."""
    gc.freeze()
    gc.enable()


def _on_database(item: pytest.Item) -> bool:
    """Return whether the test could end differently on another database; docs/testing.md has the
    rule.
    """
    if item.get_closest_marker("one_database"):
        return False
    if _commits(item) or item.get_closest_marker("both_databases"):
        return True
    asks = item.get_closest_marker("django_db") or "db" in getattr(item, "fixturenames", ())
    return bool(asks) and not _over_http(item.path)


def _first_values(items: list[pytest.Item]) -> list[pytest.Item]:
    """Keep only the first case of each parametrized test, since the others ask and store the same.

    Tests that commit or are marked `both_databases` keep all their cases; nightly cases are left
    out.
    """
    chosen, tried = [], set()
    for item in items:
        if item.get_closest_marker("nightly"):
            continue
        test = item.nodeid.partition("[")[0]
        each = item.get_closest_marker("both_databases") or _commits(item)
        if each or test not in tried:
            chosen.append(item)
            tried.add(test)
    return chosen


def _commits(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    if marked and marked.kwargs.get("transaction"):
        return True
    return bool(COMMITTING.intersection(getattr(item, "fixturenames", ())))


def _over_http(path: Path) -> bool:
    """Return whether a module tests pages or the API: what these store and read is tested
    elsewhere.
    """
    named = re.search("page|api", path.stem)
    return bool(named or OVER_HTTP.intersection(path.relative_to(TESTS).parts))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Do not create Django's permissions and content types, neither at first nor again after a
    test.

    The site uses neither, and creating them takes longer than emptying all tables.
    """
    post_migrate.disconnect(
        create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions"
    )
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def _writes_name_their_match() -> Iterator[None]:
    """Fail a test in which the site wrote rows of a match or tournament without naming it."""
    yield
    keyed_writes.check()


@pytest.fixture(autouse=True)
def _french_again() -> Iterator[None]:
    """Reset the thread's language to French after each test, since a request in English changes
    it.
    """
    yield
    translation.deactivate()


@pytest.fixture
def in_new_loop() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Return a function that runs a coroutine in a new thread, because this thread may hold the
    browser's event loop.
    """

    def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
        with ThreadPoolExecutor(max_workers=1) as executor:
            return executor.submit(asyncio.run, coroutine).result(timeout=60)

    return run


@pytest.fixture(scope="session")
def _files_are_kept() -> Iterator[None]:
    """Let the browsers cache the site's static files, as they do with the real server.

    The files are the same in all tests. A page asks for some thirty of them, which took a
    quarter of the time.
    """
    serve = StaticFilesHandlerMixin.serve

    def serve_cached(handler: StaticFilesHandlerMixin, request: HttpRequest) -> HttpResponseBase:
        response = serve(handler, request)
        patch_cache_control(response, max_age=3600, immutable=True)
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandlerMixin, "serve", serve_cached)
        yield


@pytest.fixture(scope="session")
def browser(_files_are_kept: None) -> Iterator[Browser]:
    """The system's Chromium. Without Chromium the test is skipped, or fails if
    `REQUIRE_BROWSER=1`.
    """
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
    """The page errors of a test; the test fails if any are left in the list.

    CSP violations are among them. A test that provokes an error clears the list afterwards.
    """
    errors: list[str] = []
    yield errors
    assert not errors, "the browser's console:\n" + "\n".join(errors)


@pytest.fixture(scope="session")
def idle_phones(browser: Browser) -> dict[str, list[BrowserContext]]:
    """The unused phones by their options. They are reused, because a new one costs as much as four
    pages.
    """
    return defaultdict(list)


@pytest.fixture
def new_phone(
    browser: Browser, idle_phones: dict[str, list[BrowserContext]], console_errors: list[str]
) -> Iterator[Callable[..., Page]]:
    """Return a function that makes independent phones (with their own cookies) of one page each.

    Keyword arguments go to the browser's context: `java_script_enabled`, `color_scheme`,
    `viewport`… Service workers are blocked unless `service_workers="allow"`, because no route
    sees what they fetch.
    """
    held: list[tuple[str, BrowserContext]] = []

    def make(**options: Any) -> Page:
        usual = {"viewport": PHONE, "locale": "fr-FR", "has_touch": True}
        options = {**usual, "service_workers": "block", **options}
        kind = repr(sorted(options.items()))
        idle = idle_phones[kind]
        context = idle.pop() if idle else browser.new_context(**options)
        context.set_default_timeout(10_000)
        held.append((kind, context))
        page = context.new_page()
        page.on("console", lambda message: _keep_error(message, console_errors))
        page.on("dialog", _leave)
        page.on("pageerror", lambda error: console_errors.append(str(error)))
        return page

    yield make
    for kind, context in held:
        _forget_all(context)
        idle_phones[kind].append(context)


def _leave(dialog: Dialog) -> None:
    """Accept the question whether to leave a page with unsent lines; dismiss every other dialog."""
    if dialog.type == "beforeunload":
        dialog.accept()
    else:
        dialog.dismiss()


def _forget_all(context: BrowserContext) -> None:
    """Remove all traces of a test from its phone: pages, cookies, storage.

    An empty page stays open, because without any page the browser would end the warm process.
    """
    session = context.new_cdp_session(context.new_page())
    for page in context.pages[:-1]:
        page.close()
    session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    session.detach()
    context.clear_cookies()
    context.set_offline(False)


@pytest.fixture
def page(new_phone: Callable[..., Page]) -> Page:
    """One phone at the table."""
    return new_phone()


def _keep_error(message: ConsoleMessage, errors: list[str]) -> None:
    if message.type == "error":
        errors.append(f"{message.text} ({message.location.get('url', '')})")

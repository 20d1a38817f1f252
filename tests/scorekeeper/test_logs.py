import logging
import sqlite3
import sys

import psycopg
import pytest
from django.db import OperationalError

from scorekeeper.logs import LineFormatter, OneEventFilter, cause_of


def record(name="scorekeeper", text="hello", *arguments, **extra):
    made = logging.getLogger(name).makeRecord(
        name, logging.INFO, "file.py", 1, text, arguments, None, extra=extra
    )
    return made


def line(*given, debug=False, **extra):
    return LineFormatter(debug=debug).format(record(*given, **extra))


def failing_record(name="django.request"):
    try:
        try:
            raise KeyError("Anne")
        except KeyError as error:
            raise ValueError("the name\nAnne is taken") from error
    except ValueError:
        made = record(name, "%s: %s", "Internal Server Error", "/parties/7K3QZ9WX/")
        made.exc_info = sys.exc_info()
        return made


def test_pairs_are_on_one_line():
    text = line("scorekeeper.requests", "request", fields={"view": "games:match", "ms": 12})
    assert " level=info logger=scorekeeper.requests event=request view=games:match ms=12" in text


def test_what_is_not_plain_is_quoted():
    assert 'event="two words\\nand \\"more\\""' in line("x", 'two words\nand "more"')


def test_a_bug_is_one_line_with_its_places_and_causes():
    text = LineFormatter().format(failing_record())
    assert "\n" not in text
    assert "error=ValueError" in text
    assert "KeyError at tests/scorekeeper/test_logs.py:" in text
    assert " ; then ValueError at tests/scorekeeper/test_logs.py:" in text


def test_a_bug_does_not_tell_what_someone_typed():
    text = LineFormatter().format(failing_record())
    assert "Anne" not in text
    assert "7K3QZ9WX" not in text
    assert "event=error" in text


def test_debug_shows_the_text_of_an_exception():
    assert "Anne is taken" in LineFormatter(debug=True).format(failing_record())


def test_a_suspicious_host_is_not_repeated():
    text = line("django.security.DisallowedHost", "Invalid HTTP_HOST header: 'anne.example'")
    assert "event=DisallowedHost" in text
    assert "anne" not in text


@pytest.fixture
def lines(monkeypatch):
    """Return the lines that the site's own handler would write."""
    written = []
    handler = logging.Handler()
    handler.emit = lambda made: written.append(LineFormatter().format(made))
    handler.addFilter(OneEventFilter())
    root = logging.getLogger()
    root.addHandler(handler)
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)


def pairs(text):
    return dict(part.split("=", 1) for part in text.split() if "=" in part)


def event_of(client, lines, *given, **how):
    """Make a request, and return the pairs of its only event."""
    lines.clear()
    client.get(*given, **how)
    (line,) = lines
    assert "event=request" in line
    return {name: pairs(line).get(name) for name in ("level", "view", "status", "cause", "code")}


@pytest.mark.django_db
def test_a_wrong_host_is_no_error_and_its_event_says_why(client, lines, settings):
    settings.ALLOWED_HOSTS = ["10.example.org"]
    event = event_of(client, lines, "/", headers={"host": "anne.example"})
    assert event == {
        "level": "warning", "view": "-", "status": "400", "cause": "DisallowedHost", "code": None,
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/tournois/", "/api/v1/matches/"])
def test_too_many_fields_are_no_error(client, lines, path):
    event = event_of(client, lines, path + "?" + "&".join(f"a{n}=1" for n in range(1500)))
    assert (event["level"], event["status"]) == ("warning", "400")
    assert event["cause"] == "TooManyFieldsSent"


def full(*_given, **_how):
    try:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error
    except sqlite3.OperationalError as cause:
        raise OperationalError("full") from cause


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("place", "path"),
    [
        ("scorekeeper.pages.views.home_club_of", "/"),
        ("games.api.games.GameList.get", "/api/v1/games/"),
    ],
)
def test_an_error_of_the_database_has_its_code(client, lines, monkeypatch, place, path):
    monkeypatch.setattr(place, full)
    client.raise_request_exception = False
    event = event_of(client, lines, path)
    assert (event["level"], event["status"]) == ("error", "503")
    assert (event["cause"], event["code"]) == ("OperationalError", "SQLITE_FULL")


def test_an_error_of_postgresql_has_its_state():
    error = OperationalError("no room")
    error.__cause__ = psycopg.errors.DiskFull("no room")
    assert cause_of(error) == {"cause": "OperationalError", "code": "53100"}


def test_no_event_is_a_bare_warning():
    made = record("django.dispatch", "a text with a path: /parties/7K3QZ9WX/")
    text = LineFormatter().format(made)
    assert "event=warning" not in text
    assert "7K3QZ9WX" not in text

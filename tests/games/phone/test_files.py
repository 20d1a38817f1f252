"""The phones' files: made together with the static files, small, and named by a hash of their
content.
"""

import gzip
import json
import os
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.templatetags.static import static
from django.test import override_settings
from django.urls import reverse

from games.match import permissions
from games.phone import rules
from games.phone.rules import rules_hash
from games.phone.scripts import bare_text
from games.registry import installed
from scorekeeper.server.static_files import is_of_a_match
from tests import factories

# The most compressed bytes that may be sent. With issue 15 the rules had 45 000; issue 34 added
# the rules of 10 000. What a place shows belongs to the rules too: 1500 bytes for the five
# games.
MOST = 47_000


compile_rules = cache(rules.compile_rules)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A separate site for which no files are made yet. Only the compilation itself is shared by all
    tests.
    """
    monkeypatch.setattr(rules, "compile_rules", compile_rules)
    storages = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    rules.up_to_date.cache_clear()
    with override_settings(
        PHONE_FILES=tmp_path / "made", STATIC_ROOT=tmp_path / "static", STORAGES=storages
    ):
        yield tmp_path
    rules.up_to_date.cache_clear()


def test_the_rules_of_all_games_are_small_enough_for_a_bad_network(monkeypatch):
    # Only the site's own games count: the toy is a game of the tests.
    games = [game for game in installed.games() if game.slug != "toy"]
    monkeypatch.setattr(installed, "games", lambda: games)
    assert len(gzip.compress(rules.compile_rules().text.encode(), 6)) <= MOST


def test_of_the_runtime_only_what_is_needed_is_sent():
    """A piece is sent if the program names it, if another piece that is sent names it, or if it
    changes the language's own objects.
    """
    pieces = [
        "function $used(x) {\nreturn $below(x);\n}",
        "const $below = (x) => x;",
        "class $Idle extends $Parent {\n}",
        "class $Parent {\n}",
        "let $counted = 0;",
        "$give(Array.prototype, {\nadd() {\n$counted++;\n},\n});",
        "function $used2() {\n}",
    ]
    expected = [pieces[0], pieces[1], pieces[4], pieces[5]]
    assert rules.needed(pieces, ["const x = $used(1);"]) == expected


def test_they_are_found_and_told_by_their_hash(elsewhere):
    path = Path(finders.find("phone/rules.js"))
    text = path.read_text()
    assert path == elsewhere / "made/phone/rules.js"
    assert f'const $RULES_HASH = "{rules_hash()}";' in text
    words = json.loads(Path(finders.find("phone/words.en.json")).read_text())
    assert words["language"] == "en"
    assert finders.find("phone/words.xx.json") is None
    assert finders.find("phone/../secret") is None


def test_what_did_not_change_is_not_compiled_again(elsewhere, monkeypatch):
    path, hash_before = Path(finders.find("phone/rules.js")), rules_hash()
    os.utime(path, (1, 1))
    rules.up_to_date.cache_clear()
    monkeypatch.delattr(rules, "compile_rules")
    assert (finders.find("phone/rules.js"), rules_hash()) == (str(path), hash_before)
    assert path.stat().st_mtime == 1  # `make run` assembles static files anew when one is newer
    assert not [entry for entry in path.parent.iterdir() if entry.name.startswith(".")]


def test_other_sources_are_compiled_again(elsewhere, monkeypatch):
    path = Path(finders.find("phone/rules.js"))
    before = path.read_text()
    rules.up_to_date.cache_clear()
    monkeypatch.setattr(rules, "_sources_digest", lambda: "other")
    finders.find("phone/rules.js")
    assert path.read_text().splitlines()[1:] == before.splitlines()[1:]
    assert path.read_text() != before


def test_collected_they_are_named_by_what_they_hold(elsewhere):
    call_command("collectstatic", interactive=False, verbosity=0)
    address = static("phone/rules.js")
    first, mark, last = address.split(".")
    assert (first, len(mark), last) == ("/static/phone/rules", 12, "js")
    collected = elsewhere / address.removeprefix("/")
    assert collected.read_text() == (elsewhere / "made/phone/rules.js").read_text()
    assert collected.with_name(f"{collected.name}.gz").exists()


def served(name: str) -> bytes:
    """Return a script as it is after the static files were collected."""
    text = Path(finders.find(name)).read_text()
    return (bare_text(text) if is_of_a_match(name) else text).encode()


def test_the_scripts_of_a_match_are_collected_without_comments(elsewhere):
    plain = settings.STORAGES | {
        "staticfiles": {"BACKEND": "scorekeeper.server.static_files.StaticFiles"}
    }
    with override_settings(STORAGES=plain):
        call_command("collectstatic", interactive=False, verbosity=0)
        for name in ("games/live.js", "dix-mille/pad.js", "django_htmx/htmx-2.min.js"):
            collected = elsewhere / static(name).removeprefix("/")
            text = Path(finders.find(name)).read_text()
            ours = text.startswith("//")
            assert ours != name.startswith("django")
            assert collected.read_text() == (bare_text(text) if ours else text)


@pytest.mark.django_db
@pytest.mark.parametrize("game", installed.games(), ids=lambda game: game.slug)
def test_the_scripts_of_a_match_are_small_enough_for_a_bad_network(game):
    """Our scripts count: those that the page names, and those that it loads when it is idle.

    htmx is not counted. Neither are the service worker and the compiled rules, which belong to
    no page.
    """
    match = factories.started(game.slug)
    phone = factories.browser()
    join = reverse("games:join", args=[match.pk, permissions.edit_token(match)])
    page = phone.get(join, follow=True).content.decode()
    named = set(re.findall(r"/static/([^\"\s]+\.js)\b", page))
    own = {name for name in named if not name.startswith(("django_htmx/", "phone/rules"))}
    assert {"games/outbox.js", "js/offline.js", "phone/play.js"} <= own
    weight = sum(len(gzip.compress(served(name), 9)) for name in own)
    assert weight <= 40_000, (weight, sorted(own))

"""Tests of claims in the documents that a program can check: lists, numbers, names, addresses."""

import re
import shutil
import subprocess
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.utils.translation import override

from games.registry import installed
from games.registry.game import Game
from scorekeeper.settings import RATES
from tournaments.formats import PACKAGES

ROOT = Path(settings.BASE_DIR)
GIT = shutil.which("git")
LIST = (GIT, "ls-files", "--cached", "--others", "--exclude-standard")
TRACKED = subprocess.check_output(LIST, cwd=ROOT, text=True).split() if GIT else []
pytestmark = [
    pytest.mark.one_database,
    pytest.mark.skipif(not TRACKED, reason="an export of the tree: git does not list its files"),
]
PAGES_OF_FOLDERS = [name for name in TRACKED if name.endswith("/README.md")]
DOCS = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
    *sorted(map(str, Path("docs").glob("*.md"))),
    *PAGES_OF_FOLDERS,
)
APPS = ("core", "clubs", "games", "jobs", "labo", "leaderboards", "ratelimits", "scorekeeper")
NUMBERS = {"five": 5, "six": 6, "eleven": 11, "twelve": 12, "thirteen": 13}
APPS = (*APPS, "bulletin", "tournaments", "transmission")
# A variable that uvicorn reads, not the site.
NOT_OURS = {"FORWARDED_ALLOW_IPS"}


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def quoted(text):
    """Return the texts between back quotes, outside code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))


def named(name):
    """Return the quoted names of a document, except those of the example game `plus_haut`."""
    return {text for text in quoted(read(name)) if "plus_haut" not in text}


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def in_table(text):
    """Return the names in capitals in the first column of Markdown tables."""
    return set(re.findall(r"^\| `([A-Z][A-Z_]+)` \|", text, flags=re.M))


@pytest.fixture(scope="module")
def code():
    """Return the whole code as one text: every tracked file that is not a document."""
    kinds = (".py", ".html", ".js", ".css", ".toml")
    names = [name for name in TRACKED if name.endswith(kinds) or name == "Makefile"]
    return "\n".join(read(name) for name in names if (ROOT / name).exists())


def test_the_readme_lists_the_games_that_are_installed():
    games = [game for game in installed.games() if game.folder.is_relative_to(ROOT / "games")]
    count, listed = re.search(r"(\w+) games are played:(.*?)\.\s", read("README.md"), re.S).groups()
    with override("fr"):
        names = [plain(str(game.name)).lower() for game in games]
    listed_names = re.findall(r"\*(.+?)\*", listed)
    assert all(
        name.startswith(start.lower()) for start, name in zip(listed_names, names, strict=True)
    )
    assert NUMBERS[count.lower()] == len(games)


def test_the_changelog_counts_the_formats_of_tournaments():
    count = re.search(r"- (\w+) formats, ", read("CHANGELOG.md")).group(1)
    # The toy format belongs to the tests and is not counted.
    own = [package for package in PACKAGES if package.startswith("tournaments.")]
    assert NUMBERS[count.lower()] == len(own)


def test_the_readme_lists_the_targets_of_the_makefile():
    targets = set(re.findall(r"^([a-z-]+):.*## ", read("Makefile"), flags=re.M))
    assert targets <= set(re.findall(r"make ([a-z-]+)", read("README.md")))
    targets_named = {
        target for name in DOCS for target in re.findall(r"`make ([a-z-]+)", read(name))
    }
    assert targets_named <= set(re.findall(r"^([a-z-]+):", read("Makefile"), flags=re.M))


def test_every_setting_of_the_environment_is_documented_and_no_other():
    known = set(re.findall(r'"((?:SCOREKEEPER_\w+|HOST|PORT|DATABASE_\w*URLS?))"', read_settings()))
    assert in_table(read("docs/deploy.md")) - NOT_OURS == known
    assert in_table(read("README.md")) <= known


def read_settings():
    return read("scorekeeper/environment.py")


def test_the_rates_of_the_deployment_page_are_those_of_the_settings():
    row = re.search(r"`SCOREKEEPER_RATE_LIMITS` \| `on` \| (.*)", read("docs/deploy.md")).group(1)
    numbers = {int(number) for number in re.findall(r"\d+", row)} - {429}
    assert numbers <= {often for often, _seconds in RATES.values()}


def test_the_fields_of_a_game_are_all_explained():
    explained = set(quoted(read("docs/adding-a-game.md")))
    assert {field.name for field in fields(Game)} - explained == set()


@pytest.mark.parametrize("name", DOCS, ids=str)
def test_commands_that_a_document_names_exist(name):
    commands = set(re.findall(r"manage\.py ([a-z_]+)", read(name)))
    assert commands - set(get_commands()) == set()


@pytest.mark.parametrize("name", DOCS, ids=str)
def test_files_and_folders_that_a_document_names_exist(name):
    paths = {path for path in named(name) if re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", path)}
    paths = {path for path in paths if path.endswith((".py", ".html", ".js", ".css", ".md", "/"))}
    known = {*TRACKED, *(str(parent) for path in TRACKED for parent in Path(path).parents)}
    known |= {path[at + 1 :] for path in known for at, sign in enumerate(path) if sign == "/"}
    assert {path for path in paths if path.rstrip("/") not in known} - MADE_LATER == set()


# Paths that are not in the repository. They are created when the site runs, when its static files
# are collected, or when the reader follows the document.
MADE_LATER = {"data/", ".venv/", "scorekeeper.sqlite3", "phone/play.js", "phone/fresh.js"}


@pytest.mark.parametrize("name", DOCS, ids=str)
def test_modules_and_functions_that_a_document_names_exist(name):
    dotted = rf"(?:{'|'.join(APPS)})(?:\.\w+)+"
    paths = {path for path in named(name) if re.fullmatch(dotted, path)}
    assert {path for path in paths - MADE_LATER if not exists(path)} == set()


def exists(dotted):
    parts = dotted.split(".")
    for at in range(len(parts), 0, -1):
        try:
            thing = import_module(".".join(parts[:at]))
        except ModuleNotFoundError:
            continue
        for part in parts[at:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False


@pytest.mark.parametrize("name", DOCS, ids=str)
def test_links_between_documents_lead_somewhere(name):
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(name))
    assert [
        target for target in targets if not (ROOT / name).parent.joinpath(target).exists()
    ] == []


def test_every_app_has_a_page_of_its_own_and_architecture_is_read_in_five_minutes():
    assert {f"{app}/README.md" for app in APPS} <= set(PAGES_OF_FOLDERS)
    assert {
        name: len(read(name).split()) for name in PAGES_OF_FOLDERS if len(read(name).split()) > 750
    } == {}
    assert len(read("docs/architecture.md").split()) <= 1300


def test_the_readme_walks_through_every_app():
    walk = re.search(r"## A walk through the folders\s+```(.*?)```", read("README.md"), re.S)
    folders = set(re.findall(r"^(\w+)/", walk.group(1), flags=re.M))
    top = {path.split("/")[0] for path in TRACKED if "/" in path and not path.startswith(".")}
    assert folders | {"static"} == top


def test_code_words_of_the_glossary_stand_in_the_code(code):
    words = {word for word in quoted(read("docs/glossary.md")) if re.fullmatch(r"\w+", word)}
    assert words - set(re.findall(r"\w+", code)) == set()


def test_no_file_was_committed_half_merged():
    mark = "<" * 7 + " "
    kinds = (".py", ".html", ".js", ".css", ".md", ".toml", ".po", ".svg")
    names = [name for name in TRACKED if name.endswith(kinds) and (ROOT / name).exists()]
    assert [name for name in names if f"\n{mark}" in f"\n{read(name)}"] == []

"""Rules for the source itself: nothing outside a game's folder names a game.

`make lint` checks the imports.
"""

import ast
import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from games.apps import GameConfig
from games.registry import installed

ROOT = Path(settings.BASE_DIR)
GAMES = [game for game in installed.games() if game.folder.is_relative_to(ROOT / "games")]
FOLDERS = [game.folder for game in GAMES]
# The only file outside the games that may name them: each game is installed by one line there.
EXCEPT = {ROOT / "scorekeeper" / "settings.py"}
SOURCES = (
    "scorekeeper",
    "core",
    "clubs",
    "jobs",
    "ratelimits",
    "games",
    "leaderboards",
    "tournaments",
    "transmission",
    "labo",
    "bulletin",
)
FILES = (
    "apps.py",
    "forms.py",
    "models.py",
    "serializers.py",
    "words.py",
    *(f"engine/{name}.py" for name in ("facts", "sample", "scoring")),
)


def sources(*suffixes):
    """Return the files of the site with these suffixes that belong to no game."""
    folders = [ROOT / name for name in (*SOURCES, "templates", "static") if (ROOT / name).exists()]
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in suffixes
        and path not in EXCEPT
        and not any(path.is_relative_to(game) for game in FOLDERS)
    ]


def names_in_python(text):
    """Return (line, text) of each place where Python names a game, or compares a slug with a
    constant.
    """
    slugs = {game.slug for game in GAMES}
    modules = {f"games.{folder.name}" for folder in FOLDERS}
    places, documentation = [], set()
    if not re.search(rf"\b({'|'.join(slugs | modules)}|games import|slug|game)\b", text):
        return places
    for node in ast.walk(ast.parse(text)):  # a docstring comes after what it documents
        if _documented(node):
            documentation.add(id(node.body[0].value))
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            if isinstance(node.value, str) and _names(node.value, slugs):
                places.append((node.lineno, node.value))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or node.names[0].name
            imported = {f"{module}.{alias.name}" for alias in node.names} | {module}
            if any(name == m or name.startswith(f"{m}.") for name in imported for m in modules):
                places.append((node.lineno, module))
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_is_slug(side) for side in sides) and any(
                isinstance(side, ast.Constant) for side in sides
            ):
                places.append((node.lineno, ast.unparse(node)))
    return places


def _documented(node):
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return (
        isinstance(node, kinds)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    )


def _is_slug(node):
    return isinstance(node, ast.Attribute) and node.attr in ("slug", "game")


def _names(text, slugs):
    return re.split("[:/]", text, maxsplit=1)[0] in slugs


def names_in_template(text):
    """Return (number, text) of each line of a template or script that names a game or tests a
    slug.
    """
    slugs = "|".join(re.escape(game.slug) for game in GAMES)
    wrong = re.compile(
        rf"""["'](?:{slugs})["':/]|slug\s*[!=]=\s*["']|["']\s*[!=]=\s*[\w.]*slug|data-game=["']\w"""
    )
    without_comments = re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", text, flags=re.S)
    lines = enumerate(without_comments.splitlines(), 1)
    return [(number, line.strip()) for number, line in lines if wrong.search(line)]


def naming(look, *suffixes):
    """Return what `look` finds in the text of each of the site's files, by file.

    Files in which it finds nothing are left out.
    """
    by_file = {
        str(path.relative_to(ROOT)): look(path.read_text(encoding="utf-8"))
        for path in sources(*suffixes)
    }
    return {name: places for name, places in by_file.items() if places}


def test_python_outside_a_game_names_no_game():
    assert naming(names_in_python, ".py") == {}


def test_a_template_or_script_outside_a_game_names_no_game():
    assert naming(names_in_template, ".html", ".js", ".txt") == {}


@pytest.mark.parametrize(
    "code",
    [
        'x = "dix"',
        'if game.slug == other and y == "dix": pass',
        "from games.dix import scoring",
        "import games.dix.models",
        "from games import dix",
        'if match.game == "yams": pass',
        'if "bataille" != game.slug: pass',
        'reverse("dix:cards")',
        'render("dix/pad.html")',
    ],
)
def test_the_scan_finds_python_that_names_a_game(code):
    assert names_in_python(code) != []


@pytest.mark.parametrize(
    "code",
    ['"""The jeu du dix."""', "game.slug == slug", 'x = "dixième"', "from games import registry"],
)
def test_the_scan_lets_the_rest_through(code):
    assert names_in_python(code) == []


@pytest.mark.parametrize(
    "text",
    [
        '{% if game.slug == "dix" %}',
        '{% if game.slug != "yams" %}',
        '{% include "dix/pad.html" %}',
        "{% url 'dix:cards' match.id %}",
        "if (document.body.dataset.game === 'dix') {",
        '<body data-game="dix">',
    ],
)
def test_the_scan_finds_a_template_that_names_a_game(text):
    assert names_in_template(text) != []


def test_every_game_is_one_folder_with_the_same_files():
    configs = [config for config in apps.get_app_configs() if isinstance(config, GameConfig)]
    assert [config.game.slug for config in configs] == [game.slug for game in installed.games()]
    for game in installed.games():
        missing = [name for name in FILES if not (game.folder / name).is_file()]
        rules = [
            name for name in ("rules.fr.md", "rules.en.md") if not (game.folder / name).is_file()
        ]
        assert (game.slug, missing, rules) == (game.slug, [], [])


def test_a_sixth_game_is_one_folder_and_one_line():
    """The toy game is complete, although nothing in the site names it but the list of apps."""
    toy = ROOT / "tests" / "toy"
    assert installed.game_of("toy").folder == toy
    knowing = [
        str(path.relative_to(ROOT))
        for name in (*SOURCES, "templates", "static")
        for path in sorted((ROOT / name).rglob("*"))
        if path.suffix in (".py", ".html", ".js", ".css")
        and re.search(r"\btoy\b", path.read_text(encoding="utf-8"))
    ]
    assert knowing == []


@pytest.mark.parametrize("game", installed.games(), ids=lambda game: game.slug)
def test_the_scoring_of_a_game_is_pure(game):
    """The modules in a game's `engine/` import neither Django nor models, requests or files."""
    pure = sorted((game.folder / "engine").rglob("*.py"))
    for path in pure:
        imported = {
            getattr(node, "module", None) or node.names[0].name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        impure = {
            name
            for name in imported
            if name.split(".")[0] in ("django", "rest_framework", "os", "pathlib", "clubs")
            or name in ("games.models", "games.queries", "games.services")
            or name.endswith(".models")
        }
        assert (path.name, impure) == (path.name, set())


# Class names that several modules may define, because each stands for one notion: an error or a
# write of each app; a database row and its counterpart in pure code; a form and the view or
# serializer that it belongs to.
SAID_BY_EACH_APP = {"Refused", "Denied", "Stale", "Conflict", "Writing", "WriteOutcome", "Action"}
STORED_AND_PURE = {"Entrant", "Round", "Table", "Result"}
ONE_MATTER = {"AddPasskey", "FigureField", "PlacePointsField", "RestScoreField"}
# Forms of things with the same name, and names that Django or a library prescribes.
USUAL = {"Command", "Handler", "ImportForm", "LinkForm", "_Text"}
# A class that every format's folder has.
IN_EACH_FORMAT = {"NewOptions", "AllOptions"}


def test_two_things_never_share_a_name():
    where = {}
    for path in sources(".py"):
        if "migrations" in path.parts:
            continue
        for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), flags=re.M):
            where.setdefault(name, []).append(str(path.relative_to(ROOT)))
    alike = {name: paths for name, paths in where.items() if len(paths) > 1}
    assert (
        alike.keys() - SAID_BY_EACH_APP - STORED_AND_PURE - ONE_MATTER - USUAL - IN_EACH_FORMAT
        == set()
    )


def test_no_serializer_only_describes_an_answer():
    # An answer is described by the `TypedDict` that the function making it returns, not by a
    # serializer.
    named = re.compile(r"^class \w+Answer\(.*serializer", flags=re.M | re.I)
    described = {str(path) for path in sources(".py") if named.search(path.read_text("utf-8"))}
    assert described == set()

"""A game still keeps score if its `analysis/` is removed from the source tree."""

import os
import shutil
import subprocess
import sys

import pytest

from scorekeeper.places import REPOSITORY

pytestmark = [pytest.mark.one_database, pytest.mark.nightly]

GIT = shutil.which("git")
GAMES = ("yams", "dix_mille", "maitre", "bataille", "dix")
CAPABILITIES = """
from games.registry.installed import game_of
game = game_of("{slug}")
assert not game.lab and game.judge is None and game.duplicate is None, game
assert game.chances is None and game.riddles is None
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of all the files that git lists."""
    if GIT is None or not (REPOSITORY / ".git").exists():
        pytest.skip("an export of the tree: git does not list its files")
    folder = tmp_path_factory.mktemp("without") / "tree"
    command = [GIT, "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(
        command, cwd=REPOSITORY, check=True, capture_output=True, text=True
    ).stdout
    for name in names.splitlines():
        if (REPOSITORY / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(REPOSITORY / name, folder / name)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_without_its_analysis_a_game_keeps_score(game, tree):
    shutil.rmtree(tree / "games" / game / "analysis")
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment |= {"PYTHONPATH": str(tree), "PYTEST_ADDOPTS": ""}

    def run(*command):
        done = subprocess.run(
            [sys.executable, *command], cwd=tree, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr

    slug = game.replace("_", "-")
    run("-c", "import django; django.setup()\n" + CAPABILITIES.format(slug=slug))
    tests = f"tests/games/{game}"
    # Its `engine/` imports nothing of `analysis/`: a contract of import-linter says so.
    own = [f"{tests}/test_{kind}.py" for kind in ("api", "pages")]
    run("-m", "pytest", "-q", *(name for name in own if (tree / name).exists()))

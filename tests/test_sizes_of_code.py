"""How long a file and a function may be, and how many modules lie loose in a folder."""

import ast
from collections import Counter
from fnmatch import fnmatch
from pathlib import PurePosixPath

from tests.test_private_names import ROOT, tracked

LINES_OF_A_FILE = 500
LINES_OF_A_FUNCTION = 40
# So many of all functions may be longer.
LONG_FUNCTIONS = 0.005
MODULES_OF_A_FOLDER = 20

# What is longer today. These lists only shrink: what is no longer above its limit must leave them.
LONG_FILES: set[str] = set()
FULL_FOLDERS: set[str] = set()
# Where functions are still longer. To be emptied once the whole tree keeps to the share.
LONG_FUNCTIONS_IN = {
    "games/*/analysis/*",
    "games/*/apps.py",
    "tournaments/*",
}


def sources() -> dict[str, str]:
    """The Python of the product by path, without tests and migrations."""
    return {
        path: (ROOT / path).read_text(encoding="utf-8")
        for path in tracked(".py")
        if not path.startswith("tests/") and "/migrations/" not in path
    }


SOURCES = sources()


def functions() -> list[tuple[str, str, int]]:
    """Every function: its file, its name, its lines."""
    return [
        (path, node.name, (node.end_lineno or 0) - node.lineno + 1)
        for path, text in SOURCES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_no_file_is_longer_than_five_hundred_lines():
    long = {path for path, text in SOURCES.items() if text.count("\n") > LINES_OF_A_FILE}
    assert sorted(long - LONG_FILES) == []
    assert sorted(LONG_FILES - long) == [], "no longer too long: leaves the list"


def test_no_folder_has_more_than_twenty_modules_of_its_own():
    modules = Counter(
        str(PurePosixPath(path).parent)
        for path in SOURCES
        if not path.endswith("__init__.py") and "/" in path
    )
    full = {folder for folder, count in modules.items() if count > MODULES_OF_A_FOLDER}
    assert sorted(full - FULL_FOLDERS) == []
    assert sorted(FULL_FOLDERS - full) == [], "no longer too full: leaves the list"


def test_hardly_any_function_is_longer_than_forty_lines():
    every = functions()
    long = [(path, name, lines) for path, name, lines in every if lines > LINES_OF_A_FUNCTION]
    most = LONG_FUNCTIONS * len(every)
    elsewhere = [
        function
        for function in long
        if not any(fnmatch(function[0], pattern) for pattern in LONG_FUNCTIONS_IN)
    ]
    assert len(elsewhere) <= most, elsewhere
    assert (len(long) > most) == bool(LONG_FUNCTIONS_IN), "the tree keeps to it: the list goes"

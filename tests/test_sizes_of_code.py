"""Limits on the length of files and functions, and on the number of modules in a folder."""

import ast
from collections import Counter
from pathlib import PurePosixPath

from tests.test_private_names import ROOT, tracked

LINES_OF_A_FILE = 500
LINES_OF_A_FUNCTION = 40
# The share of all functions that may be longer.
LONG_FUNCTIONS = 0.005
MODULES_OF_A_FOLDER = 20


def sources() -> dict[str, str]:
    """Return the text of the product's Python files by path, without tests and migrations."""
    return {
        path: (ROOT / path).read_text(encoding="utf-8")
        for path in tracked(".py")
        if not path.startswith("tests/") and "/migrations/" not in path
    }


SOURCES = sources()


def functions() -> list[tuple[str, str, int]]:
    """Return (path, name, number of lines) of every function."""
    return [
        (path, node.name, (node.end_lineno or 0) - node.lineno + 1)
        for path, text in SOURCES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_no_file_is_longer_than_five_hundred_lines():
    long = {path for path, text in SOURCES.items() if text.count("\n") > LINES_OF_A_FILE}
    assert sorted(long) == []


def test_no_folder_has_more_than_twenty_modules_of_its_own():
    modules = Counter(
        str(PurePosixPath(path).parent)
        for path in SOURCES
        if not path.endswith("__init__.py") and "/" in path
    )
    full = {folder for folder, count in modules.items() if count > MODULES_OF_A_FOLDER}
    assert sorted(full) == []


def test_hardly_any_function_is_longer_than_forty_lines():
    every = functions()
    long = [(path, name, lines) for path, name, lines in every if lines > LINES_OF_A_FUNCTION]
    assert len(long) <= LONG_FUNCTIONS * len(every), long

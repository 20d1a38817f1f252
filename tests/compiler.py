"""Prove that a request compiles nothing: every import that would load the compiler raises.

A module that was loaded before is in `sys.modules`, and the compiler with it. So the import
statement itself is watched. It raises for the compiler, for every module that imports the
compiler at its top, and for every module that imports one of those at its top.
"""

import ast
import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).parent.parent
COMPILER = "numba"
APPS = ("games", "labo", "leaderboards", "tournaments", "transmission", "bulletin", "scorekeeper")


class CompilerLoaded(BaseException):
    """Raised when a request would load the compiler. It is a BaseException so that no `except
    Exception` can catch it.
    """


@contextmanager
def no_compiler() -> Iterator[None]:
    """Raise `CompilerLoaded` within the block at each import that would load the compiler."""
    loading, usual = loading_modules(), builtins.__import__

    def watched(name, globals=None, locals=None, fromlist=(), level=0):
        base = name
        if level:
            package = (globals or {})["__package__"].split(".")
            base = ".".join([*package[: len(package) - level + 1], *filter(None, [name])])
        for module in (base, *(f"{base}.{part}" for part in fromlist or ())):
            if module.split(".")[0] == COMPILER or module in loading:
                raise CompilerLoaded(module)
        return usual(name, globals, locals, fromlist, level)

    with mock.patch.object(builtins, "__import__", watched):
        yield


@cache
def loading_modules() -> frozenset[str]:
    """Return every module of ours that cannot be imported without loading the compiler."""
    texts = {name: path.read_text() for name, path in modules()}
    loading = {COMPILER}
    while True:
        words = [name.split(".")[-2:] for name in loading]
        more = {
            name
            for name, text in texts.items()
            if name not in loading
            and any(all(word in text for word in pair) for pair in words)
            and any(
                module.split(".")[0] == COMPILER or module in loading
                for module in top_imports(text)
            )
        }
        if not more:
            return frozenset(loading)
        loading |= more


def modules() -> Iterator[tuple[str, Path]]:
    """Yield each of our modules: its dotted name and its path."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def top_imports(text: str) -> frozenset[str]:
    """Return what a module imports at its top level, not within functions nor only for type
    checking.
    """
    needed: set[str] = set()
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Import):
            needed |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            needed |= {statement.module}
            needed |= {f"{statement.module}.{alias.name}" for alias in statement.names}
    return frozenset(needed)

"""A request in which nothing may be compiled or loaded: whatever would bring the compiler raises.

A module that was loaded before stands in `sys.modules`, with the compiler behind it. So it is the
import statement that is watched: of the compiler, and of every module that imports it at its top,
or imports such a module there.
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
    """A request would load the compiler. No `Exception`: nothing on the way may catch it."""


@contextmanager
def no_compiler() -> Iterator[None]:
    """Raise `CompilerLoaded` at each import that would bring the compiler."""
    loading, usual = loading_modules(), builtins.__import__

    def watched(name, globals=None, locals=None, fromlist=(), level=0):
        base = name
        if level:
            package = (globals or {})["__package__"].split(".")
            base = ".".join([*package[: len(package) - level + 1], *filter(None, [name])])
        for one in (base, *(f"{base}.{part}" for part in fromlist or ())):
            if one.split(".")[0] == COMPILER or one in loading:
                raise CompilerLoaded(one)
        return usual(name, globals, locals, fromlist, level)

    with mock.patch.object(builtins, "__import__", watched):
        yield


@cache
def loading_modules() -> frozenset[str]:
    """Every module of ours that cannot be imported without the compiler."""
    texts = {name: path.read_text() for name, path in modules()}
    loading = {COMPILER}
    while True:
        words = [name.split(".")[-2:] for name in loading]
        more = {
            name
            for name, text in texts.items()
            if name not in loading
            and any(all(word in text for word in pair) for pair in words)
            and any(one.split(".")[0] == COMPILER or one in loading for one in top_imports(text))
        }
        if not more:
            return frozenset(loading)
        loading |= more


def modules() -> Iterator[tuple[str, Path]]:
    """Our modules, by their names."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def top_imports(text: str) -> frozenset[str]:
    """What a module imports when it is imported: not within functions, nor for the types alone."""
    needed: set[str] = set()
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Import):
            needed |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            needed |= {statement.module}
            needed |= {f"{statement.module}.{alias.name}" for alias in statement.names}
    return frozenset(needed)

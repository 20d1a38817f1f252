"""Lint of names that do not say what they hold: `make lint` refuses them in the Python files.

`python -m tests.words FOLDER…` checks other folders.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = (
    *("bench", "bulletin", "clubs", "core", "games", "jobs", "labo", "leaderboards", "ratelimits"),
    *("scorekeeper", "tournaments", "transmission"),
)
REFUSED = frozenset(("told", "said", "found", "kept", "one", "asked", "shown", "who"))
# Class attributes may have these names, because columns and keys of answers have them and are never
# renamed.
STORED = frozenset(("asked", "kept", "one", "shown"))


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of everything that a module itself names."""
    fields = {
        target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        for target in targets(line)
        if target.id in STORED
    }
    for node in ast.walk(tree):
        if node in fields:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def targets(line: ast.stmt) -> list[ast.Name]:
    """Return the names that a statement in a class body assigns."""
    assigned = [line.target] if isinstance(line, ast.AnnAssign) else []
    assigned += line.targets if isinstance(line, ast.Assign) else []
    return [target for target in assigned if isinstance(target, ast.Name)]


def refused(path: Path) -> list[tuple[int, str]]:
    """Return (line, name) of each refused name in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sorted((line, name) for line, name in names_in(tree) if name.strip("_") in REFUSED)


def files(folders: tuple[str, ...]) -> Iterator[Path]:
    """Yield the Python files of folders, without migrations."""
    for folder in folders:
        where = ROOT / folder
        for path in sorted(where.rglob("*.py")) if where.is_dir() else [where]:
            if "migrations" not in path.parts:
                yield path


def checked_tests() -> tuple[str, ...]:
    """Return the folders and files of `tests/` that `make lint` checks."""
    return tuple(
        f"tests/{path.name}"
        for path in sorted((ROOT / "tests").iterdir())
        if path.is_dir() or path.suffix == ".py"
    )


def main(folders: tuple[str, ...]) -> int:
    """Print the refused names with their places; return 1 if there are any, else 0."""
    count = 0
    for path in files(folders or (*PRODUCT, *checked_tests())):
        place = path.relative_to(ROOT).as_posix()
        for line, name in refused(path):
            print(f"{place}:{line}: {name}")
            count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))

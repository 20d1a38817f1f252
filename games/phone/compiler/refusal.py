"""The compiler's error for code that the phone could not run."""

import ast
from pathlib import Path


class NotForThePhone(Exception):
    """A construct that the compiler does not know: its file and line, and what to do about it."""

    def __init__(self, path: Path, node: ast.AST, what: str, instead: str = "") -> None:
        advice = instead or "write it otherwise, or teach it to the compiler (docs/phone.md)"
        super().__init__(f"{path}:{getattr(node, 'lineno', 1)}: {what}: {advice}")

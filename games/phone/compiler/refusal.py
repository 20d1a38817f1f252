"""The error for Python code that can't be compiled for the phone."""

import ast
from pathlib import Path


class NotForThePhone(Exception):
    """A construct that the compiler can't compile: its file and line, and what to write instead."""

    def __init__(self, path: Path, node: ast.AST, what: str, instead: str = "") -> None:
        advice = instead or "write it otherwise, or teach it to the compiler (docs/phone.md)"
        super().__init__(f"{path}:{getattr(node, 'lineno', 1)}: {what}: {advice}")

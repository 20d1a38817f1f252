"""Compiles pure Python to JavaScript, so that a phone scores by the same rules as the server.

Only the subset of Python in `subset.py` can be compiled; anything else is refused. No Django here.
"""

import re
from collections.abc import Callable, Iterable

from games.phone.compiler.definitions import Definitions
from games.phone.compiler.program import Program
from games.phone.compiler.refusal import NotForThePhone

__all__ = ["NotForThePhone", "compile_program", "tight"]

_TEXT = re.compile(r'("(?:[^"\\]|\\.)*")')
# `+` and `-` are left out, because removing the space of `a - -b` would make it `a--b`.
_SPACED = re.compile(r" ?([=<>!&|?:,{}()\[\];]+) ?")
# After these characters the line break can be left out.
_ENDED = re.compile(r"([;{},(])\n")


def compile_program(
    wanted: Iterable[tuple[str, str]], attributes: Iterable[str] = ()
) -> tuple[str, Callable[[str, str], str]]:
    """Return the JavaScript for the wanted definitions, and a function that returns their
    variables.

    The function takes a module and a name. `attributes` are the attributes of objects that the
    program receives; no class needs to declare them. Raise `NotForThePhone` for code that can't be
    compiled.
    """
    program = Program(wanted, attributes)
    written = [Definitions(program, module).write_module() for module in program.in_order()]
    return tight("\n".join(written)), program.variable


def tight(javascript: str) -> str:
    """Return compiled lines without the spaces that only readers need. Strings are not changed."""
    parts = _TEXT.split(javascript)
    parts[::2] = [_ENDED.sub(r"\1", _SPACED.sub(r"\1", part)) for part in parts[::2]]
    return "".join(parts)

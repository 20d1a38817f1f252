"""Compiles the rules of every installed game from the games' pure code into one JavaScript file."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from games.phone.compiler import compile_program, tight
from games.phone.scripts import bare_lines
from games.registry import installed
from games.registry.game import Game
from games.sheet import RuleError

HERE = Path(__file__).parent
# The files of the runtime, in the order in which JavaScript must read them.
RUNTIME = ("objects", "numbers", "collections", "comparing", "builtins", "decimals", "json")
HASH_DIGITS = 16
# The methods of a fold that the worker itself calls.
CALLED = ("add", "sheet")
_NAMED = re.compile(r"\$\w+")
_DEFINED = re.compile(r"(?:function\*?|class|const|let) (\$\w+)")


class Rules(NamedTuple):
    """The text of the JavaScript file, and the hash of the rules in it."""

    text: str
    hash: str


def compile_rules() -> Rules:
    """Compile the rules of all installed games and return them. Raise `NotForThePhone`."""
    games = installed.games()
    wanted, read = [_place(RuleError)], [*CALLED]
    for game in games:
        wanted += [_place(pure) for _name, pure in _compiled(game)]
        read += [*game.rules.model.rule_names(), *game.entry.model.data_names()]
    compiled, variable = compile_program(wanted, read)
    parts = [compiled, f"const $RuleError = {variable(*_place(RuleError))};"]
    declared = ",\n".join(_declaration(game, variable) for game in games)
    parts.append(f"const $GAMES = {{\n{declared}\n}};")
    worker = runtime_text("worker")
    pieces = [piece for name in RUNTIME for piece in _pieces(name)]
    rules = "\n".join([*needed(pieces, [*parts, worker]), *parts])
    digest = sha256(rules.encode()).hexdigest()[:HASH_DIGITS]
    head = f'"use strict";\nconst $RULES_HASH = "{digest}";\n'
    return Rules(f"{head}{rules}\n{worker}", digest)


def rules_hash() -> str:
    """Return the hash of the present rules. A phone sends the hash of its rules with each line."""
    return up_to_date().hash


@cache
def up_to_date() -> Rules:
    """Return the present rules. They are read from the file if it was made from the present
    sources; otherwise they are compiled again.
    """
    mark = f"// {_sources_digest()}\n"
    path = folder() / "rules.js"
    if path.exists():
        text = path.read_text(encoding="utf-8")
        if text.startswith(mark):
            return Rules(text, text.split('"', 4)[3])
    rules = compile_rules()
    marked = Rules(mark + rules.text, rules.hash)
    write(path, marked.text)
    return marked


def folder() -> Path:
    """Return the folder of the phones' files. It is beside the data, because the code may be
    read-only.
    """
    return Path(settings.PHONE_FILES) / "phone"


def write(path: Path, text: str) -> None:
    """Write a file atomically, and only if its text changes."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{sha256(text.encode()).hexdigest()[:HASH_DIGITS]}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def runtime_text(name: str) -> str:
    """Return a file of the runtime without comments and indents, which phones do not need."""
    return "\n".join(_pieces(name))


def _pieces(name: str) -> list[str]:
    """Return the definitions of a file of the runtime, one by one."""
    pieces: list[str] = []
    for line, bare in bare_lines(HERE / "runtime" / f"{name}.js"):
        # A line with a slash or a backtick is not shortened, because it may contain a pattern or a
        # string.
        text = bare if "/" in bare or "`" in bare else tight(bare)
        if pieces and line[0] in " })]":
            pieces[-1] += f"\n{text}"
        else:
            pieces.append(text)
    return pieces


def needed(pieces: Iterable[str], users: Iterable[str]) -> list[str]:
    """Return the pieces that `users` name, and all pieces that those need, in their order.

    A piece that defines no name is always kept, such as the method that all classes begin with.
    """
    all_pieces, waiting = list(pieces), set(_NAMED.findall("\n".join(users)))
    by_name = {
        definition[1]: piece for piece in all_pieces if (definition := _DEFINED.match(piece))
    }
    for piece in all_pieces:
        if not _DEFINED.match(piece):
            waiting.update(_NAMED.findall(piece))
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= set(_NAMED.findall(by_name.get(name, ""))) - reached
    return [
        piece
        for piece in all_pieces
        if not (definition := _DEFINED.match(piece)) or definition[1] in reached
    ]


def _compiled(game: Game) -> list[tuple[str, Callable[..., Any]]]:
    """Return a game's functions that are compiled, each with the name by which the worker calls
    it.
    """
    parts: list[tuple[str, Callable[..., Any]]] = [
        ("fold", game.fold),
        ("faults", game.rules.faults),
        ("taps", game.pad.entry_of),
        ("complete", game.pad.is_complete),
    ]
    if game.pad.state is not None:
        parts.append(("pad", game.pad.state))
    if game.place is not None:
        parts.append(("place", game.place.notes))
    return parts


def _declaration(game: Game, variable: Callable[[str, str], str]) -> str:
    """Return the JavaScript that describes a game to the worker."""
    parts = [f"{name}: {variable(*_place(pure))}" for name, pure in _compiled(game)]
    parts += [
        f"rules: {json.dumps(game.rules.model.rule_names())}",
        f"entry: {json.dumps(game.entry.model.data_names())}",
    ]
    return f"{json.dumps(game.slug)}: {{{', '.join(parts)}}}"


def _place(pure: Callable[..., Any]) -> tuple[str, str]:
    return pure.__module__, pure.__name__


def _sources_digest() -> str:
    """Return a digest of all files from which the rules may be compiled.

    A file too many does no harm: the rules are only compiled once more than necessary.
    """
    digest = sha256()
    for path in _sources():
        digest.update(path.read_bytes())
    for game in installed.games():
        digest.update(_declaration(game, "{}.{}".format).encode())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    yield from sorted(HERE.rglob("*.py"))
    yield from sorted(HERE.glob("runtime/*.js"))
    yield from sorted(HERE.parent.glob("*.py"))
    for game in installed.games():
        yield from sorted(game.folder.rglob("engine/*.py"))

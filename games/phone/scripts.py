"""The scripts of a page that plays without the server. Each is made of parts in `page/`."""

from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).parent / "page"
# The parts of each script, in the order in which a phone reads them. Only parts in the same folder
# see each other's names.
SCRIPTS = {
    "play.js": ("sentences", "templates", "play", "local"),
    "fresh.js": ("sentences", "local", "fresh"),
}
PLAY = ("worker", "match", "view", "pad", "painting", "preview", "taps", "server", "begin")
FOLDERS = {"play": PLAY}


def script_text(name: str) -> str:
    """Return a script, without comments, empty lines and indents."""
    return '"use strict";\n' + "".join(f"{_part(part)}\n" for part in SCRIPTS[name])


def _part(name: str) -> str:
    if name not in FOLDERS:
        return _read(f"{name}.js")
    return "{\n" + "\n".join(_read(f"{name}/{part}.js") for part in FOLDERS[name]) + "\n}"


def _read(path: str) -> str:
    return "\n".join(bare for _line, bare in bare_lines(PAGE / path))


def bare_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each line of a script that is neither empty nor a comment: as written, and stripped.

    No line of a script may begin inside a text between backticks.
    """
    return _bare_lines(path.read_text(encoding="utf-8"))


def bare_text(text: str) -> str:
    """Return the text of a script without comments, empty lines and indents."""
    return "".join(f"{bare}\n" for _line, bare in _bare_lines(text))


def _bare_lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        bare = line.strip()
        if bare and not bare.startswith("//"):
            yield line, bare

"""Writes a graph as a file, in several formats. Each format escapes names, because they may be
hostile.
"""

from collections.abc import Callable

from django.http import HttpResponse

from clubs.callers import Caller
from games.registry.game import Game
from transmission import stored_layout
from transmission.exports import drawn, gedcom, tables, texts
from transmission.graph_json import GraphData, graph_text, tell
from transmission.queries import Seen

Writer = Callable[[Seen, Caller], str | bytes]


def _of_told(write: Callable[[GraphData], str | bytes]) -> Writer:
    return lambda seen, caller: write(tell(seen, caller))


WRITERS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", _of_told(tables.to_csv)),
    "graphml": ("application/graphml+xml", _of_told(texts.to_graphml)),
    "gexf": ("application/gexf+xml", _of_told(texts.to_gexf)),
    "gedcom": ("text/vnd.familysearch.gedcom; charset=utf-8", _of_told(gedcom.to_gedcom)),
    "dot": ("text/vnd.graphviz; charset=utf-8", _of_told(texts.to_dot)),
    "json": ("application/json", lambda seen, caller: graph_text(seen, caller, None, {})),
    "svg": ("image/svg+xml", drawn.to_svg),
    "png": ("image/png", drawn.to_png),
}


# The ends of files' names, where they differ from the format.
_SUFFIXES = {"gedcom": "ged"}
# The most people of a graph whose file is made during the request. That takes half a second. For
# pictures the limit is the one of the layout.
TEXT_AT_ONCE = 5000


def at_once(kind: str, seen: Seen) -> bool:
    """Return whether a file of this kind is made during the request; otherwise a job makes it."""
    most = stored_layout.AT_ONCE if kind in ("svg", "png") else TEXT_AT_ONCE
    return len(seen.lineage) <= most


def content_of(kind: str, seen: Seen, caller: Caller) -> bytes:
    """Return a file of the whole graph that the caller sees.

    Raise `stored_layout.NotReady` for a picture of a large graph that has not been laid out.
    """
    _media_type, write = WRITERS[kind]
    body = write(seen, caller)
    return body.encode() if isinstance(body, str) else body


def named(kind: str, game: Game) -> tuple[str, str]:
    """Return the name and the media type of a file."""
    return f"transmission-{game.slug}.{_SUFFIXES.get(kind, kind)}", WRITERS[kind][0]


def sent(kind: str, game: Game, content: bytes) -> HttpResponse:
    """Return the response with which a browser downloads a file."""
    name, media_type = named(kind, game)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)

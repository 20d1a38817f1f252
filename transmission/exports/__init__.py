"""A graph as a file, in each format. Names are hostile until each format's own escape."""

from collections.abc import Callable

from django.http import HttpResponse

from clubs.callers import Caller
from transmission import plans
from transmission.exports import drawn, tables, texts
from transmission.queries import Seen
from transmission.telling import Told, tell

Writer = Callable[[Seen, Caller], str | bytes]


def _of_told(write: Callable[[Told], str | bytes]) -> Writer:
    return lambda seen, caller: write(tell(seen, caller))


WRITERS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", _of_told(tables.to_csv)),
    "graphml": ("application/graphml+xml", _of_told(texts.to_graphml)),
    "gexf": ("application/gexf+xml", _of_told(texts.to_gexf)),
    "dot": ("text/vnd.graphviz; charset=utf-8", _of_told(texts.to_dot)),
    "json": ("application/json", _of_told(tables.to_json)),
    "svg": ("image/svg+xml", drawn.to_svg),
    "png": ("image/png", drawn.to_png),
}


# Of so many people a text is made in half a second; a picture of as many as are laid out at once.
TEXT_AT_ONCE = 5000


def at_once(kind: str, seen: Seen) -> bool:
    """Say whether a file is made while one waits; else it is a job."""
    most = plans.AT_ONCE if kind in ("svg", "png") else TEXT_AT_ONCE
    return len(seen.lineage) <= most


def file_of(kind: str, seen: Seen, caller: Caller) -> tuple[str, str, bytes]:
    """Return the name, media type and content of the whole graph seen as a file.

    Raises `plans.NotReady` for the picture of a large one that has not been laid out.
    """
    media_type, write = WRITERS[kind]
    body = write(seen, caller)
    content = body.encode() if isinstance(body, str) else body
    return f"transmission-{seen.game.slug}.{kind}", media_type, content


def written(kind: str, seen: Seen, caller: Caller) -> HttpResponse:
    """Answer with the whole graph seen as a file to keep."""
    name, media_type, content = file_of(kind, seen, caller)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)

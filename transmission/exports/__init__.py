"""A graph as a file, in each format. Names are hostile until each format's own escape."""

from collections.abc import Callable

from django.http import HttpResponse

from clubs.callers import Caller
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


def written(kind: str, seen: Seen, caller: Caller) -> HttpResponse:
    """Return the whole graph seen as a file to keep.

    Raises `plans.NotReady` for the picture of a large one that has not been laid out.
    """
    media_type, write = WRITERS[kind]
    body = write(seen, caller)
    name = f"transmission-{seen.game.slug}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type=media_type, headers=headers)

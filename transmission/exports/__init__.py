"""A graph as a file, in each format. Names are hostile until each format's own escape."""

from collections.abc import Callable

from django.http import HttpResponse

from clubs.callers import Caller
from transmission.exports import drawn, tables, texts
from transmission.queries import Seen
from transmission.telling import Told, tell

Writer = Callable[[Told, Seen], str | bytes]

WRITERS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", lambda told, seen: tables.to_csv(told)),
    "graphml": ("application/graphml+xml", lambda told, seen: texts.to_graphml(told)),
    "gexf": ("application/gexf+xml", lambda told, seen: texts.to_gexf(told)),
    "dot": ("text/vnd.graphviz; charset=utf-8", lambda told, seen: texts.to_dot(told)),
    "json": ("application/json", lambda told, seen: tables.to_json(told)),
    "svg": ("image/svg+xml", drawn.to_svg),
    "png": ("image/png", drawn.to_png),
}


def written(kind: str, seen: Seen, caller: Caller) -> HttpResponse:
    """Return the whole graph seen as a file to keep."""
    media_type, write = WRITERS[kind]
    body = write(tell(seen, caller), seen)
    name = f"transmission-{seen.game.slug}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type=media_type, headers=headers)

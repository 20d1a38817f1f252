"""A graph as a picture: SVG at its own size, PNG at a size that a screen can show."""

from django.template.loader import render_to_string

from clubs.callers import Caller
from transmission import stored_layout
from transmission.exports.texts import xml_text
from transmission.queries import Seen


def to_svg(seen: Seen, caller: Caller) -> str:
    """Return an SVG that needs no style sheet. Raises `stored_layout.NotReady`."""
    context = {"picture": stored_layout.drawn(seen, caller), "title": str(seen.game.name)}
    return xml_text(render_to_string("transmission/graph.svg", context))


def to_png(seen: Seen, caller: Caller) -> bytes:
    """Return a PNG, shrunk to 10 000 pixels if it is larger. Raises `stored_layout.NotReady`."""
    return stored_layout.painted(seen, caller, "large")

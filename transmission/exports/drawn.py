"""A graph as a picture: SVG in full size, or PNG in a size that a screen can show."""

from django.template.loader import render_to_string

from clubs.callers import Caller
from transmission import stored_layout
from transmission.exports.texts import xml_text
from transmission.queries import Seen


def to_svg(seen: Seen, caller: Caller) -> str:
    """Return the graph as an SVG that needs no style sheet.

    Raise `stored_layout.NotReady` if a large graph has not been laid out.
    """
    context = {"picture": stored_layout.drawn(seen, caller), "title": str(seen.game.name)}
    return xml_text(render_to_string("transmission/graph.svg", context))


def to_png(seen: Seen, caller: Caller) -> bytes:
    """Return the graph as a PNG of at most 10 000 pixels on a side.

    Raise `stored_layout.NotReady` if a large graph has not been laid out.
    """
    return stored_layout.painted(seen, caller, "large")

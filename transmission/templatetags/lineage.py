"""Template filters for the drawing of a graph."""

from collections.abc import Mapping, Set
from typing import Any

from django import template
from django.utils.translation import gettext as _

from transmission.drawing import Arrow

register = template.Library()


@register.filter
def in_path(arrow: Arrow, steps: Set[tuple[int, int]]) -> bool:
    """Return whether a link is on the path that is shown."""
    return (arrow.teacher, arrow.learner) in steps


@register.filter
def at_line(fault: Mapping[str, Any]) -> str:
    """Return the sentence about a fault. If it concerns a line of a file, the sentence names the
    line.
    """
    field = str(fault.get("attr") or "")
    if not field.startswith("lines."):
        return str(fault["detail"])
    words = {"line": field.removeprefix("lines."), "told": fault["detail"]}
    return _("Ligne %(line)s : %(told)s") % words


@register.filter
def named(slug: str, names: Mapping[str, str]) -> Any:
    """Return the name of the club with this slug, or the slug if the name is not in `names`."""
    return names.get(slug, slug)

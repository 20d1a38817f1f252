"""Filters for the drawing of a graph."""

from collections.abc import Mapping, Set
from typing import Any

from django import template
from django.utils.translation import gettext as _

from transmission.drawing import Arrow

register = template.Library()


@register.filter
def in_path(arrow: Arrow, steps: Set[tuple[int, int]]) -> bool:
    """Say whether a link is on the path that is shown."""
    return (arrow.teacher, arrow.learner) in steps


@register.filter
def at_line(fault: Mapping[str, Any]) -> str:
    """Return the sentence of a file's fault, with its line."""
    field = str(fault.get("attr") or "")
    if not field.startswith("lines."):
        return str(fault["detail"])
    words = {"line": field.removeprefix("lines."), "told": fault["detail"]}
    return _("Ligne %(line)s : %(told)s") % words


@register.filter
def named(slug: str, names: Mapping[str, str]) -> Any:
    """Return the name of a club by its slug."""
    return names.get(slug, slug)

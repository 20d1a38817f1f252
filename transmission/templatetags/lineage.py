"""Filters for the drawing of a graph."""

from collections.abc import Mapping, Set
from typing import Any

from django import template

from transmission.picture import Arrow

register = template.Library()


@register.filter
def in_path(arrow: Arrow, steps: Set[tuple[int, int]]) -> bool:
    """Say whether a link is on the way that is shown."""
    return (arrow.teacher, arrow.learner) in steps


@register.filter
def named(slug: str, names: Mapping[str, str]) -> Any:
    """Return the name of a club by its slug."""
    return names.get(slug, slug)

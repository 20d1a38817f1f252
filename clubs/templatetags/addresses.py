"""The template tags for addresses of pages.

The settings make this library a builtin. So its tag `url` replaces Django's own `url` in every
template.
"""

from typing import Any

from django import template
from django.urls import reverse

from clubs.links.reach import reach_sentence
from core.addresses import absolute, page_address

register = template.Library()


@register.inclusion_tag("links/_reach.html")
def reach_of(url: str) -> dict[str, str]:
    """Write where an address works, and why, unless it works everywhere: `{% reach_of url %}`."""
    return {"sentence": reach_sentence(url)}


@register.simple_tag
def url(view_name: str, *args: Any, **kwargs: Any) -> str:
    """Return the address of a page: `{% url "games:match" match.id %}`."""
    return reverse(view_name, kwargs=kwargs) if kwargs else page_address(view_name, *args)


@register.simple_tag(takes_context=True)
def absolute_address(context: dict[str, Any], path: str) -> str:
    """Return the full address of a path, at the site's public address if it has one."""
    return absolute(context["request"], path)

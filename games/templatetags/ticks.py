"""A filter that shows the code in documentation texts on a page."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def ticks(text: object) -> SafeString:
    """Return HTML in which text between backticks is code; everything is escaped."""
    parts = enumerate(str(text).split("`"))
    pieces = (format_html("<code>{}</code>", part) if place % 2 else part for place, part in parts)
    return format_html_join("", "{}", ((part,) for part in pieces))

"""Addresses of pages in the templates.

The settings make this library a builtin, so its tag stands for Django's own in every template.
"""

from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.utils.html import conditional_escape

from clubs.addresses import page_address

register = template.Library()


class AddressNode(URLNode):
    """Django's node, for which an address is found once."""

    def render(self, context: Context) -> Any:
        """Return the address, or put it under its name."""
        args = [arg.resolve(context) for arg in self.args]
        name = self.view_name.resolve(context)
        plain = not self.kwargs and self.asvar is None
        if not (plain and isinstance(name, str) and all(type(arg) in (str, int) for arg in args)):
            return super().render(context)
        address = page_address(name, *args)
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Write the address of a page: `{% url "games:match" match.id %}`."""
    found = django_url(parser, token)
    return AddressNode(found.view_name, found.args, found.kwargs, found.asvar)

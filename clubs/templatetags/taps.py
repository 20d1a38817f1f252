"""A tag for forms that may be sent twice."""

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def client_id() -> SafeString:
    """Return the hidden field that identifies one sending of a form."""
    return format_html('<input type="hidden" name="client_id" value="{}">', uuid.uuid4())

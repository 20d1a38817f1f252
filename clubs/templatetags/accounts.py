"""Tags for the pages of accounts: whether passkeys work, and data for the script of passkeys."""

import ipaddress
import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest

register = template.Library()


def passkeys_work(request: HttpRequest) -> bool:
    """Return whether browsers allow passkeys here: a host name with https, or localhost."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    host = host if not request.get_host().endswith("]") else request.get_host()
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure() or host == "localhost" or host.endswith(".localhost")
    return False


@register.simple_tag(takes_context=True)
def passkeys_possible(context: dict[str, Any]) -> bool:
    """Return whether passkeys work at the address of the request."""
    request: HttpRequest = context["request"]
    return passkeys_work(request)


@register.filter
def as_json(value: Any) -> str:
    """Return data as JSON for an HTML attribute that a script reads. Django escapes the text."""
    return json.dumps(value, cls=DjangoJSONEncoder)

"""Refuses unknown host names on a club's network.

A page of another site may point its own host name at this machine (DNS rebinding). The browser
would then take this site for the other one, and let the page read and write open tables. Nobody can
do so with an IP address, so every IP address is served.
"""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from scorekeeper.middleware import refusal


class KnownHost:
    """Answers 421 to an unknown host name, with the setting to which it can be added."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request for an IP address or a known name; refuse any other."""
        name = (urlsplit(f"//{request.get_host()}").hostname or "").removesuffix(".")
        if is_address(name) or is_served(name):
            return self.get_response(request)
        sentence = _(
            "Ce carnet ne répond pas au nom %(name)s. L'ouvrir par l'adresse en chiffres que sa "
            "machine affiche au démarrage, ou ajouter ce nom, sur cette machine, au réglage "
            "SCOREKEEPER_HOSTS."
        )
        return refusal(request, 421, "unknown_host", sentence % {"name": name})


def is_address(host: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_served(name: str) -> bool:
    """Return whether the settings name a host: itself, its domain (`.example.org`), or `*`."""
    return any(
        served in ("*", name) or (served.startswith(".") and f".{name}".endswith(served))
        for served in map(str.lower, settings.SERVED_NAMES)
    )

"""On a club's network: which names the site answers to.

A page of elsewhere may have its own name lead to this machine (DNS rebinding). The browser then
takes the site for that page's, and lets it read and write open tables. An address has no name that
could be led astray, so every address is served.
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
    """Answers 421 to a name that is none of this machine's, and says which setting adds it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, if the site was asked by an address or by a name of its own."""
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
    """Say whether a host is an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_served(name: str) -> bool:
    """Say whether a name is one of the settings', which may be a domain (`.example.org`) or all."""
    return any(
        served in ("*", name) or (served.startswith(".") and f".{name}".endswith(served))
        for served in map(str.lower, settings.SERVED_NAMES)
    )

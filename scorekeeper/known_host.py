"""On a club's network: which names the site answers to.

A page of elsewhere may have its own name lead to this machine (DNS rebinding). The browser then
takes the site for that page's, and lets it read and write open tables. An address has no name that
could be led astray, so every address is served.
"""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from scorekeeper.middleware import refusal


class KnownHost:
    """Answers 421 to a name that is none of this machine's, and says which setting adds it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, if the site was asked by an address or by a name of its own."""
        name, _port = split_domain_port(request.get_host())
        if is_address(name) or validate_host(name, settings.SERVED_NAMES):
            return self.get_response(request)
        sentence = _(
            "Ce carnet ne répond pas au nom %(name)s. L'ouvrir par l'adresse en chiffres que sa "
            "machine affiche au démarrage, ou ajouter ce nom, sur cette machine, au réglage "
            "SCOREKEEPER_HOSTS."
        )
        return refusal(request, 421, "unknown_host", sentence % {"name": name})


def is_address(host: str) -> bool:
    """Say whether a host is an IP address, an IPv6 one in brackets."""
    try:
        ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True

"""Addresses of pages, including addresses that another phone can open."""

import socket
from functools import lru_cache
from typing import Literal, get_args
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix, get_urlconf, reverse

# An address that is reserved for documentation. `lan_address` names it without sending anything
# to it.
NOWHERE = ("192.0.2.1", 9)
# Names of this machine that only work on the machine itself.
HERE = ("localhost", "127.0.0.1", "[::1]")


def page_address(view_name: str, *args: str | int) -> str:
    """Return the address of a page, as Django's `reverse` does, from a cache if possible.

    The cache saves time, because a page has fifty links, and `reverse` tries one pattern after
    another for each of them.
    """
    return _page_address(get_urlconf(), get_script_prefix(), view_name, *args)


# The cache is `typed`, because 1 and True are equal but give different addresses.
@lru_cache(maxsize=10_000, typed=True)
def _page_address(urlconf: str | None, prefix: str, view_name: str, *args: str | int) -> str:
    return reverse(view_name, args=args)


def lan_address() -> str | None:
    """Return this machine's address on the local network, or None. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(NOWHERE)  # for UDP this only chooses a route
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith(("127.", "0.")) else address


def absolute(request: HttpRequest, path: str) -> str:
    """Return the full address of a page, at the site's public address if it has one.

    Otherwise the request's host is used, from which a proxy may have removed the port.
    """
    if settings.PUBLIC_URL is not None:
        return f"{settings.PUBLIC_URL}{path}"
    return request.build_absolute_uri(path)


def _local(host: str) -> bool:
    return host.startswith("127.") or host in ("localhost", "::1")


def only_here(url: str) -> bool:
    """Return whether an address only works on the serving machine, so that no phone can open it."""
    return _local(urlsplit(url).hostname or "")


Reach = Literal["public", "room", "machine"]
REACHES: tuple[Reach, ...] = get_args(Reach)


def reach_of(url: str) -> Reach:
    """Return from where an address of this site can be opened.

    `public`: from anywhere, because it is the site's public address. `room`: on the same network
    only. `machine`: on the serving machine only.
    """
    if only_here(url):
        return "machine"
    return "room" if settings.PUBLIC_URL is None else "public"


def shareable(request: HttpRequest, path: str) -> str:
    """Return the full address of a page, to be opened on another phone.

    « localhost » would lead that phone to itself. So this machine's address on the local network
    replaces it, if the machine has one and the server listens there.
    """
    if settings.PUBLIC_URL is not None:
        return absolute(request, path)
    host, colon, port = request.get_host().rpartition(":")
    if not port.isdecimal():
        host, colon, port = request.get_host(), "", ""
    address = lan_address() if host in HERE and not _local(settings.LISTENS_ON) else None
    if address is None:
        return absolute(request, path)
    return f"{request.scheme}://{address}{colon}{port}{path}"

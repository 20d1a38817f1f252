"""Addresses that another phone can open."""

import socket

from django.http import HttpRequest

# An address reserved for documentation: nothing is sent to it, see `lan_address`.
NOWHERE = ("192.0.2.1", 9)
# Names of the serving machine that work on that machine only.
HERE = ("localhost", "127.0.0.1", "[::1]")


def lan_address() -> str | None:
    """Return this machine's address on the local network, or None. Sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(NOWHERE)  # for UDP this only chooses a route
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith(("127.", "0.")) else address


def shareable(request: HttpRequest, path: str) -> str:
    """Return the whole address of a page, to be opened on another phone.

    « localhost » would lead that phone to itself. If there is an address on the local network, it
    is used instead.
    """
    host, colon, port = request.get_host().rpartition(":")
    if not port.isdecimal():
        host, colon, port = request.get_host(), "", ""
    address = lan_address() if host in HERE else None
    if address is None:
        return request.build_absolute_uri(path)
    return f"{request.scheme}://{address}{colon}{port}{path}"

"""Limits how often one caller may do something.

A scope's rate (`settings.RATES`) is the number of requests that are allowed in any period of a
given length. It is exact, even for requests at the same moment, because each request is counted in
one atomic step. Requests are counted in memory if one process serves (SQLite), in the database if
there may be several (PostgreSQL). A refused request does not count.
"""

import math
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, Protocol

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

from ratelimits.memory_store import MemoryStore
from ratelimits.shared_store import Shared


class Store(Protocol):
    """The counter of requests; times are in seconds."""

    def take(self, scope: str, caller: str, limit: int, period: int) -> bool:
        """Count a request and return True, or return False when there were too many."""

    def wait(self, scope: str, caller: str, limit: int, period: int) -> float:
        """Return how long until the next request is allowed; 0 or less if one is allowed now."""


in_memory, in_database = MemoryStore(), Shared()


def take(scope: str, caller: str, *, times: int = 1) -> int:
    """Count a request; return 0 or, if there were too many, the whole seconds to wait.

    `times` multiplies the number of requests that the scope's rate allows.
    """
    if not settings.LIMITED or _store().take(scope, caller, *_rate(scope, times)):
        return 0
    return max(1, wait(scope, caller, times=times))


def wait(scope: str, caller: str, *, times: int = 1) -> int:
    """Return the whole seconds until a request is allowed, 0 if it is now. Counts nothing."""
    if not settings.LIMITED:
        return 0
    return max(0, math.ceil(_store().wait(scope, caller, *_rate(scope, times))))


def _rate(scope: str, times: int) -> tuple[int, int]:
    limit, period = settings.RATES[scope]
    return limit * times, period


# The rate of an address, as a multiple of an account's. It is higher because a club's phones share
# an address.
SHARED = 5


def take_from(scope: str, request: HttpRequest | Any) -> int:
    """Count a request of the caller; return the whole seconds to wait, 0 if it is allowed.

    An account's requests are counted for the account and, with a wider limit, for its address.
    Otherwise one person with a hundred accounts would have a hundred rates. A visitor's requests
    are counted for the address.
    """
    user, seen = request.user, address(request)
    if not user.is_authenticated:
        return take(scope, seen)
    too_many_here = wait(scope, f"accounts {seen}", times=SHARED)
    return (
        too_many_here
        or take(scope, f"account {user.pk}")
        or take(scope, f"accounts {seen}", times=SHARED)
    )


def address(request: HttpRequest | Any) -> str:
    """Return the network from which the request reached the server. No header is trusted."""
    return network(str(request.META.get("REMOTE_ADDR", "")))


def network(text: str) -> str:
    """Return the part of an address that one caller can't change at will.

    For IPv4 it is the whole address. In IPv6 a caller has 2⁶⁴ addresses, so only the first half
    counts. A text that is not an address (a socket's) is returned unchanged.
    """
    try:
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, 64), strict=False).network_address)


def _store() -> Store:
    return in_database if connection.vendor == "postgresql" else in_memory

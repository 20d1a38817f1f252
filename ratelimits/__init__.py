"""How often one caller may do something.

A scope's rate (`settings.RATES`) is so many requests in any stretch of so many seconds. It is kept
to exactly, also when requests come at the same moment: each one is counted in one indivisible
step, in memory where one process serves (SQLite), in the database where there may be several
(PostgreSQL). A request that is refused does not count.
"""

import math
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, Protocol

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

from ratelimits.memory_store import Memory
from ratelimits.shared_store import Shared


class Store(Protocol):
    """Where requests are counted; times are in seconds."""

    def take(self, scope: str, caller: str, limit: int, period: int) -> bool:
        """Count a request and return True, or return False when there were too many."""

    def wait(self, scope: str, caller: str, limit: int, period: int) -> float:
        """Return how long until the next request will do; 0 or less when one would do now."""


in_memory, in_database = Memory(), Shared()


def take(scope: str, caller: str, *, times: int = 1) -> int:
    """Count a request; return 0, or, when there were too many, the whole seconds to wait.

    `times`: so many times the scope's rate is that caller's.
    """
    if not settings.LIMITED or _store().take(scope, caller, *_rate(scope, times)):
        return 0
    return max(1, wait(scope, caller, times=times))


def wait(scope: str, caller: str, *, times: int = 1) -> int:
    """Return the whole seconds until a request of that scope will do, 0 for none; count nothing."""
    if not settings.LIMITED:
        return 0
    return max(0, math.ceil(_store().wait(scope, caller, *_rate(scope, times))))


def _rate(scope: str, times: int) -> tuple[int, int]:
    limit, period = settings.RATES[scope]
    return limit * times, period


# So many times an account's rate may come from one address: a club's phones share it.
SHARED = 5


def take_from(scope: str, request: HttpRequest | Any) -> int:
    """Count a request of whoever asks; return the whole seconds to wait, 0 for none.

    An account is counted by itself and, more widely, by its address: else whoever makes a hundred
    accounts would have a hundred rates. Somebody without one is counted by the address.
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
    """Return the network that the server saw; what a header says of it is not believed here."""
    return network(str(request.META.get("REMOTE_ADDR", "")))


def network(text: str) -> str:
    """Return what of an address one caller can't change at will.

    An IPv4 address is one; of IPv6 a caller has 2⁶⁴ at hand, so the first half alone counts. What
    is no address (a socket's) stays as it is.
    """
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False).network_address)


def _store() -> Store:
    return in_database if connection.vendor == "postgresql" else in_memory

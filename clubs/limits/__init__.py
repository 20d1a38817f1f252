"""How often one caller may do something.

A scope's rate (`settings.RATES`) is so many requests in any stretch of so many seconds. It is kept
to exactly, also when requests come at the same moment: each one is counted in one indivisible
step, in memory where one process serves (SQLite), in the database where there may be several
(PostgreSQL). A request that is refused does not count.
"""

import math
from typing import Any, Protocol

from django.conf import settings
from django.db import connection
from django.http import HttpRequest

from clubs.limits.memory import Memory
from clubs.limits.shared import Shared


class Store(Protocol):
    """Where requests are counted; times are in seconds."""

    def take(self, scope: str, caller: str, limit: int, period: int) -> bool:
        """Count a request and return True, or return False when there were too many."""

    def wait(self, scope: str, caller: str, limit: int, period: int) -> float:
        """Return how long until the next request will do; 0 or less when one would do now."""


in_memory, in_database = Memory(), Shared()


def take(scope: str, caller: str) -> int:
    """Count a request; return 0, or, when there were too many, the whole seconds to wait."""
    if not settings.LIMITED or _store().take(scope, caller, *settings.RATES[scope]):
        return 0
    return max(1, wait(scope, caller))


def wait(scope: str, caller: str) -> int:
    """Return the whole seconds until a request of that scope will do, 0 for none; count nothing."""
    if not settings.LIMITED:
        return 0
    return max(0, math.ceil(_store().wait(scope, caller, *settings.RATES[scope])))


def address(request: HttpRequest | Any) -> str:
    """Return the address that the server saw; what a header says of it is not believed here."""
    return str(request.META.get("REMOTE_ADDR", ""))


def account_or_address(request: HttpRequest | Any) -> str:
    """Return who asks: the account, or the address of someone without one."""
    user = request.user
    return f"account {user.pk}" if user.is_authenticated else address(request)


def _store() -> Store:
    return in_database if connection.vendor == "postgresql" else in_memory

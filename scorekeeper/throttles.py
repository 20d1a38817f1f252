"""Rates of the API for one caller, by the kind of call."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from ratelimits import limits


class ByAction(BaseThrottle):
    """Reads, writes and starts each have a rate; a view names its unsafe one `write_scope`."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call in the scope of its method."""
        safe = request.method in SAFE_METHODS
        scope = "read" if safe else getattr(view, "write_scope", "write")
        self._wait = limits.take_from(scope, request)
        return self._wait == 0

    def wait(self) -> float:
        """Return the seconds to wait, once a call was refused."""
        return self._wait

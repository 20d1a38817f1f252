"""Rates of the API for one caller, by the kind of call."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from ratelimits import limits


class ByAction(BaseThrottle):
    """Reads, writes and starts each have a rate.

    A view with others names them: `read_scope`, and `write_scope` for what is unsafe.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call in the scope of its method."""
        safe = request.method in SAFE_METHODS
        name, usual = ("read_scope", "read") if safe else ("write_scope", "write")
        scope = getattr(view, name, usual)
        self._wait = limits.take_from(scope, request)
        return self._wait == 0

    def wait(self) -> float:
        """Return the seconds to wait, once a call was refused."""
        return self._wait

"""Rates of the API for one caller, by the kind of call."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from ratelimits import limits


class ByAction(BaseThrottle):
    """Limits a caller's rate: reads and writes each have a scope.

    A view with other scopes names them in `read_scope`, and in `write_scope` for unsafe methods.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call in the scope of its method, and return whether it is allowed."""
        safe = request.method in SAFE_METHODS
        name, usual = ("read_scope", "read") if safe else ("write_scope", "write")
        scope = getattr(view, name, usual)
        self._wait = limits.take_from(scope, request)
        return self._wait == 0

    def wait(self) -> float:
        """Return the seconds to wait after a refused call."""
        return self._wait

"""How often one caller may ask: by what the call does."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle


class ByDeed(ScopedRateThrottle):
    """Reads, writes and starts each have a rate; a view names its unsafe one `write_scope`."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Choose the scope by the method, then count as REST framework does."""
        safe = request.method in ("GET", "HEAD", "OPTIONS")
        view.throttle_scope = "read" if safe else getattr(view, "write_scope", "write")
        return super().allow_request(request, view)

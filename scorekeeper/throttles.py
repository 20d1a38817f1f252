"""How often one caller may ask: by what the call does."""

from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle


class ByDeed(ScopedRateThrottle):
    """Reads, writes and starts each have a rate; a view names its unsafe one `write_scope`."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Choose the scope by the method, then count as REST framework does."""
        safe = request.method in ("GET", "HEAD", "OPTIONS")
        view.throttle_scope = "read" if safe else getattr(view, "write_scope", "write")
        return super().allow_request(request, view)


class ByPage(SimpleRateThrottle):
    """The same rates for what is posted from a page: it counts with the API's calls."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def get_cache_key(self, request: HttpRequest, view: Any) -> str:
        """Count by account, or by address for those without one; as the API does."""
        user = request.user
        ident = user.pk if user.is_authenticated else self.get_ident(request)  # type: ignore[arg-type]
        return self.cache_format % {"scope": self.scope, "ident": ident}

"""How often one address may guess a secret."""

from typing import Any

from django.conf import settings
from rest_framework.throttling import SimpleRateThrottle


class FailedSignIns(SimpleRateThrottle):
    """Counts failures by address; beyond the rate even a right answer is not looked at."""

    scope = "sign_in"
    # Read off the rate by REST framework.
    duration: int | None
    num_requests: int | None

    def __init__(self, request: Any) -> None:
        super().__init__()
        self.key = self.get_cache_key(request, None)
        oldest = self.timer() - (self.duration or 0)
        self.history = [at for at in self.cache.get(self.key, []) if at > oldest]
        self.now = self.timer()

    def get_cache_key(self, request: Any, view: Any) -> str:
        """Count by address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    @property
    def blocked(self) -> bool:
        """Whether this address has failed too often of late."""
        return settings.LIMITED and len(self.history) >= (self.num_requests or 0)

    def count(self) -> None:
        """Take note of a failure."""
        self.cache.set(self.key, [self.now, *self.history], self.duration)

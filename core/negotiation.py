"""Content negotiation for calls that answer with a file or a stream."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request


class AnyAccept(BaseContentNegotiation):
    """Ignores what the caller accepts, for answers that are no JSON: a file or a stream."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the only parser there is."""
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Return the only renderer there is; errors are JSON."""
        return renderers[0], renderers[0].media_type

"""Content negotiation for calls whose answer is a file or a stream."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request


class AnyAccept(BaseContentNegotiation):
    """Content negotiation that ignores `Accept`, for answers that are files or streams."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the only parser there is."""
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Return the only renderer. Errors are rendered as JSON."""
        return renderers[0], renderers[0].media_type

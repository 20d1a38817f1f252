"""How a call is answered that sends a file or a stream."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request


class AnyAccept(BaseContentNegotiation):
    """For what is no JSON: a file or a stream is sent whatever the caller says it accepts."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the only parser there is."""
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Return the only renderer there is; errors are JSON."""
        return renderers[0], renderers[0].media_type

"""Answers travel compressed: a page is a fifth of itself, which a phone in a cellar notices."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# Pictures and archives are compressed already; a stream of events must leave at each event.
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
EVENTS = "text/event-stream"
# Bytes under which it is not worth the time: one packet carries them anyway.
LEAST = 1024


class Compression(GZipMiddleware):
    """Django's, for texts of some size.

    It pads each answer by a random length, and pages mask their CSRF token anew each time: how
    long a compressed answer is tells nothing of a secret in it (BREACH).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress what is worth it. A tag becomes a weak one; a 304 says what it hangs on too."""
        if response.status_code == 304:
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        kind = response.get("Content-Type", "")
        if not isinstance(response, HttpResponse) or not kind.startswith(TEXTS):
            return response
        if kind.startswith(EVENTS) or len(response.content) < LEAST:
            return response
        return super().process_response(request, response)

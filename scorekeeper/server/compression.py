"""Compresses answers: a page shrinks to a fifth, which helps on a slow phone network."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# Pictures and archives are compressed already. A stream of events compresses itself.
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
EVENTS = "text/event-stream"
# A smaller answer fits in one packet anyway.
LEAST = 1024


class Compression(GZipMiddleware):
    """Django's compression, for texts of at least `LEAST` bytes.

    It pads each answer by a random length, and pages mask their CSRF token anew for each answer. So
    the length of a compressed answer reveals nothing of a secret in it (BREACH).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress texts that are large enough, and set `Vary` on a 304.

        Compression makes the `ETag` of a text weak.
        """
        if response.status_code == 304:
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        kind = response.get("Content-Type", "")
        if not isinstance(response, HttpResponse) or not kind.startswith(TEXTS):
            return response
        if kind.startswith(EVENTS) or len(response.content) < LEAST:
            return response
        return super().process_response(request, response)

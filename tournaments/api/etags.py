"""API reads of tournaments with an `ETag`, so that a client knows whether anything has changed."""

from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin


class TaggedView(APIView):
    """A view whose reads carry an `ETag`; `If-None-Match` answers 304.

    The tag is computed from the answer, not from the version. The answer also depends on the
    caller's rights and language, and on names that change without the tournament.
    """

    answers_not_modified = True

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the tag to an answer; answer 304 to a client that has it already."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if request.method != "GET" or final.status_code != 200 or not isinstance(final, Response):
            return final
        tag = tag_of(final.render().content)  # rendered here, and sent unchanged
        known = [etag.removeprefix("W/") for etag in parse_etags(_if_none_match(request))]
        if tag in known or "*" in known:
            return HttpResponse(status=304, headers={"ETag": tag})
        final["ETag"] = tag
        return final


class TaggedViewSet(ViewSetMixin, TaggedView):
    """All calls about one resource. `urls` says which method answers which HTTP verb."""


def answer_text(request: Request, text: str) -> HttpResponse:
    """Answer a text that is JSON already, or 304 to a client that has it."""
    body = text.encode()
    headers = {"ETag": tag_of(body)}
    known = [etag.removeprefix("W/") for etag in parse_etags(_if_none_match(request))]
    if headers["ETag"] in known or "*" in known:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(body, content_type="application/json", headers=headers)


def tag_of(body: bytes) -> str:
    """Return the `ETag` of an answer."""
    return f'"{sha256(body).hexdigest()[:32]}"'


def _if_none_match(request: Request) -> str:
    return str(request.headers.get("If-None-Match", ""))

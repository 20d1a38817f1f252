"""The OpenAPI description: made at the start for each language; only an upgrade changes it."""

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.http import quote_etag
from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from games.api.matches import matches_etag
from scorekeeper.api.made_texts import made

Schema = dict[str, Any]


def document() -> Schema:
    """Return the description in the current language."""
    return _document(get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=len(settings.LANGUAGES))
def _document(language: str) -> Schema:
    with override(language):
        schema: Schema = json.loads(made("schema", schema_text))
    return schema


def schema_text() -> str:
    """Make the description in the current language, as JSON."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return json.dumps(schema, indent=2, ensure_ascii=False)


@lru_cache(maxsize=len(settings.LANGUAGES))
def _written(language: str) -> tuple[str, bytes]:
    """Return the `ETag` of the description, and its bytes."""
    with override(language):
        content = made("schema", schema_text).encode()
    return quote_etag(sha256(content).hexdigest()[:32]), content


class ApiSchema(SpectacularJSONAPIView):
    """The description of this API."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer the description, or 304 if `If-None-Match` has its `ETag`."""
        code = request.query_params.get("lang", "")
        language = code if code in dict(settings.LANGUAGES) else get_language()
        tag, content = _written(language or settings.LANGUAGE_CODE)
        if matches_etag(request, tag):
            return HttpResponse(status=304, headers={"ETag": tag})
        renderer = request.accepted_renderer
        return HttpResponse(content, content_type=renderer.media_type, headers={"ETag": tag})

"""Parses JSON bodies, and refuses those whose values could not be written in an answer."""

import json
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

OBJECT = serializers.Serializer[Any]()
# The most lists and objects in a body: an empty list is two characters, but takes sixty bytes once
# it is parsed. An exported file of 4 MiB has fewer.
MOST_INSIDE = 400_000


class StrictJSONParser(JSONParser):
    """Parses JSON of limited depth and size, and refuses lone surrogates, which can't be encoded.

    The body of a DELETE must be an object, because its values may be sent in the query instead.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the parsed body, or raise ParseError."""
        try:
            body = stream.read()
            if body.count(b"[") + body.count(b"{") > MOST_INSIDE:
                raise ParseError
            data = super().parse(BytesIO(body), media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
        except (ParseError, RecursionError, UnicodeEncodeError):
            raise ParseError(_("Ce JSON ne se lit pas.")) from None
        if parser_context and parser_context["request"].method == "DELETE":
            OBJECT.run_validation(data)
        return data

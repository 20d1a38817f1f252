"""Reads JSON bodies, and refuses those that no answer could quote."""

import json
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """JSON without lone surrogates, which no encoding can write, and without endless depth."""

    def parse(self, stream: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the parsed body; 400 `parse_error` otherwise."""
        try:
            data = super().parse(stream, *args, **kwargs)
            json.dumps(data, ensure_ascii=False).encode()
        except (ParseError, RecursionError, UnicodeEncodeError):
            raise ParseError(_("Ce JSON ne se lit pas.")) from None
        return data

"""How the OpenAPI description shows a body that is a list."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class Schema(AutoSchema):
    """Adds how many items such a body takes; the generator does this for fields only."""

    def _unwrap_list_serializer(self, serializer: Any, direction: Any) -> dict[str, Any] | None:
        found: dict[str, Any] | None = super()._unwrap_list_serializer(serializer, direction)
        listed = isinstance(serializer, serializers.ListSerializer)
        most = getattr(serializer, "max_length", None) if listed else None
        return found if found is None or most is None else {**found, "maxItems": most}

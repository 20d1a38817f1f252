"""The first answer of the API: where to go from there."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

# The starting points, by the name of their route.
STARTS = {
    "docs": "api-docs",
    "schema": "api-schema",
    "games": "game-list",
    "matches": "match-list",
    "players": "player-list",
    "clubs": "club-list",
    "tournaments": "tournament-list",
}


class IndexAnswer(serializers.Serializer[Any]):
    """Addresses on this site."""

    docs = serializers.CharField(help_text="For people: every call, its fields and its answers.")
    schema = serializers.CharField(help_text="For programs: the OpenAPI description.")
    games = serializers.CharField()
    matches = serializers.CharField()
    players = serializers.CharField()
    clubs = serializers.CharField()
    tournaments = serializers.CharField()


class ApiIndex(APIView):
    """Where to begin."""

    @extend_schema(operation_id="index", responses=IndexAnswer, tags=["index"])
    def get(self, request: Request) -> Response:
        """Name the documentation and the lists that one starts from."""
        return Response({name: reverse(route) for name, route in STARTS.items()})

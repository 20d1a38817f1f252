"""The first answer of the API: the addresses to start from."""

from typing import Annotated, TypedDict

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class IndexAnswer(TypedDict):
    """The addresses on this site at which to start."""

    docs: Annotated[str, "For people: every call, its fields and its answers."]
    schema: Annotated[str, "For programs: the OpenAPI description."]
    games: str
    matches: str
    players: str
    clubs: str
    tournaments: str


class ApiIndex(APIView):
    """The entry point of the API."""

    @extend_schema(operation_id="index", responses=IndexAnswer, tags=["index"])
    def get(self, request: Request) -> Response:
        """List the documentation and the lists to start from."""
        return Response(
            IndexAnswer(
                docs=reverse("api-docs"),
                schema=reverse("api-schema"),
                games=reverse("game-list"),
                matches=reverse("match-list"),
                players=reverse("player-list"),
                clubs=reverse("club-list"),
                tournaments=reverse("tournament-list"),
            )
        )

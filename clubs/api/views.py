"""Clubs and players over HTTP: enough to seat people by name."""

from typing import Any, cast

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs import services
from clubs.callers import Caller
from clubs.models import Club, Player, User
from clubs.paging import Pages
from clubs.queries import visible_clubs, visible_players
from clubs.shapes import NameField


class PlayerInput(serializers.Serializer[Any]):
    """A new player of a club."""

    name = NameField()
    club = serializers.CharField(max_length=60)


class PlayerAnswer(serializers.Serializer[Any]):
    """A player, under the name that the public may read."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    clubs = serializers.ListField(child=serializers.CharField())


class ClubInput(serializers.Serializer[Any]):
    """A new club."""

    name = NameField()
    slug = serializers.SlugField(max_length=60)
    city = NameField(required=False)


class ClubAnswer(serializers.Serializer[Any]):
    """A club."""

    name = serializers.CharField()
    slug = serializers.CharField()
    city = serializers.CharField(allow_blank=True)
    public = serializers.BooleanField()
    open_recording = serializers.BooleanField()


class ById(Pages):
    """Oldest first, in pages."""

    ordering = "id"
    page_size = 100


def caller_of(request: Request) -> Caller:
    """Return who is asking."""
    return Caller(user=cast("User", request.user))


def player_body(player: Player) -> dict[str, Any]:
    """Return a player as the API tells them, with the clubs that the query let be seen."""
    clubs = [entry.club.slug for entry in player.club_players.all()]
    return {"id": player.pk, "name": player.public_name, "clubs": clubs}


def club_body(club: Club) -> dict[str, Any]:
    """Return a club as the API tells it."""
    names = ("name", "slug", "city", "public", "open_recording")
    return {name: getattr(club, name) for name in names}


class PlayerList(ListAPIView[Player]):
    """Players: list them, add one to a club."""

    pagination_class = ById
    serializer_class = PlayerAnswer
    queryset = Player.objects.none()
    filter_backends = ()

    @extend_schema(
        operation_id="players_list",
        parameters=[
            OpenApiParameter("club", OpenApiTypes.STR),
            OpenApiParameter("name", OpenApiTypes.STR, description="A part of the name."),
        ],
        tags=["players"],
    )
    def get(self, request: Request) -> Response:
        """List players; `club` and `name` (a part of it) narrow the list."""
        asked = {
            name: request.query_params.get(name, "").replace("\0", "") for name in ("club", "name")
        }
        page = self.paginate_queryset(visible_players(caller_of(request), **asked)) or []
        return self.get_paginated_response([player_body(player) for player in page])

    @extend_schema(
        operation_id="players_add",
        request=PlayerInput,
        responses={201: PlayerAnswer},
        tags=["players"],
    )
    def post(self, request: Request) -> Response:
        """Add a player to a club. A name the club has already: 400 `name_taken`, and who has it."""
        caller = caller_of(request)
        serializer = PlayerInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        club = visible_clubs(caller).filter(slug=values["club"]).first()
        if club is None:
            text = _("Ce club n'existe pas.")
            raise ValidationError({"club": [ErrorDetail(text, code="club_unknown")]})
        player = services.add_player(club=club, name=values["name"], caller=caller)
        return Response(player_body(player), status=status.HTTP_201_CREATED)


class PlayerDetail(APIView):
    """One player."""

    @extend_schema(operation_id="players_read", responses=PlayerAnswer, tags=["players"])
    def get(self, request: Request, player_id: int) -> Response:
        """Read a player."""
        if player_id > 2**63 - 1:
            raise Http404
        player = visible_players(caller_of(request)).filter(pk=player_id).first()
        if player is None:
            raise Http404
        return Response(player_body(player))


class ClubList(APIView):
    """Clubs: list them, make one."""

    @extend_schema(operation_id="clubs_list", responses=ClubAnswer(many=True), tags=["clubs"])
    def get(self, request: Request) -> Response:
        """List the clubs that the caller may see."""
        clubs = visible_clubs(caller_of(request)).order_by("id")
        return Response([club_body(club) for club in clubs])

    @extend_schema(
        operation_id="clubs_make", request=ClubInput, responses={201: ClubAnswer}, tags=["clubs"]
    )
    def post(self, request: Request) -> Response:
        """Make a club; for now the site's owner alone may."""
        services.check_club_maker(caller_of(request))
        serializer = ClubInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        if Club.objects.filter(slug=values["slug"]).exists():
            text = _("Cette adresse est déjà celle d'un club.")
            raise ValidationError({"slug": [ErrorDetail(text, code="slug_taken")]})
        club = services.make_club(
            name=values["name"],
            slug=values["slug"],
            city=values.get("city", ""),
            caller=caller_of(request),
        )
        return Response(club_body(club), status=status.HTTP_201_CREATED)


class ClubDetail(APIView):
    """One club."""

    @extend_schema(operation_id="clubs_read", responses=ClubAnswer, tags=["clubs"])
    def get(self, request: Request, slug: str) -> Response:
        """Read a club."""
        club = visible_clubs(caller_of(request)).filter(slug=slug).first()
        if club is None:
            raise Http404
        return Response(club_body(club))

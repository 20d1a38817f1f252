"""Clubs and players over HTTP."""

from datetime import datetime
from typing import Any, TypedDict

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from clubs import services
from clubs.api.common import ById, PlayerAnswer, caller_of, club_of, player_body, player_of
from clubs.api.exactly_once import exactly_once
from clubs.api.guests import TraceAnswer, traces_body
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import JOINING_LENGTH, NOTICE_LENGTH, Club, Player
from clubs.queries import (
    ID_MAX,
    find_club,
    find_player,
    listed_clubs,
    look_alikes,
    visible_clubs,
    visible_players,
)
from clubs.services.players import CHOICES_SHOWN
from core.answers import answer_from
from core.errors import Refused
from core.shapes import BoundedDict, NameField, OptionalNameField, StrictSerializer

# More games than any site has.
PRESETS_MAX = 100


class PresetsField(BoundedDict):
    """The preset that each game offers first, by game.

    Both are checked only as short texts, because this app doesn't know the games.
    """

    child = serializers.CharField(max_length=40)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=PRESETS_MAX, **kwargs)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """Return the presets by game. A game's slug has the same maximum length as a preset's."""
        pairs: dict[str, str] = super().to_internal_value(data)
        return {self.child.run_validation(game): preset for game, preset in pairs.items()}


class PlayerInput(StrictSerializer):
    """A new player of a club, by `name`; or a player of another club, by id (`player`)."""

    name = NameField(required=False)
    player = serializers.IntegerField(required=False, min_value=1, max_value=ID_MAX)
    club = serializers.CharField(max_length=60)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the body has a `name` or a `player`."""
        if "name" not in attrs and "player" not in attrs:
            text = str(self.fields["name"].error_messages["required"])
            raise ValidationError({"name": [ErrorDetail(text, code="required")]})
        return attrs


class PlayerChanges(StrictSerializer):
    """The changes of a player."""

    name = OptionalNameField(required=False)
    shown = serializers.ChoiceField(choices=CHOICES_SHOWN, required=False)
    club = serializers.CharField(max_length=60, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse an empty name, unless it removes the club's own name for the player."""
        if "club" not in attrs and attrs.get("name") == "":
            raise Refused("name_blank", "name")
        return attrs


class LookAlikeAnswer(TypedDict):
    """A person on the list whose name looks like the new one, in other letters."""

    id: int
    name: str


class PlayerAddedAnswer(PlayerAnswer):
    """The new player; people whose names look like theirs, and may be the same person.

    `guest`: what a guest of this name did in the club before, for its officers. If they are one
    person, `POST clubs/{slug}/guests/` gives it to the player.
    """

    alike: list[LookAlikeAnswer]
    guest: list[TraceAnswer]


class ClubInput(StrictSerializer):
    """A new club."""

    name = NameField()
    slug = serializers.SlugField(max_length=60)
    city = OptionalNameField(required=False)


class ClubChanges(StrictSerializer):
    """The changes of a club. `default_presets` are the presets that are offered first, by game."""

    name = NameField(required=False)
    city = OptionalNameField(required=False)
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES], required=False
    )
    public = serializers.BooleanField(required=False)
    open_recording = serializers.BooleanField(required=False)
    logo_text = OptionalNameField(required=False, most=8)
    joining = serializers.CharField(required=False, allow_blank=True, max_length=JOINING_LENGTH)
    embeddable = serializers.BooleanField(required=False)
    default_presets = PresetsField(required=False)


class ClubAnswer(TypedDict):
    """A club."""

    name: str
    slug: str
    city: str
    language: str
    public: bool
    open_recording: bool
    logo_text: str
    joining: str
    embeddable: bool
    notice: str
    noticed_at: datetime | None
    confirmed_at: datetime | None
    default_presets: dict[str, str]


def club_body(club: Club) -> ClubAnswer:
    """Return a club as the API shows it."""
    presets = {chosen.game: chosen.preset for chosen in club.default_presets.all()}
    return answer_from(ClubAnswer, club, default_presets=presets)


class NoticeInput(StrictSerializer):
    """The line of the club's noticeboard; an empty one removes it."""

    text = serializers.CharField(allow_blank=True, max_length=NOTICE_LENGTH)


class PlayerList(ListAPIView[Player]):
    """Players: list them, add one to a club."""

    pagination_class = ById
    queryset = Player.objects.none()
    filter_backends = ()

    @extend_schema(
        operation_id="players_list",
        responses=PlayerAnswer,
        parameters=[
            OpenApiParameter("club", OpenApiTypes.STR),
            OpenApiParameter("name", OpenApiTypes.STR, description="A part of the name."),
        ],
        tags=["players"],
    )
    def get(self, request: Request) -> Response:
        """List players. `club` and `name` (a part of it) filter the list."""
        caller = caller_of(request)
        filters = {
            name: request.query_params.get(name, "").replace("\0", "") for name in ("club", "name")
        }
        page = self.paginate_queryset(visible_players(caller, **filters)) or []
        called_in(visible_clubs(caller).filter(slug=filters["club"]).first(), page)
        return self.get_paginated_response([player_body(player) for player in page])

    @extend_schema(
        operation_id="players_add",
        request=PlayerInput,
        responses={201: PlayerAddedAnswer},
        tags=["players"],
    )
    @exactly_once()
    def post(self, request: Request) -> Response:
        """Add a player to a club, by `name` or, from another club, by id (`player`).

        If the club has the name already, the answer is 400 `name_taken` with the player who has it.
        `alike` lists people whose names look the same in other letters (« Anne » with a Cyrillic
        « А »).
        """
        caller = caller_of(request)
        serializer = PlayerInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        club = _club_named(values["club"], caller)
        if "player" in values:
            player = player_of(values["player"], caller, "player")
            services.add_known_player(club=club, player=player, caller=caller)
        else:
            player = services.add_player(club=club, name=values["name"], caller=caller)
        alike = [
            LookAlikeAnswer(id=known.player, name=known.name)
            for known in look_alikes(club, player.name, caller)
        ]
        officer = caller.may("manage_players", club)
        body = PlayerAddedAnswer(
            **player_body(find_player(player.pk, caller)),
            alike=alike,
            guest=traces_body(club, player.name, caller) if officer else [],
        )
        return Response(body, status=status.HTTP_201_CREATED)


def _club_named(slug: str, caller: Caller) -> Club:
    """Return the club that a body names. Raise `ValidationError` `club_unknown` for any other."""
    club = visible_clubs(caller).filter(slug=slug).first()
    if club is None:
        text = _("Ce club n'existe pas.")
        raise ValidationError({"club": [ErrorDetail(text, code="club_unknown")]})
    return club


class PlayerDetail(APIView):
    """One player."""

    @extend_schema(operation_id="players_read", responses=PlayerAnswer, tags=["players"])
    def get(self, request: Request, player_id: int) -> Response:
        """Read a player. For the id of a merged player, the answer is the player who remains."""
        caller = caller_of(request)
        return Response(player_body(find_player(player_id, caller)))

    @extend_schema(
        operation_id="players_change",
        request=PlayerChanges,
        responses=PlayerAnswer,
        tags=["players"],
    )
    @exactly_once()
    def patch(self, request: Request, player_id: int) -> Response:
        """Rename a player, or choose how public pages name them (`full`, `initials`, `hidden`).

        With `club`, `name` is the name that this club uses for them (empty: their own). `shown` is
        then how its pages show them, and has an effect only if it is more careful than their own
        choice. The club's officers may do so. The answer is the player as the club names them.
        """
        caller = caller_of(request)
        player = find_player(player_id, caller)
        serializer = PlayerChanges(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        club = _club_named(values.pop("club"), caller) if "club" in values else None
        services.change_player(
            player=player,
            caller=caller,
            name=values.get("name"),
            visibility=values.get("shown"),
            club=club,
        )
        changed_player = find_player(player.pk, caller)
        called_in(club, [changed_player])
        return Response(player_body(changed_player))

    @extend_schema(
        operation_id="players_forget", request=None, responses={204: None}, tags=["players"]
    )
    @exactly_once()
    def delete(self, request: Request, player_id: int) -> Response:
        """Forget a person, for good. Their results stay, without a name.

        For the person themselves, for officers of every club that lists them, and for the site's
        owner. The person's account stays; `DELETE account/` deletes one's own account and person.
        """
        caller = caller_of(request)
        services.forget(player=find_player(player_id, caller), caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubList(ListAPIView[Club]):
    """Clubs: list them, found one."""

    pagination_class = ById
    queryset = Club.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="clubs_list", responses=ClubAnswer, tags=["clubs"])
    def get(self, request: Request) -> Response:
        """List the clubs that the caller may see.

        A club that the site's owner has not confirmed yet (`confirmed_at` null) is listed only to
        its people and to that owner.
        """
        clubs = listed_clubs(caller_of(request)).prefetch_related("default_presets")
        page = self.paginate_queryset(clubs) or []
        return self.get_paginated_response([club_body(club) for club in page])

    @extend_schema(
        operation_id="clubs_make", request=ClubInput, responses={201: ClubAnswer}, tags=["clubs"]
    )
    @exactly_once()
    def post(self, request: Request) -> Response:
        """Found a club. Any account may do so, and becomes its owner.

        Until the site's owner has confirmed it (`confirmed_at`), the boards and records of the
        whole site leave it out, and its officers may not send large bodies.
        """
        caller = caller_of(request)
        services.check_club_maker(caller)
        serializer = ClubInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        club = services.make_club(caller=caller, **serializer.validated_data)
        return Response(club_body(club), status=status.HTTP_201_CREATED)


class OneClub(ViewSet):
    """One club: its settings, its noticeboard, its confirmation by the site's owner."""

    write_scope = "write"

    @extend_schema(operation_id="clubs_read", responses=ClubAnswer, tags=["clubs"])
    def read(self, request: Request, slug: str) -> Response:
        """Read a club."""
        return Response(club_body(find_club(slug, caller_of(request))))

    @extend_schema(
        operation_id="clubs_change", request=ClubChanges, responses=ClubAnswer, tags=["clubs"]
    )
    @exactly_once()
    def change(self, request: Request, slug: str) -> Response:
        """Change a club's settings; its owners may."""
        caller = caller_of(request)
        club = club_of(slug, caller, "manage_club", "owner_needed")
        serializer = ClubChanges(data=request.data)
        serializer.is_valid(raise_exception=True)
        changed = services.change_club(club=club, changes=serializer.validated_data, caller=caller)
        return Response(club_body(changed))

    @extend_schema(
        operation_id="clubs_notice", request=NoticeInput, responses=ClubAnswer, tags=["clubs"]
    )
    @exactly_once()
    def notice(self, request: Request, slug: str) -> Response:
        """Write the line of the club's noticeboard, or remove it; its officers may."""
        caller = caller_of(request)
        club = club_of(slug, caller, "write_notice", "officer_needed")
        serializer = NoticeInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        text = serializer.validated_data["text"]
        return Response(club_body(services.post_notice(club=club, text=text, caller=caller)))

    @extend_schema(operation_id="clubs_confirm", request=None, responses=ClubAnswer, tags=["clubs"])
    @exactly_once()
    def confirm(self, request: Request, slug: str) -> Response:
        """Confirm a club; the site's owner may.

        Matches played there before count too, from the time when they were played.
        """
        caller = caller_of(request)
        club = services.confirm_club(club=find_club(slug, caller), caller=caller)
        return Response(club_body(club))

    @extend_schema(operation_id="clubs_delete", request=None, responses={204: None}, tags=["clubs"])
    @exactly_once()
    def remove(self, request: Request, slug: str) -> Response:
        """Delete a club that nobody uses; the site's owner may."""
        caller = caller_of(request)
        services.delete_club(club=find_club(slug, caller), caller=caller)
        return Response(status=204)

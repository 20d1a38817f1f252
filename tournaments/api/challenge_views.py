"""Challenges over HTTP: a challenge's table, how it counts, and the tables entered by hand."""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from clubs.api.exactly_once import exactly_once
from clubs.lists.reading import ListFault
from clubs.models import Club
from clubs.queries import ID_MAX
from core.answers import OneOf, answer_from
from core.negotiation import AnyAccept
from core.paging import Pages
from core.shapes import BoundedList, NameField, StrictSerializer
from core.table_files import TABLE_ANSWERS, TABLE_QUERY, one_table
from games.api.reading import find_club, find_game
from games.callers import api_caller
from games.entry.shapes import StrictBoolean, StrictInteger
from tournaments import queries, services
from tournaments.api.inputs.serializers import FigureField
from tournaments.api.reading import club_of, fault
from tournaments.challenges import queries as challenges
from tournaments.challenges.presentation import file_rows, heads, plain
from tournaments.challenges.queries import ChallengeTable
from tournaments.models import Challenge
from tournaments.services import ChallengeAsked, Writing

TAGS = ["challenges"]
COUNT_MAX = 1000
POINTS_MAX = 1_000_000


class ChallengePatch(StrictSerializer):
    """The fields of a challenge to change.

    If `tournaments` is null, all tournaments that match its clubs and game count.
    """

    name = NameField(required=False)
    clubs = BoundedList(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=50,
        help_text="The slugs of the other clubs that take part.",
    )
    first = serializers.DateField(required=False)
    last = serializers.DateField(required=False)
    game = serializers.CharField(max_length=40, required=False, allow_null=True)
    tournaments = BoundedList(
        child=serializers.CharField(max_length=40),
        required=False,
        allow_null=True,
        max_length=500,
    )
    scale = serializers.ChoiceField(choices=Challenge.Scale.choices, required=False)
    places = BoundedList(child=FigureField(), required=False, max_length=200)
    worth = StrictInteger(required=False, min_value=0, max_value=POINTS_MAX)
    coming = StrictInteger(required=False, min_value=0, max_value=POINTS_MAX)
    best = StrictInteger(required=False, allow_null=True, min_value=1, max_value=COUNT_MAX)
    worst = StrictInteger(required=False, allow_null=True, min_value=0, max_value=COUNT_MAX)
    pairs = StrictBoolean(required=False)
    nights = StrictBoolean(
        required=False, help_text="Evenings of ordinary matches of its clubs count too."
    )
    lots = StrictBoolean(
        required=False,
        help_text="Those who are equal by all criteria are parted by lots; else they share a rank.",
    )


class ChallengeInput(ChallengePatch):
    """A challenge to create."""

    name = NameField()
    club = serializers.CharField(max_length=60, required=False, allow_null=True)
    first = serializers.DateField()
    last = serializers.DateField()


class EnteredTableInput(StrictSerializer):
    """An evening's table, one line for each place, best first. A line may end with the points."""

    name = NameField()
    date = serializers.DateField()
    text = serializers.CharField(max_length=60_000)


class ChallengeLine(TypedDict):
    """A challenge, and how it counts."""

    id: str
    name: str
    club: str
    clubs: Annotated[list[str], {"maxItems": 50}]
    first: dt.date
    last: dt.date
    game: str | None
    tournaments: Annotated[list[str] | None, {"maxItems": 500}]
    scale: Annotated[str, OneOf(Challenge.Scale.choices)]
    places: Annotated[list[Annotated[float, OpenApiTypes.NUMBER]], {"maxItems": 200}]
    worth: int
    coming: int
    best: int | None
    worst: int | None
    pairs: bool
    nights: bool
    lots: bool
    seed: str
    frozen_at: dt.datetime | None


class SeasonEveningAnswer(TypedDict):
    """An evening that counts: a tournament, a table entered by hand, or ordinary matches."""

    key: str
    name: str
    date: dt.date
    tournament: str | None
    table: int | None
    running: bool


class SeasonPersonAnswer(TypedDict):
    """A person of the table. `player` is set if the club shows who they are."""

    player: int | None
    name: str


class SeasonResultAnswer(TypedDict):
    """A competitor's result of an evening: place `rank` of `of`, the points, and if it counts."""

    evening: str
    rank: int
    of: int
    points: float
    won: int
    counts: bool


class SeasonRowAnswer(TypedDict):
    """A line of the table. `decided_by`: why it is below the line above.

    `tied`: it shares its rank with another line.
    """

    rank: int
    people: list[SeasonPersonAnswer]
    total: float
    coming: float
    struck: int
    decided_by: str | None
    tied: bool
    results: list[SeasonResultAnswer]


class ChallengeAnswer(ChallengeLine):
    """A challenge with its evenings and its table."""

    evenings: list[SeasonEveningAnswer]
    table: list[SeasonRowAnswer]


def line_body(challenge: Challenge) -> ChallengeLine:
    """Return a challenge and how it counts."""
    chosen = list(challenge.tournaments.values_list("pk", flat=True)) if challenge.chosen else None
    return answer_from(
        ChallengeLine,
        challenge,
        club=challenge.club.slug,
        clubs=sorted(club.slug for club in challenge.clubs.all()),
        game=challenge.game or None,
        tournaments=chosen,
    )


COUNTING = ("scale", "places", "worth", "coming", "best", "worst", "pairs", "nights", "lots")


def whole_body(challenge: Challenge) -> ChallengeAnswer:
    """Return a challenge with its table."""
    table = ChallengeTable(challenge)
    evenings = [answer_from(SeasonEveningAnswer, evening) for evening in table.played.descriptions]
    rows: list[SeasonRowAnswer] = [
        {
            "rank": line.rank,
            "people": [
                {"player": person.player, "name": person.name} for person in table.names(line)
            ],
            "total": plain(line.total),
            "coming": plain(line.coming),
            "struck": line.struck,
            "decided_by": line.decided_by,
            "tied": line.tied,
            "results": [
                answer_from(SeasonResultAnswer, result, evening=key, points=plain(result.points))
                for key in (evening.key for evening in table.played.descriptions)
                if (result := line.results.get(key)) is not None
            ],
        }
        for line in table.lines
    ]
    return {**line_body(challenge), "evenings": evenings, "table": rows}


def _values(request: Request, shape: type[StrictSerializer]) -> dict[str, Any]:
    serializer = shape(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _read(request: Request, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return posted values for the services, with clubs, tournaments and game looked up."""
    resolved = dict(values)
    caller = api_caller(request)
    if "game" in resolved:
        resolved["game"] = find_game(resolved["game"]).slug if resolved["game"] else ""
    if "clubs" in resolved:
        clubs_by_slug = {slug: find_club(slug, caller) for slug in resolved["clubs"]}
        resolved["clubs"] = [club for club in clubs_by_slug.values() if isinstance(club, Club)]
    if resolved.get("tournaments") is not None:
        ids = set(resolved["tournaments"])
        rows = list(queries.visible(caller).filter(pk__in=ids))
        if len(rows) != len(ids):
            raise fault("tournament_elsewhere", "tournaments")
        resolved["tournaments"] = rows
    return resolved


class NewestChallenges(Pages):
    """Pages of challenges, the last to end first."""

    ordering = ("-last", "-created_at", "-id")


class ChallengeList(ListAPIView[Challenge]):
    """Challenges: list them, create one."""

    pagination_class = NewestChallenges
    filter_backends = ()
    queryset = Challenge.objects.none()

    @extend_schema(
        operation_id="challenges_list",
        responses=ChallengeLine,
        parameters=[OpenApiParameter("club", OpenApiTypes.STR)],
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        """List the challenges that the caller may see."""
        rows = challenges.visible(api_caller(request))
        slug = request.query_params.get("club")
        if slug:
            rows = rows.filter(club__slug=slug)
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response([line_body(challenge) for challenge in page])

    @extend_schema(
        operation_id="challenges_make",
        request=ChallengeInput,
        responses={201: ChallengeAnswer, 200: ChallengeAnswer},
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request) -> Response:
        """Create a challenge of a club. The caller must run the club's tournaments."""
        values = _values(request, ChallengeInput)
        caller = api_caller(request)
        club = club_of(values, Writing(caller))
        resolved = _read(request, values)
        terms = ChallengeAsked(
            club=club,
            name=resolved["name"],
            first=resolved["first"],
            last=resolved["last"],
            values={name: resolved[name] for name in ("game", *COUNTING) if name in resolved},
            clubs=resolved.get("clubs", ()),
            tournaments=resolved.get("tournaments"),
        )
        challenge = services.make_challenge(terms=terms, caller=caller)
        return Response(whole_body(challenge), status.HTTP_201_CREATED)


class ChallengeExport(APIView):
    """A challenge's table as a file."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="challenges_export", responses=TABLE_ANSWERS, parameters=TABLE_QUERY, tags=TAGS
    )
    def get(self, request: Request, challenge_id: str) -> HttpResponse:
        """Export a challenge's table as CSV or a workbook (.xlsx). Struck results are in brackets.

        Brackets are square.
        """
        table = ChallengeTable(challenges.find(challenge_id, api_caller(request)))
        return one_table(request, f"challenge-{challenge_id}", [heads(table), *file_rows(table)])


class OneChallenge(ViewSet):
    """One challenge, with the tables entered by hand."""

    @extend_schema(operation_id="challenges_read", responses=ChallengeAnswer, tags=TAGS)
    def read(self, request: Request, challenge_id: str) -> Response:
        """Read a challenge with its evenings and its table, computed from the present places."""
        return Response(whole_body(challenges.find(challenge_id, api_caller(request))))

    @extend_schema(
        operation_id="challenges_change",
        request=ChallengePatch,
        responses=ChallengeAnswer,
        tags=TAGS,
    )
    @exactly_once()
    def change(self, request: Request, challenge_id: str) -> Response:
        """Change how a challenge counts."""
        caller = api_caller(request)
        challenges.check_may_run(challenges.find(challenge_id, caller), caller)
        changes = _read(request, _values(request, ChallengePatch))
        done = services.change_challenge(challenge_id=challenge_id, changes=changes, caller=caller)
        return Response(whole_body(done))

    @extend_schema(operation_id="challenges_delete", request=None, responses={204: None}, tags=TAGS)
    @exactly_once()
    def remove(self, request: Request, challenge_id: str) -> Response:
        """Delete a challenge that is not frozen; its tournaments stay."""
        services.delete_challenge(challenge_id=challenge_id, caller=api_caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="challenges_tables_enter",
        request=EnteredTableInput,
        responses={201: ChallengeAnswer, 200: ChallengeAnswer},
        tags=TAGS,
    )
    @exactly_once()
    def enter_table(self, request: Request, challenge_id: str) -> Response:
        """Enter the table of an evening that was not played here."""
        caller = api_caller(request)
        challenges.check_may_run(challenges.find(challenge_id, caller), caller)
        values = _values(request, EnteredTableInput)
        try:
            services.enter_table(
                challenge_id=challenge_id,
                name=values["name"],
                date=values["date"],
                text=values["text"],
                caller=caller,
            )
        except ListFault as list_fault:
            raise fault(list_fault.code, "text") from list_fault
        return Response(
            whole_body(challenges.find(challenge_id, caller)), status=status.HTTP_201_CREATED
        )

    @extend_schema(
        operation_id="challenges_tables_remove", request=None, responses={204: None}, tags=TAGS
    )
    @exactly_once()
    def remove_table(self, request: Request, challenge_id: str, table_id: int) -> Response:
        """Remove a table that was entered."""
        services.remove_table(
            challenge_id=challenge_id,
            table_id=min(table_id, ID_MAX),
            caller=api_caller(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="challenges_freeze", request=None, responses=ChallengeAnswer, tags=TAGS
    )
    @exactly_once()
    def freeze(self, request: Request, challenge_id: str) -> Response:
        """Freeze the table in its present state, so that later corrections do not change it."""
        done = services.freeze_challenge(challenge_id=challenge_id, caller=api_caller(request))
        return Response(whole_body(done))

    @extend_schema(
        operation_id="challenges_thaw",
        request=None,
        responses={200: ChallengeAnswer},
        tags=TAGS,
    )
    @exactly_once()
    def thaw(self, request: Request, challenge_id: str) -> Response:
        """Compute the table from its tournaments again."""
        done = services.thaw_challenge(challenge_id=challenge_id, caller=api_caller(request))
        return Response(whole_body(done))

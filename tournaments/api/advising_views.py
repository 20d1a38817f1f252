"""Advice over HTTP: the formats that suit an evening."""

from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.answers import Json, OneOf
from games.registry.installed import game_of
from tournaments import services
from tournaments.api import reading
from tournaments.api.views import TAGS, seen
from tournaments.calendar import evening_length
from tournaments.calendar.evening_length import Room
from tournaments.formats.suggestion import Suggestion
from tournaments.models import ENTRANTS_MAX, ROOM_TABLES_MAX
from tournaments.presentation.planning import REASONS, outline

MINUTES_MAX = 24 * 60


class AdviserInput(serializers.Serializer[Any]):
    """What the organiser has for the evening: minutes, entrants and tables.

    Without `entrants` it is the number of those who would be drawn now.
    """

    minutes = serializers.IntegerField(min_value=30, max_value=MINUTES_MAX)
    entrants = serializers.IntegerField(required=False, min_value=2, max_value=ENTRANTS_MAX)
    tables = serializers.IntegerField(required=False, min_value=1, max_value=ROOM_TABLES_MAX)
    people = serializers.BooleanField(
        required=False, help_text="They come alone, and get a partner for each round."
    )
    season = serializers.BooleanField(
        required=False, help_text="No evening but months, in which people play when they like."
    )


class PlannedRoundAnswer(TypedDict):
    """A round of a plan."""

    tables: int
    resting: int


class ReasonAnswer(TypedDict):
    """Why a format suits, or what it costs."""

    code: Annotated[str, OneOf(tuple(REASONS))]
    text: str


class SuggestionAnswer(TypedDict):
    """A format that suits. `over`: by how many minutes it exceeds the time.

    Each entrant plays at least `least` and at most `most` tables.
    """

    format: str
    options: Json
    text: str
    rounds: list[PlannedRoundAnswer]
    least: int
    most: int
    pools: list[int]
    qualified: int
    minutes: int
    over: int
    reasons: list[ReasonAnswer]


class AdviserAnswer(TypedDict):
    """The formats that suit, best first.

    `match_minutes` is the usual length of a match. It is taken from `matches` matches of the club.
    """

    entrants: int
    match_minutes: int
    matches: int
    suggestions: list[SuggestionAnswer]


class Adviser(APIView):
    """The formats that suit a tournament."""

    @extend_schema(
        operation_id="tournaments_advise",
        parameters=[AdviserInput],
        responses=AdviserAnswer,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        """Propose two or three formats for the time and the tables; nothing is written."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        values = reading.checked(AdviserInput, request.query_params)
        night = view.tournament
        entrants = values.get("entrants") or len(view.field.playing)
        if entrants < 2:
            raise reading.fault("too_few_entrants", "entrants", least=2)
        room = Room(entrants, values["minutes"], values.get("tables"))
        suggestions, usual = evening_length.advise(
            night.club,
            game_of(night.game),
            night.preset,
            room,
            people=values.get("people", False),
            season=values.get("season", False),
        )
        body = AdviserAnswer(
            entrants=entrants,
            match_minutes=usual.minutes,
            matches=usual.matches,
            suggestions=[_suggestion(suggestion) for suggestion in suggestions],
        )
        return Response(body)


def _suggestion(suggestion: Suggestion) -> SuggestionAnswer:
    return {
        "format": suggestion.format,
        "options": dict(suggestion.options),
        "text": outline(suggestion.plan),
        "rounds": [
            {"tables": each.tables, "resting": each.resting} for each in suggestion.plan.rounds
        ],
        "least": suggestion.plan.least,
        "most": suggestion.plan.most,
        "pools": list(suggestion.plan.pools),
        "qualified": suggestion.plan.qualified,
        "minutes": suggestion.minutes,
        "over": suggestion.over,
        "reasons": [{"code": code, "text": str(REASONS[code])} for code in suggestion.reasons],
    }

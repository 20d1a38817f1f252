"""A club's calendar and honours over HTTP."""

import datetime as dt
from typing import Annotated, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once
from clubs.models import NOTICE_LENGTH, Club
from clubs.queries import find_club
from core.answers import OneOf, answer_from, list_of
from core.negotiation import AnyAccept
from core.shapes import NameField, StrictSerializer
from games.callers import api_caller
from games.entry.shapes import StrictBoolean, StrictInteger
from tournaments import services
from tournaments.api.answers.tournament import PlaceAnswer
from tournaments.api.inputs.serializers import HourField
from tournaments.api.reading import fault
from tournaments.calendar import queries as calendar
from tournaments.calendar.queries import Dated
from tournaments.challenges import honours
from tournaments.models import ClubEvening, Tournament
from tournaments.presentation.ics import ics_of
from tournaments.services.evenings import MOST_WEEKS

TAGS = ["clubs"]


class EveningPatch(StrictSerializer):
    """The fields of an evening to change. If `cancelled`, it stays in the calendar, marked so."""

    title = NameField(required=False)
    date = serializers.DateField(required=False)
    start = HourField(required=False, allow_null=True)
    end = HourField(
        required=False, allow_null=True, help_text="Before the start: of the day after."
    )
    place = serializers.CharField(required=False, allow_blank=True, max_length=80)
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTICE_LENGTH)
    cancelled = StrictBoolean(required=False)


class EveningInput(StrictSerializer):
    """An evening to add to the calendar. `weeks`: the number of evenings, a week apart."""

    title = NameField()
    date = serializers.DateField()
    start = HourField(required=False, allow_null=True)
    end = HourField(required=False, allow_null=True)
    place = serializers.CharField(required=False, allow_blank=True, max_length=80)
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTICE_LENGTH)
    weeks = StrictInteger(required=False, min_value=1, max_value=MOST_WEEKS)


class EveningAnswer(TypedDict):
    """An evening of the club's calendar."""

    id: str
    title: str
    date: dt.date
    start: dt.time | None
    end: dt.time | None
    place: str
    note: str
    cancelled: bool
    sequence: int
    changed_at: dt.datetime


class DatedAnswer(EveningAnswer):
    """A line of the calendar: an evening, or a tournament with its state.

    `starts_at` and `ends_at` are `start` and `end` on their days, with the time zone.
    """

    kind: Annotated[str, OneOf(("evening", "tournament"))]
    state: Annotated[str | None, OneOf(Tournament.State.choices)]
    signing_up: bool
    starts_at: dt.datetime | None
    ends_at: dt.datetime | None


class CalendarAnswer(TypedDict):
    """A club's calendar from three months ago on, earliest first."""

    club: str
    evenings: list[DatedAnswer]


class HonourAnswer(TypedDict):
    """A finished `tournament` or a frozen `challenge`, with its podium; the other field is null."""

    name: str
    date: dt.date
    tournament: str | None
    challenge: str | None
    podium: list[PlaceAnswer]


class HonoursAnswer(TypedDict):
    """A club's honours of a year, newest first. `years`: the years that have honours."""

    club: str
    years: list[int]
    year: int | None
    honours: list[HonourAnswer]


def evening_body(evening: ClubEvening | Dated) -> EveningAnswer:
    """Return an evening as the API answers it."""
    return answer_from(EveningAnswer, evening)


def _dated_body(dated: Dated) -> DatedAnswer:
    return answer_from(DatedAnswer, dated, starts_at=dated.starts, ends_at=dated.ends)


def _writable_club(request: Request, slug: str) -> Club:
    """Return a club if the caller may change its calendar. Raises `NotFound`, `Denied`."""
    caller = api_caller(request)
    club = find_club(slug, caller)
    services.check_may_keep(club, caller)
    return club


class Calendar(APIView):
    """A club's calendar: its evenings, and its tournaments by their date."""

    @extend_schema(operation_id="clubs_calendar", responses=CalendarAnswer, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Read the calendar from three months ago on, with the tournaments of the club."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        evenings = [_dated_body(dated) for dated in calendar.dated(club, caller)]
        return Response(CalendarAnswer(club=club.slug, evenings=evenings))

    @extend_schema(
        operation_id="clubs_calendar_add",
        request=EveningInput,
        responses={201: list_of(EveningAnswer), 200: list_of(EveningAnswer)},
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request, slug: str) -> Response:
        """Add an evening to the calendar, or one a week. The caller must run its tournaments."""
        club = _writable_club(request, slug)
        serializer = EveningInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        evening = services.EveningAsked(**serializer.validated_data)
        made = services.make_evenings(club=club, evening=evening, caller=api_caller(request))
        return Response([evening_body(evening) for evening in made], status.HTTP_201_CREATED)


class CalendarEvening(APIView):
    """One evening of a club's calendar."""

    @extend_schema(operation_id="clubs_calendar_evening", responses=EveningAnswer, tags=TAGS)
    def get(self, request: Request, slug: str, evening_id: str) -> Response:
        """Read an evening."""
        club = find_club(slug, api_caller(request))
        return Response(evening_body(services.find_evening(club, evening_id)))

    @extend_schema(
        operation_id="clubs_calendar_change",
        request=EveningPatch,
        responses=EveningAnswer,
        tags=TAGS,
    )
    @exactly_once()
    def patch(self, request: Request, slug: str, evening_id: str) -> Response:
        """Change an evening, or cancel it."""
        club = _writable_club(request, slug)
        services.find_evening(club, evening_id)
        serializer = EveningPatch(data=request.data)
        serializer.is_valid(raise_exception=True)
        evening = services.change_evening(
            club=club,
            evening_id=evening_id,
            changes=serializer.validated_data,
            caller=api_caller(request),
        )
        return Response(evening_body(evening))

    @extend_schema(
        operation_id="clubs_calendar_remove", request=None, responses={204: None}, tags=TAGS
    )
    @exactly_once()
    def delete(self, request: Request, slug: str, evening_id: str) -> Response:
        """Remove an evening from the calendar, as if it had never been planned."""
        club = _writable_club(request, slug)
        services.remove_evening(club=club, evening_id=evening_id, caller=api_caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CalendarFile(APIView):
    """A club's calendar as other programs subscribe to it."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="clubs_calendar_file",
        responses={(200, "text/calendar"): OpenApiTypes.STR},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the calendar as iCalendar (RFC 5545)."""
        caller = api_caller(request)
        return ics_of(request, find_club(slug, caller), caller)


class ClubHonours(APIView):
    """A club's honours."""

    @extend_schema(
        operation_id="clubs_honours",
        parameters=[
            OpenApiParameter("year", OpenApiTypes.INT, description="The last that has any.")
        ],
        responses=HonoursAnswer,
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Read who won the club's tournaments and challenges in a year."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        of_year = honours.honours_of(club, caller, _year(request.query_params.get("year")))
        body = HonoursAnswer(
            club=club.slug,
            years=list(of_year.years),
            year=of_year.year,
            honours=[_honour_body(honour) for honour in of_year.honours],
        )
        return Response(body)


def _year(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise fault("year_unknown", "year")
    return int(text)


def _honour_body(honour: honours.Honour) -> HonourAnswer:
    podium = [
        PlaceAnswer(rank=place.rank, name=place.name, players=list(place.members))
        for place in honour.podium
    ]
    return answer_from(HonourAnswer, honour, podium=podium)

"""A club's calendar and honours over HTTP."""

import datetime as dt
from typing import Any

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
from core.negotiation import AnyAccept
from core.shapes import NameField, StrictSerializer
from games.callers import api_caller
from games.entry.shapes import StrictBoolean, StrictInteger
from tournaments import services
from tournaments.api.reading import fault
from tournaments.api.schemas import PlaceAnswer
from tournaments.api.serializers import HourField
from tournaments.calendar import queries as calendar
from tournaments.calendar.queries import Dated
from tournaments.challenges import honours
from tournaments.models import ClubEvening, Tournament
from tournaments.presentation.ics import ics_of
from tournaments.services.evenings import MOST_WEEKS

TAGS = ["clubs"]


class EveningPatch(StrictSerializer):
    """What may be changed of an evening; `cancelled`: it stays in the calendar, and says so."""

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
    """An evening to write in the calendar; `weeks`: so many of them, a week apart."""

    title = NameField()
    date = serializers.DateField()
    start = HourField(required=False, allow_null=True)
    end = HourField(required=False, allow_null=True)
    place = serializers.CharField(required=False, allow_blank=True, max_length=80)
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTICE_LENGTH)
    weeks = StrictInteger(required=False, min_value=1, max_value=MOST_WEEKS)


class EveningAnswer(serializers.Serializer[Any]):
    """An evening of the club's calendar."""

    id = serializers.CharField()
    title = serializers.CharField()
    date = serializers.DateField()
    start = serializers.TimeField(allow_null=True)
    end = serializers.TimeField(allow_null=True)
    place = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    cancelled = serializers.BooleanField()
    sequence = serializers.IntegerField()
    changed_at = serializers.DateTimeField()


class DatedAnswer(EveningAnswer):
    """A line of the calendar: an evening, or a tournament with its state.

    `starts_at` and `ends_at` are the same hours with their time zone.
    """

    kind = serializers.ChoiceField(choices=("evening", "tournament"))
    state = serializers.ChoiceField(choices=Tournament.State.choices, allow_null=True)
    signing_up = serializers.BooleanField()
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class CalendarAnswer(serializers.Serializer[Any]):
    """A club's calendar from three months ago on, the first to come first."""

    club = serializers.CharField()
    evenings = DatedAnswer(many=True)


class HonourAnswer(serializers.Serializer[Any]):
    """A finished tournament or a frozen challenge, with its podium; the other is null."""

    name = serializers.CharField()
    date = serializers.DateField()
    tournament = serializers.CharField(allow_null=True)
    challenge = serializers.CharField(allow_null=True)
    podium = PlaceAnswer(many=True)


class HonoursAnswer(serializers.Serializer[Any]):
    """A club's honours of a year, newest first; `years`: those that have any."""

    club = serializers.CharField()
    years = serializers.ListField(child=serializers.IntegerField())
    year = serializers.IntegerField(allow_null=True)
    honours = HonourAnswer(many=True)


def evening_body(one: ClubEvening | Dated) -> dict[str, Any]:
    """Return an evening as the API tells it."""
    return {
        "id": one.id,
        **{name: getattr(one, name) for name in ("title", "date", "place", "note", "cancelled")},
        **{name: _hour(getattr(one, name)) for name in ("start", "end")},
        "sequence": one.sequence,
        "changed_at": one.changed_at,
    }


def _hour(hour: dt.time | None) -> str | None:
    return None if hour is None else hour.isoformat()


def _dated_body(one: Dated) -> dict[str, Any]:
    told = ("kind", "state", "signing_up")
    return {
        **evening_body(one),
        **{name: getattr(one, name) for name in told},
        "starts_at": one.starts,
        "ends_at": one.ends,
    }


def _kept(request: Request, slug: str) -> Club:
    """Return a club whose calendar the caller may write in; `NotFound`, `Denied`."""
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
        lines = [_dated_body(one) for one in calendar.dated(club, caller)]
        return Response({"club": club.slug, "evenings": lines})

    @extend_schema(
        operation_id="clubs_calendar_add",
        request=EveningInput,
        responses={201: EveningAnswer(many=True), 200: EveningAnswer(many=True)},
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request, slug: str) -> Response:
        """Write an evening in the calendar, or one a week; by who runs the club's tournaments."""
        club = _kept(request, slug)
        serializer = EveningInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        asked = services.EveningAsked(**serializer.validated_data)
        made = services.make_evenings(club=club, asked=asked, caller=api_caller(request))
        return Response([evening_body(one) for one in made], status.HTTP_201_CREATED)


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
        club = _kept(request, slug)
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
        """Take an evening off the calendar, as if it had never been planned."""
        club = _kept(request, slug)
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
        found = honours.honours_of(club, caller, _year(request.query_params.get("year")))
        lines = [_honour_body(one) for one in found.honours]
        told = {"club": club.slug, "years": found.years, "year": found.year, "honours": lines}
        return Response(told)


def _year(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise fault("year_unknown", "year")
    return int(text)


def _honour_body(one: honours.Honour) -> dict[str, Any]:
    told = ("name", "date", "tournament", "challenge")
    podium = [{"rank": at.rank, "name": at.name, "players": list(at.members)} for at in one.podium]
    return {**{name: getattr(one, name) for name in told}, "podium": podium}

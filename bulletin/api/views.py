"""The calls about bulletins: the list, one of them, its changes, and making it again."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bulletin import queries
from bulletin.models import TEXT_MAX, TITLE_MAX, Bulletin
from bulletin.queries import BulletinTold
from bulletin.services import BulletinAsked, remake_bulletin, write_bulletin
from clubs.api.exactly_once import exactly_once
from clubs.models import Club
from clubs.queries import find_club
from core.paging import Pages
from core.shapes import BoundedList, StrictSerializer
from games.callers import api_caller
from games.entry.shapes import StrictBoolean, StrictInteger

TAGS = ["bulletin"]
VERSION_MAX = 1_000_000_000
CARDS_MAX = 60
DAY = OpenApiParameter("day", OpenApiTypes.DATE, OpenApiParameter.PATH)


class BulletinPatch(StrictSerializer):
    """What an officer changes. Whole names of the club's list stay tied to their people."""

    title = serializers.CharField(required=False, max_length=TITLE_MAX)
    text = serializers.CharField(required=False, max_length=TEXT_MAX)
    riddle = StrictBoolean(required=False, help_text="False leaves the riddle out.")
    published = StrictBoolean(required=False)
    after = StrictInteger(required=False, min_value=0, max_value=VERSION_MAX)


class BulletinRemakeInput(StrictSerializer):
    """The version that is made again."""

    after = StrictInteger(required=False, min_value=0, max_value=VERSION_MAX)


class BulletinLineAnswer(serializers.Serializer[Any]):
    """A bulletin in a list. `version` is 0 for a draft that nobody has kept."""

    day = serializers.DateField()
    language = serializers.CharField()
    title = serializers.CharField()
    edited = serializers.BooleanField()
    version = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    updated_at = serializers.DateTimeField(allow_null=True)


class BulletinRiddleAnswer(serializers.Serializer[Any]):
    """A hand of the evening as a riddle."""

    cards = BoundedList(child=serializers.CharField(), max_length=CARDS_MAX)
    question = serializers.CharField()
    answer = serializers.CharField()


class BulletinAnswer(BulletinLineAnswer):
    """A whole bulletin. `changed_since`: the results are no more those that it was made from."""

    text = serializers.CharField()
    riddle = BulletinRiddleAnswer(allow_null=True)
    changed_since = serializers.BooleanField()


def line_body(told: BulletinTold) -> dict[str, Any]:
    """Return a bulletin as a list tells it."""
    return {
        "day": told.day,
        "language": told.language,
        "title": told.title,
        "edited": told.edited,
        "version": told.version,
        "published_at": told.kept.published_at if told.kept else None,
        "updated_at": told.kept.updated_at if told.kept else None,
    }


def whole_body(told: BulletinTold, club: Club) -> dict[str, Any]:
    """Return a whole bulletin."""
    riddle = {"cards": list(told.cards), "question": told.question, "answer": told.answer}
    return {
        **line_body(told),
        "text": told.body,
        "riddle": riddle if told.question else None,
        "changed_since": queries.changed_since(told, club),
    }


class NewestDays(Pages):
    """Pages of bulletins, the last evening first."""

    ordering = "-day"


class BulletinList(ListAPIView[Bulletin]):
    """A club's bulletins."""

    pagination_class = NewestDays
    filter_backends = ()
    serializer_class = BulletinLineAnswer
    queryset = Bulletin.objects.none()

    @extend_schema(operation_id="bulletins_list", tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's published bulletins; to its officers, kept drafts too."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        page = self.paginate_queryset(queries.readable(club, caller)) or []
        return self.get_paginated_response(
            [line_body(told) for told in queries.told_of(page, club)]
        )


class BulletinDetail(APIView):
    """One bulletin."""

    @extend_schema(
        operation_id="bulletins_read", parameters=[DAY], responses=BulletinAnswer, tags=TAGS
    )
    def get(self, request: Request, slug: str, day: str) -> Response:
        """Read the bulletin of a day; officers get what would be written before it is kept."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        return Response(whole_body(queries.find(club, queries.day_of(day), caller), club))

    @extend_schema(
        operation_id="bulletins_change",
        parameters=[DAY],
        request=BulletinPatch,
        responses=BulletinAnswer,
        tags=TAGS,
    )
    @exactly_once()
    def patch(self, request: Request, slug: str, day: str) -> Response:
        """Change a bulletin's text, in the request's language; publish or withdraw it."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        queries.check_may_write(club, caller)
        serializer = BulletinPatch(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = dict(serializer.validated_data)
        after = values.pop("after", None)
        values.pop("client_id", None)
        on = queries.day_of(day)
        asked = BulletinAsked(**values)
        write_bulletin(club=club, day=on, asked=asked, caller=caller, after=after)
        return Response(whole_body(queries.find(club, on, caller), club))


class BulletinRemake(APIView):
    """A bulletin made again."""

    @extend_schema(
        operation_id="bulletins_remake",
        parameters=[DAY],
        request=BulletinRemakeInput,
        responses=BulletinAnswer,
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request, slug: str, day: str) -> Response:
        """Make a bulletin again from the present results; what officers changed is lost."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        queries.check_may_write(club, caller)
        serializer = BulletinRemakeInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        on, after = queries.day_of(day), serializer.validated_data.get("after")
        remake_bulletin(club=club, day=on, caller=caller, after=after)
        return Response(whole_body(queries.find(club, on, caller), club))

"""The calls about bulletins: the list, a bulletin, its changes, and making it again."""

from datetime import date, datetime
from typing import Annotated, TypedDict

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
from core.answers import answer_from
from core.paging import Pages
from core.shapes import StrictSerializer
from games.callers import api_caller
from games.entry.shapes import StrictBoolean, StrictInteger

TAGS = ["bulletin"]
VERSION_MAX = 1_000_000_000
CARDS_MAX = 60
DAY = OpenApiParameter("day", OpenApiTypes.DATE, OpenApiParameter.PATH)


class BulletinPatch(StrictSerializer):
    """An officer's changes. Full names from the club's list are stored as references to people."""

    title = serializers.CharField(required=False, max_length=TITLE_MAX)
    text = serializers.CharField(required=False, max_length=TEXT_MAX)
    riddle = StrictBoolean(required=False, help_text="False leaves the riddle out.")
    published = StrictBoolean(required=False)
    after = StrictInteger(required=False, min_value=0, max_value=VERSION_MAX)


class BulletinRemakeInput(StrictSerializer):
    """The version of the bulletin to make again."""

    after = StrictInteger(required=False, min_value=0, max_value=VERSION_MAX)


class BulletinLineAnswer(TypedDict):
    """A bulletin in a list. `version` is 0 for a draft that is not stored."""

    day: date
    language: str
    title: str
    edited: bool
    version: int
    published_at: datetime | None
    updated_at: datetime | None


class BulletinRiddleAnswer(TypedDict):
    """A hand of the evening, asked about as a riddle."""

    cards: Annotated[list[str], {"maxItems": CARDS_MAX}]
    question: str
    answer: str


class BulletinAnswer(BulletinLineAnswer):
    """A whole bulletin. `changed_since`: the results have changed since the text was made."""

    text: str
    riddle: BulletinRiddleAnswer | None
    changed_since: bool


def line_body(bulletin: BulletinTold) -> BulletinLineAnswer:
    """Return a bulletin's line in a list."""
    stored = bulletin.stored
    return answer_from(
        BulletinLineAnswer,
        bulletin,
        published_at=stored.published_at if stored else None,
        updated_at=stored.updated_at if stored else None,
    )


def whole_body(bulletin: BulletinTold, club: Club) -> BulletinAnswer:
    """Return a whole bulletin."""
    riddle = BulletinRiddleAnswer(
        cards=list(bulletin.cards), question=bulletin.question, answer=bulletin.answer
    )
    return {
        **line_body(bulletin),
        "text": bulletin.body,
        "riddle": riddle if bulletin.question else None,
        "changed_since": queries.changed_since(bulletin, club),
    }


class NewestDays(Pages):
    """Pages of bulletins, the last evening first."""

    ordering = "-day"


class BulletinList(ListAPIView[Bulletin]):
    """A club's bulletins."""

    pagination_class = NewestDays
    filter_backends = ()
    queryset = Bulletin.objects.none()

    @extend_schema(operation_id="bulletins_list", responses=BulletinLineAnswer, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's published bulletins; to its officers, stored drafts too."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        page = self.paginate_queryset(queries.readable(club, caller)) or []
        return self.get_paginated_response(
            [line_body(bulletin) for bulletin in queries.told_of(page, club)]
        )


class BulletinDetail(APIView):
    """One bulletin."""

    @extend_schema(
        operation_id="bulletins_read", parameters=[DAY], responses=BulletinAnswer, tags=TAGS
    )
    def get(self, request: Request, slug: str, day: str) -> Response:
        """Return the bulletin of a day. Officers get a draft if none is stored yet."""
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
        changes = BulletinAsked(**values)
        write_bulletin(club=club, day=on, changes=changes, caller=caller, after=after)
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
        """Make a bulletin again from the present results. The officers' changes are lost."""
        caller = api_caller(request)
        club = find_club(slug, caller)
        queries.check_may_write(club, caller)
        serializer = BulletinRemakeInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        on, after = queries.day_of(day), serializer.validated_data.get("after")
        remake_bulletin(club=club, day=on, caller=caller, after=after)
        return Response(whole_body(queries.find(club, on, caller), club))

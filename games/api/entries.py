"""The lines of a match over HTTP."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from games import services
from games.api import reading
from games.api.matches import answer, written
from games.callers import api_caller
from games.match.match_json import (
    MatchAnswer,
    PreviewAnswer,
    preview_body,
)
from games.services import WriteOutcome, Writing

ENTRY = {
    "application/json": {
        "type": "object",
        "description": "The game's entry (`entry_schema` of the game), with `client_id`, `after`.",
        "additionalProperties": {},
        "properties": {
            "client_id": {"type": "string", "format": "uuid", "nullable": True},
            "after": {"type": "integer", "nullable": True},
        },
    }
}


def acknowledged(
    outcome: WriteOutcome, by: Writing, code: int = status.HTTP_200_OK
) -> HttpResponse:
    """Answer a write on a line. A phone also gets the write's id and the hash of the rules.

    A phone ignores an answer that does not name its write, such as a login page of another
    network.
    """
    if not by.rules:
        return answer(outcome.table, code)
    return answer(outcome.table, code, {"written": written(by)})


class Entries(ViewSet):
    """The lines of a match."""

    @extend_schema(
        operation_id="entries_record",
        request=ENTRY,
        responses={201: MatchAnswer, 200: MatchAnswer},
        tags=["entries"],
    )
    def record(self, request: Request, match_id: str) -> HttpResponse:
        """Record a line."""
        caller = api_caller(request)
        by = reading.writing(request, caller)
        data = reading.entry(request)
        outcome = services.record(match_id=match_id, data=data, by=by)
        code = status.HTTP_200_OK if outcome.repeated else status.HTTP_201_CREATED
        return acknowledged(outcome, by, code)

    @extend_schema(
        operation_id="entries_correct",
        request=ENTRY,
        responses={200: MatchAnswer, 202: MatchAnswer},
        tags=["entries"],
    )
    def correct(self, request: Request, match_id: str, number: int) -> HttpResponse:
        """Correct a line; everything after it is computed anew.

        The answer 202 means that the match counts in a club and the caller may not change it.
        The correction is then proposed to the club, and the match has not changed.
        """
        caller = api_caller(request)
        by = reading.writing(request, caller)
        data = reading.entry(request)
        outcome = services.correct(match_id=match_id, number=number, data=data, by=by)
        code = status.HTTP_202_ACCEPTED if outcome.proposed else status.HTTP_200_OK
        return acknowledged(outcome, by, code)

    @extend_schema(
        operation_id="entries_take_back",
        request=None,
        responses={200: MatchAnswer},
        parameters=[
            OpenApiParameter("client_id", OpenApiTypes.UUID),
            OpenApiParameter("after", OpenApiTypes.INT),
        ],
        tags=["entries"],
    )
    def take_back(self, request: Request, match_id: str, number: int) -> HttpResponse:
        """Take the last line back. `client_id`, `after`: in the query or a JSON body."""
        by = reading.writing(request, api_caller(request), reading.deletion(request))
        outcome = services.take_back(match_id=match_id, number=number, by=by)
        return acknowledged(outcome, by)

    @extend_schema(
        operation_id="entries_set_aside", request=ENTRY, responses=MatchAnswer, tags=["entries"]
    )
    def set_aside(self, request: Request, match_id: str, number: int) -> HttpResponse:
        """Store in the history a line that was recorded without network and then discarded.

        No score changes.
        """
        by = reading.writing(request, api_caller(request))
        data = reading.entry(request)
        outcome = services.set_aside(match_id=match_id, number=number, data=data, by=by)
        return acknowledged(outcome, by)

    @extend_schema(
        operation_id="entries_preview", request=ENTRY, responses=PreviewAnswer, tags=["entries"]
    )
    def preview(self, request: Request, match_id: str) -> Response:
        """Score a line without storing anything."""
        caller = api_caller(request)
        data = reading.entry(request)
        loaded, sheet = services.preview(match_id=match_id, data=data, caller=caller)
        return Response(preview_body(loaded.table(), sheet, len(sheet.lines) - 1))

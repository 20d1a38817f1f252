"""Tables over HTTP: their results (one, or several in a call), their matches and boards."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.exactly_once import exactly_once
from games.api.reading import checked
from games.errors import NotFound
from games.match import permissions as match_permissions
from tournaments import services
from tournaments.api import reading
from tournaments.api.answers.corrections import CorrectionPreviewAnswer, correction_body
from tournaments.api.answers.rounds import (
    DeskRoundAnswer,
    TableAnswer,
    TableMatchAnswer,
    desk_body,
    table_body,
)
from tournaments.api.etags import TaggedView, TaggedViewSet
from tournaments.api.inputs.draws import CorrectionPreviewInput
from tournaments.api.inputs.serializers import (
    CorrectionInput,
    DealInput,
    DeskInput,
    PlayedInput,
    ResultInput,
)
from tournaments.api.inputs.serializers import WriteSerializer as Write
from tournaments.api.views import TAGS, WRITE_QUERY, code_of, seen, view_after
from tournaments.duplicate import deals as duplicates
from tournaments.services import TableAddress, WriteOutcome
from tournaments.state.reported_result import ReportedResult
from tournaments.view import View

LATER = OpenApiParameter("later", OpenApiTypes.STR, enum=["keep", "replay", "freeze"])
TOKEN = OpenApiParameter(
    "X-Table-Token", OpenApiTypes.STR, OpenApiParameter.HEADER, description="A side's own."
)


def table_answer(
    outcome: WriteOutcome, request: Request, at: TableAddress, code: int = 200
) -> Response:
    """Answer with a table in its present state."""
    view = view_after(outcome, request)
    drawn = view.folded.round(at.round)
    return Response(table_body(view, drawn, drawn.table(at.table)), code)


class Tables(TaggedViewSet):
    """The tables of a round: their results, their matches, their boards."""

    @extend_schema(
        operation_id="results_report",
        request=ResultInput,
        responses={201: TableAnswer, 200: TableAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def report(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Report the result. An organiser's is confirmed at once, a side's by the other side."""
        at = TableAddress(tournament_id, number, table)
        values, by = reading.read(request, ResultInput)
        outcome = services.report(at=at, result=ReportedResult.from_json(values), by=by)
        return table_answer(outcome, request, at, code_of(outcome))

    @extend_schema(
        operation_id="results_correct",
        request=CorrectionInput,
        responses=TableAnswer,
        tags=TAGS,
    )
    def correct(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Correct the result, at any time; `later` decides about the rounds drawn since."""
        at = TableAddress(tournament_id, number, table)
        result, later, by = reading.correction(request)
        outcome = services.correct(at=at, result=result, later=later, by=by)
        return table_answer(outcome, request, at)

    @extend_schema(
        operation_id="results_preview",
        request=CorrectionPreviewInput,
        responses=CorrectionPreviewAnswer,
        tags=TAGS,
    )
    def preview(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Read what a correction would change, for each choice of `later`, without writing."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "score")
        at = TableAddress(tournament_id, number, table)
        return Response(correction_body(view, at, reading.previewed(request)))

    @extend_schema(
        operation_id="results_take_back",
        request=None,
        responses={200: TableAnswer},
        parameters=[LATER, *WRITE_QUERY],
        tags=TAGS,
    )
    def take_back(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Take the result back. Its round is open again."""
        at = TableAddress(tournament_id, number, table)
        later, by = reading.taken_back(request)
        outcome = services.take_back(at=at, later=later, by=by)
        return table_answer(outcome, request, at)

    @extend_schema(
        operation_id="results_confirm",
        request=Write,
        responses={200: TableAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def confirm(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Confirm the result that one side has reported, as the other side or as an organiser."""
        at = TableAddress(tournament_id, number, table)
        _values, by = reading.read(request, Write)
        return table_answer(services.confirm(at=at, by=by), request, at)

    @extend_schema(
        operation_id="results_refuse", request=None, responses={200: TableAnswer}, tags=TAGS
    )
    def refuse(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Drop a match's correction that waits for a decision, so that the result stays.

        To accept the correction, `PUT` the result with its `match`.
        """
        at = TableAddress(tournament_id, number, table)
        outcome = services.keep_as_is(at=at, by=reading.sent(request))
        return table_answer(outcome, request, at)

    @extend_schema(
        operation_id="tables_play",
        request=Write,
        responses={201: TableMatchAnswer, 200: TableMatchAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def play(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Start the table's match, or return the running one, with the token to write it."""
        at = TableAddress(tournament_id, number, table)
        _values, by = reading.read(request, Write)
        played = services.play(at=at, by=by)
        body = TableMatchAnswer(
            match=played.match.pk, edit_token=match_permissions.edit_token(played.match)
        )
        code = status.HTTP_201_CREATED if played.started else status.HTTP_200_OK
        return Response(body, code)

    @extend_schema(
        operation_id="deals_play",
        request=PlayedInput,
        responses=TableAnswer,
        parameters=[TOKEN],
        tags=TAGS,
    )
    def play_board(
        self, request: Request, tournament_id: str, number: int, table: int, board: int
    ) -> Response:
        """Record the table's result of the board, or that the board was not played there."""
        values, by = reading.read(request, PlayedInput)
        view = seen(request, tournament_id)
        entry: dict[str, Any] | None = values["entry"]
        if entry is not None:
            shape = _declared(view.tournament).serializer
            reading.check_known(entry, shape, "entry.")
            entry = checked(shape, entry)
        at = TableAddress(tournament_id, number, table)
        outcome = services.play_board(at=at, board=board, entry=entry, by=by)
        return table_answer(outcome, request, at)

    @extend_schema(
        operation_id="deals_enter",
        request=DealInput,
        responses=TableAnswer,
        parameters=[TOKEN],
        tags=TAGS,
    )
    def enter_deal(
        self, request: Request, tournament_id: str, number: int, table: int, board: int
    ) -> Response:
        """Record the four hands of a board that the table has dealt."""
        values, by = reading.read(request, DealInput)
        at = TableAddress(tournament_id, number, table)
        outcome = services.enter_deal(at=at, board=board, hands=values["hands"], by=by)
        return table_answer(outcome, request, at)


class Desk(TaggedView):
    """The results of a round, several in one call."""

    @extend_schema(
        operation_id="results_desk",
        request=DeskInput,
        responses={200: DeskRoundAnswer},
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter several results. Each line has its own outcome, whatever the other outcomes are."""
        number, lines, by = reading.desk(request)
        if number is None:
            number = last_published(seen(request, tournament_id))
        done = services.desk(tournament_id=tournament_id, number=number, lines=lines, by=by)
        return Response(desk_body(view_after(done.outcome, request), number, done.answers))


def last_published(view: View) -> int:
    """Return the number of the last published round; raise `NotFound` before the first."""
    published = [drawn.number for drawn in view.folded.rounds if drawn.state != "draft"]
    if not published:
        raise NotFound
    return published[-1]


def _declared(tournament: Any) -> Any:
    try:
        return duplicates.declared(tournament)
    except NotFound:
        raise reading.fault("not_duplicate", "entry") from None

"""Rounds, tables and their results over HTTP."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.exactly_once import exactly_once
from core.answers import list_of
from games.errors import NotFound
from games.match import permissions as match_permissions
from tournaments import queries, services
from tournaments.api import reading
from tournaments.api.answers.rounds import (
    DeskRoundAnswer,
    RoundAnswer,
    TableAnswer,
    TableMatchAnswer,
    desk_body,
    round_body,
    table_body,
)
from tournaments.api.etags import TaggedView
from tournaments.api.serializers import (
    ArrangeInput,
    CorrectionInput,
    DeskInput,
    DrawInput,
    RedrawInput,
    ResultInput,
)
from tournaments.api.serializers import WriteSerializer as Write
from tournaments.api.views import TAGS, WRITE_QUERY, code_of, seen, shown
from tournaments.queries import View
from tournaments.services import TableAddress, WriteOutcome
from tournaments.state.reported_result import ReportedResult

LATER = OpenApiParameter("later", OpenApiTypes.STR, enum=["keep", "replay", "freeze"])
TOKEN = OpenApiParameter(
    "X-Table-Token", OpenApiTypes.STR, OpenApiParameter.HEADER, description="A side's own."
)


def round_answer(outcome: WriteOutcome, request: Request, number: int, code: int = 200) -> Response:
    """Answer with a round as it stands."""
    view = shown(outcome, request)
    return Response(round_body(view, view.folded.round(number)), code)


def table_answer(
    outcome: WriteOutcome, request: Request, at: TableAddress, code: int = 200
) -> Response:
    """Answer with a table as it stands."""
    view = shown(outcome, request)
    drawn = view.folded.round(at.round)
    return Response(table_body(view, drawn, drawn.table(at.table)), code)


class RoundList(TaggedView):
    """The rounds of a tournament."""

    @extend_schema(operation_id="rounds_list", responses=list_of(RoundAnswer), tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """List the rounds; drafts are their organisers' alone."""
        view = seen(request, tournament_id)
        return Response([round_body(view, drawn) for drawn in view.rounds])

    @extend_schema(
        operation_id="rounds_draw",
        request=DrawInput,
        responses={201: RoundAnswer, 200: RoundAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Draw the next round as a draft."""
        values, by = reading.read(request, DrawInput)
        outcome = services.draw(tournament_id=tournament_id, seed=values.get("seed") or None, by=by)
        return round_answer(outcome, request, len(outcome.folded.rounds), code_of(outcome))


class RoundDetail(TaggedView):
    """One round."""

    @extend_schema(
        operation_id="rounds_read",
        responses=RoundAnswer,
        parameters=[
            OpenApiParameter(
                "why",
                OpenApiTypes.INT,
                description="A table: adds the best pairing that was rejected for its pair.",
            )
        ],
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str, number: int) -> Response:
        """Read a round; `why` of a table says what its pairing cost."""
        view = seen(request, tournament_id)
        drawn = next((one for one in view.rounds if one.number == number), None)
        if drawn is None:
            raise NotFound
        body = round_body(view, drawn)
        asked = request.query_params.get("why")
        if asked is not None:
            services.demand(view.tournament, reading.writing(request), "run")
            table = reading.table_number(asked, drawn)
            pairs = queries.alternative(view.folded, number, table)
            if pairs is None:
                raise reading.fault("why_not_available", "why")
            body["alternative"] = {"table": table, "pairs": [list(pair) for pair in pairs]}
        return Response(body)

    @extend_schema(
        operation_id="rounds_arrange",
        request=ArrangeInput,
        responses=RoundAnswer,
        tags=TAGS,
    )
    def patch(self, request: Request, tournament_id: str, number: int) -> Response:
        """Exchange two entrants of a draft, or lock exactly these tables."""
        values, by = reading.arranged(request)
        arrange = services.swap if "swap" in values else services.lock
        key = "entrants" if "swap" in values else "tables"
        named = {key: values.get("swap") or values.get("lock", [])}
        outcome = arrange(tournament_id=tournament_id, number=number, by=by, **named)
        return round_answer(outcome, request, number)


class RoundRedraw(TaggedView):
    """A draft drawn again."""

    @extend_schema(
        operation_id="rounds_redraw",
        request=RedrawInput,
        responses={200: RoundAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str, number: int) -> Response:
        """Draw a draft again by another seed, around its locked tables."""
        values, by = reading.read(request, RedrawInput)
        outcome = services.redraw(
            tournament_id=tournament_id, number=number, seed=values["seed"], by=by
        )
        return round_answer(outcome, request, number)


class RoundPublish(TaggedView):
    """A draft made everybody's."""

    @extend_schema(
        operation_id="rounds_publish",
        request=Write,
        responses={200: RoundAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str, number: int) -> Response:
        """Publish a draft: from here it is played as it stands."""
        _values, by = reading.read(request, Write)
        outcome = services.publish(tournament_id=tournament_id, number=number, by=by)
        return round_answer(outcome, request, number)


class RoundWithdraw(TaggedView):
    """A published round made a draft again."""

    @extend_schema(
        operation_id="rounds_withdraw",
        request=Write,
        responses={200: RoundAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str, number: int) -> Response:
        """Make a published round a draft again, while nothing of it is told or played."""
        _values, by = reading.read(request, Write)
        outcome = services.withdraw(tournament_id=tournament_id, number=number, by=by)
        return round_answer(outcome, request, number)


class RoundClose(TaggedView):
    """A round that is over."""

    @extend_schema(
        operation_id="rounds_close", request=Write, responses={200: RoundAnswer}, tags=TAGS
    )
    def post(self, request: Request, tournament_id: str, number: int) -> Response:
        """Close a round: what was reported is confirmed; the last one finishes the tournament."""
        _values, by = reading.read(request, Write)
        outcome = services.close(tournament_id=tournament_id, number=number, by=by)
        return round_answer(outcome, request, number)


class TableResult(TaggedView):
    """A table's result."""

    @extend_schema(
        operation_id="results_report",
        request=ResultInput,
        responses={201: TableAnswer, 200: TableAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Tell the result: an organiser's is confirmed at once, a side's by the other side."""
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
    def put(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Correct the result, at any time; `later` says what becomes of the rounds since."""
        at = TableAddress(tournament_id, number, table)
        result, later, by = reading.correction(request)
        outcome = services.correct(at=at, result=result, later=later, by=by)
        return table_answer(outcome, request, at)

    @extend_schema(
        operation_id="results_take_back",
        request=None,
        responses={200: TableAnswer},
        parameters=[LATER, *WRITE_QUERY],
        tags=TAGS,
    )
    def delete(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Take the result back: its round is open again."""
        at = TableAddress(tournament_id, number, table)
        later, by = reading.taken_back(request)
        outcome = services.take_back(at=at, later=later, by=by)
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
        """Enter several results: each line has its own outcome, none stops the others."""
        number, lines, by = reading.desk(request)
        if number is None:
            number = last_published(seen(request, tournament_id))
        done = services.desk(tournament_id=tournament_id, number=number, lines=lines, by=by)
        return Response(desk_body(shown(done.outcome, request), number, done.answers))


def last_published(view: View) -> int:
    """Return the number of the round that is played; `NotFound` before the first."""
    published = [drawn.number for drawn in view.folded.rounds if drawn.state != "draft"]
    if not published:
        raise NotFound
    return published[-1]


class TableConfirm(TaggedView):
    """A result agreed to."""

    @extend_schema(
        operation_id="results_confirm",
        request=Write,
        responses={200: TableAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Confirm what one side has told: the other side does, or an organiser."""
        at = TableAddress(tournament_id, number, table)
        _values, by = reading.read(request, Write)
        return table_answer(services.confirm(at=at, by=by), request, at)


class TableQuestion(TaggedView):
    """A match's correction that waits for an answer."""

    @extend_schema(
        operation_id="results_refuse", request=None, responses={200: TableAnswer}, tags=TAGS
    )
    def delete(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Put it aside: the result stays. To take it, `PUT` the result with its `match`."""
        at = TableAddress(tournament_id, number, table)
        outcome = services.keep_as_is(at=at, by=reading.sent(request))
        return table_answer(outcome, request, at)


class TableMatchCall(TaggedView):
    """The match of a table, hand by hand."""

    @extend_schema(
        operation_id="tables_play",
        request=Write,
        responses={201: TableMatchAnswer, 200: TableMatchAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Start the table's match, or answer the one that runs, with the token to write it."""
        at = TableAddress(tournament_id, number, table)
        _values, by = reading.read(request, Write)
        played = services.play(at=at, by=by)
        body = TableMatchAnswer(
            match=played.match.pk, edit_token=match_permissions.edit_token(played.match)
        )
        code = status.HTTP_201_CREATED if played.started else status.HTTP_200_OK
        return Response(body, code)

"""Rounds, tables and their results over HTTP."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.answers import list_of
from games.errors import NotFound
from tournaments import queries, services
from tournaments.api import reading
from tournaments.api.answers.rounds import (
    RoundAnswer,
    round_body,
)
from tournaments.api.etags import TaggedViewSet
from tournaments.api.inputs.draws import DrawInput, RedrawInput
from tournaments.api.inputs.serializers import (
    ArrangeInput,
)
from tournaments.api.inputs.serializers import WriteSerializer as Write
from tournaments.api.views import TAGS, code_of, seen, view_after
from tournaments.services import WriteOutcome


def round_answer(outcome: WriteOutcome, request: Request, number: int, code: int = 200) -> Response:
    """Answer with a round in its present state."""
    view = view_after(outcome, request)
    return Response(round_body(view, view.folded.round(number)), code)


class Rounds(TaggedViewSet):
    """The rounds of a tournament."""

    @extend_schema(operation_id="rounds_list", responses=list_of(RoundAnswer), tags=TAGS)
    def list(self, request: Request, tournament_id: str) -> Response:
        """List the rounds; drafts only for organisers."""
        view = seen(request, tournament_id)
        return Response([round_body(view, drawn) for drawn in view.rounds])

    @extend_schema(
        operation_id="rounds_draw",
        request=DrawInput,
        responses={201: RoundAnswer, 200: RoundAnswer},
        tags=TAGS,
    )
    def draw(self, request: Request, tournament_id: str) -> Response:
        """Draw the next round as a draft.

        With `open_rounds` the first one has the tables of all rounds (`why.round`); drawn again
        while it is played, it gets the tables of those who came late, published at once.
        """
        values, by = reading.read(request, DrawInput)
        outcome = services.draw(
            tournament_id=tournament_id,
            seed=values.get("seed") or None,
            without_partner=values.get("without_partner"),
            by=by,
        )
        return round_answer(outcome, request, len(outcome.folded.rounds), code_of(outcome))

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
    def read(self, request: Request, tournament_id: str, number: int) -> Response:
        """Read a round; `why` of a table says what its pairing cost."""
        view = seen(request, tournament_id)
        drawn = next((drawn for drawn in view.rounds if drawn.number == number), None)
        if drawn is None:
            raise NotFound
        body = round_body(view, drawn)
        why = request.query_params.get("why")
        if why is not None:
            services.demand(view.tournament, reading.writing(request), "run")
            table = reading.table_number(why, drawn)
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
    def arrange(self, request: Request, tournament_id: str, number: int) -> Response:
        """Exchange two entrants of a draft, or lock exactly these tables."""
        values, by = reading.arranged(request)
        arrange = services.swap if "swap" in values else services.lock
        key = "entrants" if "swap" in values else "tables"
        named = {key: values.get("swap") or values.get("lock", [])}
        outcome = arrange(tournament_id=tournament_id, number=number, by=by, **named)
        return round_answer(outcome, request, number)

    @extend_schema(
        operation_id="rounds_redraw",
        request=RedrawInput,
        responses={200: RoundAnswer},
        tags=TAGS,
    )
    def redraw(self, request: Request, tournament_id: str, number: int) -> Response:
        """Draw a draft again by another seed, around its locked tables."""
        values, by = reading.read(request, RedrawInput)
        outcome = services.redraw(
            tournament_id=tournament_id,
            number=number,
            seed=values["seed"],
            without_partner=values.get("without_partner"),
            by=by,
        )
        return round_answer(outcome, request, number)

    @extend_schema(
        operation_id="rounds_publish",
        request=Write,
        responses={200: RoundAnswer},
        tags=TAGS,
    )
    def publish(self, request: Request, tournament_id: str, number: int) -> Response:
        """Publish a draft. From now on the round is played as it was drawn."""
        _values, by = reading.read(request, Write)
        outcome = services.publish(tournament_id=tournament_id, number=number, by=by)
        return round_answer(outcome, request, number)

    @extend_schema(
        operation_id="rounds_withdraw",
        request=Write,
        responses={200: RoundAnswer},
        tags=TAGS,
    )
    def withdraw(self, request: Request, tournament_id: str, number: int) -> Response:
        """Make a published round without a result a draft again.

        Matches that are being played at its tables no longer count for the tournament. A ladder's
        round has no draft: its challenges are withdrawn.
        """
        _values, by = reading.read(request, Write)
        outcome = services.withdraw(tournament_id=tournament_id, number=number, by=by)
        return round_answer(outcome, request, number)

    @extend_schema(
        operation_id="rounds_close", request=Write, responses={200: RoundAnswer}, tags=TAGS
    )
    def close(self, request: Request, tournament_id: str, number: int) -> Response:
        """Close a round. Reported results are confirmed; the last round ends the tournament."""
        _values, by = reading.read(request, Write)
        outcome = services.close(tournament_id=tournament_id, number=number, by=by)
        return round_answer(outcome, request, number)

"""The boards of a duplicate over HTTP: reading them, and what a table enters."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.reading import checked
from games.errors import NotFound
from tournaments import services
from tournaments.api import reading
from tournaments.api.answers.boards import DealAnswer, DealsAnswer, deal_body, deals_body
from tournaments.api.answers.rounds import TableAnswer
from tournaments.api.etags import TaggedView
from tournaments.api.round_views import TOKEN, table_answer
from tournaments.api.serializers import DealInput, PlayedInput
from tournaments.api.views import TAGS, seen
from tournaments.duplicate import deals as duplicates
from tournaments.services import TableAddress


class BoardList(TaggedView):
    """The boards of a tournament."""

    @extend_schema(operation_id="deals_list", responses=DealsAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Say which boards there are, and which of them are open."""
        return Response(deals_body(seen(request, tournament_id)))


class BoardDetail(TaggedView):
    """One board."""

    @extend_schema(operation_id="deals_read", responses=DealAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str, board: int) -> Response:
        """Read an open board; its deal alone, before, for those who prepare it."""
        return Response(deal_body(seen(request, tournament_id), board))


class TableBoardCall(TaggedView):
    """A board at a table."""

    @extend_schema(
        operation_id="deals_play",
        request=PlayedInput,
        responses=TableAnswer,
        parameters=[TOKEN],
        tags=TAGS,
    )
    def put(
        self, request: Request, tournament_id: str, number: int, table: int, board: int
    ) -> Response:
        """Note what the table made of the board, or that it was not played there."""
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


class TableDeal(TaggedView):
    """The deal of a board, as its first table has it."""

    @extend_schema(
        operation_id="deals_enter",
        request=DealInput,
        responses=TableAnswer,
        parameters=[TOKEN],
        tags=TAGS,
    )
    def put(
        self, request: Request, tournament_id: str, number: int, table: int, board: int
    ) -> Response:
        """Note the four hands of a board that the table has dealt."""
        values, by = reading.read(request, DealInput)
        at = TableAddress(tournament_id, number, table)
        outcome = services.enter_deal(at=at, board=board, hands=values["hands"], by=by)
        return table_answer(outcome, request, at)


def _declared(tournament: Any) -> Any:
    try:
        return duplicates.declared(tournament)
    except NotFound:
        raise reading.fault("not_duplicate", "entry") from None

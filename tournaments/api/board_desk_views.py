"""The desk of a duplicate over HTTP: many boards of a round in one call."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, TypedDict, get_args

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.exactly_once import exactly_once
from core.answers import Json, OneOf
from core.errors import Refused
from games.api.reading import checked
from games.entry.shapes import StrictBoolean, StrictInteger
from tournaments import services
from tournaments.api import reading
from tournaments.api.etags import TaggedView
from tournaments.api.inputs.serializers import NUMBER_MAX, BoundedDict, BoundedList, WriteSerializer
from tournaments.api.table_views import last_published
from tournaments.api.views import TAGS, seen, view_after
from tournaments.duplicate.deals import Deals, declared
from tournaments.services import TypedBoard, TypedBoardOutcome
from tournaments.services.duplicate.desk import BoardWhat
from tournaments.state.tournament import PlayedBoard
from tournaments.view import View

# The most boards of one call: those of 100 tables that play 20 deals.
MOST_LINES = 2000


class BoardOverInput(serializers.Serializer[Any]):
    """A result of a board, in the game's shape; null if it was not played at the table."""

    entry = BoundedDict(allow_null=True, max_length=20)


class BoardLineInput(BoardOverInput):
    """A table's result of a board. `over`: the result that was recorded when it was typed.

    `over` is null for none. `sure`: it replaces whatever is recorded.
    """

    table = StrictInteger(min_value=1, max_value=NUMBER_MAX)
    board = StrictInteger(min_value=1, max_value=NUMBER_MAX)
    over = BoardOverInput(required=False, allow_null=True)
    sure = StrictBoolean(required=False)


class BoardDeskInput(WriteSerializer):
    """Several boards of a round; by default of the last published round."""

    round = StrictInteger(required=False, min_value=1, max_value=NUMBER_MAX)
    lines = BoundedList(child=BoardLineInput(), min_length=1, max_length=MOST_LINES)


class BoardLineAnswer(TypedDict):
    """The outcome of a line. `entry` and `score` are what is recorded, for those who may know."""

    table: int
    board: int
    outcome: Annotated[str, OneOf(get_args(BoardWhat))]
    entry: Json | None
    score: int | None
    code: str | None
    detail: str | None


class BoardDeskAnswer(TypedDict):
    """The outcome of each line, in the order sent, and the version after them."""

    version: int
    round: int
    lines: list[BoardLineAnswer]


class BoardDesk(TaggedView):
    """The boards of a round of a duplicate, several in one call."""

    @extend_schema(
        operation_id="boards_desk",
        request=BoardDeskInput,
        responses={200: BoardDeskAnswer},
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter several boards. Each line has its own outcome, whatever the other outcomes are."""
        values, by = reading.read(request, BoardDeskInput)
        view = seen(request, tournament_id)
        services.demand(view.tournament, by, "score")
        number = values.get("round") or last_published(view)
        lines = _lines(request, view, values["lines"])
        # `exactly_once` stores the answer, because the log cannot store the outcome of each line.
        done = services.desk_boards(
            tournament_id=tournament_id,
            number=number,
            lines=lines,
            by=replace(by, client_id=None),
            may_know=Deals(view).may_know_board,
        )
        return Response(_body(view_after(done.outcome, request), number, done.answers))


def _lines(request: Request, view: View, given: Sequence[dict[str, Any]]) -> list[TypedBoard]:
    """Return the lines with entries of the game's shape. Raise `Refused` for another shape."""
    shape = declared(view.tournament).serializer
    posted: Any = request.data
    lines = []
    for at, line in enumerate(given):
        reading.check_known(posted["lines"][at], BoardLineInput, f"lines.{at}.")
        entry = line["entry"]
        if entry is not None:
            reading.check_known(entry, shape, f"lines.{at}.entry.")
            entry = checked(shape, entry)
        over = _played(view, line["board"], line.get("over"))
        lines.append(TypedBoard(line["table"], line["board"], entry, over, bool(line.get("sure"))))
    return lines


def _played(view: View, board: int, over: dict[str, Any] | None) -> PlayedBoard | None:
    """Return the result that was recorded when a line was typed; None for none, or no real one."""
    if over is None:
        return None
    try:
        entry = over["entry"]
        if entry is None:
            return PlayedBoard()
        return services.read_board(view.tournament, board, entry)
    except Refused:
        return None


def _body(view: View, number: int, answers: Sequence[TypedBoardOutcome]) -> BoardDeskAnswer:
    deals, drawn = Deals(view), view.folded.round(number)
    tables = {seated.number: seated for seated in drawn.tables}
    lines: list[BoardLineAnswer] = []
    for answer in answers:
        seated = tables.get(answer.table)
        known = seated is not None and deals.may_know_board(seated, answer.board)
        stands = answer.stands if known else None
        fault = answer.error.faults[0] if answer.error else None
        lines.append(
            {
                "table": answer.table,
                "board": answer.board,
                "outcome": answer.what,
                "entry": dict(stands.entry) if stands and stands.entry else None,
                "score": stands.score if stands else None,
                "code": fault.code if fault else None,
                "detail": answer.error.sentence if answer.error else None,
            }
        )
    return {"version": view.tournament.version, "round": number, "lines": lines}

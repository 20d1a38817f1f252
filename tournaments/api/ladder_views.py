"""A ladder over HTTP: the list, and its challenges."""

from typing import TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.answers import Day
from tournaments import services
from tournaments.api import reading
from tournaments.api.answers.rounds import TableAnswer, table_body
from tournaments.api.etags import TaggedViewSet
from tournaments.api.inputs.serializers import NUMBER_MAX, StrictInteger, WriteSerializer
from tournaments.api.table_views import TOKEN
from tournaments.api.views import TAGS, WRITE_QUERY, code_of, seen, view_after
from tournaments.presentation import ladder
from tournaments.view import View


class LadderChallengeInput(WriteSerializer):
    """The numbers of the entrant who challenges and of the entrant who is challenged."""

    challenger = StrictInteger(min_value=1, max_value=NUMBER_MAX)
    challenged = StrictInteger(min_value=1, max_value=NUMBER_MAX)


class ChallengedAnswer(TableAnswer):
    """The table of a challenge, with its round."""

    round: int


class LadderRowAnswer(TypedDict):
    """A place. `up`: by how many places the entrant has risen since it came.

    `may`: the entrants that it may challenge today.
    """

    place: int
    entrant: int
    name: str
    up: int
    played: Day | None
    may: list[int]


class LadderMoveAnswer(TypedDict):
    """Something that happened on the list, in a sentence."""

    on: Day
    text: str


class LadderAnswer(TypedDict):
    """The list as of today, best first; empty if the format is not a ladder."""

    rows: list[LadderRowAnswer]
    moves: list[LadderMoveAnswer]


def ladder_body(view: View) -> LadderAnswer:
    """Return the list, and its last events, newest first."""
    return {
        "rows": [
            {
                "place": row.place,
                "entrant": row.entrant,
                "name": row.name,
                "up": row.up,
                "played": row.played.isoformat() if row.played else None,
                "may": [number for number, _name in row.may],
            }
            for row in ladder.rows(view)
        ],
        "moves": [{"on": move.on.isoformat(), "text": move.text} for move in ladder.moves(view)],
    }


class TournamentLadder(TaggedViewSet):
    """The list of a ladder, and its challenges."""

    @extend_schema(operation_id="ladder_read", responses=LadderAnswer, tags=TAGS)
    def read(self, request: Request, tournament_id: str) -> Response:
        """Read the list as of today, with the entrants that each entrant may challenge."""
        return Response(ladder_body(seen(request, tournament_id)))

    @extend_schema(
        operation_id="ladder_challenge",
        request=LadderChallengeInput,
        responses={201: ChallengedAnswer, 200: ChallengedAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def challenge(self, request: Request, tournament_id: str) -> Response:
        """Declare a challenge, as an officer or as the challenger by their own token."""
        values, by = reading.read(request, LadderChallengeInput)
        outcome = services.challenge(tournament_id=tournament_id, **values, by=by)
        view = view_after(outcome, request)
        drawn = outcome.folded.rounds[-1]
        table = table_body(view, drawn, drawn.tables[-1])
        return Response(ChallengedAnswer(round=drawn.number, **table), code_of(outcome))

    @extend_schema(
        operation_id="ladder_bring_up",
        request=WriteSerializer,
        responses={200: LadderAnswer},
        tags=TAGS,
    )
    def bring_up(self, request: Request, tournament_id: str) -> Response:
        """Move down the entrants who have been idle for too long, as of today.

        A new challenge does so by itself.
        """
        _values, by = reading.read(request, WriteSerializer)
        outcome = services.bring_up(tournament_id=tournament_id, by=by)
        return Response(ladder_body(view_after(outcome, request)))

    @extend_schema(
        operation_id="ladder_withdraw",
        request=None,
        responses={200: LadderAnswer},
        parameters=[TOKEN, *WRITE_QUERY],
        tags=TAGS,
    )
    def withdraw(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Withdraw a challenge of which nothing is reported or played yet."""
        outcome = services.withdraw_challenge(
            tournament_id=tournament_id, number=number, table=table, by=reading.sent(request)
        )
        return Response(ladder_body(view_after(outcome, request)))

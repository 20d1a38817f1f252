"""A ladder over HTTP: the list, and its challenges."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import services
from tournaments.api import body, reading
from tournaments.api.etags import TaggedView
from tournaments.api.round_views import TOKEN
from tournaments.api.schemas import TableAnswer
from tournaments.api.serializers import NUMBER_MAX, StrictInteger, WriteSerializer
from tournaments.api.views import TAGS, WRITE_QUERY, code_of, seen, shown
from tournaments.presentation import ladder
from tournaments.queries import View


class LadderChallengeInput(WriteSerializer):
    """Who challenges whom, by their numbers."""

    challenger = StrictInteger(min_value=1, max_value=NUMBER_MAX)
    challenged = StrictInteger(min_value=1, max_value=NUMBER_MAX)


class ChallengedAnswer(TableAnswer):
    """The table of a challenge, with its round."""

    round = serializers.IntegerField()


class LadderRowAnswer(serializers.Serializer[Any]):
    """A place. `up`: risen by so many since they came; `may`: whom they may challenge today."""

    place = serializers.IntegerField()
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    up = serializers.IntegerField()
    played = serializers.DateField(allow_null=True)
    may = serializers.ListField(child=serializers.IntegerField())


class LadderMoveAnswer(serializers.Serializer[Any]):
    """Something that happened on the list, in a sentence."""

    on = serializers.DateField()
    text = serializers.CharField()


class LadderAnswer(serializers.Serializer[Any]):
    """The list as of today, best first; empty where the format is another."""

    rows = LadderRowAnswer(many=True)
    moves = LadderMoveAnswer(many=True)


def ladder_body(view: View) -> dict[str, Any]:
    """Return the list, and its last events, newest first."""
    return {
        "rows": [
            {
                "place": row.place,
                "entrant": row.entrant,
                "name": row.name,
                "up": row.up,
                "played": row.played and row.played.isoformat(),
                "may": [number for number, _name in row.may],
            }
            for row in ladder.rows(view)
        ],
        "moves": [{"on": one.on.isoformat(), "text": one.text} for one in ladder.moves(view)],
    }


class LadderList(TaggedView):
    """The list of a ladder."""

    @extend_schema(operation_id="ladder_read", responses=LadderAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Read the list as of today, with whom each may challenge."""
        return Response(ladder_body(seen(request, tournament_id)))

    @extend_schema(
        operation_id="ladder_challenge",
        request=LadderChallengeInput,
        responses={201: ChallengedAnswer, 200: ChallengedAnswer},
        parameters=[TOKEN],
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Declare a challenge: an officer, or the challenger by their own token."""
        values, by = reading.read(request, LadderChallengeInput)
        outcome = services.challenge(tournament_id=tournament_id, **values, by=by)
        view = shown(outcome, request)
        drawn = outcome.folded.rounds[-1]
        table = body.table_body(view, drawn, drawn.tables[-1])
        return Response({"round": drawn.number, **table}, code_of(outcome))


class LadderDay(TaggedView):
    """The day up to which a ladder counts who does not play."""

    @extend_schema(
        operation_id="ladder_bring_up",
        request=WriteSerializer,
        responses={200: LadderAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Count up to today, so that the standings tell it; each challenge does so by itself."""
        _values, by = reading.read(request, WriteSerializer)
        outcome = services.bring_up(tournament_id=tournament_id, by=by)
        return Response(ladder_body(shown(outcome, request)))


class LadderChallenge(TaggedView):
    """A challenge that has not begun."""

    @extend_schema(
        operation_id="ladder_withdraw",
        request=None,
        responses={200: LadderAnswer},
        parameters=[TOKEN, *WRITE_QUERY],
        tags=TAGS,
    )
    def delete(self, request: Request, tournament_id: str, number: int, table: int) -> Response:
        """Take a challenge back of which nothing is told or played."""
        outcome = services.withdraw_challenge(
            tournament_id=tournament_id, number=number, table=table, by=reading.sent(request)
        )
        return Response(ladder_body(shown(outcome, request)))

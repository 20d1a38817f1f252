"""What people do for themselves over HTTP: sign up, and follow their own evening."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from ratelimits import limits
from tournaments import services
from tournaments.api import reading
from tournaments.api.answers.entrants import (
    MineAnswer,
    SignedUpAnswer,
    SignUpAnswer,
    entrant_body,
    mine_body,
    sign_up_body,
)
from tournaments.api.etags import TaggedView
from tournaments.api.inputs.serializers import SignUpInput, SignUpPut
from tournaments.api.views import TAGS, code_of, seen, view_after
from tournaments.services import SignUpAsked

TOKEN = OpenApiParameter(
    "X-Table-Token", OpenApiTypes.STR, OpenApiParameter.HEADER, description="An entrant's own."
)


class Coming(TaggedView):
    """« Je viens »."""

    write_scope = "come"

    @extend_schema(operation_id="sign_up_read", responses=SignUpAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Read whether a sign-up is possible, and how many places are left."""
        return Response(sign_up_body(seen(request, tournament_id)))

    @extend_schema(operation_id="sign_up_set", request=SignUpPut, responses=SignUpAnswer, tags=TAGS)
    def put(self, request: Request, tournament_id: str) -> Response:
        """Open or close the sign-up; set its places, its end and the fee."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        values, by = reading.read(request, SignUpPut)
        terms = SignUpAsked(**values)
        outcome = services.set_sign_up(tournament_id=tournament_id, terms=terms, by=by)
        return Response(sign_up_body(view_after(outcome, request)))

    @extend_schema(
        operation_id="sign_up",
        request=SignUpInput,
        responses={201: SignedUpAnswer, 200: SignedUpAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Sign up. The answer's `token` is secret, because it gives the entrant's rights.

        If no place is left, the entrant is `waiting`, in order of sign-up.
        """
        values, by = reading.read(request, SignUpInput)
        network = limits.address(request)
        signed = services.sign_up(tournament_id=tournament_id, **values, by=by, network=network)
        view = view_after(signed.outcome, request)
        body = SignedUpAnswer(
            **entrant_body(view, signed.number, own=True),
            alike=services.look_alikes_of(view, signed.number),
        )
        return Response(body, code_of(signed.outcome))


class Mine(TaggedView):
    """The caller's own entrants."""

    @extend_schema(
        operation_id="tournaments_me", responses=MineAnswer, parameters=[TOKEN], tags=TAGS
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        """Read the caller's table, opponents and allowed actions, by their token or account.

        With an entrant's `token` in X-Table-Token, the calls of its table can report, confirm and
        play, and `PATCH entrants/{id}/` can check in.
        """
        return Response(mine_body(seen(request, tournament_id)), status.HTTP_200_OK)

"""Entrants over HTTP: the list, one of them, their links."""

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.exactly_once import exactly_once
from core.answers import Shape, list_of
from games.errors import NotFound
from tournaments import services
from tournaments.api import reading
from tournaments.api.answers.corrections import LeavingPreviewAnswer, leaving_body
from tournaments.api.answers.entrants import EntrantAnswer, entered_body, entrant_body
from tournaments.api.etags import TaggedViewSet
from tournaments.api.inputs.draws import LeavingPreviewInput
from tournaments.api.inputs.serializers import (
    EnlistInput,
    EntrantInput,
    EntrantPatch,
    EntrantsNamed,
    OneEntrant,
    WriteSerializer,
)
from tournaments.api.views import TAGS, bounded_list, code_of, seen, view_after

ENTRANTS_BODY = PolymorphicProxySerializer(
    "EntrantOrList",
    [OneEntrant, bounded_list(EntrantInput())],
    None,
    many=False,
)
ENTERED = PolymorphicProxySerializer(
    "EnteredOrList", [Shape(EntrantAnswer), list_of(EntrantAnswer)], None, many=False
)


class Entrants(TaggedViewSet):
    """The entrants of a tournament."""

    @extend_schema(operation_id="entrants_list", responses=list_of(EntrantAnswer), tags=TAGS)
    def list(self, request: Request, tournament_id: str) -> Response:
        """List the entrants, in the order of their registration."""
        view = seen(request, tournament_id)
        entrants = view.folded.entrants if view.can_run else view.folded.counted
        return Response([entrant_body(view, entrant.number) for entrant in entrants])

    @extend_schema(
        operation_id="entrants_enter",
        request=ENTRANTS_BODY,
        parameters=[EnlistInput],
        responses={201: ENTERED, 200: ENTERED},
        tags=TAGS,
    )
    def enter(self, request: Request, tournament_id: str) -> Response:
        """Enter one entrant (the answer is that entrant) or a list (the answer is a list).

        With `enlist=true` names are people of the club's list, as in a pasted list: a known name is
        that person, and a new one joins the list with all that a guest of this name did there.
        `entrants/preview/` says beforehand who is `new`, and what comes along (`guests`).
        """
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        entrants, by, many = reading.entrants(request)
        if reading.checked(EnlistInput, request.query_params)["enlist"]:
            outcome = services.enter_on_list(
                tournament=view.tournament, entrants=entrants, by=by, many=many
            )
        else:
            outcome = services.enter(
                tournament_id=tournament_id, entrants=entrants, by=by, many=many
            )
        view = view_after(outcome, request)
        last = view.folded.entrants[-len(entrants) :] if entrants else ()
        body = entered_body(view, [entrant.number for entrant in last])
        return Response(body if many else body[0], code_of(outcome))

    @extend_schema(
        operation_id="entrants_patch",
        request=EntrantPatch,
        responses=EntrantAnswer,
        tags=TAGS,
    )
    def change(self, request: Request, tournament_id: str, number: int) -> Response:
        """Check in, withdraw, disqualify or take back an entrant; before the first draw, seed it.

        With the entrant's own token in X-Table-Token the call may check in and, before the first
        draw, withdraw. `name` and `players` rename an entrant or correct its people at any moment,
        but not together with other fields.
        """
        changes, by = reading.read(request, EntrantPatch)
        if {"name", "players"} & changes.keys():
            entrant = reading.edited(changes, seen(request, tournament_id), number)
            outcome = services.edit_entrants(
                tournament_id=tournament_id, entrants={number: entrant}, by=by
            )
            return Response(entrant_body(view_after(outcome, request), number))
        outcome = services.change_entrant(
            tournament_id=tournament_id, number=number, changes=changes, by=by
        )
        return Response(entrant_body(view_after(outcome, request), number))

    @extend_schema(
        operation_id="entrants_preview_leaving",
        request=LeavingPreviewInput,
        responses=LeavingPreviewAnswer,
        tags=TAGS,
    )
    def preview_leaving(self, request: Request, tournament_id: str, number: int) -> Response:
        """Read what withdrawing or disqualifying an entrant would change, without writing."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        if number not in view.names:
            raise NotFound
        return Response(leaving_body(view, number, reading.leaving(request)))

    @extend_schema(operation_id="entrants_delete", request=None, responses={204: None}, tags=TAGS)
    @exactly_once()
    def remove(self, request: Request, tournament_id: str, number: int) -> Response:
        """Remove an entrant as if never entered; only before the first draw."""
        by = reading.writing(request)
        services.delete_entrant(tournament_id=tournament_id, number=number, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="entrants_renew_link",
        request=WriteSerializer,
        responses=EntrantAnswer,
        tags=TAGS,
    )
    def renew_link(self, request: Request, tournament_id: str, number: int) -> Response:
        """End the entrant's link and card. The answer's `token` is that of the new link."""
        _values, by = reading.read(request, WriteSerializer)
        outcome = services.renew_link(tournament_id=tournament_id, number=number, by=by)
        return Response(entrant_body(view_after(outcome, request), number))

    @extend_schema(
        operation_id="entrants_confirm",
        request=EntrantsNamed,
        responses=list_of(EntrantAnswer),
        tags=TAGS,
    )
    def confirm(self, request: Request, tournament_id: str) -> Response:
        """Confirm entrants who signed up. A name on the club's list makes somebody that player."""
        values, by = reading.read(request, EntrantsNamed)
        numbers = values["entrants"]
        outcome = services.confirm_entrants(tournament_id=tournament_id, numbers=numbers, by=by)
        view = view_after(outcome, request)
        return Response([entrant_body(view, number) for number in dict.fromkeys(numbers)])

    @extend_schema(
        operation_id="entrants_remove", request=EntrantsNamed, responses={204: None}, tags=TAGS
    )
    def remove_several(self, request: Request, tournament_id: str) -> Response:
        """Remove all of the entrants, as if never entered, or none; only before the first draw."""
        values, by = reading.read(request, EntrantsNamed)
        numbers = list(dict.fromkeys(values["entrants"]))
        services.delete_entrants(tournament_id=tournament_id, numbers=numbers, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)

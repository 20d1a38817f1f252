"""Tournaments over HTTP. A view fetches, checks rights, reads, calls a service and answers."""

import json
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from clubs.api.exactly_once import exactly_once
from clubs.callers import Caller
from core.answers import list_of
from core.paging import Pages
from games.callers import api_caller
from tournaments import cookie, queries, services
from tournaments.api import reading
from tournaments.api.answers.boards import DealAnswer, DealsAnswer, deal_body, deals_body
from tournaments.api.answers.standings import (
    BracketAnswer,
    MovementAnswer,
    PoolsAnswer,
    StandingsAnswer,
    bracket_body,
    movement_body,
    pools_body,
    standings_body,
)
from tournaments.api.answers.tournament import (
    LogAnswer,
    PlaceAnswer,
    TimerAnswer,
    TournamentAnswer,
    TournamentLine,
    WebhookAnswer,
    line_body,
    log_body,
    place_body,
    timer_body,
    tournament_body,
)
from tournaments.api.etags import TaggedView, answer_text
from tournaments.api.filters import TournamentFilter
from tournaments.api.inputs.serializers import (
    ENTRANTS_MAX,
    PastInput,
    PlaceInput,
    TimerInput,
    TournamentInput,
    TournamentPatch,
    WebhookInput,
)
from tournaments.files import export
from tournaments.models import Tournament
from tournaments.services import WriteOutcome
from tournaments.state.tournament import TournamentState
from tournaments.view import View

TAGS = ["tournaments"]


def bounded_list(child: serializers.Serializer[Any]) -> Any:
    """Return the schema of a posted list, with at most `ENTRANTS_MAX` items."""
    most: dict[str, Any] = {"max_length": ENTRANTS_MAX}
    return serializers.ListSerializer(child=child, **most)


PLACES_BODY = bounded_list(PlaceInput())
# On DELETE these fields are in the query or in a JSON body.
WRITE_QUERY = [
    OpenApiParameter("client_id", OpenApiTypes.UUID),
    OpenApiParameter("after", OpenApiTypes.INT),
]


def code_of(outcome: WriteOutcome, made: bool = True) -> int:
    """Return 201 for something new, 200 for a change or for a repeated answer."""
    return status.HTTP_201_CREATED if made and not outcome.repeated else status.HTTP_200_OK


def view_after(outcome: WriteOutcome, request: Request) -> View:
    """Return the tournament after a write, as its writer sees it."""
    return _view(request, outcome.tournament, api_caller(request), outcome.folded)


def seen(request: Request, tournament_id: str) -> View:
    """Return a tournament that the caller may see, by a role or by a table's token."""
    caller = api_caller(request)
    tournament = queries.find(tournament_id, caller, token=request.headers.get("X-Table-Token"))
    return _view(request, tournament, caller)


def _view(
    request: Request,
    tournament: Tournament,
    caller: Caller,
    answered: TournamentState | None = None,
) -> View:
    """Return a tournament as its caller sees it.

    The token of the header gives rights. The tokens of the cookie give none: they only say what
    must be hidden.
    """
    token = request.headers.get("X-Table-Token")
    tokens = cookie.read(request, tournament.pk)
    return View(tournament, caller, answered, (token,) if token else (), tokens)


def cached_answer(
    request: Request, view: View, what: str, body: Callable[[View], Any]
) -> HttpResponse:
    """Answer JSON that is the same for all readers; it is cached for each version."""

    def text() -> str:
        return json.dumps(body(view), cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))

    return answer_text(request, queries.cached_text(view.tournament, f"API {what}", text))


class NewestTournaments(Pages):
    """Pages of tournaments, newest first."""

    ordering = ("-date", "-created_at", "-id")


class TournamentList(ListAPIView[Tournament]):
    """Tournaments: list them, create one."""

    pagination_class = NewestTournaments
    filterset_class = TournamentFilter
    queryset = Tournament.objects.none()

    @extend_schema(operation_id="tournaments_list", responses=TournamentLine, tags=TAGS)
    def get(self, request: Request) -> Response:
        """List the tournaments that the caller may see, newest first."""
        rows: QuerySet[Tournament] = self.filter_queryset(
            queries.with_counts(queries.visible(api_caller(request)))
        )
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(
            [
                line_body(row, row.entrant_count, row.round_count)  # type: ignore[attr-defined]
                for row in page
            ]
        )

    @extend_schema(
        operation_id="tournaments_make",
        request=TournamentInput,
        responses={201: TournamentAnswer, 200: TournamentAnswer},
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Create a tournament of a club. `seed` is for its draws, and published before them."""
        opening, by = reading.made(request)
        outcome = services.make(opening=opening, by=by)
        return Response(tournament_body(view_after(outcome, request)), code_of(outcome))


class TournamentDetail(TaggedView):
    """One tournament."""

    @extend_schema(operation_id="tournaments_read", responses=TournamentAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Read a tournament."""
        return Response(tournament_body(seen(request, tournament_id)))

    @extend_schema(
        operation_id="tournaments_patch",
        request=TournamentPatch,
        responses=TournamentAnswer,
        tags=TAGS,
    )
    def patch(self, request: Request, tournament_id: str) -> Response:
        """Change its description, how it is played (before the first draw), or its state."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        changes, by = reading.patched(request, view.tournament)
        outcome = services.set_up(tournament_id=tournament_id, changes=changes, by=by)
        return Response(tournament_body(view_after(outcome, request)))

    @extend_schema(
        operation_id="tournaments_delete", request=None, responses={204: None}, tags=TAGS
    )
    @exactly_once()
    def delete(self, request: Request, tournament_id: str) -> Response:
        """Delete a tournament of which nothing was drawn."""
        services.delete(tournament_id=tournament_id, by=reading.writing(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Standings(TaggedView):
    """The standings of a tournament."""

    @extend_schema(operation_id="standings_read", responses=StandingsAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Read the standings; `why` says what decides between a row and the row above."""
        return cached_answer(request, seen(request, tournament_id), "standings", standings_body)


class Pools(TaggedView):
    """The groups of a tournament."""

    @extend_schema(operation_id="pools_read", responses=PoolsAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Read the groups: standings, and who is certain to be qualified."""
        view = seen(request, tournament_id)
        return cached_answer(request, view, f"pools {view.can_run}", pools_body)


class MovementCall(TaggedView):
    """The movement of a tournament that is known from the start."""

    @extend_schema(operation_id="movement_read", responses=MovementAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Read every round as it was drawn or will be; no rounds if the format has no movement."""
        view = seen(request, tournament_id)
        return cached_answer(request, view, f"movement {view.can_run}", movement_body)


class BracketCall(TaggedView):
    """The bracket of a tournament."""

    @extend_schema(operation_id="bracket_read", responses=BracketAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Read the bracket in its present state; without nodes if the format has no bracket."""
        view = seen(request, tournament_id)
        return cached_answer(request, view, f"bracket {view.can_run}", bracket_body)


class BoardList(TaggedView):
    """The boards of a tournament."""

    @extend_schema(operation_id="deals_list", responses=DealsAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """List the boards, and say which of them are open."""
        return Response(deals_body(seen(request, tournament_id)))


class BoardDetail(TaggedView):
    """One board."""

    @extend_schema(operation_id="deals_read", responses=DealAnswer, tags=TAGS)
    def get(self, request: Request, tournament_id: str, board: int) -> Response:
        """Read an open board. Before it is open, those who prepare it may read its deal only."""
        return Response(deal_body(seen(request, tournament_id), board))


class Log(TaggedView):
    """The log of a tournament."""

    @extend_schema(operation_id="tournaments_log", responses=list_of(LogAnswer), tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """List all events, oldest first. Replaying them gives the same tournament."""
        view = seen(request, tournament_id)
        return Response([log_body(entry) for entry in export.log_of(view)])


class Palmares(TaggedView):
    """The podium of a past tournament."""

    @extend_schema(
        operation_id="palmares_enter",
        request=PLACES_BODY,
        responses={201: list_of(PlaceAnswer), 200: list_of(PlaceAnswer)},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter the podium of a past tournament, in place of the one entered before."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        by = reading.sent(request)
        places = reading.places(request)
        outcome = services.palmares(tournament_id=tournament_id, places=places, by=by)
        body = [place_body(place) for place in view_after(outcome, request).places]
        return Response(body, code_of(outcome))


class PastTournaments(TaggedView):
    """Tournaments that were played elsewhere, or before the club was here."""

    @extend_schema(
        operation_id="tournaments_past",
        request=PastInput,
        responses={201: TournamentAnswer, 200: TournamentAnswer},
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Enter a past tournament with its places. It has no format, seed, entrants or rounds."""
        opening, places, by = reading.past(request)
        outcome = services.open_past(opening=opening, places=places, by=by)
        return Response(tournament_body(view_after(outcome, request)), code_of(outcome))


class Timer(TaggedView):
    """The round's timer."""

    @extend_schema(
        operation_id="timer_set",
        request=TimerInput,
        responses={200: TimerAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Start, pause or reset the timer."""
        values, by = reading.read(request, TimerInput)
        outcome = services.timer(
            tournament_id=tournament_id,
            action=values["action"],
            minutes=values.get("minutes"),
            by=by,
        )
        return Response(timer_body(outcome.tournament))


class Webhooks(TaggedView):
    """The webhooks of a tournament."""

    @extend_schema(operation_id="webhooks_list", responses=list_of(WebhookAnswer), tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """List the webhooks, without their secrets."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        hooks = view.tournament.webhooks.order_by("id")
        return Response([WebhookAnswer(id=hook.pk, url=hook.url) for hook in hooks])

    @extend_schema(
        operation_id="webhooks_add",
        request=WebhookInput,
        responses={201: WebhookAnswer},
        tags=TAGS,
    )
    @exactly_once()
    def post(self, request: Request, tournament_id: str) -> Response:
        """Add a public address. Messages are signed by `X-Signature: sha256=` HMAC of the body."""
        values, by = reading.webhook(request)
        hook = services.add_webhook(tournament_id=tournament_id, **values, by=by)
        return Response(WebhookAnswer(id=hook.pk, url=hook.url), status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="webhooks_remove",
        request=None,
        responses={204: None},
        parameters=[OpenApiParameter("url", OpenApiTypes.STR, description="Or in the body.")],
        tags=TAGS,
    )
    @exactly_once()
    def delete(self, request: Request, tournament_id: str) -> Response:
        """Remove an address."""
        by = reading.writing(request)
        url = reading.removed_url(request)
        services.remove_webhook(tournament_id=tournament_id, url=url, by=by)
        return Response(status=status.HTTP_204_NO_CONTENT)

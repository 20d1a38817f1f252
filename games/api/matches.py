"""Matches over HTTP.

A view finds the match, checks the rights, reads the body, calls a service and answers.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.http import HttpResponse
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from core.answers import list_of
from core.negotiation import AnyAccept
from core.paging import Pages
from core.spreadsheets import Sheet
from core.table_files import DIALECT, TABLE_ANSWERS, TABLE_KINDS, table_file
from games import queries, services
from games.api import reading
from games.api.filters import MatchFilter
from games.api.serializers import (
    ImportSerializer,
    JoinSerializer,
    LineSerializer,
    PartSerializer,
    PatchSerializer,
    SitSerializer,
    StartSerializer,
)
from games.callers import api_caller, from_own_page, keep_started, starting_caller, watching_caller
from games.live.readers import READER, reader_of
from games.match import export, log_queries, permissions, series_queries
from games.match.match_json import (
    ChangeAnswer,
    MatchAnswer,
    SeriesAnswer,
    StartAnswer,
    WrittenAnswer,
    change_body,
    match_body,
    match_text,
    series_body,
)
from games.match.sizes import ANSWERED_FIGURES, MOST_SEATS, figures
from games.models import Match
from games.phone.rules import rules_hash
from games.presentation.table import Table
from games.services import WriteOutcome, Writing


class NewestMatches(Pages):
    """Pages of matches, newest first. A page of long matches has fewer, but at least one."""

    ordering = ("-started_at", "-id")
    max_page_size = 50
    _most: int | None = None

    def get_page_size(self, request: Request) -> int | None:
        """Return how many matches the page may have."""
        return super().get_page_size(request) if self._most is None else self._most

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> list[Any] | None:
        """Return the page, which ends early if it would have too many lines."""
        page = super().paginate_queryset(*args, **kwargs)
        if not page:
            return page
        backwards = self.cursor is not None and self.cursor.reverse
        fitting = _fitting(page[::-1] if backwards else page)
        if fitting == len(page):
            return page
        self._most = fitting
        return super().paginate_queryset(*args, **kwargs)


def _fitting(rows: Sequence[Match]) -> int:
    """Return how many of these matches, from the first, fit into one answer (at least 1)."""
    # Each line was a write, so a match has at most as many lines as its version says.
    if figures(sum(match.version for match in rows), MOST_SEATS) <= ANSWERED_FIGURES:
        return len(rows)
    seats = queries.seat_counts(rows)
    together = accumulate(figures(match.version, seats.get(match.pk, 0)) for match in rows)
    return max(1, sum(many <= ANSWERED_FIGURES for many in together))


def started(request: Request, outcome: WriteOutcome, by: Writing) -> HttpResponse:
    """Answer a start with 201 the first time, and with 200 if it is repeated.

    A program gets the token for writing on the match. A browser gets it as a cookie.
    """
    in_cookie = from_own_page(request)
    token = permissions.edit_token(outcome.table.match)
    more: dict[str, Any] = {} if in_cookie else {"edit_token": token}
    if by.rules:
        more["written"] = written(by)
    code = status.HTTP_200_OK if outcome.repeated else status.HTTP_201_CREATED
    response = answer(outcome.table, code, more)
    if in_cookie:
        keep_started(response, request, outcome.table.match, by.caller)
    return response


class MatchList(ListAPIView[Match]):
    """Matches: list them, start one."""

    write_scope = "start"
    pagination_class = NewestMatches
    filterset_class = MatchFilter
    queryset = Match.objects.none()

    @extend_schema(operation_id="matches_list", responses=MatchAnswer, tags=["matches"])
    def get(self, request: Request) -> Response:
        """List the matches that may be listed to the caller, newest first."""
        rows = self.filter_queryset(queries.visible(api_caller(request)))
        page = self.paginate_queryset(rows)
        bodies = [match_body(table) for table in queries.plain_tables(page or [])]
        return self.get_paginated_response(bodies)

    @extend_schema(
        operation_id="matches_start",
        request=StartSerializer,
        responses={201: StartAnswer, 200: StartAnswer},
        tags=["matches"],
    )
    def post(self, request: Request) -> HttpResponse:
        """Start a match; the answer carries the `edit_token` to write it."""
        setup, by, follows = reading.start(request, starting_caller(request))
        if follows is None:
            return started(request, services.start(setup=setup, by=by), by)
        outcome = services.start_again(match_id=follows, setup=setup, by=by)
        return started(request, outcome, by)


class MatchImport(APIView):
    """The import of exported matches."""

    write_scope = "start"

    @extend_schema(
        operation_id="matches_import",
        request=ImportSerializer,
        responses={201: StartAnswer, 200: StartAnswer},
        tags=["matches"],
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a new match from an exported one, with the same lines, scores and dates."""
        arguments = reading.imported(request, starting_caller(request))
        return started(request, services.import_match(**arguments), arguments["by"])


class OneMatch(ViewSet):
    """One match."""

    answers_not_modified = True
    write_scope = "write"

    @extend_schema(
        operation_id="matches_read",
        responses=MatchAnswer,
        parameters=[PartSerializer],
        tags=["matches"],
    )
    def read(self, request: Request, match_id: str) -> HttpResponse:
        """Read a match. Its `ETag` is its version; `If-None-Match` answers 304.

        Of a long match, `entries` holds the newest lines, or with `before` those before that line.
        """
        match = queries.find(match_id, api_caller(request))
        before = reading.before(request)
        etag = quote_etag(str(match.version))
        if matches_etag(request, etag):
            return HttpResponse(status=304, headers={"ETag": etag})
        return answer(queries.plain_table(match, before=before))

    @extend_schema(
        operation_id="matches_patch",
        request=PatchSerializer,
        responses=MatchAnswer,
        tags=["matches"],
    )
    def change(self, request: Request, match_id: str) -> HttpResponse:
        """Change what surrounds the score: names, room, who a guest is, giving up, resuming."""
        changes, by = reading.patch(request, api_caller(request))
        outcome = services.patch(match_id=match_id, changes=changes, by=by)
        return answer(outcome.table)

    @extend_schema(
        operation_id="matches_rematch",
        request=LineSerializer,
        responses={201: StartAnswer, 200: StartAnswer},
        tags=["matches"],
    )
    def rematch(self, request: Request, match_id: str) -> HttpResponse:
        """Start a match of the same table, with the next dealer; a second call answers the same."""
        by = reading.writing(request, starting_caller(request))
        return started(request, services.rematch(match_id=match_id, by=by), by)


def matches_etag(request: Request, etag: str) -> bool:
    """Return whether the caller already has this version, according to `If-None-Match`."""
    known = [
        tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))
    ]
    return etag in known or "*" in known


def written(by: Writing) -> WrittenAnswer:
    """Return the `client_id` of the write that is answered, and the hash of the server's rules."""
    return {"client_id": str(by.client_id) if by.client_id else None, "rules": rules_hash()}


def answer(
    table: Table, code: int = status.HTTP_200_OK, more: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Answer with a match, and with its version as the `ETag`.

    `more` are further fields of the body.
    """
    return HttpResponse(
        match_text(table, more=more),
        status=code,
        content_type="application/json",
        headers={"ETag": quote_etag(str(table.match.version))},
    )


class MatchSeats(APIView):
    """The seats of a match, to which one may be added."""

    @extend_schema(
        operation_id="seats_join",
        request=JoinSerializer,
        responses={201: MatchAnswer, 200: MatchAnswer},
        tags=["matches"],
    )
    def post(self, request: Request, match_id: str) -> HttpResponse:
        """Add a player at the end of the order of a running match.

        Not every game allows this. It is refused once it would change the score of a recorded
        line.
        """
        person, by = reading.joining(request, api_caller(request))
        outcome = services.join(match_id=match_id, person=person, by=by)
        code = status.HTTP_200_OK if outcome.repeated else status.HTTP_201_CREATED
        return answer(outcome.table, code)


class MatchSeat(APIView):
    """A seat of a match, which whoever sits there may name."""

    @extend_schema(
        operation_id="seats_take", request=SitSerializer, responses=MatchAnswer, tags=["matches"]
    )
    def post(self, request: Request, match_id: str, seat: int) -> HttpResponse:
        """Give an unnamed seat the name of the person who sits there. An empty name writes nothing.

        The caller needs the table's code or the right to score. The seat is not connected with a
        player of the club.
        """
        name, by = reading.sitting(request, api_caller(request))
        return answer(services.sit(match_id=match_id, seat=seat, name=name, by=by).table)

    @extend_schema(
        operation_id="seats_free",
        request=None,
        responses={200: MatchAnswer},
        parameters=[
            OpenApiParameter("client_id", OpenApiTypes.UUID),
            OpenApiParameter("after", OpenApiTypes.INT),
        ],
        tags=["matches"],
    )
    def delete(self, request: Request, match_id: str, seat: int) -> HttpResponse:
        """Take back the name that a phone gave to its seat; it gets its previous name back."""
        by = reading.writing(request, api_caller(request), reading.deletion(request))
        return answer(services.free(match_id=match_id, seat=seat, by=by).table)


class MatchHistory(APIView):
    """Every write on a match."""

    @extend_schema(
        operation_id="matches_history", responses=list_of(ChangeAnswer), tags=["matches"]
    )
    def get(self, request: Request, match_id: str) -> Response:
        """List every change ever made, oldest first. Nothing is ever erased from it."""
        match = queries.find(match_id, api_caller(request))
        return Response([change_body(change) for change in log_queries.public_history(match)])


class MatchSeries(APIView):
    """The series of a match: the matches that the same people played one after another."""

    @extend_schema(operation_id="matches_series", responses=SeriesAnswer, tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """Read the wins of each side or seat in the series. Its other matches change them too."""
        caller = api_caller(request)
        match = queries.find(match_id, caller)
        evening = series_queries.evening(match, caller)
        return Response(series_body(evening.matches, evening.tally, queries.plain_table(match)))


class MatchExport(APIView):
    """A match as a file."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="matches_export",
        responses={(200, "application/json"): MatchAnswer, **TABLE_ANSWERS},
        parameters=[
            OpenApiParameter("format", OpenApiTypes.STR, enum=["json", *TABLE_KINDS]),
            DIALECT,
        ],
        tags=["matches"],
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Export as JSON (which `matches/import/` takes back), CSV or a workbook (.xlsx)."""
        table = queries.plain_table(queries.find(match_id, api_caller(request)))
        kind = request.query_params.get("format", "json")
        if kind in TABLE_KINDS:
            sheets = [Sheet(_("Match"), export.rows(table))]
            return table_file(request, match_id, kind, sheets)
        if kind != "json":
            raise reading.fault("export_unknown", "format")
        text = match_text(table, whole=True)
        headers = {"Content-Disposition": f'attachment; filename="{match_id}.json"'}
        return HttpResponse(text, content_type="application/json", headers=headers)


class MatchLive(APIView):
    """The stream of a match's versions."""

    content_negotiation_class = AnyAccept

    @extend_schema(exclude=True)
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Answer with the present version; the server in front of Django keeps the stream open.

        If nothing keeps it open, the browser reconnects after `retry` milliseconds. With `view` in
        the query, the stream also brings the reader that part of the match's pages.
        """
        caller = watching_caller(request)
        match = queries.find(match_id, caller)
        if "asgi.scope" in request.META:
            request.META["asgi.scope"][READER] = reader_of(request, caller, match)
        lines = f"retry: 3000\nevent: version\ndata: {match.version}\n\n"
        return HttpResponse(
            lines,
            content_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

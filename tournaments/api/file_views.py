"""Tournaments as files: export and import."""

from collections.abc import Callable, Iterable

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.negotiation import AnyAccept
from core.spreadsheets import XLSX, Row, Sheet
from core.table_files import DIALECT, TABLE_ANSWERS, TABLE_KINDS, table_file
from tournaments.api import importing, reading
from tournaments.api.answers.tournament import TournamentAnswer, tournament_body
from tournaments.api.etags import TaggedView, answer_text
from tournaments.api.inputs.serializers import ImportInput
from tournaments.api.views import TAGS, code_of, seen, view_after
from tournaments.files import export, tables, workbook
from tournaments.view import View

TEXT = "; charset=utf-8"


# The tables that a program may ask for alone.
TABLES: dict[str, Callable[[View], Iterable[Row]]] = {
    "entrants": tables.entrants,
    "standings": workbook.standings,
    "tables": tables.results,
}


def _table_file(request: Request, view: View, kind: str) -> HttpResponse:
    """Return the whole tournament, or the table that was asked for, as CSV or a workbook."""
    name, table = view.tournament.pk, request.query_params.get("table")
    if table is not None and table not in TABLES:
        raise reading.fault("export_table_unknown", "table")
    if table is not None:
        sheets = [Sheet(table, TABLES[table](view))]
        return table_file(request, f"{name}-{table}", kind, sheets)
    sheets = workbook.sheets(view) if kind == XLSX else [Sheet(name, export.rows(view))]
    return table_file(request, name, kind, sheets)


class Export(TaggedView):
    """A tournament as a file."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="tournaments_export",
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            **TABLE_ANSWERS,
            (200, "text/plain"): OpenApiTypes.STR,
        },
        parameters=[
            OpenApiParameter("format", OpenApiTypes.STR, enum=["json", *TABLE_KINDS, "trf"]),
            OpenApiParameter(
                "table",
                OpenApiTypes.STR,
                enum=list(TABLES),
                description="With csv or xlsx: only this table. An import does not read it.",
            ),
            DIALECT,
        ],
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Export as JSON or CSV (which `tournaments/import/` reads again), a workbook, or TRF16.

        A workbook (.xlsx) has a sheet each for entrants, standings and tables.
        """
        view = seen(request, tournament_id)
        kind = request.query_params.get("format", "json")
        response: HttpResponse
        if kind in TABLE_KINDS:
            return _table_file(request, view, kind)
        if kind == "json":
            response = answer_text(request, export.json_text(view))
        elif kind == "trf":
            response = HttpResponse(export.to_trf(view), content_type=f"text/plain{TEXT}")
        else:
            raise reading.fault("tournament_export_unknown", "format")
        response["Content-Disposition"] = f'attachment; filename="{tournament_id}.{kind}"'
        return response


class Import(TaggedView):
    """Imports of exported tournaments."""

    @extend_schema(
        operation_id="tournaments_import",
        request=ImportInput,
        responses={201: TournamentAnswer, 200: TournamentAnswer},
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Create a tournament from our JSON as it was exported, from our CSV, or from a TRF16 file.

        CSV and TRF16 are sent as `{"format": "csv" | "trf", "content": "…", "club": "…"}`.
        """
        outcome = importing.import_posted(
            request.data, lambda values: reading.writing(request, values)
        )
        return Response(tournament_body(view_after(outcome, request)), code_of(outcome))

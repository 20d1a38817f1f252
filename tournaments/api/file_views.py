"""Tournaments as files: export and import."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.negotiation import AnyAccept
from tournaments.api import importing, reading
from tournaments.api.answers.tournament import TournamentAnswer, tournament_body
from tournaments.api.etags import TaggedView, answer_text
from tournaments.api.serializers import ImportInput
from tournaments.api.views import TAGS, code_of, seen, view_after
from tournaments.files import export

TEXT = "; charset=utf-8"


class Export(TaggedView):
    """A tournament as a file."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="tournaments_export",
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
        },
        parameters=[OpenApiParameter("format", OpenApiTypes.STR, enum=["json", "csv", "trf"])],
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Export as JSON or CSV (which `tournaments/import/` reads again), or TRF16."""
        view = seen(request, tournament_id)
        kind = request.query_params.get("format", "json")
        response: HttpResponse
        if kind == "json":
            response = answer_text(request, export.json_text(view))
        elif kind == "csv":
            response = HttpResponse(export.to_csv(view), content_type=f"text/csv{TEXT}")
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

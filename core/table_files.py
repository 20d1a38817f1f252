"""Tables as files over HTTP for programs: which kinds there are, and in which dialect."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from core.errors import Refused
from core.spreadsheets import CSV, DEFAULT_DIALECT, DIALECTS, XLSX, Row, Sheet, file_answer

TABLE_KINDS = (CSV, XLSX)
TABLE_ANSWERS: dict[Any, Any] = {
    (200, "text/csv"): OpenApiTypes.STR,
    (
        200,
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ): OpenApiTypes.BINARY,
}
DIALECT = OpenApiParameter(
    "dialect",
    OpenApiTypes.STR,
    enum=list(DIALECTS),
    description="Of CSV: `fr` has semicolons and decimal commas, `en` (the default) has not.",
)

KIND = OpenApiParameter("format", OpenApiTypes.STR, enum=list(TABLE_KINDS))
TABLE_QUERY = [KIND, DIALECT]


def one_table(request: Request, name: str, rows: Iterable[Row]) -> HttpResponse:
    """Return a table as the file that a program asked for, by default CSV.

    Raises `Refused`: `table_kind_unknown`, `dialect_unknown`.
    """
    kind = request.query_params.get("format", CSV)
    if kind not in TABLE_KINDS:
        raise Refused("table_kind_unknown", "format")
    return table_file(request, name, kind, [Sheet(name, rows)])


def table_file(request: Request, name: str, kind: str, sheets: Sequence[Sheet]) -> HttpResponse:
    """Return the file that a program asked for. Raises `Refused`: `dialect_unknown`.

    CSV has the byte order mark that offices need only if a dialect was asked for.
    """
    dialect = request.query_params.get("dialect")
    if dialect is not None and dialect not in DIALECTS:
        raise Refused("dialect_unknown", "dialect")
    return file_answer(name, kind, sheets, dialect or DEFAULT_DIALECT, marked=dialect is not None)

"""Lists of entrants over HTTP: what is understood of a text or a file. Nothing is written."""

import base64
import binascii
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.list_files import text_of_file
from clubs.list_words import fault_of, remarks_of
from clubs.lists.judging import Judged, ListedPerson
from clubs.lists.reading import LONGEST, ListFault
from core.shapes import NOT_TEXT
from core.texts import NotText
from games.api.serializers import WriteSerializer
from tournaments import services
from tournaments.api import reading
from tournaments.api.views import TAGS, seen


class ListInput(WriteSerializer):
    """A list as it was pasted, or a file in base 64: one of the two."""

    text = serializers.CharField(required=False, max_length=LONGEST, trim_whitespace=False)
    file = serializers.CharField(required=False, max_length=LONGEST)


class NearAnswer(serializers.Serializer[Any]):
    """Somebody of the club whose name is near."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class ListPersonAnswer(serializers.Serializer[Any]):
    """A person of a row; `player` if the club knows them, `near` for those who may be meant."""

    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    near = NearAnswer(many=True)


class ListRemarkAnswer(serializers.Serializer[Any]):
    """What is to be known about a row."""

    code = serializers.CharField()
    text = serializers.CharField()


class ListRowAnswer(serializers.Serializer[Any]):
    """An entrant of a list. `out`: it would not be entered. `partner`: a row to join, by place."""

    place = serializers.IntegerField()
    line = serializers.IntegerField()
    text = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    players = ListPersonAnswer(many=True)
    seed = serializers.IntegerField(allow_null=True)
    club = serializers.CharField(allow_blank=True)
    out = serializers.BooleanField()
    partner = serializers.IntegerField(allow_null=True)
    remarks = ListRemarkAnswer(many=True)


class ListAnswer(serializers.Serializer[Any]):
    """What is understood of a list: how many would be entered, and its rows."""

    count = serializers.IntegerField()
    rows = ListRowAnswer(many=True)


class EntrantPreview(APIView):
    """A list of entrants before it is entered."""

    @extend_schema(
        operation_id="entrants_preview", request=ListInput, responses=ListAnswer, tags=TAGS
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Read a list of entrants, and write nothing: a row for each, with what looks wrong."""
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        name, text = _given(request)
        try:
            rows = services.preview_of(view, text)
        except ListFault as fault:
            raise _fault(name, fault.code, fault_of(fault)) from fault
        return Response(list_body(rows))


def _given(request: Request) -> tuple[str, str]:
    """Return which field holds the list, and its text."""
    values, _by = reading.read(request, ListInput)
    if ("text" in values) == ("file" in values):
        raise reading.fault("text_or_file", "text")
    if "text" in values:
        return "text", values["text"]
    try:
        return "file", text_of_file(base64.b64decode(values["file"], validate=True))
    except (binascii.Error, ValueError) as error:
        code = error.code if isinstance(error, NotText) else "encoding"
        raise _fault("file", code, str(NOT_TEXT[code])) from error


def _fault(field: str, code: str, sentence: str) -> ValidationError:
    return ValidationError({field: [ErrorDetail(sentence, code=code)]})


def list_body(rows: list[Judged]) -> dict[str, Any]:
    """Return what is understood of a list."""
    count = sum(not one.out for one in rows)
    return {"count": count, "rows": [_row(one) for one in rows]}


def _row(one: Judged) -> dict[str, Any]:
    return {
        "place": one.place,
        "line": one.row.at,
        "text": one.row.text,
        "name": one.row.name,
        "players": [_person(who) for who in one.people],
        "seed": one.row.seed,
        "club": one.row.club,
        "out": one.out,
        "partner": one.partner.place if one.partner else None,
        "remarks": remarks_of(one),
    }


def _person(who: ListedPerson) -> dict[str, Any]:
    near = [{"player": known.player, "name": known.name} for known in who.near]
    return {"player": who.player, "name": who.name, "near": near}

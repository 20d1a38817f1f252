"""Lists of entrants over HTTP: how a text or a file is read. Nothing is written."""

import base64
import binascii
from typing import Annotated, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.guests import TraceAnswer, trace_body
from clubs.list_files import text_of_file
from clubs.list_forms import new_names
from clubs.list_words import ListRemarkAnswer, fault_of, remarks_of
from clubs.lists.judging import Judged, ListedPerson
from clubs.lists.reading import LONGEST, ListFault
from clubs.services import traces_of
from core.shapes import NOT_TEXT
from core.text.texts import NotText
from games.api.serializers import WriteSerializer
from tournaments import services
from tournaments.api import reading
from tournaments.api.views import TAGS, seen
from tournaments.presentation.money import amount
from tournaments.view import View


class ListInput(WriteSerializer):
    """A list as it was pasted, or a file in base 64; exactly one of the two fields."""

    text = serializers.CharField(required=False, max_length=LONGEST, trim_whitespace=False)
    file = serializers.CharField(required=False, max_length=LONGEST)


class NearAnswer(TypedDict):
    """A person of the club with a similar name."""

    player: int
    name: str


class ListPersonAnswer(TypedDict):
    """A person of a row. `player` is set if the club knows them; `near`: who else may be meant."""

    player: int | None
    name: str
    near: list[NearAnswer]


class ListRowAnswer(TypedDict):
    """An entrant of a list. `out`: it would not be entered. `partner`: the row that it joins."""

    place: int
    line: int
    text: str
    name: str
    players: list[ListPersonAnswer]
    seed: int | None
    club: str
    phone: str
    licence: str
    paid: Annotated[float | None, "The sum; 0 where the row only says that it was paid."]
    out: bool
    partner: int | None
    remarks: list[ListRemarkAnswer]


class ListGuestAnswer(TypedDict):
    """A guest of a new name, and where the name stands in the club: that would come along."""

    name: str
    traces: list[TraceAnswer]


class ListAnswer(TypedDict):
    """A list as it was read: how many entrants would be entered, and its rows.

    `new`: the names that the club does not know, nor others like them. `guests`: what people of
    these names did as guests, for those who may manage the club's list; else empty.
    """

    count: int
    rows: list[ListRowAnswer]
    new: list[str]
    guests: list[ListGuestAnswer]


class EntrantPreview(APIView):
    """A list of entrants before it is entered."""

    @extend_schema(
        operation_id="entrants_preview", request=ListInput, responses=ListAnswer, tags=TAGS
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Read a list of entrants without writing. The answer has a row for each entrant, with what
        looks wrong.
        """
        view = seen(request, tournament_id)
        services.demand(view.tournament, reading.writing(request), "run")
        name, text = _given(request)
        try:
            rows = services.preview_of(view, text)
        except ListFault as fault:
            raise _fault(name, fault.code, fault_of(fault)) from fault
        return Response(list_body(rows, view))


def _given(request: Request) -> tuple[str, str]:
    """Return (name of the field that holds the list, text of the list)."""
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


def list_body(rows: list[Judged], view: View) -> ListAnswer:
    """Return a list as it was read."""
    club, new = view.tournament.club, new_names(rows)
    may_add = bool(new) and view.caller.may("manage_players", club)
    traces = traces_of(club, new, view.caller) if may_add else {}
    return {
        "count": sum(not row.out for row in rows),
        "rows": [_row(row) for row in rows],
        "new": new,
        "guests": [
            {"name": name, "traces": [trace_body(trace) for trace in things]}
            for name, things in traces.items()
        ],
    }


def _row(judged: Judged) -> ListRowAnswer:
    return {
        "place": judged.place,
        "line": judged.row.at,
        "text": judged.row.text,
        "name": judged.row.name,
        "players": [_person(person) for person in judged.people],
        "seed": judged.row.seed,
        "club": judged.row.club,
        "phone": judged.row.phone,
        "licence": judged.row.licence,
        "paid": _paid(judged),
        "out": judged.out,
        "partner": judged.partner.place if judged.partner else None,
        "remarks": remarks_of(judged),
    }


def _paid(judged: Judged) -> float | None:
    paid = judged.row.paid
    if paid is None:
        return None
    return 0 if paid == "yes" else amount(paid)


def _person(person: ListedPerson) -> ListPersonAnswer:
    return {
        "player": person.player,
        "name": person.name,
        "near": [{"player": known.player, "name": known.name} for known in person.near],
    }

"""A club's guests over HTTP: where their names stand, and whom they turned out to be."""

import datetime as dt
from typing import Annotated, Any, TypedDict, get_args

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from clubs import services
from clubs.api.common import caller_of, club_of, player_of
from clubs.api.exactly_once import exactly_once
from clubs.api.members import number
from clubs.callers import Caller
from clubs.guests.models import KnownGuest
from clubs.guests.names import Kind, Trace
from clubs.models import Club
from clubs.queries import ID_MAX
from core.answers import OneOf, list_of
from core.errors import Refused
from core.names import clean_name
from core.shapes import NameField, StrictSerializer

_KINDS = [(kind, kind) for kind in get_args(Kind)]


class TraceAnswer(TypedDict):
    """A place where a guest's name stands, as it is spelt there.

    `id` is that of the tournament (also for `palmares`), of the challenge (for `table` and for a
    frozen `challenge`), or of the match.
    """

    kind: Annotated[str, OneOf(_KINDS)]
    id: str
    title: str
    date: dt.date
    name: str


class KnownGuestAnswer(TypedDict):
    """A guest who turned out to be a player. `id` serves to take that back, for 30 days."""

    id: int
    name: str
    player: int
    traces: list[TraceAnswer]


class GuestInput(StrictSerializer):
    """A guest's name (`name`), and the id of the player that it is (`player`)."""

    name = NameField()
    player = serializers.IntegerField(min_value=1, max_value=ID_MAX)


class SpellingInput(StrictSerializer):
    """A guest's name, and how it is spelt everywhere from now on."""

    name = NameField()
    spelling = NameField()


def trace_body(trace: Trace) -> TraceAnswer:
    """Return a place where a guest's name stands."""
    return {
        "kind": trace.kind,
        "id": trace.id,
        "title": trace.title,
        "date": trace.date,
        "name": trace.name,
    }


def traces_body(club: Club, name: str, caller: Caller) -> list[TraceAnswer]:
    """Return where a guest's name stands in a club."""
    traces = services.traces_of(club, [name], caller)
    return [trace_body(trace) for trace in traces.get(name, ())]


class ClubGuests(ViewSet):
    """The guests of a club, by name."""

    @extend_schema(
        operation_id="club_guests_find",
        parameters=[OpenApiParameter("name", OpenApiTypes.STR, required=True)],
        responses=list_of(TraceAnswer),
        tags=["players"],
    )
    def find(self, request: Request, slug: str) -> Response:
        """List where a guest's name stands, however it is spelt, oldest first; for officers."""
        club, caller = _officers(request, slug)
        name = clean_name(request.query_params.get("name", ""))
        return Response(traces_body(club, name, caller))

    @extend_schema(
        operation_id="club_guests_know",
        request=GuestInput,
        responses={201: KnownGuestAnswer, 200: KnownGuestAnswer},
        tags=["players"],
    )
    @exactly_once()
    def know(self, request: Request, slug: str) -> Response:
        """Say that a guest is a player of the club's list: all under that name becomes theirs.

        Entries, results and lines of challenges come along at once; `traces` lists them. A guest
        and a player who played one tournament, or sat at one table, are two people
        (`merge_same_tournament`, `merge_same_table`).
        """
        club, caller = _officers(request, slug)
        values = _values(request, GuestInput)
        player, name = player_of(values["player"], caller, "player"), values["name"]
        traces = traces_body(club, name, caller)
        known = services.know_guests(club=club, people={name: player}, caller=caller).get(name)
        if known is None:
            raise Refused("guest_unknown", "name")
        return Response(_body(known, traces), status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="club_guests_respell",
        request=SpellingInput,
        responses=list_of(TraceAnswer),
        tags=["players"],
    )
    @exactly_once()
    def respell(self, request: Request, slug: str) -> Response:
        """Spell a guest's name otherwise, everywhere in the club; list where it was changed.

        Only capitals, accents, hyphens and apostrophes may differ (`guest_other_name`).
        """
        club, caller = _officers(request, slug)
        changed = services.respell_guest(
            club=club, caller=caller, **_values(request, SpellingInput)
        )
        return Response([trace_body(trace) for trace in changed])

    @extend_schema(
        operation_id="club_guests_part", request=None, responses={204: None}, tags=["players"]
    )
    @exactly_once()
    def part(self, request: Request, slug: str, known_id: int) -> Response:
        """Take back what a guest's name gave to a player, for 30 days (`guest_too_old`)."""
        club, caller = _officers(request, slug)
        services.part_guest(club=club, known_id=number(known_id), caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _officers(request: Request, slug: str) -> tuple[Club, Caller]:
    """Return the club of an address, and the caller, who must manage its list."""
    caller = caller_of(request)
    return club_of(slug, caller, "manage_players", "players_not_allowed"), caller


def _values(request: Request, shape: type[StrictSerializer]) -> dict[str, Any]:
    serializer = shape(data=request.data)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def _body(known: KnownGuest, traces: list[TraceAnswer]) -> KnownGuestAnswer:
    return {"id": known.pk, "name": known.name, "player": known.player_id, "traces": traces}

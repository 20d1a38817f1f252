"""Records over HTTP: read them, write one by hand, remove it."""

import datetime as dt
from datetime import datetime
from typing import Annotated, TypedDict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.common import caller_of, player_of
from clubs.api.exactly_once import exactly_once
from clubs.callers import Caller
from clubs.models import Club
from clubs.queries import find_club
from core.answers import answer_from
from core.errors import NotFound
from core.removed import readable
from leaderboards import services
from leaderboards.api.serializers import FeatInput, WitnessInput
from leaderboards.api.views import CLUB, BoardPersonAnswer, person
from leaderboards.errors import Refused
from leaderboards.models import Feat
from leaderboards.parameters import club_asked, game_of_address
from leaderboards.records import queries as records

FAMILY = OpenApiParameter(
    "family", OpenApiTypes.STR, description="Rules: a preset, or a `family` of an answer."
)


class HeldAnswer(TypedDict):
    """A fact: a present or former record, or an event of a history."""

    title: Annotated[str, "What it is the record of: « Match le plus court »."]
    text: str
    value: Annotated[
        float,
        "The figure as the sentence tells it, never negative. "
        "Greater beats less, but less beats greater where the title says so (the fewest hands).",
    ]
    since: Annotated[datetime, "When the match ended."]
    match: str
    preset: Annotated[str, "The match's variant, by its name."]
    holders: list[str]
    family: Annotated[str, "The rules for which it holds: one of `families`."]
    family_name: str


class RecordAnswer(HeldAnswer):
    """A record. `former`: the facts that held it before, newest first."""

    code: str
    former: list[HeldAnswer]


class EventAnswer(HeldAnswer):
    """An event of a history. `witness` is empty if no witness is named."""

    witness: str


class HistoryAnswer(TypedDict):
    """The last fifty events of one code, newest first. `more`: older ones are in the CSV file."""

    code: str
    title: Annotated[str, "« Historique des parties misées et gagnées »."]
    events: list[EventAnswer]
    more: bool


class FeatAnswer(TypedDict):
    """A record written by hand."""

    id: int
    text: str
    date: dt.date
    players: list[BoardPersonAnswer]
    witness: str
    club: str


class FamilyAnswer(TypedDict):
    """A family of rules that has records: a preset, with or without changed rules."""

    family: str
    family_name: str


class RecordsAnswer(TypedDict):
    """Records of a game: found in matches, and written by hand.

    `histories` lists events, which are not compared with each other.
    """

    records: list[RecordAnswer]
    histories: list[HistoryAnswer]
    written: list[FeatAnswer]
    families: list[FamilyAnswer]


class WitnessAnswer(TypedDict):
    """The witness of an event of a match."""

    match: str
    code: str
    witness: str


def line_body(line: records.RecordLine) -> RecordAnswer:
    """Return a record with its former holders."""
    former = [answer_from(HeldAnswer, held) for held in line.former]
    return answer_from(RecordAnswer, line.now, former=former)


def history_body(history: records.History) -> HistoryAnswer:
    """Return the events of a history, newest first."""
    events = [answer_from(EventAnswer, held) for held in history.rows]
    return answer_from(HistoryAnswer, history, events=events)


def feat_body(feat: Feat, seen: set[int]) -> FeatAnswer:
    """Return a record written by hand, with those of its people who may be named."""
    return {
        "id": feat.pk,
        "text": readable(feat.text),
        "date": feat.date,
        "players": [person(player) for player in records.named(feat, seen)],
        "witness": readable(feat.witness),
        "club": feat.club.slug,
    }


class RecordList(APIView):
    """Records of a game."""

    @extend_schema(
        operation_id="records_list",
        responses=RecordsAnswer,
        parameters=[CLUB, FAMILY],
        tags=["records"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Read the records of a game, each with its former holders.

        A fact has a record for each family of rules. Without `family` the answer has the records of
        the first twelve of `families`.
        Events, which are not compared with each other, are listed under `histories`.
        """
        game, caller = game_of_address(slug), caller_of(request)
        clubs = records.clubs_of(club_asked(request.query_params, caller), caller)
        families = records.families(game, clubs, request.query_params.get("family", ""))
        wanted = families.listed if families.chosen else None
        feats = records.feats(game.slug, clubs)
        seen = records.seen_of(feats, caller)
        return Response(
            RecordsAnswer(
                records=[line_body(line) for line in records.lines(game, clubs, families.listed)],
                histories=[
                    history_body(history) for history in records.histories(game, clubs, wanted)
                ],
                families=[
                    {"family": family, "family_name": name}
                    for family, name in families.names.items()
                ],
                written=[feat_body(feat, seen) for feat in feats],
            )
        )

    @extend_schema(
        operation_id="records_write",
        request=FeatInput,
        responses={201: FeatAnswer},
        tags=["records"],
    )
    @exactly_once()
    def post(self, request: Request, slug: str) -> Response:
        """Write a record by hand, with its witness. Only for officers of the club."""
        game, caller = game_of_address(slug), caller_of(request)
        serializer = FeatInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        club = _club(values["club"], caller)
        services.check_officer(club, caller)
        players = [player_of(number, caller, "players") for number in values["players"]]
        feat = services.add_feat(
            game=game.slug,
            club=club,
            text=values["text"],
            on=values["date"],
            players=players,
            witness=values["witness"],
            caller=caller,
        )
        body = feat_body(feat, {player.pk for player in players})
        return Response(body, status=status.HTTP_201_CREATED)


def _club(slug: str, caller: Caller) -> Club:
    try:
        return find_club(slug, caller)
    except NotFound:
        raise Refused("club_unknown", "club") from None


class RecordDetail(APIView):
    """A record written by hand."""

    @extend_schema(
        operation_id="records_remove", request=None, responses={204: None}, tags=["records"]
    )
    @exactly_once()
    def delete(self, request: Request, slug: str, feat_id: int) -> Response:
        """Remove a record written by hand. Only for officers of its club."""
        game, caller = game_of_address(slug), caller_of(request)
        services.remove_feat(feat=records.feat(game, feat_id, caller), caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RecordWitness(APIView):
    """The witness of an event of a match."""

    @extend_schema(
        operation_id="records_witness",
        request=WitnessInput,
        responses=WitnessAnswer,
        tags=["records"],
    )
    @exactly_once()
    def put(self, request: Request, slug: str, match_id: str, code: str) -> Response:
        """Write the witness of an event of a history. Only for officers of the match's club.

        An empty name removes the witness. The witness stays when the match is corrected.
        """
        game, caller = game_of_address(slug), caller_of(request)
        fact = records.event(game, match_id, code, caller)
        services.check_officer(fact.club, caller)
        serializer = WitnessInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        name = serializer.validated_data["witness"]
        services.say_witness(fact=fact, name=name, caller=caller)
        return Response(WitnessAnswer(match=fact.match_id, code=fact.code, witness=name))

"""The transmission over HTTP. A view fetches, permits, reads, calls a service and answers."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Annotated, Any, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.fields import IntegerField
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from clubs.api.exactly_once import exactly_once
from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import find_player
from core import errors as people_errors
from core.negotiation import AnyAccept
from games.api.reading import checked, deletion
from games.api.serializers import ID_MAX
from games.callers import api_caller
from games.errors import NotFound
from games.registry import installed
from games.registry.game import Game
from jobs.api import SECRET, JobStarted, started, token_again
from jobs.job_owner import api_owner
from transmission import exports, jobs, queries, services, stored_files
from transmission.api import serializers as shapes
from transmission.errors import Refused
from transmission.exports import WRITERS, at_once, content_of, sent
from transmission.graph_json import (
    LineageGraphAnswer,
    LineageNamedAnswer,
    LineageNodeAnswer,
    graph_text,
    people_json,
    tell,
    with_more,
)
from transmission.queries import LineageLinkAnswer, Seen, link_body
from transmission.services import ImportAsked, LinkAsked, WriteOutcome, Writing
from transmission.services.importing import LineageImportAnswer
from transmission.services.sources import LineageAttestationAnswer, LineageSourceAnswer

TAGS = ["transmission"]


def game_of(slug: str) -> Game:
    """Return the game named in an address. Raise `NotFound` if there is none."""
    game = installed.game(slug)
    if game is None:
        raise NotFound
    return game


def read(shape: type[serializers.Serializer[Any]], request: Request) -> tuple[Any, Writing]:
    """Return the checked posted data, and the `Writing` with the caller and the `client_id`."""
    values = checked(shape, request.data)
    return values, Writing(api_caller(request), values.pop("client_id", None))


def created(outcome: WriteOutcome) -> Response:
    """Return the response to a write: status 201, or 200 if the write is repeated."""
    code = status.HTTP_200_OK if outcome.repeated else status.HTTP_201_CREATED
    return Response(outcome.body, status=code)


def number(request: Request, name: str, *, needed: bool = False) -> int | None:
    """Return a parameter of the query as an integer from 0; None if it is missing and not `needed`.

    Raise `ValidationError` if it is not such a number, or is missing but needed.
    """
    text = request.query_params.get(name)
    if text is None and not needed:
        return None
    if text is None or not (text.isascii() and text.isdigit()) or len(text) > 18:
        sentence = IntegerField.default_error_messages["invalid"]
        raise ValidationError({name: ErrorDetail(str(sentence), code="invalid")})
    return int(text)


def known(seen: Seen, caller: Caller, player: int, attr: str) -> None:
    """Raise `Refused` `player_unknown` unless a player is in the graph or known to the caller."""
    if player in seen.lineage:
        return
    # For example, the number of a merged person is no longer valid, so it is refused.
    if player in seen.nameless or not _is_known(player, caller):
        raise Refused("player_unknown", attr)


def _is_known(player: int, caller: Caller) -> bool:
    try:
        return find_player(player, caller).pk == player
    except people_errors.NotFound:
        return False


class LineageLaterAnswer(TypedDict):
    """The answer while a large graph is being made. Ask again after `Retry-After` seconds."""

    game: str
    people: int


class LineagePathAnswer(TypedDict):
    """The shortest path between two people; empty if there is none."""

    path: list[LineageNodeAnswer]
    links: list[LineageLinkAnswer]


class LineagePersonAnswer(LineageNamedAnswer):
    """A person with their lines. `generation` is null if the person is not in the graph."""

    generation: int | None
    teachers: list[LineageNodeAnswer]
    pupils: list[LineageNodeAnswer]
    ancestors: list[LineageNodeAnswer]
    descendants: list[LineageNodeAnswer]
    line: Annotated[list[LineageNodeAnswer], "The shortest line up to a source."]


class GraphView(APIView):
    """A game's graph."""

    @extend_schema(
        operation_id="transmission_read",
        responses={200: LineageGraphAnswer, 202: LineageLaterAnswer},
        parameters=[
            OpenApiParameter("root", OpenApiTypes.INT, description="A player."),
            OpenApiParameter("depth", OpenApiTypes.INT, description="So many links from them."),
        ],
        tags=TAGS,
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Read a game's graph, or all people within `depth` links of `root`.

        The answer for more than 5000 people is made by a job, once for all readers. Until the job
        is done the answer is 202, and `Retry-After` says when to ask again. A part of a graph has
        at most 5000 people.
        """
        played, caller = game_of(game), api_caller(request)
        root, depth = number(request, "root"), number(request, "depth")
        waiting = {"proposed": [link_body(link) for link in queries.proposed(played, caller)]}
        if root is None:
            return self._whole(request, played, caller, waiting)
        seen = queries.graph_of(played, caller)
        known(seen, caller, root, "root")
        part = seen.lineage.neighbourhood([root], depth=depth)
        if len(part) > exports.TEXT_AT_ONCE:
            raise Refused("part_too_large", "depth", most=exports.TEXT_AT_ONCE)
        return _json(graph_text(seen, caller, part, waiting))

    def _whole(
        self, request: Request, game: Game, caller: Caller, waiting: dict[str, Any]
    ) -> HttpResponse:
        account = Caller(user=request.user)
        text = stored_files.read("json", game, account)
        if text is not None:
            return _json(with_more(text, waiting))
        seen = queries.graph_of(game, caller)
        if at_once("json", seen):
            return _json(graph_text(seen, caller, None, waiting))
        jobs.have_made("json", game, account, api_owner(request))
        body = LineageLaterAnswer(game=game.slug, people=len(seen.lineage))
        return Response(body, status.HTTP_202_ACCEPTED, headers={"Retry-After": str(AGAIN)})


# After this many seconds a caller asks again for a large graph, which may then be ready.
AGAIN = 5


def _json(text: bytes) -> HttpResponse:
    return HttpResponse(text, content_type="application/json")


class Links(ViewSet):
    """The links of a graph."""

    @extend_schema(
        operation_id="transmission_link",
        request=shapes.LineageLinkInput,
        responses={201: LineageLinkAnswer, 200: LineageLinkAnswer},
        tags=TAGS,
    )
    def add(self, request: Request, game: str) -> Response:
        """Write a link. A member's link is proposed, an officer's link is confirmed."""
        played = game_of(game)
        values, by = read(shapes.LineageLinkInput, request)
        return created(services.add_link(game=played, link_asked=LinkAsked(**values), by=by))

    @extend_schema(
        operation_id="transmission_confirm",
        request=shapes.LineageWrite,
        responses=LineageLinkAnswer,
        tags=TAGS,
    )
    def confirm(self, request: Request, game: str, link_id: int) -> Response:
        """Confirm a proposed link, which makes it part of the graph."""
        played = game_of(game)
        _values, by = read(shapes.LineageWrite, request)
        outcome = services.confirm_link(game=played, link_id=min(link_id, ID_MAX), by=by)
        return Response(outcome.body)

    @extend_schema(operation_id="transmission_unlink", responses={204: None}, tags=TAGS)
    def remove(self, request: Request, game: str, link_id: int) -> Response:
        """Delete a link. It stays in the log."""
        return taken_away(request, game, link_id, services.delete_link)


def taken_away(
    request: Request, game: str, number: int, take: Callable[..., WriteOutcome]
) -> Response:
    """Call a service that deletes a link or a source of a graph. Return a response with status
    204.
    """
    played = game_of(game)
    client_id = checked(shapes.LineageWrite, deletion(request)).get("client_id")
    by = Writing(api_caller(request), client_id)
    take(game=played, number=min(number, ID_MAX), by=by)
    return Response(status=status.HTTP_204_NO_CONTENT)


class Sources(ViewSet):
    """The sources of a game."""

    @extend_schema(
        operation_id="transmission_source",
        request=shapes.LineageSourceInput,
        responses={201: LineageSourceAnswer, 200: LineageSourceAnswer},
        tags=TAGS,
    )
    def declare(self, request: Request, game: str) -> Response:
        """Declare that a person learned the game from nobody here."""
        played = game_of(game)
        values, by = read(shapes.LineageSourceInput, request)
        outcome = services.declare_source(
            game=played,
            player_id=values["player"],
            kind=values["kind"],
            note=values.get("note", ""),
            by=by,
        )
        return created(outcome)

    @extend_schema(operation_id="transmission_unsource", responses={204: None}, tags=TAGS)
    def withdraw(self, request: Request, game: str, source_id: int) -> Response:
        """Withdraw the declaration of a source."""
        return taken_away(request, game, source_id, services.withdraw_source)


class AttestationList(APIView):
    """Officers' attestations that people have played."""

    @extend_schema(
        operation_id="transmission_attest",
        request=shapes.LineageAttestationInput,
        responses={201: LineageAttestationAnswer, 200: LineageAttestationAnswer},
        tags=TAGS,
    )
    def post(self, request: Request, game: str) -> Response:
        """Attest that a person played a hand in the club room."""
        played = game_of(game)
        values, by = read(shapes.LineageAttestationInput, request)
        outcome = services.attest(
            game=played,
            player_id=values["player"],
            day=values["date"],
            witness=values["witness"],
            by=by,
        )
        return created(outcome)


class PathView(APIView):
    """The path between two people."""

    @extend_schema(
        operation_id="transmission_path",
        responses=LineagePathAnswer,
        parameters=[
            OpenApiParameter("a", OpenApiTypes.INT, required=True),
            OpenApiParameter("b", OpenApiTypes.INT, required=True),
        ],
        tags=TAGS,
    )
    def get(self, request: Request, game: str) -> Response:
        """Read the shortest path between two people, along links in either direction."""
        played, caller = game_of(game), api_caller(request)
        seen = queries.graph_of(played, caller)
        ends = [number(request, name, needed=True) or 0 for name in ("a", "b")]
        for name, end in zip(("a", "b"), ends, strict=True):
            known(seen, caller, end, name)
        path = seen.lineage.path(*ends) if all(end in seen.lineage for end in ends) else []
        steps = {frozenset(step) for step in pairwise(path)}
        graph_data = tell(seen, caller, path)
        along = [
            edge for edge in graph_data.edges if frozenset((edge.teacher, edge.learner)) in steps
        ]
        return Response(
            LineagePathAnswer(
                path=[node.body() for node in people_json(seen, caller, path)],
                links=[edge.body() for edge in along],
            )
        )


class PersonView(APIView):
    """A person's place in the graph."""

    @extend_schema(operation_id="transmission_player", responses=LineagePersonAnswer, tags=TAGS)
    def get(self, request: Request, game: str, player_id: int) -> Response:
        """Read a person's teachers and pupils, and their lines up and down."""
        played, caller = game_of(game), api_caller(request)
        seen = queries.graph_of(played, caller)
        player = min(player_id, ID_MAX)
        try:
            known(seen, caller, player, "player")
        except Refused:
            raise NotFound from None
        return Response(person_body(seen, caller, player))


def person_body(seen: Seen, caller: Caller, player: int) -> LineagePersonAnswer:
    """Return a person as the API describes them, with their teachers, pupils and lines."""
    lineage = seen.lineage
    if player not in lineage:
        return _outsider(queries.people([player], caller)[player])
    teachers, pupils = lineage.teachers[player], lineage.pupils[player]
    ancestors, descendants = lineage.ancestors(player), lineage.descendants(player)
    line = lineage.line_to_source(player)
    numbers = dict.fromkeys([player, *teachers, *pupils, *ancestors, *descendants, *line])
    nodes = {node.id: node.body() for node in people_json(seen, caller, numbers)}

    def among(numbers: Iterable[int]) -> list[LineageNodeAnswer]:
        return [nodes[number] for number in numbers if number in nodes]

    return {
        **nodes[player],
        "teachers": among(teachers),
        "pupils": among(pupils),
        "ancestors": among(ancestors),
        "descendants": among(descendants),
        "line": among(line),
    }


def _outsider(player: Player) -> LineagePersonAnswer:
    """Return a person who is not in the graph, as the API describes them."""
    return {
        "id": player.pk,
        "name": player.public_name,
        "generation": None,
        "source": None,
        "clubs": [line.club.slug for line in player.club_players.all()],
        "taught": 0,
        "teachers": [],
        "pupils": [],
        "ancestors": [],
        "descendants": [],
        "line": [],
    }


class ImportView(APIView):
    """Whole graphs from files."""

    @extend_schema(
        operation_id="transmission_import",
        request=shapes.LineageImportInput,
        responses={
            201: LineageImportAnswer,
            200: LineageImportAnswer,
            202: JobStarted,
        },
        tags=TAGS,
    )
    def post(self, request: Request, game: str) -> Response:
        """Write a file's links, all or none; `preview` only answers what would be written (200).

        A file over 32 KiB, or for a large graph, is written by a job (202). `jobs/{id}/` returns
        its progress, and as its result the answer that this call would give.
        """
        played = game_of(game)
        values, by = read(shapes.LineageImportInput, request)
        import_asked = ImportAsked(**values)
        if not jobs.at_once(played, import_asked):
            return self._as_job(request, played, import_asked, by)
        _imported, outcome = services.import_links(game=played, import_asked=import_asked, by=by)
        return Response(outcome.body) if import_asked.preview else created(outcome)

    @exactly_once(secret=SECRET, again=token_again)
    def _as_job(
        self, request: Request, game: Game, import_asked: ImportAsked, by: Writing
    ) -> Response:
        club, owner = services.club_to_import(import_asked.club, by.caller), api_owner(request)
        job = jobs.start_import(
            game=game, import_asked=import_asked, club=club, by=owner, client_id=by.client_id
        )
        return started(job, owner)


class ExportView(APIView):
    """A graph as a file."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="transmission_export",
        parameters=[
            OpenApiParameter("format", OpenApiTypes.STR, enum=list(WRITERS), required=True)
        ],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/graphml+xml"): OpenApiTypes.STR,
            (200, "application/gexf+xml"): OpenApiTypes.STR,
            (200, "text/vnd.familysearch.gedcom"): OpenApiTypes.STR,
            (200, "text/vnd.graphviz"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "image/svg+xml"): OpenApiTypes.STR,
            (200, "image/png"): OpenApiTypes.BINARY,
            (202, "application/json"): JobStarted,
        },
        tags=TAGS,
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Send the whole graph as CSV, GraphML, GEXF, GEDCOM, DOT, JSON, SVG or PNG.

        The picture of more than 1500 people, or the file of more than 5000, is made by a job (202),
        and `jobs/{id}/file/` sends it. It is then stored, and sent at once until the graph changes.
        """
        played, caller = game_of(game), api_caller(request)
        kind = request.query_params.get("format", "json")
        if kind not in WRITERS:
            raise Refused("export_unknown", "format")
        # A stored file shows the graph as this account sees it. The job that made the file knew
        # only the account, not the links of the caller.
        account = Caller(user=request.user)
        content = stored_files.read(kind, played, account)
        if content is not None:
            return sent(kind, played, content)
        seen = queries.graph_of(played, caller)
        if at_once(kind, seen):
            return sent(kind, played, content_of(kind, seen, caller))
        owner = api_owner(request)
        return started(jobs.start_export(played, kind, account, owner), owner)
